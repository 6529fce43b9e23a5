package dev.tidemark.engine;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentMerge.Result;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.text.ConflictMarkers;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.MergeSides;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Merge service: merges the two sides of a git merge into the document of a run, and decides the
/// conflicts that a merge has recorded. Safe for use by many threads.
public final class RunMerger {
  private final CheckpointStore store;
  private final ProjectContext projectContext;

  /// Takes the parts of the outside world that it uses.
  public RunMerger(CheckpointStore store, ProjectContext projectContext) {
    this.store = store;
    this.projectContext = projectContext;
  }

  /// Decision of conflicts.
  ///
  /// @param ours whether our values are taken, else theirs
  /// @param phase the phase whose conflicts are decided; absent for all
  public record Choice(boolean ours, @Nullable PhaseName phase) {
    /// Returns the name of the side, as git calls it.
    public String side() {
      return ours ? "ours" : "theirs";
    }

    private List<MergeConflict> decided(List<MergeConflict> conflicts) {
      var decided = new ArrayList<MergeConflict>();
      for (var conflict : conflicts) {
        if (phase == null || phase.equals(conflict.phase())) {
          decided.add(conflict);
        }
      }
      return decided;
    }
  }

  /// Merged document.
  ///
  /// @param found the document that it was computed for, which it replaces
  /// @param text the new document; empty if the merge was refused
  /// @param open the conflicts that it records
  /// @param decided those that were decided
  /// @param moved what became a note, because the document has no other place for it any more
  /// @param unplaced what it has no place for; the history has it
  /// @param refusal why nothing was merged; absent if it was
  public record Merged(
      Document found,
      String text,
      List<MergeConflict> open,
      List<MergeConflict> decided,
      List<Note> moved,
      List<Note> unplaced,
      @Nullable String refusal) {
    /// Takes its own copies of the lists.
    public Merged {
      open = List.copyOf(open);
      decided = List.copyOf(decided);
      moved = List.copyOf(moved);
      unplaced = List.copyOf(unplaced);
    }

    private static Merged of(Document found, Result result, List<MergeConflict> open) {
      return new Merged(
          found,
          result.text(),
          open,
          List.of(),
          result.moved(),
          result.unplaced(),
          result.refusal());
    }
  }

  /// Computes the merge of two sides, and writes nothing.
  ///
  /// @param sides the versions that git brings together; the merge is refused where one side has
  ///   removed the file
  /// @param choice how conflicts are decided; absent to record them
  /// @throws FormatException if a side cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public Merged merge(
      Dialect<?> dialect, CheckpointId id, MergeSides sides, @Nullable Choice choice) {
    var found = store.find(id).orElse(LoadedState.NOTHING);
    var removed = sides.isRemovedBySide() ? Divergence.of(dialect, id, null, sides) : null;
    if (removed != null) {
      return Merged.of(found, Result.refused(removed.text()), List.of());
    }
    var ours = Objects.requireNonNull(sides.ours().text());
    var theirs = Objects.requireNonNull(sides.theirs().text());
    var format = dialect.format();
    var base = readable(dialect, id, sides.base().text());
    var result = format.merge(id, base, ours, theirs);
    LoadedState.rejectNewer(dialect, id, found);
    var now = readable(dialect, id, found.exists() ? found.text() : null);
    if (result.refusal() == null && now != null && !now.equals(ours) && !now.equals(theirs)) {
      // The user has edited the file since.
      result = result.followedBy(format.merge(id, base, now, result.text()));
    }
    if (result.refusal() != null) {
      return Merged.of(found, result, List.of());
    }
    var merged = decided(dialect, id, found, result, choice);
    var violation = violation(dialect, merged.text(), ours, theirs);
    return violation == null ? merged : Merged.of(found, Result.refused(violation), List.of());
  }

  /// Decides conflicts that the document records, and writes nothing.
  ///
  /// @throws FormatException if the document cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public Merged decide(Dialect<?> dialect, CheckpointId id, @Nullable Choice choice) {
    var found = store.find(id).orElse(LoadedState.NOTHING);
    return found.exists()
        ? decided(dialect, id, found, Result.of(LoadedState.text(found)), choice)
        : Merged.of(found, Result.of(""), List.of());
  }

  private static Merged decided(
      Dialect<?> dialect, CheckpointId id, Document found, Result result, @Nullable Choice choice) {
    var text = result.text();
    var conflicts = dialect.format().decode(id, text).checkpoint().conflicts();
    var decided = choice == null ? List.<MergeConflict>of() : choice.decided(conflicts);
    if (choice == null || decided.isEmpty()) {
      return Merged.of(found, result, conflicts);
    }
    var open = new ArrayList<>(conflicts);
    open.removeAll(decided);
    var after = dialect.format().decide(id, text, decided, choice.ours());
    return new Merged(found, after, open, decided, result.moved(), result.unplaced(), null);
  }

  /// Writes a merged document. The two sides go into the history before it.
  ///
  /// @throws dev.tidemark.store.StoreException as for [Checkpoints#apply]
  public void write(
      CheckpointId id, MergeSides sides, Merged merged, @Nullable Choice choice, Caller by) {
    var found = side(id, merged.found(), sides.theirs(), "theirs", by);
    found = side(id, found, sides.ours(), "ours", by);
    var texts = new ArrayList<String>();
    for (var conflict : merged.open()) {
      texts.add((conflict.phase() == null ? "" : conflict.phase() + ": ") + conflict.text());
    }
    var event =
        new Event.MergeRecorded(
            Divergence.parent(sides.ours()),
            Divergence.parent(sides.theirs()),
            merged.decided().isEmpty() || choice == null ? null : choice.side(),
            texts);
    replace(id, found, merged.text(), event, by);
  }

  /// Writes a document with decided conflicts.
  ///
  /// @throws dev.tidemark.store.StoreException as for [Checkpoints#apply]
  public void write(CheckpointId id, Merged decided, Choice choice, Caller by) {
    var event = new Event.MergeSideRecorded(choice.side(), "", true);
    replace(id, decided.found(), decided.text(), event, by);
  }

  private Document side(
      CheckpointId id, Document found, MergeSides.Side side, String name, Caller by) {
    var event = new Event.MergeSideRecorded(name, side.commit(), false);
    return replace(id, found, Objects.requireNonNull(side.text()), event, by);
  }

  /// Replaces the document, unless it or its journal has changed since it was found.
  ///
  /// @return the new document, with the revision of this write: a later one by others is noticed
  private Document replace(CheckpointId id, Document found, String text, Event event, Caller by) {
    var known = found.evidence();
    var head = projectContext.fetch(FactQuery.HEAD).orElse(known.head());
    var evidence =
        new Evidence(known.startedAt(), head, known.proofs(), known.files(), known.worklog());
    var metadata = new RecordMetadata(projectContext.now(), by.actor(), List.of(event), evidence);
    var write = new DocumentWrite(id, text, found.revision(), metadata).ifUnchangedSince(found);
    var revision = store.replace(write);
    var now = store.find(id).orElse(LoadedState.NOTHING);
    return new Document(
        now.text(), revision, now.syncState(), now.evidence(), now.sequence(), now.last());
  }

  private static @Nullable String readable(
      Dialect<?> dialect, CheckpointId id, @Nullable String text) {
    if (text == null || ConflictMarkers.line(text) > 0) {
      return null;
    }
    try {
      dialect.format().decode(id, text);
      return text;
    } catch (FormatException unreadable) {
      return null;
    }
  }

  /// Returns the first violation of the format that neither side has; null if there is none.
  private static @Nullable String violation(
      Dialect<?> dialect, String merged, String ours, String theirs) {
    var known = new HashSet<String>();
    for (var side : List.of(ours, theirs)) {
      dialect.validator().validate(side).forEach(violation -> known.add(violation.rule()));
    }
    for (var violation : dialect.validator().validate(merged)) {
      if (violation.severity() == Diagnostic.Severity.ERROR && !known.contains(violation.rule())) {
        return "the merged file would be invalid: " + violation.path() + " " + violation.rule();
      }
    }
    return null;
  }
}
