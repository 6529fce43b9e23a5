package dev.tidemark.runner;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.workflow.CommandSucceeded;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Port of the runner to the program that it runs in.
public interface RunnerHost {
  /// The variable of an agent with the socket at which its runner takes calls: the agent writes the
  /// record by it only, as its sandbox keeps it from the files.
  String CALLS = "TIDEMARK_CALLS";

  /// Returns the actor of the changes.
  Actor actor();

  /// Returns the variables that an agent may see.
  Map<String, String> environment();

  /// Runs the command of a gate and records its result.
  ///
  /// @param supervised runs a program with these variables, which ends with the runner
  GateRun runGate(
      Dialect<?> dialect,
      CheckpointId id,
      CommandSucceeded gate,
      Function<Map<String, String>, CommandRunner> supervised);

  /// Takes notice of progress.
  ///
  /// @param event a stable word: `attempt-started`, `attempt-ended`, `phase-complete` and so on
  /// @param attempt the attempt; 0 where it is about none
  /// @param text the event as one line for people
  void progress(String event, int attempt, String text);

  /// Makes the files of the work tree available to other machines. Called before anything is
  /// recorded that rests on them.
  ///
  /// @param phase the phase that was worked at
  /// @param attempt the attempt at it
  /// @return why that is not possible; null if it is done, or if no other machine needs them
  default @Nullable String publish(PhaseName phase, int attempt) {
    return null;
  }

  /// Returns whether a worker drives the run, phase by phase. Then the runner waits for no provider
  /// that limits the rate, and ends after a phase without a record of it.
  default boolean isQueued() {
    return false;
  }

  /// Returns whether the user wants the runner to stop.
  Stop stop();

  /// Result of the command of a gate.
  ///
  /// @param passed whether it succeeded, and its result was recorded
  /// @param output the end of its output
  record GateRun(boolean passed, String output) {}

  /// Request of the user to stop, in the order of urgency.
  enum Stop {
    /// There is none.
    NO,
    /// After the attempt.
    AFTER_ATTEMPT,
    /// At once: the agent is ended.
    NOW
  }
}
