package dev.tidemark.testkit;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.DocumentWrite.Kind;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.TailCheck;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps documents for as long as the process lives. It passes [StoreContract], so that a test
/// which needs a store needs neither a disk nor a mock.
public final class MemoryStore implements CheckpointStore, HistoryStore {
  private static final int MAX_BYTES = 5 * 1024 * 1024;

  private final Map<CheckpointId, Run> runs = new HashMap<>();
  private final Map<String, String> kept = new HashMap<>();

  /// Keeps nothing yet.
  public MemoryStore() {}

  /// One run: its document, if any, and what is recorded of it.
  private static final class Run {
    private @Nullable String text;
    private Revision revision = Revision.NONE;
    Evidence evidence = Evidence.NONE;
    final List<HistoryEntry> entries = new ArrayList<>();
    final List<@Nullable String> states = new ArrayList<>();

    Revision recorded() {
      return entries.isEmpty() ? Revision.NONE : new Revision(entries.getLast().revision());
    }

    @Nullable String text() {
      return text;
    }

    Revision revision() {
      return revision;
    }

    void text(@Nullable String other) {
      text = other;
      revision = MemoryStore.revision(other);
    }

    Run copy() {
      var copy = new Run();
      copy.text = text;
      copy.revision = revision;
      copy.evidence = evidence;
      copy.entries.addAll(entries);
      copy.states.addAll(states);
      return copy;
    }

    /// Records the document as it is now.
    void add(CheckpointId id, RecordMetadata recordMetadata) {
      add(id, recordMetadata, revision.value(), text);
    }

    /// Records something beside a document that is missing.
    void note(CheckpointId id, RecordMetadata recordMetadata) {
      add(id, recordMetadata, recorded().value(), states.getLast());
    }

    private void add(
        CheckpointId id, RecordMetadata recordMetadata, String state, @Nullable String held) {
      long sequence = entries.size() + 1L;
      entries.add(
          new HistoryEntry(
              id,
              sequence,
              recordMetadata.at(),
              recordMetadata.by(),
              recordMetadata.events(),
              state));
      states.add(held);
      evidence = recordMetadata.evidence();
    }
  }

  /// Returns a store with the same content, whose changes this one does not see: a model checker
  /// goes on from one state in many ways.
  public synchronized MemoryStore copy() {
    var copy = new MemoryStore();
    for (var run : runs.entrySet()) {
      copy.runs.put(run.getKey(), run.getValue().copy());
    }
    copy.kept.putAll(kept);
    return copy;
  }

  /// Changes a document behind the store's back, as somebody with an editor would.
  ///
  /// @param text the document; absent to remove it
  public synchronized void edit(CheckpointId id, @Nullable String text) {
    run(id).text(text);
  }

  @Override
  public synchronized Optional<Document> find(CheckpointId id) {
    var run = runs.get(id);
    if (run == null || (run.text() == null && run.entries.isEmpty())) {
      return Optional.empty();
    }
    var revision = run.revision();
    var syncState =
        run.entries.isEmpty()
            ? SyncState.UNRECORDED
            : revision.equals(run.recorded()) ? SyncState.RECORDED : SyncState.EDITED;
    var text = run.text() == null ? "" : run.text();
    var newest = run.entries.isEmpty() ? null : run.entries.getLast();
    var last = newest == null ? null : new Document.LastEntry(newest.at(), newest.by());
    int entries = run.entries.size();
    return Optional.of(new Document(text, revision, syncState, run.evidence, entries, last));
  }

  @Override
  public synchronized Revision replace(DocumentWrite documentWrite) {
    checkText(documentWrite.text());
    documentWrite.intermediates().forEach(MemoryStore::checkText);
    var id = documentWrite.id();
    var there = runs.get(id);
    long newest = there == null ? 0 : there.entries.size();
    if (documentWrite.isStale(newest)
        || !documentWrite.expected().equals(there == null ? Revision.NONE : there.revision())) {
      throw new ConflictException(id);
    }
    var run = run(id);
    boolean outside = !run.revision().equals(run.recorded());
    boolean stays = documentWrite.kind() == Kind.NOTE || documentWrite.kind() == Kind.ADOPT;
    if (outside && stays && run.text() == null) {
      if (documentWrite.kind() == Kind.NOTE) {
        run.note(id, documentWrite.metadata());
      }
      return run.revision();
    }
    if (outside) {
      run.add(id, outside(run, documentWrite.metadata().at()));
    }
    switch (documentWrite.kind()) {
      case REPLACE -> run.text(documentWrite.text());
      case REMOVE -> run.text(null);
      case NOTE, ADOPT -> {}
    }
    if (documentWrite.kind() != DocumentWrite.Kind.ADOPT) {
      run.add(id, documentWrite.metadata());
    }
    return run.revision();
  }

  private static void checkText(String text) {
    if (!Utf8.isEncodable(text)) {
      throw new ForbiddenException("the text has no UTF-8 form", "Correct the text.");
    }
    if (Utf8.encode(text).length > MAX_BYTES) {
      throw new ForbiddenException("the text is larger than 5 MB", "Shorten the text.");
    }
  }

  private static RecordMetadata outside(Run run, Instant at) {
    Event event = new Event.EditedOutside();
    if (run.text() == null) {
      event = new Event.RemovedOutside();
    }
    for (var entry : run.entries) {
      if (run.text() != null && entry.revision().equals(run.revision().value())) {
        event = new Event.Rewound(entry.sequence());
      }
    }
    return new RecordMetadata(at, Actor.EXTERNAL, List.of(event), run.evidence);
  }

  @Override
  public synchronized String quarantine(CheckpointId id, Revision expected, String stamp) {
    var run = runs.get(id);
    if (run == null || run.text() == null || !run.revision().equals(expected)) {
      throw new ConflictException(id);
    }
    var path = id + ".corrupt-" + stamp;
    kept.put(path, run.text());
    return path;
  }

  /// Does nothing: a store that dies with its process leaves nothing half-done.
  @Override
  public void repair(CheckpointId id) {}

  @Override
  public synchronized List<CheckpointId> list(String dialect) {
    var ids = new ArrayList<CheckpointId>();
    for (var id : runs.keySet()) {
      if (id.dialect().equals(dialect) && find(id).isPresent()) {
        ids.add(id);
      }
    }
    return ids;
  }

  @Override
  public synchronized List<HistoryEntry> history(CheckpointId id) {
    var run = runs.get(id);
    return run == null ? List.of() : List.copyOf(run.entries);
  }

  @Override
  public synchronized Map<Long, String> stateAt(CheckpointId id, Set<Long> sequences) {
    var run = runs.get(id);
    var states = run == null ? List.<@Nullable String>of() : run.states;
    var found = new HashMap<Long, String>();
    for (long sequence : sequences) {
      boolean known = sequence >= 1 && sequence <= states.size();
      var state = known ? states.get((int) sequence - 1) : null;
      if (state != null) {
        found.put(sequence, state);
      }
    }
    return found;
  }

  @Override
  public synchronized List<Diagnostic> verify(CheckpointId id) {
    var run = runs.get(id);
    return run == null || run.entries.isEmpty() || run.revision().equals(run.recorded())
        ? List.of()
        : List.of(HistoryDiagnostics.edited(id.toString()));
  }

  @Override
  public synchronized TailCheck verifyTail(CheckpointId id, int newest) {
    int entries = history(id).size();
    return new TailCheck(entries, Math.min(newest, entries), List.of());
  }

  @Override
  public synchronized PrunePlan plan(CheckpointId id, int keepNewest, Instant before) {
    if (keepNewest < 1) {
      throw new IllegalArgumentException("the newest state is always kept");
    }
    var run = runs.get(id);
    int size = run == null ? 0 : run.entries.size();
    int first = Math.max(0, size - keepNewest);
    for (int i = 0; run != null && i < first; i++) {
      if (!run.entries.get(i).at().isBefore(before)) {
        first = i;
      }
    }
    return planned(id, run, first);
  }

  private static PrunePlan planned(CheckpointId id, @Nullable Run run, int first) {
    int entries = 0;
    long bytes = 0;
    for (int i = 0; run != null && i < first; i++) {
      var state = run.states.get(i);
      if (state != null) {
        entries++;
        bytes += state.length();
      }
    }
    return new PrunePlan(id, entries, first + 1L, bytes);
  }

  @Override
  public synchronized void prune(PrunePlan plan) {
    var run = runs.get(plan.id());
    int first = (int) plan.firstKept() - 1;
    int size = run == null ? 0 : run.entries.size();
    if (first < 0 || first > size || !planned(plan.id(), run, first).equals(plan)) {
      throw new ConflictException(plan.id());
    }
    for (int i = 0; run != null && i < first; i++) {
      run.states.set(i, null);
    }
  }

  private Run run(CheckpointId id) {
    return runs.computeIfAbsent(id, missing -> new Run());
  }

  private static Revision revision(@Nullable String text) {
    return text == null ? Revision.NONE : new Revision(Sha256.hex(Utf8.encode(text)));
  }
}
