package dev.tidemark.dialects.item;

import dev.tidemark.text.CodeFences;
import java.util.ArrayList;
import java.util.List;

/// Parser of the phases of a plan: its headings `## Phase {n}: {name}` outside of code (R-001-08).
final class PlanDocument {
  private static final String HEADING = "## Phase ";

  private PlanDocument() {}

  /// Returns the phases in the order of the document, as pending rows.
  static List<Row> rows(String document) {
    var rows = new ArrayList<Row>();
    var lines = new Lines(document);
    var fences = new CodeFences();
    for (int i = 0; i < lines.size(); i++) {
      var line = lines.get(i);
      if (!fences.takes(line) && line.startsWith(HEADING)) {
        add(rows, line.substring(HEADING.length()));
      }
    }
    return rows;
  }

  private static void add(List<Row> rows, String rest) {
    int colon = rest.indexOf(':');
    var number = colon < 0 ? "" : rest.substring(0, colon).strip();
    var name = colon < 0 ? "" : Words.line(rest.substring(colon + 1));
    if (!Scalars.isNumber(number) || name.isEmpty()) {
      return;
    }
    for (var row : rows) {
      if (row.name().equals(name)) {
        return;
      }
    }
    rows.add(Row.pending(number, name));
  }
}
