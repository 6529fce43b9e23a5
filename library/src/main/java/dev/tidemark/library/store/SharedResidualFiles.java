package dev.tidemark.library.store;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.store.maintenance.UncleanedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Scan of residual files with a shared store: in the database, and in files of this work tree.
/// Other work trees clean their own.
final class SharedResidualFiles implements ResidualFiles {
  private final ResidualFiles shared;
  private final ResidualFiles files;

  SharedResidualFiles(ResidualFiles shared, ResidualFiles files) {
    this.shared = shared;
    this.files = files;
  }

  @Override
  public SearchResult search(CheckpointId id, RedactedSecret secret) {
    var there = shared.search(id, secret);
    var here = files.search(id, secret);
    var all = new TreeSet<>(there.matches());
    all.addAll(here.matches());
    var left = new ArrayList<UncleanedFile>(there.uncleaned());
    left.addAll(here.uncleaned());
    return new SearchResult(List.copyOf(all), left);
  }

  @Override
  public void redact(CheckpointId id, String path, RedactedSecret secret) {
    for (var place : List.of(shared, files)) {
      if (place.search(id, secret).matches().contains(path)) {
        place.redact(id, path, secret);
      }
    }
  }
}
