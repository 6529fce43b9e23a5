package dev.tidemark.engine.context;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Recovery of a change whose process ended between its journal entry and its last effect: the
/// document is published and the effects are made, before anything else is decided about the run.
public final class InterruptedChanges {
  private final CheckpointStore store;
  private final HistoryStore historyStore;
  private final ProjectContext projectContext;

  /// Takes the parts of the outside world that changes are made in.
  public InterruptedChanges(
      CheckpointStore store, HistoryStore historyStore, ProjectContext projectContext) {
    this.store = store;
    this.historyStore = historyStore;
    this.projectContext = projectContext;
  }

  /// Result of recovering an interrupted change.
  ///
  /// @param document the document of the run, if it had to be published; null if it is as it was
  ///   found
  /// @param notices the recovered effects
  /// @param failures why an effect could not be made; it stays pending
  public record Recovery(
      @Nullable Document document, List<Notice> notices, List<Blocker> failures) {}

  /// Publishes the recorded document and makes the pending effects of a run. Idempotent.
  public Recovery recover(Dialect<?> dialect, CheckpointId id, Document found) {
    Document published = null;
    if (found.syncState() == SyncState.HALF_PUBLISHED) {
      store.repair(id);
      published = store.find(id).orElse(LoadedState.NOTHING);
    }
    var held = projectContext.takeIntent(id);
    if (held == null) {
      return new Recovery(published, List.of(), List.of());
    }
    var now = published == null ? found : published;
    var notices = new ArrayList<Notice>();
    var undone = new ArrayList<Blocker>();
    try {
      if (isRecorded(held.change())) {
        for (var pending : held.change().effects()) {
          make(dialect, id, now, pending, notices, undone);
        }
      }
      if (undone.isEmpty()) {
        held.removeIntent();
      }
    } finally {
      held.close();
    }
    return new Recovery(published, notices, undone);
  }

  /// Returns the runs to ask about, see [#pendingEffects].
  public List<CheckpointId> runs() {
    return projectContext.interrupted();
  }

  /// Publishes the recorded document and makes the pending effects of any run.
  public Recovery recover(Dialect<?> dialect, CheckpointId id) {
    return recover(dialect, id, store.find(id).orElse(LoadedState.NOTHING));
  }

  /// Returns the effects that an interrupted change of a run left, which another process is not
  /// making at this moment.
  public List<PendingEffect> pendingEffects(CheckpointId id) {
    var held = projectContext.takeIntent(id);
    if (held == null) {
      return List.of();
    }
    try {
      return isRecorded(held.change()) ? held.change().effects() : List.of();
    } finally {
      held.close();
    }
  }

  private void make(
      Dialect<?> dialect,
      CheckpointId id,
      Document document,
      PendingEffect pending,
      List<Notice> notices,
      List<Blocker> undone) {
    var effect = dialect.rules().interruptedEffect(id, pending);
    if (effect == null) {
      return;
    }
    var text = document.text();
    var failed =
        !(effect instanceof Effect.Archive)
            ? projectContext.execute(effect)
            : text == null || !document.exists()
                ? List.<Blocker>of()
                : projectContext.archive(id, text, projectContext.now());
    undone.addAll(failed);
    if (failed.isEmpty()) {
      var what = "an interrupted change of " + id + " was completed: " + pending.description();
      notices.add(new Notice("completed-interrupted", what));
    }
  }

  /// A process that ended before its journal entry changed nothing. An entry is known by its time:
  /// the number may be another one, where an edit was recorded first.
  private boolean isRecorded(PendingChange change) {
    for (var entry : historyStore.history(change.id())) {
      if (entry.sequence() > change.afterSequence() && entry.at().equals(change.at())) {
        return true;
      }
    }
    return false;
  }
}
