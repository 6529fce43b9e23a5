package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// One thing that stands in the way, and what would clear it.
///
/// @param kind what sort of obstacle it is
/// @param code a stable word for scripts, for example `summary-too-long`
/// @param reason one sentence that names the thing and the place
/// @param hint the next step that would clear it, as an imperative sentence or a command
/// @param phase the phase whose approval it asks for, which only a person can give; absent for any
///   other blocker
public record Blocker(
    Kind kind, String code, String reason, String hint, @Nullable PhaseName phase) {

  /// Creates a blocker that asks for no approval.
  public Blocker(Kind kind, String code, String reason, String hint) {
    this(kind, code, reason, hint, null);
  }

  /// What sort of obstacle stands in the way; front doors answer each in their own way.
  public enum Kind {
    /// It takes a decision of the user, and without one nothing is done.
    ASK,
    /// It takes an answer, which is yes where nobody can be asked; no is an answer too.
    CONFIRM,
    /// It takes an answer, which is no where nobody can be asked; no is an answer too.
    OFFER,
    /// There can be no such thing: the words are wrong, not the moment.
    USAGE,
    /// The rules do not allow it.
    REFUSED,
    /// A mandatory gate is closed.
    GATE,
    /// The document is not what it should be, and is left as it is.
    INVALID
  }

  /// Returns whether no is an answer that the rules want to hear, rather than the end of it.
  public boolean takesNo() {
    return kind == Kind.CONFIRM || kind == Kind.OFFER;
  }

  /// Returns whether a service opens the gate: the command line asks the service and tries again.
  public boolean isDue() {
    return code.equals(IssueRecorded.DUE) || code.equals(PreviewAllowed.DUE);
  }

  /// Returns a plain refusal.
  public static Blocker refused(String code, String reason, String hint) {
    return new Blocker(Kind.REFUSED, code, reason, hint);
  }
}
