package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.StorageIo.Access;
import java.io.IOException;
import java.nio.file.Path;

/// Journal relocator: moves the journals of migrated runs to `.tidemark/moved`, where no reader
/// looks for them. Nothing is deleted.
public final class Departures {
  private final StorageIo io;
  private final Path folder;
  private final Home home;
  private final RunLocks locks;
  private final Targets targets;
  private final Documents documents;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public Departures(Path root, StorageIo io, Layout layout, Limits limits) {
    this.io = io;
    this.folder = root.resolve(".tidemark");
    this.home = new Home(io, root, folder, new Device(io, folder, limits));
    this.locks = new RunLocks(io, home.locks(), limits.patienceMillis());
    this.targets = new Targets(io, root, folder, layout);
    this.documents =
        new Documents(io, layout, new Segments(io), new Memory(), JournalRegister.NONE);
  }

  /// Puts the record of a run away.
  ///
  /// @param newest the number of the newest record that is kept elsewhere
  /// @return whether it was there and as expected; otherwise nothing was done
  /// @throws dev.tidemark.store.StoreException if that is not possible; nothing was done
  public boolean leave(CheckpointId id, long newest) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var target = targets.forWriting(id);
      try (var _ = home.lock(locks, id, target.path())) {
        var last = documents.look(target).last();
        if (last == null || last.head().sequence() != newest) {
          return false;
        }
        var moved = folder.resolve("moved");
        targets.checkInside(moved);
        io.createFolder(moved, Access.PRIVATE);
        var name = id.dialect() + "-" + target.journal().getFileName();
        var place = moved.resolve(name + "-" + newest);
        for (int number = 2; io.stat(place) != null; number++) {
          place = moved.resolve(name + "-" + newest + "-" + number);
        }
        AtomicFile.move(io, target.journal(), place);
        return true;
      }
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }
}
