package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.security.Secrets;
import dev.tidemark.workflow.Blocker;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Result of a runner: why it stopped. The journal has it as the event `runner.ended`.
///
/// @param run the run
/// @param status how it ended
/// @param blockers what stands in the way, with a hint for each; none if nothing does
/// @param attempts how many attempts were made
/// @param cost what they cost together, in US dollars; absent if that of any is unknown
public record RunResult(
    CheckpointId run,
    Status status,
    List<Blocker> blockers,
    int attempts,
    @Nullable BigDecimal cost) {
  private static final String ATTEMPTS = "attempts";
  private static final String BLOCKERS = "blockers";
  private static final String KIND = "kind";
  private static final String CODE = "code";
  private static final String REASON = "reason";
  private static final String HINT = "hint";

  /// Takes its own copy of the blockers.
  public RunResult {
    blockers = List.copyOf(blockers);
  }

  /// Returns the event that records it.
  ///
  /// @param phase the next phase, or the one under way; absent where nothing is left to do
  Event.RunnerEnded event(@Nullable PhaseName phase) {
    var all = new ArrayList<JsonObject>();
    for (var blocker : blockers) {
      all.add(
          JsonObject.builder()
              .add(KIND, blocker.kind().name().toLowerCase(Locale.ROOT))
              .add(CODE, blocker.code())
              .add(REASON, Secrets.redacted(blocker.reason()))
              .add(HINT, Secrets.redacted(blocker.hint()))
              .build());
    }
    var details = JsonObject.builder().add(ATTEMPTS, attempts).add(BLOCKERS, JsonArray.of(all));
    if (cost != null) {
      details.add(Attempt.COST, JsonNumber.spelled(cost.toPlainString()));
    }
    return new Event.RunnerEnded(phase, status.word, details.build());
  }

  /// Returns the result that an entry of the journal records; null if it records none.
  public static @Nullable RunResult of(HistoryEntry entry) {
    for (var event : entry.events()) {
      if (event instanceof Event.RunnerEnded ended) {
        return of(entry.run(), ended);
      }
    }
    return null;
  }

  /// Returns whether an entry of the journal records the same end, whatever was attempted before.
  boolean isRecordedBy(HistoryEntry entry) {
    var known = of(entry);
    return known != null && known.withoutAttempts().equals(withoutAttempts());
  }

  private Event.RunnerEnded withoutAttempts() {
    return new RunResult(run, status, blockers, 0, cost).event(null);
  }

  private static RunResult of(CheckpointId run, Event.RunnerEnded ended) {
    var blockers = new ArrayList<Blocker>();
    for (var blocker : ended.details().objects(BLOCKERS)) {
      blockers.add(
          new Blocker(
              kind(blocker), text(blocker, CODE), text(blocker, REASON), text(blocker, HINT)));
    }
    var attempts = ended.details().number(ATTEMPTS);
    var cost = ended.details().number(Attempt.COST);
    return new RunResult(
        run,
        Status.of(ended.status()),
        blockers,
        attempts == null ? 0 : (int) attempts.wholeValue().orElse(0),
        cost == null ? null : RunSettings.amount(cost.spelling()));
  }

  private static String text(JsonObject blocker, String key) {
    var text = blocker.string(key);
    return text == null ? "" : text;
  }

  private static Blocker.Kind kind(JsonObject blocker) {
    for (var kind : Blocker.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(blocker.string(KIND))) {
        return kind;
      }
    }
    return Blocker.Kind.REFUSED;
  }

  /// The ways to end.
  public enum Status {
    /// The run, or the phase it was to go to, is complete.
    DONE("done"),
    /// An agent or the rules of the format refuse.
    REFUSED("refused"),
    /// A gate is closed.
    GATE("gate"),
    /// A person has to do something.
    WAITING("waiting"),
    /// A limit of cost or time is reached.
    BUDGET("budget");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    /// Returns its word for scripts.
    public String word() {
      return word;
    }

    private static Status of(String word) {
      for (var status : values()) {
        if (status.word.equals(word)) {
          return status;
        }
      }
      return REFUSED;
    }
  }
}
