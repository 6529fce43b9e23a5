package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.Summary;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// Understands the runs of one dialect for a store that may remember what was understood.
final class Understanding<C extends Checkpoint> implements Summarizer {
  private final Runs runs;
  private final Dialect<C> dialect;
  private final Instant now;
  private final String edition;
  private final Map<CheckpointId, Run> read = new HashMap<>();

  Understanding(Runs runs, Dialect<C> dialect, Instant now, String edition) {
    this.runs = runs;
    this.dialect = dialect;
    this.now = now;
    this.edition = edition;
  }

  @Override
  public String edition() {
    return edition;
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Summary of(CheckpointId id) {
    var run = runs.inspect(dialect, id);
    read.put(id, run);
    var glance = Glance.of(run);
    boolean lasting = glance.state() != Glance.State.DAMAGED;
    return new Summary(id, !glance.open(), lasting, GlanceText.of(glance));
  }

  /// Returns what a summary says; a run is read where the summary says nothing.
  Glance glance(Summary summary) {
    var id = summary.id();
    var known = GlanceText.read(id, summary.text());
    return known == null ? Glance.of(runs.inspect(dialect, id)) : known;
  }

  /// Returns the runs that had to be read.
  Map<CheckpointId, Run> read() {
    return read;
  }
}
