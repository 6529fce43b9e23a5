package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.workflow.change.Effect;
import java.util.List;

/// Diagnostic about the files around the documents of a dialect, with its repair.
///
/// @param diagnostic the problem
/// @param repair a safe repair; empty where the user has to decide
public record FileDiagnostic(Diagnostic diagnostic, List<Effect> repair) {
  /// Takes its own copy of the repair.
  public FileDiagnostic {
    repair = List.copyOf(repair);
  }

  /// A problem whose message names the files.
  public FileDiagnostic(
      Severity severity, String code, String message, String hint, List<Effect> repair) {
    this(new Diagnostic(severity, code, "", message, hint), repair);
  }

  /// A problem without a safe repair.
  public FileDiagnostic(Severity severity, String code, String message, String hint) {
    this(severity, code, message, hint, List.of());
  }
}
