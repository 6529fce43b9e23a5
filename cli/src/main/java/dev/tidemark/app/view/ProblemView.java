package dev.tidemark.app.view;

import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.FormatException.DivergedException;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.List;

/// Problem mapping: every kind of refusal and failure as text and codes, in the one table that all
/// interfaces use.
///
/// @param exit the exit code of the command line (R-COM-09)
/// @param code a stable word for scripts
/// @param message one sentence: subject, place, and the failed action
/// @param hint the next step
public record ProblemView(int exit, String code, String message, String hint) {
  /// Redacts secrets: message and hint may quote what the user typed.
  public ProblemView {
    message = Secrets.redacted(message);
    hint = Secrets.redacted(hint);
  }

  private static final int FAILED = 1;
  private static final int USAGE = 2;
  private static final int GATE = 3;
  private static final int ASK = 4;
  private static final int INVALID = 5;

  /// The hint for a document of another version.
  public static final String NEWER =
      "Use a version of Tidemark that supports this version of the file.";

  /// Returns the problem of an unreadable document.
  public static ProblemView of(FormatException unreadable, String path) {
    return of(unreadable, path, "Put a recorded state back (tidemark restore), or fix the file.");
  }

  /// Returns the problem of an unreadable document.
  ///
  /// @param repair the remedy of a damaged one, which depends on its run's record
  public static ProblemView of(FormatException unreadable, String path, String repair) {
    var message = path + ": " + unreadable.getMessage() + "; it was left as it is";
    return switch (unreadable) {
      case UnknownVersionException _ -> new ProblemView(INVALID, "unknown-version", message, NEWER);
      case UnreadableException _ -> new ProblemView(INVALID, "unreadable", message, repair);
      case DivergedException _ ->
          new ProblemView(
              INVALID,
              "merge-conflict",
              message,
              "Merge both sides: tidemark merge; or take one: tidemark restore --from theirs.");
      case UnusableException _ ->
          new ProblemView(
              INVALID,
              "unusable",
              message,
              "Move the file away: mv "
                  + CommandLines.word(path)
                  + " "
                  + CommandLines.word(path + ".other"));
    };
  }

  /// Returns the problem of a store failure.
  public static ProblemView of(StoreException failure) {
    var message = String.valueOf(failure.getMessage());
    return switch (failure) {
      case BusyException _ -> new ProblemView(FAILED, "busy", message, failure.hint());
      case ClaimedException _ -> new ProblemView(FAILED, "claimed", message, failure.hint());
      case ConflictException _ -> new ProblemView(FAILED, "conflict", message, failure.hint());
      case DamagedException _ -> new ProblemView(INVALID, "damaged", message, failure.hint());
      case ForbiddenException _ -> new ProblemView(FAILED, "forbidden", message, failure.hint());
      case OutcomeUnknownException _ ->
          new ProblemView(FAILED, "outcome-unknown", message, failure.hint());
      case StaleOwnerException _ -> new ProblemView(FAILED, "stale-owner", message, failure.hint());
      case StoreUnavailableException _ ->
          new ProblemView(FAILED, "unavailable", message, failure.hint());
    };
  }

  /// Returns the exit code of a refusal: a closed gate weighs most, then a question, then a name
  /// that means nothing, then a plain no.
  public static int exit(List<Blocker> blockers) {
    int exit = FAILED;
    for (var blocker : blockers) {
      if (blocker.kind() == Blocker.Kind.GATE) {
        return GATE;
      }
      if (blocker.kind() == Blocker.Kind.USAGE && exit == FAILED) {
        exit = USAGE;
      }
      if (blocker.kind() == Blocker.Kind.INVALID) {
        exit = INVALID;
      }
      boolean asks = blocker.kind() == Blocker.Kind.ASK || blocker.takesNo();
      if (asks && exit <= USAGE) {
        exit = ASK;
      }
    }
    return exit;
  }

  /// Returns the problem as `{"ok": false, "error": {...}}`.
  public JsonObject json() {
    return JsonObject.builder().add("ok", false).add("error", error()).build();
  }

  /// Returns the problem as `{"code", "message", "hint"}`.
  public JsonObject error() {
    return JsonObject.builder().add("code", code).add("message", message).add("hint", hint).build();
  }
}
