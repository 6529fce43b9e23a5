package dev.tidemark.port;

import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.List;
import java.util.Optional;

/// Work tracker port: a tracker in the project that lists ready work.
@FunctionalInterface
public interface ReadyWorkSource {
  /// Returns the ready work, the most urgent first; an empty answer if the project has no tracker.
  ///
  /// Unknown if there is one that cannot be asked, with the reason. Bounded in time.
  Fact<Optional<List<WorkItem>>> ready();
}
