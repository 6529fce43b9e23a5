package dev.tidemark.dialects.item.format;

import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialects.markdown.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/// The table of phases: `| # | Phase | Status | Completed |`.
final class PhaseTable {
  private static final int COLUMNS = 4;

  private final Lines lines;
  private final int from;
  private final List<PhaseRow> rows = new ArrayList<>();

  private PhaseTable(Lines lines, int from) {
    this.lines = lines;
    this.from = from;
  }

  /// Reads the table of a section.
  static PhaseTable read(Lines lines, ItemSection itemSection) {
    int i = itemSection.heading() + 1;
    while (i < itemSection.end() && !isRow(lines.get(i))) {
      i++;
    }
    if (i + 1 >= itemSection.end() || !isRuler(lines.get(i + 1))) {
      int line = itemSection.heading() + 1;
      throw new UnreadableException("line " + line + ": the table of phases is missing below");
    }
    var phaseTable = new PhaseTable(lines, i + 2);
    for (i += 2; i < itemSection.end() && isRow(lines.get(i)); i++) {
      phaseTable.rows.add(row(lines.get(i), i + 1));
    }
    if (phaseTable.rows.isEmpty()) {
      throw new UnreadableException("line " + i + ": the table of phases has no rows");
    }
    phaseTable.checkNames();
    return phaseTable;
  }

  private static boolean isRow(String line) {
    return line.stripLeading().startsWith("|");
  }

  private static boolean isRuler(String line) {
    var text = line.strip();
    boolean dashes = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      dashes |= c == '-';
      if (c != '|' && c != '-' && c != ':' && c != ' ') {
        return false;
      }
    }
    return dashes && text.startsWith("|");
  }

  private static PhaseRow row(String line, int number) {
    var cells = cells(line.strip());
    if (cells.size() != COLUMNS) {
      throw new UnreadableException(
          "line "
              + number
              + ": a row of the table of phases has "
              + COLUMNS
              + " cells, but this has "
              + cells.size());
    }
    var itemStatus = ItemStatus.parse(cells.get(2));
    if (itemStatus == null) {
      throw new UnreadableException(
          "line " + number + ": the status " + cells.get(2) + " is none of " + ItemStatus.ALL);
    }
    if (cells.get(0).isEmpty() || cells.get(1).isEmpty()) {
      throw new UnreadableException("line " + number + ": a phase needs a number and a name");
    }
    return new PhaseRow(cells.get(0), cells.get(1), itemStatus, cells.get(3));
  }

  /// A bar after a backslash belongs to its cell.
  private static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    int start = 1;
    for (int bar = line.indexOf('|', 1); bar >= 0; bar = line.indexOf('|', bar + 1)) {
      if (line.charAt(bar - 1) != '\\') {
        cells.add(content(line.substring(start, bar)));
        start = bar + 1;
      }
    }
    var rest = line.substring(start);
    if (!rest.isBlank()) {
      cells.add(content(rest));
    }
    return cells;
  }

  private static String content(String cell) {
    int from = 0;
    int to = cell.length();
    while (from < to && isSpace(cell.charAt(from))) {
      from++;
    }
    while (from < to && isSpace(cell.charAt(to - 1))) {
      to--;
    }
    return cell.substring(from, to).replace("\\|", "|");
  }

  /// As [Character#isWhitespace(char)], which for the dash in most tables would load the table of
  /// all characters, in the time of reading the whole checkpoint.
  static boolean isSpace(char c) {
    boolean dashes = c > '\u200a' && c < '\u2028';
    return c == ' ' || (!dashes && Character.isWhitespace(c));
  }

  private void checkNames() {
    var names = new HashSet<String>();
    for (int i = 0; i < rows.size(); i++) {
      if (!names.add(rows.get(i).name())) {
        throw new UnreadableException(
            "line " + (from + i + 1) + ": phase " + rows.get(i).name() + " is there already");
      }
    }
  }

  List<PhaseRow> rows() {
    return rows;
  }

  /// Notes that the table is to have these rows. Rows that stay are not touched.
  void put(List<PhaseRow> next) {
    if (next.equals(rows)) {
      return;
    }
    var positions = new HashMap<String, Integer>();
    for (int i = 0; i < rows.size(); i++) {
      positions.put(rows.get(i).name(), i);
    }
    var now = new ArrayList<String>(next.size());
    for (var phaseRow : next) {
      int at = positions.getOrDefault(phaseRow.name(), -1);
      now.add(at < 0 || !rows.get(at).equals(phaseRow) ? line(phaseRow) : lines.get(from + at));
    }
    lines.replace(from, from + rows.size(), now);
  }

  /// Returns the lines of a new table.
  static List<String> newLines(List<PhaseRow> rows) {
    var all = new ArrayList<String>(rows.size() + 2);
    all.add("| # | Phase | Status | Completed |");
    all.add("|---|---|---|---|");
    for (var phaseRow : rows) {
      all.add(line(phaseRow));
    }
    return all;
  }

  private static String line(PhaseRow phaseRow) {
    return "| "
        + cell(phaseRow.number())
        + " | "
        + cell(phaseRow.name())
        + " | "
        + phaseRow.status().word()
        + " | "
        + cell(phaseRow.completed())
        + " |";
  }

  private static String cell(String text) {
    return text.indexOf('|') < 0 ? text : text.replace("|", "\\|");
  }
}
