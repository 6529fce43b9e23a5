package dev.tidemark.app.view;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// View of a validator's results.
///
/// @param name the name of the validated file
/// @param findings the problems
public record ValidationView(String name, List<SchemaViolation> findings) {
  /// Takes its own copy of the findings.
  public ValidationView {
    findings = List.copyOf(findings);
  }

  /// Returns whether the document keeps the contract, warnings or not.
  public boolean valid() {
    for (var finding : findings) {
      if (finding.severity() == Diagnostic.Severity.ERROR) {
        return false;
      }
    }
    return true;
  }

  /// Returns `{"file", "result", "findings": [...]}`; the result is `valid`, `valid-with-warnings`
  /// or `invalid`.
  public JsonObject json() {
    var all = new ArrayList<JsonObject>();
    for (var finding : findings) {
      all.add(
          JsonObject.builder()
              .add("severity", finding.severity().name().toLowerCase(Locale.ROOT))
              .add("path", finding.path())
              .add("rule", finding.rule())
              .add("value", finding.value())
              .build());
    }
    return JsonObject.builder()
        .add("file", name)
        .add("result", result())
        .add("findings", JsonArray.of(all))
        .build();
  }

  /// Returns one line a finding, and the result.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var finding : findings) {
      lines.add(
          finding.severity().name().toLowerCase(Locale.ROOT)
              + "  "
              + finding.path()
              + ": "
              + finding.rule()
              + " (found "
              + finding.value()
              + ")");
    }
    lines.add(name + ": " + result().replace('-', ' '));
    return lines;
  }

  private String result() {
    if (!valid()) {
      return "invalid";
    }
    return findings.isEmpty() ? "valid" : "valid-with-warnings";
  }
}
