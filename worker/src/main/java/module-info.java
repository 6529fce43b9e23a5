import org.jspecify.annotations.NullMarked;

/// The queue of phases in a shared store, and the workers that take from it. Loaded by `worker` and
/// `run --queue` only.
@NullMarked
@SuppressWarnings(
    "requires-automatic") // db-scheduler has a name, and no description of its module.
module dev.tidemark.worker {
  requires transitive dev.tidemark;
  requires transitive dev.tidemark.stores;
  requires com.github.kagkarlsson.scheduler;
  requires static transitive org.jspecify;

  exports dev.tidemark.worker;
}
