package dev.tidemark.runner;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Attempt of an agent at a phase, as the journal has it: recorded before its process starts and
/// after it has ended.
///
/// @param number which attempt of the run it is, from 1
/// @param phase the phase
/// @param began when it was started, by the clock of its runner
/// @param start what was known before it started
/// @param outcome how it ended; absent if that is not recorded
/// @param end what was known after it ended
/// @param applied whether its response was applied, by the journal
public record Attempt(
    int number,
    PhaseName phase,
    Instant began,
    JsonObject start,
    @Nullable Outcome outcome,
    JsonObject end,
    boolean applied) {
  private static final Pattern MARK =
      Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  static final String ID = "id";
  static final String AGENT = "agent";
  static final String DEFINITION = "definition";
  static final String TREE = "tree";
  static final String TASK = "task";
  static final String BASE = "base";
  static final String COST = "cost_usd";
  static final String REASON = "reason";
  static final String DURATION = "duration_ms";
  static final String ASKED_AGAIN = "asked_again";

  /// The ways in which an attempt ends.
  public enum Outcome {
    /// Its response was applied, whatever it decided.
    APPLIED("applied", false),
    /// Its response is valid, and a person has to approve before it can be applied.
    WAITING("waiting", false),
    /// Its response is valid, but a gate is closed.
    GATE("gate", true),
    /// Its response is valid, but the rules of the format refuse it.
    REFUSED("refused", true),
    /// There is no valid response.
    NO_RESULT("no-result", true),
    /// It took too long.
    TIMEOUT("timeout", true),
    /// It printed nothing for too long.
    IDLE("idle", true),
    /// It printed more than is kept.
    TOO_LARGE("too-large", true),
    /// It changed files that its phase may not change.
    OUTSIDE("outside", true),
    /// Its response is valid, but git cannot merge what it has changed in its own work tree.
    CONFLICT("conflict", false),
    /// Its response is valid, but its files cannot be made available to other machines.
    UNPUBLISHED("unpublished", false),
    /// The provider limits the rate; this is no failure of the agent.
    RATE_LIMIT("rate-limit", false),
    /// Only a person can help.
    PERMANENT("permanent", false),
    /// The limit of cost was reached.
    BUDGET("budget", false),
    /// The program could not be started.
    NOT_STARTED("not-started", false),
    /// The user stopped it.
    INTERRUPTED("interrupted", false),
    /// Its runner was killed.
    ORPHANED("orphaned", false);

    private final String word;
    private final boolean failure;

    Outcome(String word, boolean failure) {
      this.word = word;
      this.failure = failure;
    }

    /// Returns its word in the journal.
    public String word() {
      return word;
    }

    /// Returns whether it counts against the limit of attempts.
    boolean isFailure() {
      return failure;
    }

    private static Outcome of(String word) {
      for (var outcome : values()) {
        if (outcome.word.equals(word)) {
          return outcome;
        }
      }
      return NO_RESULT;
    }
  }

  /// Returns the attempts of a run since it was started, in order.
  public static List<Attempt> of(List<HistoryEntry> history) {
    var attempts = new ArrayList<Attempt>();
    for (var entry : history) {
      for (var event : entry.events()) {
        add(attempts, event, entry.at());
      }
    }
    return attempts;
  }

  /// Takes an event of the journal into the attempts before it.
  ///
  /// @param at when it was recorded
  static void add(List<Attempt> attempts, Event event, Instant at) {
    if (event instanceof Event.WorkflowStarted) {
      attempts.clear();
    } else if (event instanceof Event.AttemptStarted started) {
      attempts.add(
          new Attempt(
              started.number(),
              started.phase(),
              at,
              started.details(),
              null,
              JsonObject.EMPTY,
              false));
    } else if (event instanceof Event.AttemptEnded ended) {
      attempts.replaceAll(known -> known.number == ended.number() ? known.ended(ended) : known);
    } else if (event instanceof Event.HandoffApplied applied) {
      attempts.replaceAll(
          known -> applied.task().endsWith("#" + known.number) ? known.withResponse() : known);
    }
  }

  private Attempt ended(Event.AttemptEnded event) {
    // A response that waited ends twice; its cost is known from the first end.
    var all = end.without(REASON).withAll(event.details());
    return new Attempt(number, phase, began, start, Outcome.of(event.outcome()), all, applied);
  }

  private Attempt withResponse() {
    return new Attempt(number, phase, began, start, outcome, end, true);
  }

  /// Returns the mark of its processes.
  String mark() {
    var mark = start.string(ID);
    return mark == null || !MARK.matcher(mark).matches() ? "" : mark;
  }

  /// Returns the id of the task that it worked on; null if it worked on the whole phase.
  public @Nullable String task() {
    return start.string(TASK);
  }

  /// Returns the adapter of its agent; null if this version has none of that name.
  @Nullable AgentAdapter adapter() {
    var name = start.string(AGENT);
    return name == null ? null : AgentAdapter.of(name);
  }

  /// Returns the name of its agent.
  public String agent() {
    var name = start.string(AGENT);
    return name == null ? "" : name;
  }

  /// Returns what it cost; null if unknown.
  public @Nullable BigDecimal cost() {
    var number = end.number(COST);
    return number == null ? null : RunSettings.amount(number.spelling());
  }

  /// Returns whether its agent was asked again, in the same session, for a valid response.
  public boolean isAskedAgain() {
    return end.isTrue(ASKED_AGAIN);
  }

  /// Returns whether it has ended and may have cost something.
  public boolean isCharged() {
    return outcome != null && outcome != Outcome.NOT_STARTED && outcome != Outcome.PERMANENT;
  }

  /// Returns why it ended so; empty if there is no more to it than its outcome.
  public String reason() {
    var reason = end.string(REASON);
    return reason == null ? "" : reason;
  }

  /// Returns its phase, and its task if it has one.
  public String subject() {
    return task() == null ? phase.value() : phase + " " + task();
  }

  /// Returns the line that tells people of its start.
  public String startLine() {
    return subject() + ": attempt " + number + " by " + agent();
  }

  /// Returns the line that tells people of its end.
  public String endLine() {
    var word = outcome == null ? "" : outcome.word();
    var reason = reason();
    return subject()
        + ": attempt "
        + number
        + " ended: "
        + word
        + (reason.isEmpty() ? "" : " (" + reason + ")");
  }

  /// Returns the decision of its response; empty if there is none.
  public String decision() {
    var decision = end.string(AttemptExecution.DECISION);
    return decision == null ? "" : decision;
  }

  /// Returns whether it ended as another one did, with the same tree: it is of no use to try again.
  boolean isRepetitionOf(Attempt other) {
    var tree = end.string(TREE);
    return phase.equals(other.phase)
        && outcome == other.outcome
        && reason().equals(other.reason())
        && tree != null
        && tree.equals(other.end.string(TREE));
  }
}
