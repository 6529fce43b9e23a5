package dev.tidemark.dialects.item;

import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.text.CodeFences;
import java.util.ArrayList;
import java.util.List;

/// Parser of the phases of a plan: its headings `## Phase {n}: {name}` outside of code (R-001-08).
final class PlanDocument {
  private static final String HEADING = "## Phase ";

  private PlanDocument() {}

  /// Returns the phases in the order of the document, as pending rows.
  static List<PhaseRow> rows(String document) {
    var rows = new ArrayList<PhaseRow>();
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

  private static void add(List<PhaseRow> rows, String rest) {
    int colon = rest.indexOf(':');
    var number = colon < 0 ? "" : rest.substring(0, colon).strip();
    var name = colon < 0 ? "" : MarkdownSafeText.line(rest.substring(colon + 1));
    if (!YamlScalar.isNumber(number) || name.isEmpty()) {
      return;
    }
    for (var phaseRow : rows) {
      if (phaseRow.name().equals(name)) {
        return;
      }
    }
    rows.add(PhaseRow.pending(number, name));
  }
}
