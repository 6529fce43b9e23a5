package dev.tidemark.brief;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.context.RefusalRecord;
import dev.tidemark.engine.run.Run;
import dev.tidemark.text.EnumWord;
import dev.tidemark.workflow.Blocker;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Explanation of a refusal or warning: the one fact that caused it.
///
/// @param kind the explained result
/// @param run which run it is about; absent where it is about none
/// @param code a stable word for scripts; empty where there is nothing to explain
/// @param fact the fact, as one sentence; it may quote files
/// @param source where it comes from
/// @param next the next safe step
/// @param at when the refusal happened; absent for a doubt
public record Explanation(
    Kind kind,
    @Nullable CheckpointId run,
    String code,
    String fact,
    String source,
    String next,
    @Nullable Instant at) {

  /// The kind of result that is explained.
  public enum Kind implements EnumWord {
    /// A change that was refused.
    REFUSAL,
    /// A verdict other than to continue.
    DOUBT,
    /// Nothing: nothing was refused, and nothing is in doubt.
    NOTHING
  }

  /// Returns why a change was refused: a closed gate weighs most, then a question, then the first
  /// reason.
  ///
  /// @param run the run as it is now
  public static Explanation of(RefusalRecord refusalRecord, Run run) {
    var blocker = deciding(refusalRecord.blockers());
    var path = run.dialect().locator().pathOf(run.id());
    var rules = "the rules of the format " + run.id().dialect() + " for " + path;
    var source =
        switch (blocker.kind()) {
          case GATE -> "a mandatory gate: " + rules;
          case ASK, CONFIRM, OFFER -> "a question to the user: " + rules;
          case INVALID -> path;
          case USAGE, REFUSED -> rules;
        };
    return new Explanation(
        Kind.REFUSAL,
        run.id(),
        blocker.code(),
        fact(blocker, refusalRecord.blockers()),
        source,
        blocker.hint(),
        refusalRecord.at());
  }

  /// Returns the reason of the deciding blocker, then those of the others that weigh as much, with
  /// their hints.
  private static String fact(Blocker deciding, List<Blocker> blockers) {
    var fact = new StringBuilder(deciding.reason());
    for (var other : blockers) {
      if (!other.equals(deciding) && weight(other) == weight(deciding)) {
        fact.append("; also ").append(other.reason()).append(" (").append(other.hint()).append(')');
      }
    }
    return fact.toString();
  }

  /// Returns why no run could be chosen.
  public static Explanation of(Blocker blocker) {
    var source = "the runs of this project, and the branch that is checked out";
    return new Explanation(
        Kind.DOUBT, null, blocker.code(), blocker.reason(), source, blocker.hint(), null);
  }

  /// Returns that there is nothing to explain, not even a run.
  public static Explanation nothing(Blocker blocker) {
    return new Explanation(Kind.NOTHING, null, "", "", "", blocker.hint(), null);
  }

  /// Returns the reason of a brief's verdict.
  public static Explanation of(Brief brief) {
    var because = brief.verdict().cause();
    var id = brief.header().id();
    return because == null
        ? new Explanation(Kind.NOTHING, id, "", "", "", brief.verdict().command(), null)
        : new Explanation(
            Kind.DOUBT, id, because.code(), because.text(), because.source(), because.hint(), null);
  }

  private static Blocker deciding(List<Blocker> blockers) {
    var deciding = blockers.getFirst();
    for (var blocker : blockers) {
      if (weight(blocker) > weight(deciding)) {
        deciding = blocker;
      }
    }
    return deciding;
  }

  private static int weight(Blocker blocker) {
    return switch (blocker.kind()) {
      case GATE -> 2;
      case ASK, CONFIRM, OFFER -> 1;
      case INVALID, USAGE, REFUSED -> 0;
    };
  }

  /// Returns it as text; quotations of files are marked as data.
  public String text() {
    if (kind == Kind.NOTHING) {
      return "nothing was refused, and nothing is in doubt";
    }
    var what = kind == Kind.REFUSAL ? "the last change was refused" : "there is a doubt";
    return what
        + " ("
        + code
        + ")\n"
        + BriefText.OPEN
        + "\n"
        + BriefLines.item("fact: " + fact)
        + "\n"
        + BriefLines.item("from: " + source)
        + "\n"
        + BriefLines.item("next: " + next)
        + "\n"
        + BriefText.CLOSE;
  }
}
