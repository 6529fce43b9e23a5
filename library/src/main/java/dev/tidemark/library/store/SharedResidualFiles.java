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
  public Look look(CheckpointId id, RedactedSecret secret) {
    var there = shared.look(id, secret);
    var here = files.look(id, secret);
    var all = new TreeSet<>(there.holding());
    all.addAll(here.holding());
    var left = new ArrayList<UncleanedFile>(there.left());
    left.addAll(here.left());
    return new Look(List.copyOf(all), left);
  }

  @Override
  public void clean(CheckpointId id, String path, RedactedSecret secret) {
    for (var place : List.of(shared, files)) {
      if (place.look(id, secret).holding().contains(path)) {
        place.clean(id, path, secret);
      }
    }
  }
}
