package dev.tidemark.stores.file.document;

import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.path.RunPaths;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.stores.journal.PendingDocument;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/// Publishes documents by atomic replacement: temporary file, fsync, rename. Its callers hold the
/// lock of the run.
public final class DocumentPublisher {

  /// The unique part of the names of temporary files: the lock excludes other writers. A reader
  /// without it is not misled, for it compares the file with the record.
  public static final String TEMP = AtomicFile.ONLY_WRITER;

  /// The most intermediate documents that a change of any protocol has.
  private static final int MAX_INTERMEDIATES = 2;

  private static final byte[] NOTHING = {};

  private final StorageIo io;
  private final Path root;
  private final StateFolder stateFolder;

  public DocumentPublisher(FileStoreContext context) {
    this.io = context.io();
    this.root = context.root();
    this.stateFolder = context.stateFolder();
  }

  /// Writes documents to temporary files beside their place and waits until they are on the medium.
  /// A removal is marked by an empty file.
  ///
  /// @param replaces whether they replace a document, whose permissions are kept
  /// @throws IOException if that failed; no such file was left, as far as that could be helped
  public void prepare(RunPaths runPaths, PendingDocument pendingDocument, boolean replaces)
      throws IOException {
    if (!replaces) {
      stateFolder.makeFolders(runPaths.folder(), root, runPaths.access());
    }
    var via = pendingDocument.intermediateDocuments();
    var bytes = pendingDocument.bytes();
    boolean prepared = false;
    try {
      for (int i = 0; i < via.size(); i++) {
        prepare(runPaths, intermediate(TEMP, i), via.get(i), replaces);
      }
      prepare(runPaths, TEMP, bytes == null ? NOTHING : bytes, replaces);
      if (!via.isEmpty()) {
        // A temporary document must not outlive the file with its target.
        io.forceDir(runPaths.folder());
      }
      prepared = true;
    } finally {
      if (!prepared) {
        discard(runPaths, pendingDocument);
      }
    }
  }

  private void prepare(RunPaths runPaths, String unique, byte[] bytes, boolean replaces)
      throws IOException {
    var document = runPaths.document();
    new AtomicFile(io, document, unique, true)
        .prepare(bytes, runPaths.access(), replaces ? document : null, Durability.DURABLE);
  }

  private static String intermediate(String unique, int number) {
    return unique + "-" + (number + 1);
  }

  private static Path intermediateFile(RunPaths runPaths, String unique, int number) {
    return runPaths.temp(intermediate(unique, number));
  }

  /// Puts prepared and recorded documents into place, one after the other.
  ///
  /// @return whether nothing is left to be cleared away
  /// @throws OutcomeUnknownException if the last of them may or may not be there
  public boolean publish(RunPaths runPaths, PendingDocument pendingDocument) {
    try {
      for (int i = 0; i < pendingDocument.intermediateDocuments().size(); i++) {
        boolean last = i == pendingDocument.intermediateDocuments().size() - 1;
        publishIntermediate(
            runPaths, intermediateFile(runPaths, TEMP, i), last ? runPaths.passage() : "");
      }
      if (!pendingDocument.intermediateDocuments().isEmpty()) {
        // Names may reach the medium in any order, and the last document must be the last.
        io.forceDir(runPaths.folder());
      }
      return rollForward(runPaths, TEMP, pendingDocument.bytes() == null);
    } catch (IOException failure) {
      throw new OutcomeUnknownException(
          runPaths.path()
              + " is recorded, but could not be put into place: "
              + failure.getMessage(),
          failure);
    }
  }

  /// Puts a document on the way into place, by way of the file that its protocol names. If that
  /// file is removed meanwhile, nothing needed is lost.
  private void publishIntermediate(RunPaths runPaths, Path intermediate, String passage)
      throws IOException {
    if (passage.isEmpty()) {
      io.rename(intermediate, runPaths.document());
      return;
    }
    var between = runPaths.folder().resolve(passage);
    io.rename(intermediate, between);
    try {
      io.rename(between, runPaths.document());
    } catch (NoSuchFileException taken) {
      // The next document replaces this one anyway.
      return;
    }
  }

  /// Completes the recorded change of an interrupted writer, and removes the temporary files that
  /// it can have left. It looks for them by name: to list a folder of 100,000 documents takes
  /// longer than all the rest of a change.
  public void complete(RunPaths runPaths, ObservedDocument observedDocument) throws IOException {
    var last = observedDocument.lastRecord();
    if (observedDocument.syncState() == SyncState.HALF_PUBLISHED && last != null) {
      var temp = last.head().step().temp();
      if (temp != null) {
        clearPassage(runPaths, temp);
        rollForward(runPaths, temp, observedDocument.bytes() == null);
      }
    }
    for (int i = 0; i < MAX_INTERMEDIATES; i++) {
      clear(intermediateFile(runPaths, TEMP, i));
    }
    clear(runPaths.temp(TEMP));
  }

  private void clear(Path temp) throws IOException {
    if (io.stat(temp) != null) {
      io.unlink(temp);
    }
  }

  /// Completes the recorded change of an interrupted writer, and removes every temporary file of
  /// the document, also of earlier versions, whose names had a random part.
  public void repair(RunPaths runPaths, ObservedDocument observedDocument) throws IOException {
    complete(runPaths, observedDocument);
    sweep(runPaths);
  }

  /// Removes the temporary document of an interrupted writer: there is at most one, and it is older
  /// than the file with its target. A file that another program created since stays.
  private void clearPassage(RunPaths runPaths, String unique) throws IOException {
    if (runPaths.passage().isEmpty()) {
      return;
    }
    var passage = runPaths.folder().resolve(runPaths.passage());
    var there = io.stat(passage);
    var next = io.stat(runPaths.temp(unique));
    boolean older = there != null && next != null && there.modified() <= next.modified();
    boolean waits =
        io.stat(intermediateFile(runPaths, unique, 0)) != null
            || io.stat(intermediateFile(runPaths, unique, 1)) != null;
    if (older && !waits) {
      io.unlink(passage);
    }
  }

  /// Takes the last step. A removal renames the document to the name of the empty file: both
  /// disappear in one step, so a document that a user restores later is not removed again.
  ///
  /// @return whether nothing is left to be cleared away
  private boolean rollForward(RunPaths runPaths, String unique, boolean removes)
      throws IOException {
    var temp = runPaths.temp(unique);
    io.rename(removes ? runPaths.document() : temp, removes ? temp : runPaths.document());
    io.forceDir(runPaths.folder());
    return !removes || unlink(temp);
  }

  /// Removes temporary files that are not needed any more, as far as that is possible.
  public void discard(RunPaths runPaths, PendingDocument pendingDocument) {
    for (int i = 0; i < pendingDocument.intermediateDocuments().size(); i++) {
      unlink(intermediateFile(runPaths, TEMP, i));
    }
    unlink(runPaths.temp(TEMP));
  }

  private boolean unlink(Path temp) {
    try {
      io.unlink(temp);
      return true;
    } catch (IOException left) {
      // The next writer of this document clears it away.
      return false;
    }
  }

  /// Keeps a copy of a document beside it.
  ///
  /// @return the path of the copy, from the project root
  public String setAside(RunPaths runPaths, byte[] bytes, String stamp) throws IOException {
    var name = runPaths.document().getFileName() + ".corrupt-" + stamp;
    var copy = runPaths.folder().resolve(name);
    for (int number = 2; io.stat(copy) != null; number++) {
      if (Arrays.equals(bytes, io.read(copy, 0, bytes.length + 1))) {
        return relative(runPaths, copy);
      }
      copy = runPaths.folder().resolve(name + "-" + number);
    }
    boolean kept = false;
    try (var output = io.create(copy, runPaths.access())) {
      output.write(bytes);
      io.copyMode(runPaths.document(), copy);
      output.force();
      kept = true;
    } finally {
      if (!kept) {
        io.unlink(copy);
      }
    }
    io.forceDir(runPaths.folder());
    return relative(runPaths, copy);
  }

  private static String relative(RunPaths runPaths, Path copy) {
    int slash = runPaths.path().lastIndexOf('/');
    return runPaths.path().substring(0, slash + 1) + copy.getFileName();
  }

  /// Removes the remains of killed writers of this document.
  private void sweep(RunPaths runPaths) throws IOException {
    var names = io.list(runPaths.folder());
    for (int i = 0; i < names.size(); i++) {
      if (runPaths.isTemp(names.get(i))) {
        io.unlink(runPaths.folder().resolve(names.get(i)));
      }
    }
  }
}
