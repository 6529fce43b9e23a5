package dev.tidemark.app.command;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.world.Issue;
import org.jspecify.annotations.Nullable;

/// Where runs keep their issue: the object `linear` of their document.
final class Issues {
  private static final String IDENTIFIER = "linear.identifier";
  private static final String URL = "linear.url";

  private Issues() {}

  /// Returns the issue that a run is for; null if its document names none.
  static @Nullable Issue of(Session session, Selected run) {
    var there = session.project().runs().inspect(run.dialect(), run.id()).checkpoint();
    return there == null ? null : of(there);
  }

  static @Nullable Issue of(Checkpoint checkpoint) {
    String identifier = null;
    String url = null;
    for (var detail : checkpoint.details()) {
      if (detail.name().equals(IDENTIFIER) && Issue.isIdentifier(detail.text())) {
        identifier = detail.text();
      } else if (detail.name().equals(URL)) {
        url = detail.text();
      }
    }
    return identifier == null ? null : new Issue(identifier, url);
  }
}
