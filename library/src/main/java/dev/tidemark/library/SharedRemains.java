package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Remains;
import dev.tidemark.text.Erased;
import java.util.List;
import java.util.TreeSet;

/// What is left of documents where a shared store keeps them: in it, and in files of this work
/// tree. Other work trees clean their own.
final class SharedRemains implements Remains {
  private final Remains shared;
  private final Remains files;

  SharedRemains(Remains shared, Remains files) {
    this.shared = shared;
    this.files = files;
  }

  @Override
  public List<String> holding(CheckpointId id, Erased secret) {
    var all = new TreeSet<>(shared.holding(id, secret));
    all.addAll(files.holding(id, secret));
    return List.copyOf(all);
  }

  @Override
  public void clean(CheckpointId id, String path, Erased secret) {
    for (var place : List.of(shared, files)) {
      if (place.holding(id, secret).contains(path)) {
        place.clean(id, path, secret);
      }
    }
  }
}
