package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.document.DocumentPublisher;
import dev.tidemark.stores.file.document.DocumentReader;
import dev.tidemark.stores.file.document.FileStoreContext;
import dev.tidemark.stores.file.io.InterruptShield;
import dev.tidemark.stores.file.io.IoFailures;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.path.FileLayout;
import dev.tidemark.stores.file.path.JournalRegister;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.stores.journal.PendingDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Document mirror: copies of documents at the paths of their formats, while another store keeps
/// the documents themselves. A copy is whole or not there; a file that is no copy is never
/// replaced.
public final class DocumentMirror {
  private final FileStoreContext context;
  private final DocumentReader documentReader;
  private final DocumentPublisher documentPublisher;

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public DocumentMirror(Path root, StorageIo io, FileLayout fileLayout, StoreLimits storeLimits) {
    this.context = new FileStoreContext(root, io, fileLayout, storeLimits);
    this.documentReader = new DocumentReader(context, JournalRegister.NONE);
    this.documentPublisher = new DocumentPublisher(context);
  }

  /// Returns where the file of a run is, from the project root.
  public String path(CheckpointId id) {
    return context.paths().of(id).path();
  }

  /// Returns the content of a run's file; null if there is none.
  ///
  /// @throws dev.tidemark.store.StoreException.StoreUnavailableException if it cannot be read
  public byte @Nullable [] read(CheckpointId id) {
    try (var shield = InterruptShield.begin()) {
      return documentReader.read(context.paths().forReading(id).document());
    } catch (IOException failure) {
      throw IoFailures.unreadable(id, failure);
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
    try (var shield = InterruptShield.begin()) {
      context.stateFolder().check();
      var runPaths = context.paths().forWriting(id);
      try (var lock = context.lock(id, runPaths.path())) {
        var there = documentReader.read(runPaths.document());
        var wanted = text.get();
        var bytes = wanted == null ? null : DocumentBytes.bytes(id, wanted);
        if (Arrays.equals(there, bytes)) {
          return true;
        }
        var revision = there == null ? Revision.NONE : DocumentBytes.revision(there);
        if (there != null && !known.test(revision)) {
          return false;
        }
        publish(runPaths, bytes, there != null);
        return true;
      }
    } catch (IOException failure) {
      throw IoFailures.unwritable(id, failure);
    }
  }

  private void publish(RunPaths runPaths, byte @Nullable [] bytes, boolean replaces)
      throws IOException {
    if (bytes == null) {
      context.io().unlink(runPaths.document());
      context.io().forceDir(runPaths.folder());
      return;
    }
    var pendingDocument = PendingDocument.asFound(bytes, DocumentBytes.revision(bytes));
    documentPublisher.prepare(runPaths, pendingDocument, replaces);
    documentPublisher.publish(runPaths, pendingDocument);
  }
}
