package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.Summary;
import java.time.Instant;
import java.util.Map;

/// Builds run summaries for a store that caches them.
final class Understanding implements Summarizer {
  private final Runs runs;
  private final Instant now;
  private final String edition;
  private final Map<CheckpointId, Run> read;

  /// @param read where the runs go that have to be read
  Understanding(Runs runs, Instant now, String edition, Map<CheckpointId, Run> read) {
    this.runs = runs;
    this.now = now;
    this.edition = edition;
    this.read = read;
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
    var run = runs.inspect(id);
    read.put(id, run);
    var glance = Glance.of(run);
    var checkpoint = run.checkpoint();
    boolean whole = checkpoint == null || checkpoint.parts().isEmpty() || checkpoint.finished();
    boolean lasting = run.problem() == null && whole;
    return new Summary(id, !glance.open(), lasting, GlanceText.of(glance));
  }

  /// Returns the summary in the cache entry; reads the run if the entry has none.
  Glance glance(Summary summary) {
    var known = GlanceText.read(summary.id(), summary.text());
    return known == null ? Glance.of(runs.inspect(summary.id())) : known;
  }
}
