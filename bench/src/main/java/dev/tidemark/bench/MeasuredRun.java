package dev.tidemark.bench;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.file.FileStore;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// One run in a store of its own, and the time its updates take.
final class MeasuredRun {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");
  private static final Actor ACTOR = Actor.tool("bench");
  private static final List<Event> EVENTS =
      List.of(new Event.PhaseCompleted(new PhaseName("implementation")));

  private final Path root;
  private CheckpointStore store;
  private Revision revision = Revision.NONE;
  private long updates;

  MeasuredRun(Path root) throws IOException {
    Files.createDirectories(root);
    this.root = root;
    this.store = open();
  }

  /// Replaces the document and returns how long that took, in nanoseconds.
  long update(String text) {
    DocumentWrite documentWrite = new DocumentWrite(ID, text, revision, news());
    long start = System.nanoTime();
    revision = store.replace(documentWrite);
    return System.nanoTime() - start;
  }

  /// Finds the document and replaces it, as a command does.
  ///
  /// @return how long that took, in nanoseconds
  long foundUpdate(String text) {
    RecordMetadata recordMetadata = news();
    long start = System.nanoTime();
    Revision found = store.find(ID).map(Document::revision).orElse(Revision.NONE);
    revision = store.replace(new DocumentWrite(ID, text, found, recordMetadata));
    return System.nanoTime() - start;
  }

  /// Does what a new process does: opens the store, finds the document, replaces it.
  ///
  /// @return how long that took, in nanoseconds
  long reopenedUpdate(String text) {
    RecordMetadata recordMetadata = news();
    long start = System.nanoTime();
    store = open();
    Revision found = store.find(ID).orElseThrow().revision();
    revision = store.replace(new DocumentWrite(ID, text, found, recordMetadata));
    return System.nanoTime() - start;
  }

  private CheckpointStore open() {
    return new FileStore(root, new DiskIo(), new OneDocument(ID));
  }

  private RecordMetadata news() {
    return new RecordMetadata(Instant.ofEpochSecond(updates++), ACTOR, EVENTS, Evidence.NONE);
  }

  /// Returns how many bytes the journal holds.
  long journalSize() throws IOException {
    Path journal = StateFolder.of(root).path().resolve("journal");
    if (!Files.exists(journal)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(journal)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
