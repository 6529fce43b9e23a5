package dev.tidemark.testkit;

import dev.tidemark.checkpoint.CheckpointId;
import org.jspecify.annotations.Nullable;

/// The store of other tests keeps what every store promises.
class MemoryStoreTest extends PastContract<MemoryStore> {
  private final MemoryStore store = new MemoryStore();

  @Override
  protected MemoryStore open() {
    return store;
  }

  @Override
  protected void edit(CheckpointId id, @Nullable String text) {
    store.edit(id, text);
  }
}
