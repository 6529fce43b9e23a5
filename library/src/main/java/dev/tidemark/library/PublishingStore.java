package dev.tidemark.library;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Listing;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.Write;
import dev.tidemark.store.Write.Kind;
import dev.tidemark.stores.file.FileCopies;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Store decorator: keeps documents in a shared store, and publishes a copy of each in the file
/// that its format names.
///
/// The shared store decides. A file with an external edit stays unchanged, so that no work is lost;
/// `store sync` lists the differences. A copy that could not be made takes nothing back, either:
/// the change is recorded where it counts.
final class PublishingStore implements CheckpointStore {
  private final CheckpointStore shared;
  private final FileCopies files;
  private final Copies copies;
  private final Consumer<String> told;

  /// @param told called with a one-sentence warning about each file that was not updated
  PublishingStore(CheckpointStore shared, FileCopies files, Copies copies, Consumer<String> told) {
    this.shared = shared;
    this.files = files;
    this.copies = copies;
    this.told = told;
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    return shared.find(id);
  }

  @Override
  public Revision replace(Write write) {
    var after = shared.replace(write);
    if (write.kind() == Kind.REPLACE || write.kind() == Kind.REMOVE) {
      publish(write, after);
    }
    return after;
  }

  private void publish(Write write, Revision after) {
    var text = write.kind() == Kind.REMOVE ? null : write.text();
    try {
      boolean fine =
          files.replace(write.id(), write.expected(), text)
              || copies.refresh(write.id()) == Copies.State.REFRESHED;
      if (!fine) {
        told.accept(
            files.path(write.id())
                + " was changed here without the store and was left as it is;"
                + " `tidemark store sync` says how it differs");
      }
    } catch (StoreException failure) {
      told.accept(
          "the change is recorded as "
              + (after.equals(Revision.NONE) ? "a removal" : after.value().substring(0, 12))
              + ", but its file was not brought up to date: "
              + failure.getMessage());
    }
  }

  @Override
  public String setAside(CheckpointId id, Revision expected, String stamp) {
    return shared.setAside(id, expected, stamp);
  }

  /// Brings the file of a run up to date.
  @Override
  public void repair(CheckpointId id) {
    shared.repair(id);
    if (shared.find(id).isPresent()) {
      copies.refresh(id);
    }
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    return shared.list(dialect);
  }

  @Override
  public String pulse() {
    return shared.pulse();
  }

  @Override
  public Listing summaries(String dialect, boolean all, Summarizer by) {
    return shared.summaries(dialect, all, by);
  }
}
