package dev.tidemark.dialects.item.format;

import dev.tidemark.dialects.markdown.Lines;
import java.util.ArrayList;
import java.util.List;

/// Section of a document, from its heading to the next one. The heading is not blank, and the front
/// matter stands above it.
///
/// @param lines the document
/// @param kinds the kind of each line
/// @param heading the line of the heading
/// @param end the line after the section
record ItemSection(Lines lines, List<MarkdownOutline.Kind> kinds, int heading, int end) {
  /// List entry: its first line, the line after it, and its text on one line.
  record Entry(int from, int to, String text) {}

  /// Returns the entries of the section's list.
  List<Entry> entries() {
    var entries = new ArrayList<Entry>();
    int i = heading + 1;
    while (i < end) {
      var line = lines.get(i);
      if (kinds.get(i) != MarkdownOutline.Kind.TEXT || !isEntry(line)) {
        i++;
        continue;
      }
      int from = i;
      var text = new StringBuilder(line.substring(2).strip());
      i++;
      while (i < end && isContinued(i)) {
        text.append(' ').append(lines.get(i).strip());
        i++;
      }
      entries.add(new Entry(from, i, text.toString()));
    }
    return entries;
  }

  private static boolean isEntry(String line) {
    return (line.startsWith("- ") || line.startsWith("* ")) && !line.substring(2).isBlank();
  }

  private boolean isContinued(int line) {
    var text = lines.get(line);
    return kinds.get(line) == MarkdownOutline.Kind.TEXT && !text.isBlank() && text.startsWith("  ");
  }

  /// Returns the texts of the entries.
  List<String> texts() {
    var texts = new ArrayList<String>();
    for (var entry : entries()) {
      texts.add(entry.text());
    }
    return texts;
  }

  /// Returns the prose of the section, without comments and surrounding blank lines.
  String prose() {
    int from = firstText();
    int to = afterText();
    var text = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (kinds.get(i) == MarkdownOutline.Kind.TEXT) {
        text.append(text.isEmpty() ? "" : "\n").append(lines.get(i));
      }
    }
    return text.toString();
  }

  /// Notes that the prose is to be this.
  void putProse(String next) {
    var now = new ArrayList<String>();
    if (!next.isEmpty()) {
      int start = 0;
      for (int cut = next.indexOf('\n'); cut >= 0; cut = next.indexOf('\n', start)) {
        now.add(next.substring(start, cut));
        start = cut + 1;
      }
      now.add(next.substring(start));
    }
    int from = firstText();
    int to = afterText();
    if (from >= to) {
      append(now);
      return;
    }
    for (int i = from; i < to; i++) {
      if (kinds.get(i) == MarkdownOutline.Kind.COMMENT) {
        now.add(lines.get(i));
      }
    }
    replace(from, to, now);
  }

  /// Notes that the list is to have these entries. Entries that stay are not touched.
  void putEntries(List<String> next) {
    var old = entries();
    if (old.isEmpty()) {
      append(bulleted(next, 0, next.size()));
      return;
    }
    int from = old.getFirst().from();
    int to = old.getLast().to();
    var now = new ArrayList<String>();
    int written = 0;
    int copied = from;
    for (var entry : old) {
      now.addAll(lines.between(copied, entry.from()));
      copied = entry.to();
      int at = indexOf(next, entry.text(), written);
      if (at >= 0) {
        now.addAll(bulleted(next, written, at));
        now.addAll(lines.between(entry.from(), entry.to()));
        written = at + 1;
      }
    }
    now.addAll(bulleted(next, written, next.size()));
    replace(from, to, now);
  }

  private static int indexOf(List<String> texts, String text, int from) {
    for (int i = from; i < texts.size(); i++) {
      if (texts.get(i).equals(text)) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> bulleted(List<String> texts, int from, int to) {
    var lines = new ArrayList<String>();
    for (int i = from; i < to; i++) {
      lines.add("- " + texts.get(i));
    }
    return lines;
  }

  /// If all lines are removed, one of the blank lines around them is removed too.
  private void replace(int from, int to, List<String> now) {
    boolean gone = now.isEmpty() && lines.isBlank(from - 1);
    boolean doubled = gone && (to >= end || lines.isBlank(to));
    lines.replace(doubled ? from - 1 : from, to, now);
  }

  /// Adds lines after the last that is not blank, with a blank one before if the document has them.
  private void append(List<String> added) {
    if (added.isEmpty()) {
      return;
    }
    int at = end;
    while (lines.isBlank(at - 1)) {
      at--;
    }
    boolean airy = at < end || lines.isBlank(heading - 1);
    var all = new ArrayList<String>(added);
    if (airy) {
      all.addFirst("");
    }
    lines.replace(at, at, all);
  }

  private int firstText() {
    int i = heading + 1;
    while (i < end && (kinds.get(i) == MarkdownOutline.Kind.COMMENT || lines.isBlank(i))) {
      i++;
    }
    return i;
  }

  private int afterText() {
    int i = end;
    while (kinds.get(i - 1) == MarkdownOutline.Kind.COMMENT || lines.isBlank(i - 1)) {
      i--;
    }
    return i;
  }
}
