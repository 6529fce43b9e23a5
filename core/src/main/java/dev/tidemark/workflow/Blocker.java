package dev.tidemark.workflow;

import dev.tidemark.checkpoint.PhaseName;
import org.jspecify.annotations.Nullable;

/// Blocker: one reason of a refusal, and how to clear it.
///
/// @param kind the kind of blocker
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

  /// The kind of blocker; each interface handles it in its own way.
  public enum Kind {
    /// It takes a decision of the user, and without one nothing is done.
    ASK,
    /// Confirmation: yes without an interactive user; no is an answer too.
    CONFIRM,
    /// Offer: no without an interactive user; no is an answer too.
    OFFER,
    /// There can be no such thing: the words are wrong, not the moment.
    USAGE,
    /// The rules do not allow it.
    REFUSED,
    /// A mandatory gate is closed.
    GATE,
    /// The document is invalid, and stays unchanged.
    INVALID
  }

  /// Returns whether the rules accept no as an answer, rather than as cancellation.
  public boolean takesNo() {
    return kind == Kind.CONFIRM || kind == Kind.OFFER;
  }

  /// Returns whether an external service opens the gate: the command line queries the service and
  /// retries.
  public boolean isDue() {
    return code.equals(IssueRecorded.DUE) || code.equals(PreviewAllowed.DUE);
  }

  /// Returns a plain refusal.
  public static Blocker refused(String code, String reason, String hint) {
    return new Blocker(Kind.REFUSED, code, reason, hint);
  }
}
