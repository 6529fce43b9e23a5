package dev.tidemark.dialects.markdown;

import java.util.ArrayList;
import java.util.List;

/// Line list of a text, each with its own line end, so that unchanged lines stay byte for byte.
public final class Lines {
  private static final String MARK = "\ufeff";

  private final String mark;
  private final List<String> texts = new ArrayList<>();
  private final List<String> ends = new ArrayList<>();
  private final List<Edit> edits = new ArrayList<>();

  public Lines(String text) {
    mark = text.startsWith(MARK) ? MARK : "";
    int start = mark.length();
    for (int end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
      boolean pair = end > start && text.charAt(end - 1) == '\r';
      texts.add(text.substring(start, pair ? end - 1 : end));
      ends.add(pair ? "\r\n" : "\n");
      start = end + 1;
    }
    if (start < text.length()) {
      texts.add(text.substring(start));
      ends.add("");
    }
  }

  private record Edit(int from, int to, List<String> lines) {}

  public int size() {
    return texts.size();
  }

  /// Returns a line without its end.
  public String get(int line) {
    return texts.get(line);
  }

  /// Returns lines without their ends.
  public List<String> between(int from, int to) {
    return List.copyOf(texts.subList(from, to));
  }

  public boolean isBlank(int line) {
    return texts.get(line).isBlank();
  }

  /// Notes that lines are to be replaced; nothing is replaced before [#toString].
  public void replace(int from, int to, List<String> lines) {
    int at = edits.size();
    while (at > 0 && edits.get(at - 1).from() > from) {
      at--;
    }
    edits.add(at, new Edit(from, to, lines));
  }

  /// Returns the text with the recorded edits. New lines end as the first line does; the last one
  /// ends, or does not, as the last one did.
  @Override
  public String toString() {
    var lines = new ArrayList<String>(texts.size());
    var after = new ArrayList<String>(texts.size());
    int next = 0;
    for (var edit : edits) {
      keep(next, edit.from(), lines, after);
      for (var line : edit.lines()) {
        lines.add(line);
        after.add("");
      }
      next = Math.max(next, edit.to());
    }
    keep(next, texts.size(), lines, after);
    var end = ends.isEmpty() || ends.getFirst().isEmpty() ? "\n" : ends.getFirst();
    boolean closed = ends.isEmpty() || !ends.getLast().isEmpty();
    var out = new StringBuilder(mark);
    for (int i = 0; i < lines.size(); i++) {
      out.append(lines.get(i));
      if (i < lines.size() - 1 || closed) {
        out.append(after.get(i).isEmpty() ? end : after.get(i));
      }
    }
    return out.toString();
  }

  private void keep(int from, int to, List<String> lines, List<String> after) {
    for (int i = from; i < to; i++) {
      lines.add(texts.get(i));
      after.add(ends.get(i));
    }
  }

  /// Returns where the line that begins there ends, its line break not included.
  public static int endOf(String text, int start) {
    int end = text.indexOf('\n', start);
    if (end < 0) {
      return text.length();
    }
    return end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  /// Returns where the line after that position begins.
  public static int after(String text, int at) {
    int next = text.indexOf('\n', at);
    return next < 0 ? text.length() : next + 1;
  }
}
