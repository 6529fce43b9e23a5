package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.LockProbe;
import dev.tidemark.stores.file.io.RunLocks;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.DotTidemark;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.RunPathsResolver;
import dev.tidemark.stores.file.segment.SegmentReader;
import dev.tidemark.stores.file.segment.TailCache;
import java.io.IOException;
import java.nio.file.Path;

/// Journal relocator: moves the journals of migrated runs to `.tidemark/moved`, where no reader
/// looks for them. Nothing is deleted.
public final class JournalRelocator {
  private final StorageIo io;
  private final Path folder;
  private final DotTidemark dotTidemark;
  private final RunLocks locks;
  private final RunPathsResolver runPathsResolver;
  private final DocumentReader documentReader;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public JournalRelocator(Path root, StorageIo io, FileLayout fileLayout, StoreLimits storeLimits) {
    this.io = io;
    this.folder = root.resolve(".tidemark");
    this.dotTidemark = new DotTidemark(io, root, folder, new LockProbe(io, folder, storeLimits));
    this.locks = new RunLocks(io, dotTidemark.locks(), storeLimits.patienceMillis());
    this.runPathsResolver = new RunPathsResolver(io, root, folder, fileLayout);
    this.documentReader =
        new DocumentReader(
            io, fileLayout, new SegmentReader(io), new TailCache(), JournalRegister.NONE);
  }

  /// Puts the record of a run away.
  ///
  /// @param newest the number of the newest record that is kept elsewhere
  /// @return whether it was there and as expected; otherwise nothing was done
  /// @throws dev.tidemark.store.StoreException if that is not possible; nothing was done
  public boolean leave(CheckpointId id, long newest) {
    try (var _ = InterruptShield.begin()) {
      dotTidemark.check();
      var runPaths = runPathsResolver.forWriting(id);
      try (var _ = dotTidemark.lock(locks, id, runPaths.path())) {
        var last = documentReader.look(runPaths).last();
        if (last == null || last.head().sequence() != newest) {
          return false;
        }
        var moved = folder.resolve("moved");
        runPathsResolver.checkInside(moved);
        io.createFolder(moved, Access.PRIVATE);
        var name = id.dialect() + "-" + runPaths.journal().getFileName();
        var place = moved.resolve(name + "-" + newest);
        for (int number = 2; io.stat(place) != null; number++) {
          place = moved.resolve(name + "-" + newest + "-" + number);
        }
        AtomicFile.move(io, runPaths.journal(), place);
        return true;
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }
}
