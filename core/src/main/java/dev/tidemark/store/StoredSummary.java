package dev.tidemark.store;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Cached summary of a run, opaque to the store.
public final class StoredSummary {
  private final CheckpointId id;
  private final boolean finished;
  private final boolean cacheable;
  private final String text;
  private volatile @Nullable Object meaning;

  /// @param id which run
  /// @param finished whether there is nothing left to do
  /// @param cacheable whether that holds for as long as nothing happens to the run; a run that
  ///   could not be read may be readable next time
  /// @param text the summary, in one line
  public StoredSummary(CheckpointId id, boolean finished, boolean cacheable, String text) {
    this.id = id;
    this.finished = finished;
    this.cacheable = cacheable;
    this.text = text;
  }

  /// Returns which run.
  public CheckpointId id() {
    return id;
  }

  /// Returns whether there is nothing left to do.
  public boolean finished() {
    return finished;
  }

  /// Returns whether that holds for as long as nothing happens to the run.
  public boolean cacheable() {
    return cacheable;
  }

  /// Returns the summary, in one line.
  public String text() {
    return text;
  }

  /// Returns what the text says. It is read once: a server keeps the summaries of a hundred
  /// thousand runs between two lists.
  ///
  /// @param reader reads it, or returns null if it says nothing
  public <S> @Nullable S meaning(Class<S> type, Function<StoredSummary, @Nullable S> reader) {
    var known = meaning;
    if (type.isInstance(known)) {
      return type.cast(known);
    }
    var read = reader.apply(this);
    meaning = read;
    return read;
  }
}
