package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Dialect.OnDamage;
import dev.tidemark.engine.context.ArtifactDigests;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.DefinitionChange;
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
  private final ChangeRequest request;
  private final LoadedState<C> loadedState;
  private final Document found;
  private final List<Event> events = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final List<Proof> proofs = new ArrayList<>();
  private final List<Blocker> undone = new ArrayList<>();
  private @Nullable Evidence recorded;

  ChangeExecutor(
      CheckpointStore store,
      ProjectContext projectContext,
      Dialect<C> dialect,
      ChangeRequest request,
      LoadedState<C> loadedState) {
    this.store = store;
    this.projectContext = projectContext;
    this.dialect = dialect;
    this.request = request;
    this.loadedState = loadedState;
    this.found = loadedState.document();
  }

  ChangeResult<C> make(Transition<C> transition, Gatekeeper.GateResult passing) {
    var after = transition.after();
    var text =
        after == null || transition.fate() != Fate.WRITTEN
            ? null
            : dialect.format().encode(after, loadedState.text());
    if (text != null && !isNew(transition.events())) {
      joined();
    }
    events.addAll(transition.events());
    var once = request.caller().idempotencyKey();
    if (once != null) {
      events.add(once);
    }
    events.addAll(Gatekeeper.events(passing.claims(), !events.isEmpty()));
    notices.addAll(loadedState.notices());
    notices.addAll(transition.notices());
    notices.addAll(passing.notices());
    proofs.addAll(Gatekeeper.proofs(passing.claims(), request.caller(), request.facts()));
    if (request.caller().mode() == ChangeMode.COMMIT) {
      carryOut(transition.effects(), true);
      if (undone.isEmpty()) {
        commit(text, transition);
      }
    }
    var made =
        new Transition<>(
            after,
            events,
            notices,
            transition.formatLines(),
            transition.effects(),
            transition.fate());
    var nextAction =
        dialect.rules().nextAction(loadedState.checkpoint(), request.change(), request.facts());
    return new ChangeResult<>(made, text, nextAction.orElse(null), undone, recorded);
  }

  /// The document gets the phases that joined the run.
  private void joined() {
    var names = new ArrayList<String>();
    for (var phase : loadedState.joined()) {
      events.add(new Event.PhaseQueued(phase));
      names.add(phase.value());
    }
    if (!names.isEmpty()) {
      notices.add(
          new Notice(
              DefinitionChange.CODE,
              "new in the definition of "
                  + request.id().workflow()
                  + ", and part of this run now: "
                  + String.join(", ", names)));
    }
  }

  /// Writes the document and makes the effects after it. The intent of the later effects is kept
  /// from before the journal entry until all are made, so that the next change can make the missing
  /// ones.
  private void commit(@Nullable String text, Transition<C> transition) {
    var effects = transition.effects();
    var pending = pending(effects);
    var intent =
        pending.isEmpty() || events.isEmpty()
            ? null
            : projectContext.persistIntent(
                new PendingChange(request.id(), found.sequence(), request.facts().now(), pending));
    try {
      write(text, transition);
      carryOut(effects, false);
      notices.addAll(archived(effects, text));
      if (intent != null && (undone.isEmpty() || !isCommit(pending))) {
        intent.removeIntent();
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

  private void write(@Nullable String text, Transition<C> transition) {
    boolean same = text == null ? transition.fate() != Fate.REMOVED : text.equals(found.text());
    var id = request.id();
    if (events.isEmpty() && same) {
      repair(id, found);
      return;
    }
    boolean kept = dialect.onDamage() == OnDamage.DECIDE;
    if (loadedState.damage() != null && !kept && transition.fate() != Fate.UNTOUCHED) {
      var path =
          store.quarantine(id, found.revision(), LoadedState.fileStamp(request.facts().now()));
      events.addFirst(new Event.SetAside(path));
      notices.add(loadedState.setAside(path));
    }
    var recordMetadata = metadata(transition);
    if (text != null) {
      var via = dialect.format().intermediates(loadedState.text(), text);
      store.replace(
          new DocumentWrite(
              id,
              DocumentWrite.Kind.REPLACE,
              text,
              found.revision(),
              recordMetadata,
              via,
              found.sequence()));
    } else if (transition.fate() == Fate.REMOVED || (found.isMissing() && !found.exists())) {
      // A new start on purpose accepts that the document is gone.
      store.replace(
          DocumentWrite.removal(id, found.revision(), recordMetadata).ifUnchangedSince(found));
    } else {
      store.replace(
          DocumentWrite.note(id, found.revision(), recordMetadata).ifUnchangedSince(found));
    }
  }

  /// An unchanged document may still be unpublished, because a writer was interrupted; and later
  /// effects, a commit for example, may need the file.
  private void repair(CheckpointId id, Document there) {
    if (there.syncState() == SyncState.HALF_PUBLISHED) {
      store.repair(id);
    }
  }

  private RecordMetadata metadata(Transition<C> transition) {
    var evidence = evidence(transition, request.head());
    recorded = evidence;
    return new RecordMetadata(request.facts().now(), request.caller().actor(), events, evidence);
  }

  private Evidence evidence(Transition<C> transition, Head head) {
    if (transition.fate() == Fate.REMOVED && !isNew(events)) {
      return new Evidence(null, head);
    }
    var known = request.evidence();
    boolean begins =
        request.change() instanceof Change.StartRun && (known.startedAt() == null || isNew(events));
    var started = begins ? request.facts().now() : known.startedAt();
    var earlier = isNew(events) ? List.<Proof>of() : known.proofs();
    var origin = origin(head);
    var prints = new ArtifactDigests(projectContext, begins ? List.of() : known.files(), origin);
    var files = prints.after(transition.after(), events, request.change());
    return new Evidence(started, head, earlier, files, worklog(transition, head)).with(proofs);
  }

  private @Nullable Origin origin(Head head) {
    var tree = projectContext.workTree();
    return tree == null
        ? null
        : new Origin(
            tree.tree(), request.caller().actor().name() + ":" + tree.label(), head.commit());
  }

  private Worklog worklog(Transition<C> transition, Head head) {
    var worklog = request.evidence().worklog();
    for (int i = 0; i < events.size(); i++) {
      worklog = worklog.after(events.get(i), request.facts().now(), head.commit());
    }
    var after = transition.after();
    if (after == null) {
      return worklog;
    }
    // A new document may have its first phase in progress without an event of its own.
    boolean created = !found.exists() || isNew(events);
    return (created ? worklog.withPhaseStart(after, request.facts().now(), head.commit()) : worklog)
        .withoutPartsOf(after);
  }

  /// Evidence of an earlier run is not valid for the next.
  static boolean isNew(List<Event> events) {
    for (var event : events) {
      if (event instanceof Event.WorkflowStarted) {
        return true;
      }
    }
    return false;
  }

  /// Effects before the document are prerequisites: the first failure aborts.
  private void carryOut(List<Effect> effects, boolean first) {
    for (var effect : effects) {
      boolean other = effect.comesFirst() != first;
      if (other || (!first && effect instanceof Effect.Archive)) {
        continue;
      }
      if (effect instanceof Effect.ReplaceDocument another) {
        replace(another);
      } else if (effect instanceof Effect.Archive) {
        undone.addAll(archived(found.text()));
      } else {
        undone.addAll(projectContext.execute(effect));
      }
      if (first && !undone.isEmpty()) {
        return;
      }
    }
  }

  private List<Blocker> archived(@Nullable String text) {
    return text == null
        ? List.of()
        : projectContext.archive(request.id(), text, request.facts().now());
  }

  /// A finished run stays finished if its copy cannot be archived (R-004-93).
  private List<Notice> archived(List<Effect> effects, @Nullable String text) {
    var failures = new ArrayList<Notice>();
    for (var effect : effects) {
      if (effect instanceof Effect.Archive archive && !archive.replaced()) {
        for (var failure : archived(text)) {
          failures.add(new Notice(failure.code(), failure.reason()));
        }
      }
    }
    return failures;
  }

  private void replace(Effect.ReplaceDocument other) {
    var there = request.documents().of(other.id());
    var text = other.text();
    if (text == null ? !there.exists() : text.equals(there.text())) {
      repair(other.id(), there);
      return;
    }
    var evidence = new Evidence(there.evidence().startedAt(), request.head());
    var recordMetadata =
        new RecordMetadata(
            request.facts().now(), request.caller().actor(), other.events(), evidence);
    var documentWrite =
        text == null
            ? DocumentWrite.removal(other.id(), there.revision(), recordMetadata)
            : new DocumentWrite(other.id(), text, there.revision(), recordMetadata);
    store.replace(documentWrite.ifUnchangedSince(there));
  }
}
