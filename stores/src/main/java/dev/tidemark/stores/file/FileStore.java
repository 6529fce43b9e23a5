package dev.tidemark.stores.file;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.HistoryEntry;
import dev.tidemark.store.Archives;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.ConflictException;
import dev.tidemark.store.Document;
import dev.tidemark.store.Listing;
import dev.tidemark.store.Past;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.Redaction;
import dev.tidemark.store.Revision;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.TailCheck;
import dev.tidemark.store.Transfer;
import dev.tidemark.store.Write;
import dev.tidemark.store.Write.Kind;
import dev.tidemark.stores.journal.Draft;
import dev.tidemark.stores.journal.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// File store: keeps documents as plain files at the paths of their formats, and their journals in
/// `.tidemark/journal`.
///
/// A replacement is written ahead: the new document goes to a temporary file, the record that names
/// that file to the journal, and only then does the document take its place. A removal works the
/// same way, with an empty temporary file. Crash-safe: after an interruption the next writer
/// completes or drops the change, and readers see either the old or the new document.
/// `docs/stores/file.md` lists the guarantees after each kind of failure.
public final class FileStore implements CheckpointStore, Past {
  private final StorageIo io;
  private final Segments segments;
  private final Entropy entropy;
  private final Home home;
  private final RunLocks locks;
  private final Targets targets;
  private final Documents documents;
  private final Journal journal;
  private final Publisher publisher;
  private final Memory memory = new Memory();
  private final Runs runs;
  private final Index index;
  private final Archive archive;
  private final Verifier verifier;
  private final Pruner pruner;
  private final Desk desk;
  private final Pulse pulse;
  private final JournalRegister register;

  /// Uses a project on that disk, with the usual [Limits].
  public FileStore(Path root, StorageIo io, Layout layout) {
    this(root, io, layout, Limits.USUAL);
  }

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  public FileStore(Path root, StorageIo io, Layout layout, Limits limits) {
    this(root, io, layout, limits, JournalRegister.NONE);
  }

  /// Uses a project on that disk. Nothing is read or written yet.
  ///
  /// @param root the root of the project
  /// @param register the runs that have a journal
  public FileStore(
      Path root, StorageIo io, Layout layout, Limits limits, JournalRegister register) {
    this.register = register;
    var folder = root.resolve(".tidemark");
    this.io = io;
    this.segments = new Segments(io);
    this.entropy = new Entropy(io);
    this.home = new Home(io, root, folder, new Device(io, folder, limits));
    this.locks = new RunLocks(io, home.locks(), limits.patienceMillis());
    this.targets = new Targets(io, root, folder, layout);
    this.documents = new Documents(io, layout, segments, memory, register);
    this.publisher = new Publisher(io, root, home, entropy);
    this.runs = new Runs(io, root, folder, layout);
    this.index = new Index(io, root, folder, layout);
    this.journal = new Journal(io, home, new Marks(io, index));
    var chain = new Chain(io, segments);
    this.archive = new Archive(chain);
    this.verifier = new Verifier(chain, documents);
    this.pruner = new Pruner(segments, chain);
    this.pulse = new Pulse(io, folder);
    this.desk = new Desk(root, io, layout, home, locks, targets, publisher);
  }

  /// Returns the archives of finished documents.
  ///
  /// @param newest how many copies each run keeps; 0 for none
  public Archives archives(int newest) {
    return new FileArchives(desk, newest);
  }

  /// Returns the redaction of journals.
  public Redaction redaction() {
    return new FileRedaction(desk, segments, new Chain(io, segments));
  }

  /// Returns the transfer for migrations.
  ///
  /// @param dialects the dialects of the runs
  public Transfer transfer(List<String> dialects) {
    return new FileTransfer(desk, documents, new Marks(io, index), dialects);
  }

  @Override
  public Optional<Document> find(CheckpointId id) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var seen = documents.look(targets.forReading(id));
      boolean nothing = seen.bytes() == null && seen.last() == null;
      return nothing ? Optional.empty() : Optional.of(seen.document());
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  @Override
  public Revision replace(Write write) {
    var draft = Draft.of(write);
    try (var _ = Undisturbed.begin()) {
      home.check();
      var id = write.id();
      var target = write.kind() == Kind.REMOVE ? targets.forRemoval(id) : targets.forWriting(id);
      try (var _ = home.lock(locks, id, target.path())) {
        return replaceLocked(target, write, draft);
      }
    } catch (IOException failure) {
      throw Failures.unwritable(write.id(), failure);
    }
  }

  private Revision replaceLocked(Target target, Write write, @Nullable Draft asked)
      throws IOException {
    var seen = documents.look(target);
    if (write.isLate(seen.sequence()) || !seen.revision().equals(write.expected())) {
      throw new ConflictException(write.id());
    }
    if (!memory.isSettled(write.id(), seen.tail())) {
      publisher.repair(target, seen);
    }
    memory.settled(write.id(), null);
    var recorder = new Recorder(entropy.next(Recorder.SALTS_BYTES), seen.last(), write.news());
    if (seen.isOutside()) {
      recorder.outside(seen.bytes(), seen.revision(), archive.newest(target, seen));
    }
    var draft = asked == null ? Draft.asFound(seen.bytes(), seen.revision()) : asked;
    var temp = draft.isAt(seen.revision()) ? null : publisher.newName();
    boolean shows = temp != null && draft.bytes() != null;
    // All is thought out before the first wait: after each, the processor has to warm up again.
    if (write.kind() != Kind.ADOPT) {
      recorder.changed(seen.bytes(), draft, temp == null, temp);
    }
    if (recorder.lines().isEmpty()) {
      return seen.revision();
    }
    if (temp != null) {
      publisher.prepare(target, temp, draft, seen.bytes() != null);
    }
    Tail tail;
    try {
      tail = journal.append(target, seen.tail(), recorder.lines(), shows);
    } catch (IOException failure) {
      publisher.discard(target, temp, draft);
      throw failure;
    }
    if (seen.last() == null) {
      register.add(target.id());
    }
    boolean settled = temp == null || publisher.publish(target, temp, draft);
    memory.tail(write.id(), tail);
    memory.settled(write.id(), settled ? tail : null);
    memory.revision(write.id(), draft.bytes(), draft.revision());
    pulse.beat();
    return draft.revision();
  }

  @Override
  public void repair(CheckpointId id) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var target = targets.forWriting(id);
      try (var _ = home.lock(locks, id, target.path())) {
        var seen = documents.look(target);
        publisher.repair(target, seen);
        journal.heal(target, seen.tail());
      }
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }

  @Override
  public String setAside(CheckpointId id, Revision expected, String stamp) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var target = targets.forWriting(id);
      try (var _ = home.lock(locks, id, target.path())) {
        var seen = documents.look(target);
        var bytes = seen.bytes();
        if (bytes == null || !seen.revision().equals(expected)) {
          throw new ConflictException(id);
        }
        return publisher.setAside(target, bytes, stamp);
      }
    } catch (IOException failure) {
      throw Failures.unwritable(id, failure);
    }
  }

  @Override
  public String pulse() {
    try (var _ = Undisturbed.begin()) {
      return pulse.now();
    } catch (IOException unknown) {
      return "";
    }
  }

  @Override
  public List<CheckpointId> list(String dialect) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      return runs.list(dialect);
    } catch (IOException failure) {
      throw Failures.unlistable(dialect, failure);
    }
  }

  @Override
  public Listing summaries(String dialect, boolean all, Summarizer by) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var known = index.list(dialect, all, by);
      return known == null ? CheckpointStore.super.summaries(dialect, all, by) : known;
    } catch (IOException failure) {
      throw Failures.unlistable(dialect, failure);
    }
  }

  @Override
  public List<HistoryEntry> history(CheckpointId id) {
    return reading(id, () -> archive.history(targets.of(id)));
  }

  @Override
  public Map<Long, String> at(CheckpointId id, Set<Long> sequences) {
    return reading(id, () -> archive.at(targets.of(id), sequences));
  }

  @Override
  public List<Diagnostic> verify(CheckpointId id) {
    return reading(id, () -> verifier.verify(targets.of(id)));
  }

  @Override
  public TailCheck verifyTail(CheckpointId id, int newest) {
    return reading(id, () -> new TailVerifier(documents, io).verify(targets.of(id), newest));
  }

  @Override
  public PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    return reading(id, () -> pruner.plan(targets.of(id), keepNewest, before));
  }

  /// Something that is read off the hot path.
  private interface Reading<T> {
    T read() throws IOException;
  }

  private <T> T reading(CheckpointId id, Reading<T> reading) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      return reading.read();
    } catch (IOException failure) {
      throw Failures.unreadable(id, failure);
    }
  }

  @Override
  public void prune(PrunePlan plan) {
    try (var _ = Undisturbed.begin()) {
      home.check();
      var target = targets.forWriting(plan.id());
      try (var _ = home.lock(locks, plan.id(), target.path())) {
        pruner.prune(target, plan);
      }
    } catch (IOException failure) {
      throw Failures.unprunable(plan.id(), failure);
    }
  }
}
