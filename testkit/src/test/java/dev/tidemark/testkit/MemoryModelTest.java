package dev.tidemark.testkit;

import org.jspecify.annotations.Nullable;

/// The store of other tests does what the model says.
class MemoryModelTest extends ModelContract<MemoryStore> {
  @Override
  protected Site<MemoryStore> fresh() {
    var store = new MemoryStore();
    return new Site<>() {
      @Override
      public MemoryStore open() {
        return store;
      }

      @Override
      public void edit(@Nullable String text) {
        store.edit(Samples.RUN, text);
      }
    };
  }
}
