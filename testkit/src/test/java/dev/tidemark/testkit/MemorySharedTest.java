package dev.tidemark.testkit;

/// The store of other tests keeps its promises to several threads.
class MemorySharedTest extends SharedContract<MemoryStore> {
  private final MemoryStore store = new MemoryStore();

  @Override
  protected MemoryStore another() {
    return store;
  }
}
