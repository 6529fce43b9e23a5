package dev.tidemark.app.cli.help;

import dev.tidemark.app.view.text.WordWrap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Markdown to plain text: a page of the documentation for a terminal, which shows no markup.
/// Covers what the pages use: headings, paragraphs, lists, tables, code, emphasis and links.
final class PlainPage {
  /// Code, which is kept; a link; a mark of emphasis.
  private static final Pattern INLINE =
      Pattern.compile("`[^`]+`|\\[([^]]+)]\\((?:[^)\\s]*/)?([\\w-]*)[^)\\s]*\\)|\\*+");

  private static final Pattern ITEM = Pattern.compile("(- |\\d+\\. |).*");

  /// The most characters of a column that is not the last, unless one word is longer.
  private static final int COLUMN = 26;

  private static final int GAP = 2;

  private final Predicate<String> explained;
  private final List<String> lines = new ArrayList<>();

  /// The lines of the paragraph or table that is being read.
  private final List<String> block = new ArrayList<>();

  private PlainPage(Predicate<String> explained) {
    this.explained = explained;
  }

  /// Returns the lines of a page.
  ///
  /// @param explained whether `tidemark help` explains the word that a link's file is called
  static List<String> lines(String markdown, Predicate<String> explained) {
    PlainPage page = new PlainPage(explained);
    String fence = "";
    for (String line : markdown.lines().toList()) {
      String bare = line.strip();
      boolean fenced = bare.startsWith("```");
      if (!fenced && !fence.isEmpty()) {
        page.lines.add(("  " + line).stripTrailing());
      } else if (!fenced && page.block.isEmpty() && line.startsWith("    ")) {
        page.lines.add(line.substring(2));
      } else if (fenced || bare.isEmpty() || bare.startsWith("#")) {
        page.flush();
        if (!fenced) {
          page.lines.add(page.inline(bare.replaceFirst("^#+ ", "")));
        } else if (fence.isEmpty()) {
          fence = bare.replaceAll("[^`]", "");
        } else if (fence.equals(bare)) {
          fence = "";
        }
      } else {
        if (!marker(bare).isEmpty()) {
          page.flush();
        }
        page.block.add(bare);
      }
    }
    page.flush();
    return page.lines;
  }

  private static String marker(String line) {
    var item = ITEM.matcher(line);
    return item.matches() ? item.group(1) : "";
  }

  private void flush() {
    if (!block.isEmpty() && block.getFirst().startsWith("|")) {
      table();
    } else if (!block.isEmpty()) {
      String text = inline(String.join(" ", block));
      String marker = marker(text);
      row(
          new int[] {marker.length() - GAP, Help.WIDTH - marker.length()},
          marker.stripTrailing(),
          text.substring(marker.length()));
    }
    block.clear();
  }

  private void table() {
    List<String[]> rows = new ArrayList<>();
    for (String line : block) {
      if (!line.startsWith("|---")) {
        String[] cells = inline(line.substring(1, line.length() - 1)).split("\\|", -1);
        for (int i = 0; i < cells.length; i++) {
          cells[i] = cells[i].strip();
        }
        rows.add(cells);
      }
    }
    int[] widths = new int[rows.getFirst().length];
    int last = widths.length - 1;
    int left = Help.WIDTH;
    for (int i = 0; i < last; i++) {
      for (String[] cells : rows) {
        for (String line : WordWrap.lines(cells[i], COLUMN)) {
          widths[i] = Math.max(widths[i], line.length());
        }
      }
      left -= widths[i] + GAP;
    }
    widths[last] = left;
    for (String[] cells : rows) {
      row(widths, cells);
    }
  }

  /// Adds cells beside each other, each wrapped in its column.
  private void row(int[] widths, String... cells) {
    boolean more = true;
    for (int at = 0; more; at++) {
      more = false;
      StringBuilder line = new StringBuilder();
      int column = 0;
      for (int i = 0; i < cells.length; i++) {
        List<String> wrapped = WordWrap.lines(cells[i], widths[i]);
        line.repeat(' ', Math.max(column - line.length(), 0));
        line.append(at < wrapped.size() ? wrapped.get(at) : "");
        more |= at + 1 < wrapped.size();
        column += widths[i] + GAP;
      }
      lines.add(line.toString().stripTrailing());
    }
  }

  private String inline(String text) {
    return INLINE
        .matcher(text)
        .replaceAll(
            found -> {
              String words = found.group(1);
              String plain = found.group().startsWith("*") ? "" : found.group();
              if (words != null) {
                boolean command = words.startsWith("`") || !explained.test(found.group(2));
                plain = command ? words : words + " (tidemark help " + found.group(2) + ")";
              }
              return plain.replace("\\", "\\\\").replace("$", "\\$");
            });
  }
}
