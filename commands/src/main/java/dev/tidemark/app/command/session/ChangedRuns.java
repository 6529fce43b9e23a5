package dev.tidemark.app.command.session;

import dev.tidemark.checkpoint.CheckpointId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Changed runs of one call, in order.
public final class ChangedRuns implements Consumer<CheckpointId> {
  private final List<CheckpointId> runs = new ArrayList<>(1);
  private final List<String> warnings = new ArrayList<>(0);
  private Instant from = Instant.EPOCH;

  /// Begins with none.
  public ChangedRuns() {}

  /// Sets the start time of the call.
  public void startAt(Instant begin) {
    from = begin.truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public void accept(CheckpointId changed) {
    if (!runs.contains(changed)) {
      runs.add(changed);
    }
  }

  /// Adds the warning about a failure beside a change.
  public void warn(String warning) {
    warnings.add(warning);
  }

  /// Returns the warnings about failures beside the changes, one sentence each.
  public List<String> warnings() {
    return warnings;
  }

  /// Returns when the call began, as histories write it.
  public Instant startTime() {
    return from;
  }

  /// Returns the runs, each once.
  public List<CheckpointId> runs() {
    return runs;
  }
}
