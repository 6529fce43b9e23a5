package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Diagnostic.Severity;
import java.util.List;

/// Violation of the schema of a format, found by a validator in a document.
///
/// @param severity whether the document is wrong or merely odd
/// @param path where, for example `$.phases.research.status`
/// @param rule what should hold, as one sentence
/// @param value what was found instead, as the document spells it; `undefined` if missing
public record SchemaViolation(Severity severity, String path, String rule, String value) {
  /// The most violations of each severity that are listed; a document of some megabytes can have
  /// hundreds of thousands.
  public static final int LISTED_MAX = 500;

  /// Adds how many violations are not listed, where there are more than [#LISTED_MAX].
  ///
  /// @param errors how many errors there are, listed or not
  /// @param warnings how many warnings there are
  public static void addOmittedCount(List<SchemaViolation> listed, int errors, int warnings) {
    addOmittedCount(listed, Severity.ERROR, errors);
    addOmittedCount(listed, Severity.WARNING, warnings);
  }

  private static void addOmittedCount(List<SchemaViolation> listed, Severity severity, int count) {
    if (count > LISTED_MAX) {
      var rule = "has more like these than are listed";
      listed.add(new SchemaViolation(severity, "$", rule, count - LISTED_MAX + " more"));
    }
  }
}
