package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.context.ArtifactDigests;
import dev.tidemark.engine.context.DocumentReadSet;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Origin;
import dev.tidemark.history.Proof;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PendingEffect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Executes an allowed change: effects before the document, the document, effects after it.
final class ChangeExecutor<C extends Checkpoint> {
  private final CheckpointStore store;
  private final ProjectContext projectContext;
  private final Dialect<C> dialect;
  private final Document found;

  ChangeExecutor(
      CheckpointStore store, ProjectContext projectContext, Dialect<C> dialect, Document found) {
    this.store = store;
    this.projectContext = projectContext;
    this.dialect = dialect;
    this.found = found;
  }

  ChangeResult<C> make(
      LoadedState<C> loadedState, Transition<C> yes, Asking asking, Gatekeeper.Passing passing) {
    var after = yes.after();
    var text =
        after == null || yes.fate() != Fate.WRITTEN
            ? null
            : dialect.format().encode(after, loadedState.text());
    var events = new ArrayList<>(yes.events());
    var once = asking.by().once();
    if (once != null) {
      events.add(once);
    }
    events.addAll(Gatekeeper.events(passing.claims(), !events.isEmpty()));
    var notices = new ArrayList<>(loadedState.notices());
    notices.addAll(yes.notices());
    notices.addAll(passing.notices());
    var proofs = Gatekeeper.proofs(passing.claims(), asking.by(), asking.facts());
    var undone = new ArrayList<Blocker>();
    if (asking.by().mode() == ChangeMode.COMMIT) {
      carryOut(yes.effects(), true, asking, undone);
      if (undone.isEmpty()) {
        var record = new Recorded(after, events, notices, yes.fate(), proofs);
        commit(loadedState, text, asking, record, yes.effects(), undone);
      }
    }
    var made = new Transition<>(after, events, notices, yes.said(), yes.effects(), yes.fate());
    var nextAction =
        dialect.rules().nextAction(loadedState.checkpoint(), asking.change(), asking.facts());
    return new ChangeResult<>(made, text, nextAction.orElse(null), undone);
  }

  /// Writes the document and makes the effects after it. The intent of the later effects is kept
  /// from before the journal entry until all are made, so that the next change can make the missing
  /// ones.
  private void commit(
      LoadedState<C> loadedState,
      @Nullable String text,
      Asking asking,
      Recorded record,
      List<Effect> effects,
      List<Blocker> undone) {
    var pending = pending(effects);
    var intent =
        pending.isEmpty() || record.events().isEmpty()
            ? null
            : projectContext.begin(
                new PendingChange(asking.id(), found.sequence(), asking.facts().now(), pending));
    try {
      write(loadedState, text, asking, record);
      carryOut(effects, false, asking, undone);
      record.notices().addAll(archived(effects, text, asking));
      if (intent != null && (undone.isEmpty() || !isCommit(pending))) {
        intent.settle();
      }
    } finally {
      if (intent != null) {
        intent.close();
      }
    }
  }

  private static List<PendingEffect> pending(List<Effect> effects) {
    var pending = new ArrayList<PendingEffect>();
    for (var effect : effects) {
      var intent = effect.pending();
      if (intent != null) {
        pending.add(intent);
      }
    }
    return pending;
  }

  /// A commit that git refused stays pending; a command that failed has run.
  private static boolean isCommit(List<PendingEffect> pending) {
    for (var effect : pending) {
      if (effect.kind() == PendingEffect.Kind.COMMIT) {
        return true;
      }
    }
    return false;
  }

  private void write(
      LoadedState<C> loadedState, @Nullable String text, Asking asking, Recorded record) {
    boolean same = text == null ? record.fate() != Fate.REMOVED : text.equals(found.text());
    var id = asking.id();
    if (record.events().isEmpty() && same) {
      repair(id, found);
      return;
    }
    boolean kept = dialect.onDamage() == OnDamage.DECIDE;
    if (loadedState.damage() != null && !kept && record.fate() != Fate.UNTOUCHED) {
      var path = store.setAside(id, found.revision(), LoadedState.stamp(asking.facts().now()));
      record.events().addFirst(new Event.SetAside(path));
      record.notices().add(loadedState.setAside(path));
    }
    var recordMetadata = news(record, asking);
    if (text != null) {
      var via = dialect.format().via(loadedState.text(), text);
      store.replace(
          new DocumentWrite(
              id,
              DocumentWrite.Kind.REPLACE,
              text,
              found.revision(),
              recordMetadata,
              via,
              found.sequence()));
    } else if (record.fate() == Fate.REMOVED) {
      store.replace(DocumentWrite.removal(id, found.revision(), recordMetadata).since(found));
    } else {
      store.replace(DocumentWrite.note(id, found.revision(), recordMetadata).since(found));
    }
  }

  /// An unchanged document may still be unpublished, because a writer was interrupted; and later
  /// effects, a commit for example, may need the file.
  private void repair(CheckpointId id, Document there) {
    if (there.syncState() == SyncState.HALF_PUBLISHED) {
      store.repair(id);
    }
  }

  private RecordMetadata news(Recorded record, Asking asking) {
    var facts = asking.facts();
    var head = facts.get(FactQuery.HeadNow.HEAD).orElse(Head.NONE);
    return new RecordMetadata(
        facts.now(), asking.by().actor(), record.events(), evidence(record, asking, head));
  }

  private Evidence evidence(Recorded record, Asking asking, Head head) {
    if (record.fate() == Fate.REMOVED && !isNew(record.events())) {
      return new Evidence(null, head);
    }
    var known = asking.evidence();
    boolean begins =
        asking.change() instanceof Change.StartRun
            && (known.startedAt() == null || isNew(record.events()));
    var started = begins ? asking.facts().now() : known.startedAt();
    var proofs = isNew(record.events()) ? List.<Proof>of() : known.proofs();
    var origin = origin(asking, head);
    var prints = new ArtifactDigests(projectContext, begins ? List.of() : known.files(), origin);
    var files = prints.after(record.after(), record.events(), asking.change());
    return new Evidence(started, head, proofs, files, worklog(record, asking, head))
        .with(record.proofs());
  }

  private @Nullable Origin origin(Asking asking, Head head) {
    var tree = projectContext.workTree();
    return tree == null
        ? null
        : new Origin(tree.tree(), asking.by().actor().name() + ":" + tree.label(), head.commit());
  }

  private Worklog worklog(Recorded record, Asking asking, Head head) {
    var worklog = asking.evidence().worklog();
    for (int i = 0; i < record.events().size(); i++) {
      worklog = worklog.after(record.events().get(i), asking.facts().now(), head.commit());
    }
    var after = record.after();
    if (after == null) {
      return worklog;
    }
    // A new document may have its first phase in progress without an event of its own.
    boolean created = !found.exists() || isNew(record.events());
    return (created ? worklog.begun(after, asking.facts().now(), head.commit()) : worklog)
        .beside(after);
  }

  /// Evidence of an earlier run is not valid for the next.
  static boolean isNew(List<Event> events) {
    for (var event : events) {
      if (event.kind() == Event.Kind.WORKFLOW_STARTED) {
        return true;
      }
    }
    return false;
  }

  /// Effects before the document are prerequisites: the first failure aborts.
  private void carryOut(List<Effect> effects, boolean first, Asking asking, List<Blocker> undone) {
    for (var effect : effects) {
      boolean other = effect.comesFirst() != first;
      if (other || (!first && effect instanceof Effect.Archive)) {
        continue;
      }
      if (effect instanceof Effect.ReplaceDocument another) {
        replace(another, asking);
      } else if (effect instanceof Effect.Archive) {
        undone.addAll(archived(asking, found.text()));
      } else {
        undone.addAll(projectContext.carryOut(effect));
      }
      if (first && !undone.isEmpty()) {
        return;
      }
    }
  }

  private List<Blocker> archived(Asking asking, @Nullable String text) {
    return text == null
        ? List.of()
        : projectContext.archive(asking.id(), text, asking.facts().now());
  }

  /// A finished run stays finished if its copy cannot be archived (R-004-93).
  private List<Notice> archived(List<Effect> effects, @Nullable String text, Asking asking) {
    var notices = new ArrayList<Notice>();
    for (var effect : effects) {
      if (effect instanceof Effect.Archive archive && !archive.replaced()) {
        for (var failure : archived(asking, text)) {
          notices.add(new Notice(failure.code(), failure.reason()));
        }
      }
    }
    return notices;
  }

  private void replace(Effect.ReplaceDocument other, Asking asking) {
    var there = asking.documents().of(other.id());
    var text = other.text();
    if (text == null ? !there.exists() : text.equals(there.text())) {
      repair(other.id(), there);
      return;
    }
    var head = asking.facts().get(FactQuery.HeadNow.HEAD).orElse(Head.NONE);
    var evidence = new Evidence(there.evidence().startedAt(), head);
    var recordMetadata =
        new RecordMetadata(asking.facts().now(), asking.by().actor(), other.events(), evidence);
    var documentWrite =
        text == null
            ? DocumentWrite.removal(other.id(), there.revision(), recordMetadata)
            : new DocumentWrite(other.id(), text, there.revision(), recordMetadata);
    store.replace(documentWrite.since(there));
  }

  /// Request: the change, its caller, and the facts collected for it.
  ///
  /// @param evidence the evidence of the run
  /// @param documents the documents of other runs that the rules have read
  record Asking(
      CheckpointId id,
      Change change,
      By by,
      Facts facts,
      Evidence evidence,
      DocumentReadSet documents) {}

  /// Write request: the record, and the fate of the document.
  private record Recorded(
      @Nullable Checkpoint after,
      List<Event> events,
      List<Notice> notices,
      Fate fate,
      List<Proof> proofs) {}
}
