package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import java.time.Instant;
import java.util.Map;

/// Builds run summaries for a store that caches them.
final class RunSummarizer implements Summarizer {
  private final RunRepository runRepository;
  private final Instant now;
  private final String edition;
  private final Map<CheckpointId, Run> read;

  /// @param read where the runs go that have to be read
  RunSummarizer(
      RunRepository runRepository, Instant now, String edition, Map<CheckpointId, Run> read) {
    this.runRepository = runRepository;
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
  public StoredSummary of(CheckpointId id) {
    var run = runRepository.inspect(id);
    read.put(id, run);
    var runSummary = RunSummary.of(run);
    var checkpoint = run.checkpoint();
    boolean whole = checkpoint == null || checkpoint.parts().isEmpty() || checkpoint.finished();
    boolean lasting = run.problem() == null && whole;
    return new StoredSummary(id, !runSummary.open(), lasting, RunSummaryCodec.of(runSummary));
  }

  /// Returns the summary in the cache entry; reads the run if the entry has none.
  RunSummary glance(StoredSummary storedSummary) {
    var known = RunSummaryCodec.read(storedSummary.id(), storedSummary.text());
    return known == null ? RunSummary.of(runRepository.inspect(storedSummary.id())) : known;
  }
}
