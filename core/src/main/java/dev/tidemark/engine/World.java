package dev.tidemark.engine;

import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Fact;
import dev.tidemark.workflow.SummaryLimit;
import java.time.Instant;

/// Everything the engine knows of the world beside its store.
public interface World {
  /// Returns the time.
  Instant now();

  /// Returns how long summaries may be in a workflow.
  SummaryLimit limit(String dialect, String workflow);

  /// Finds something out. Never throws because of the world: what cannot be had is unknown.
  <T> Fact<T> fetch(Ask<T> ask);
}
