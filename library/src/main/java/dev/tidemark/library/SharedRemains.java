package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Left;
import dev.tidemark.store.Remains;
import dev.tidemark.text.Erased;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Scan of residual files with a shared store: in the database, and in files of this work tree.
/// Other work trees clean their own.
final class SharedRemains implements Remains {
  private final Remains shared;
  private final Remains files;

  SharedRemains(Remains shared, Remains files) {
    this.shared = shared;
    this.files = files;
  }

  @Override
  public Look look(CheckpointId id, Erased secret) {
    var there = shared.look(id, secret);
    var here = files.look(id, secret);
    var all = new TreeSet<>(there.holding());
    all.addAll(here.holding());
    var left = new ArrayList<Left>(there.left());
    left.addAll(here.left());
    return new Look(List.copyOf(all), left);
  }

  @Override
  public void clean(CheckpointId id, String path, Erased secret) {
    for (var place : List.of(shared, files)) {
      if (place.look(id, secret).holding().contains(path)) {
        place.clean(id, path, secret);
      }
    }
  }
}
