package dev.tidemark.dialect;

import java.util.List;

/// One thing a validator has to say about a document.
///
/// @param severity whether the document is wrong or merely odd
/// @param path where, for example `$.phases.research.status`
/// @param rule what should hold, as one sentence
/// @param value what was found instead, as the document spells it; `undefined` if missing
public record Finding(Severity severity, String path, String rule, String value) {
  /// The most findings of each severity that are listed; a document of some megabytes can have
  /// hundreds of thousands.
  public static final int LISTED_MAX = 500;

  /// Adds how many findings are not listed, where there are more than [#LISTED_MAX].
  ///
  /// @param errors how many errors there are, listed or not
  /// @param warnings how many warnings there are
  public static void more(List<Finding> listed, int errors, int warnings) {
    more(listed, Severity.ERROR, errors);
    more(listed, Severity.WARNING, warnings);
  }

  private static void more(List<Finding> listed, Severity severity, int count) {
    if (count > LISTED_MAX) {
      var rule = "has more like these than are listed";
      listed.add(new Finding(severity, "$", rule, count - LISTED_MAX + " more"));
    }
  }

  /// How bad a finding is.
  public enum Severity {
    /// The document breaks the contract of its protocol.
    ERROR,
    /// The document is usable, but probably contains a mistake.
    WARNING
  }
}
