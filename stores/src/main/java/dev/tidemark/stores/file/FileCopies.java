package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.Contents;
import dev.tidemark.stores.journal.Draft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Document mirror: copies of documents at the paths of their formats, while another store keeps
/// the documents themselves. A copy is whole or not there; a file that is no copy is never
/// replaced.
public final class FileCopies {
  private final StorageIo io;
  private final Home home;
  private final RunLocks locks;
  private final Targets targets;
  private final Documents documents;
  private final Publisher publisher;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public FileCopies(Path root, StorageIo io, Layout layout, Limits limits) {
    var folder = root.resolve(".tidemark");
    this.io = io;
    this.home = new Home(io, root, folder, new Device(io, folder, limits));
    this.locks = new RunLocks(io, home.locks(), limits.patienceMillis());
    this.targets = new Targets(io, root, folder, layout);
    this.documents =
        new Documents(io, layout, new Segments(io), new Memory(), JournalRegister.NONE);
    this.publisher = new Publisher(io, root, home, new Entropy(io));
  }

  /// Returns where the file of a run is, from the project root.
  public String path(CheckpointId id) {
    return targets.of(id).path();
  }

  /// Returns the content of a run's file; null if there is none.
  ///
  /// @throws dev.tidemark.store.StoreUnavailableException if it cannot be read
  public byte @Nullable [] read(CheckpointId id) {
    try (var _ = Undisturbed.begin()) {
      return documents.read(targets.forReading(id).document());
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  /// Replaces a file that equals the base of a change, or its result.
  ///
  /// @param text absent to remove the file
  /// @return whether it holds that now; otherwise nothing was done
  /// @throws dev.tidemark.store.StoreException if it cannot be written
  public boolean replace(CheckpointId id, Revision before, @Nullable String text) {
    return change(id, () -> text, before::equals);
  }

  /// Updates a file to the document.
  ///
  /// @param text called while this process holds the file's lock; absent for no document
  /// @param known whether a content may be replaced
  /// @return whether it holds that now; otherwise nothing was done
  /// @throws dev.tidemark.store.StoreException if it cannot be written
  public boolean refresh(
      CheckpointId id, Supplier<@Nullable String> text, Predicate<Revision> known) {
    return change(id, text, known);
  }

  private boolean change(
      CheckpointId id, Supplier<@Nullable String> text, Predicate<Revision> known) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var target = targets.forWriting(id);
      try (var _ = home.lock(locks, id, target.path())) {
        var there = documents.read(target.document());
        var wanted = text.get();
        var bytes = wanted == null ? null : Contents.bytes(id, wanted);
        if (Arrays.equals(there, bytes)) {
          return true;
        }
        var revision = there == null ? Revision.NONE : Contents.revision(there);
        if (there != null && !known.test(revision)) {
          return false;
        }
        publish(target, bytes, there != null);
        return true;
      }
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }

  private void publish(Target target, byte @Nullable [] bytes, boolean replaces)
      throws IOException {
    if (bytes == null) {
      io.unlink(target.document());
      io.forceDir(target.folder());
      return;
    }
    var draft = Draft.asFound(bytes, Contents.revision(bytes));
    var name = publisher.newName();
    publisher.prepare(target, name, draft, replaces);
    publisher.publish(target, name, draft);
  }
}
