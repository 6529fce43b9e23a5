package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskList;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.run.TaskNotes;
import dev.tidemark.history.Event;
import dev.tidemark.history.Goal;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.Worklog;
import dev.tidemark.store.Document;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validates goals and notes for the rules, and describes the recorded ones, in every dialect.
///
/// Before the rules: texts are checked, notes get their phase, and words about a resolved note are
/// replaced by the note they refer to. After the rules: each goal and note that is new is an event.
/// [Worklog] keeps those that the document has no place for.
final class NoteRecording {
  private static final int LISTED_MAX = 5;

  /// The phase of tasks of a run that has no phases.
  private static final PhaseName RUN = new PhaseName("run");

  private final CheckpointId id;
  private final @Nullable Checkpoint checkpoint;
  private final Worklog worklog;
  private final TaskNotes tasks;
  private final List<Blocker> blockers = new ArrayList<>();

  /// @param checkpoint the run as it stands; absent if it has no document
  /// @param worklog the work log beside the document
  NoteRecording(CheckpointId id, @Nullable Checkpoint checkpoint, Worklog worklog) {
    this.id = id;
    this.checkpoint = checkpoint;
    this.worklog = worklog;
    this.tasks = new TaskNotes(id, checkpoint, worklog);
  }

  /// Returns why the change cannot be made; empty if it can.
  List<Blocker> blockers() {
    return blockers;
  }

  /// Returns the change as the rules see it.
  ///
  /// @param planned the phases of a run without a document
  <C extends Checkpoint> Change prepare(
      Dialect<C> dialect, List<PhaseName> planned, Change change) {
    if (change instanceof Change.AmendPhase amend) {
      var phase = amend.phase();
      return prepare(amend, phase == null ? phase(dialect, planned) : phase);
    }
    if (change instanceof Change.ChangeTask task) {
      var phase = task.phase() == null ? phase(dialect, planned) : task.phase();
      var with = new Change.ChangeTask(task.step(), task.task(), task.reason(), phase);
      var taken = tasks.taken(with);
      var blocker = taken == null && isJournaled(dialect, with) ? tasks.blocker(with) : taken;
      if (blocker != null) {
        blockers.add(blocker);
      }
      return with;
    }
    if (change instanceof Change.FinishRun finish && finish.strict()) {
      var abandoned = worklog.abandoned();
      if (abandoned != null && finish.abandoned() == null) {
        return Change.FinishRun.abandon(abandoned);
      }
    }
    if (change instanceof Change.StateGoal state) {
      check("goal", state.goal(), Goal.TEXT_MAX);
    } else if (change instanceof Change.StartRun start) {
      return prepare(start);
    } else if (change instanceof Change.FinishRun finish && finish.abandoned() != null) {
      check("reason", finish.abandoned(), Note.TEXT_MAX);
    }
    return change;
  }

  /// A start replaces an abandoned run, as it replaces a finished one.
  private Change prepare(Change.StartRun start) {
    if (start.goal() != null) {
      check("goal", start.goal(), Goal.TEXT_MAX);
    }
    return worklog.abandoned() == null
        ? start
        : new Change.StartRun(
            start.workflow(), start.item(), start.phases(), true, start.any(), start.goal());
  }

  /// Returns whether the journal keeps a change, and the rules are not asked: the document has no
  /// place for it, or does not have the task.
  <C extends Checkpoint> boolean isJournaled(Dialect<C> dialect, Change change) {
    if (change instanceof Change.FinishRun finish) {
      return finish.abandoned() != null;
    }
    return change instanceof Change.ChangeTask task
        && (!dialect.rules().storesTask(task.step()) || tasks.isOnlyJournaled(task));
  }

  /// The phase in progress, else the one to work on next, else the last one.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private <C extends Checkpoint> @Nullable PhaseName phase(
      Dialect<C> dialect, List<PhaseName> planned) {
    if (checkpoint == null) {
      return worklog.nextPhase(planned);
    }
    var point = dialect.resumePolicy().resumePoint((C) checkpoint);
    if (point.phase() != null) {
      return point.phase();
    }
    if (point.next() != null) {
      return point.next();
    }
    var phases = checkpoint.phases();
    return phases.isEmpty() ? null : phases.getLast().name();
  }

  private Change prepare(Change.AmendPhase amend, @Nullable PhaseName phase) {
    var notes = new ArrayList<Note>(amend.notes().size());
    for (var note : amend.notes()) {
      check("note", note.text(), Note.TEXT_MAX);
      notes.add(new Note(note.kind(), phase, note.text().strip()));
    }
    var resolved = new ArrayList<Note>(amend.resolved().size());
    for (var note : amend.resolved()) {
      var text = note.text().strip();
      if (note.kind() == Note.Kind.DECISION) {
        resolved.addAll(decided(text, amend.report().decisions()));
        continue;
      }
      var found = open(text);
      if (found != null) {
        resolved.add(found);
      }
    }
    return new Change.AmendPhase(phase, amend.report(), notes, resolved);
  }

  private void check(String what, String text, int most) {
    if (text.isBlank()) {
      blockers.add(
          new Blocker(
              Blocker.Kind.USAGE, "empty-" + what, "the " + what + " is empty", "Give it a text"));
    } else if (text.length() > most) {
      blockers.add(
          Blocker.refused(
              what + "-too-long",
              "the "
                  + what
                  + " has "
                  + text.length()
                  + " characters; at most "
                  + most
                  + " are kept",
              "Shorten it, or write it into a file and name the file"));
    }
  }

  /// Returns the decision that a text means, in each phase that has it: the whole of it, or a
  /// beginning that only one has. One that is made again stays.
  ///
  /// @param again the decisions that take its place
  private List<Note> decided(String text, List<String> again) {
    var all = decisions();
    var texts = new LinkedHashSet<String>();
    for (var note : all) {
      texts.add(note.text());
    }
    var meant = new ArrayList<String>();
    for (var known : texts) {
      if (new Note(Note.Kind.DECISION, null, known).isSameText(text)) {
        meant.clear();
        meant.add(known);
        break;
      }
      if (!text.isEmpty() && lower(known).startsWith(lower(text))) {
        meant.add(known);
      }
    }
    if (meant.size() == 1) {
      all.removeIf(note -> !meant.contains(note.text()) || again.contains(note.text()));
      return all;
    }
    var near = meant.isEmpty() ? nearest(text, texts) : null;
    blockers.add(
        meant.isEmpty()
            ? Blocker.refused(
                "no-decision",
                "no decision begins with \""
                    + text
                    + (texts.isEmpty()
                        ? "\"; there are none"
                        : "\"; there are" + listedTexts(texts)),
                near == null
                    ? "List the decisions: " + CommandLines.of("resume", id)
                    : "Did you mean \"" + near + "\"?")
            : Blocker.refused(
                "which-decision",
                "several decisions begin with \"" + text + "\"" + listedTexts(meant),
                "Give more of its text"));
    return List.of();
  }

  /// Returns the decision whose beginning is spelled most like a text, or that contains it; null if
  /// there is none.
  private static @Nullable String nearest(String text, Set<String> decisions) {
    var beginnings = new LinkedHashMap<String, String>();
    for (var known : decisions) {
      beginnings.putIfAbsent(known.substring(0, Math.min(text.length(), known.length())), known);
    }
    var near = NearestWord.find(text, List.copyOf(beginnings.keySet()));
    if (near != null) {
      return beginnings.get(near);
    }
    for (var known : decisions) {
      if (!text.isEmpty() && lower(known).contains(lower(text))) {
        return known;
      }
    }
    return null;
  }

  private List<Note> decisions() {
    var all = new ArrayList<Note>();
    for (var decision : checkpoint == null ? List.<Decision>of() : checkpoint.decisions()) {
      all.add(new Note(Note.Kind.DECISION, decision.phase(), decision.text()));
    }
    for (var note : worklog.notes()) {
      if (note.kind() == Note.Kind.DECISION) {
        all.add(note);
      }
    }
    return all;
  }

  /// Returns the open question or blocker that a text means: the whole of it, or a part that only
  /// one has; or the phase to check that has this name.
  private @Nullable Note open(String text) {
    var all = open();
    var found = new ArrayList<Note>();
    for (var note : all) {
      var phase = note.kind() == Note.Kind.OUTDATED ? note.phase() : null;
      if (note.isSameText(text) || (phase != null && phase.value().equals(text))) {
        return note;
      }
      if (!text.isEmpty() && lower(note.text()).contains(lower(text))) {
        found.add(note);
      }
    }
    if (found.size() == 1) {
      return found.getFirst();
    }
    var listed = listed(found.isEmpty() ? all : found);
    blockers.add(
        found.isEmpty()
            ? Blocker.refused(
                "no-open-note",
                "no open question or blocker contains \"" + text + "\"" + listed,
                notOpen(text))
            : Blocker.refused(
                "which-note",
                "several open questions or blockers contain \"" + text + "\"" + listed,
                "Give more of its text"));
    return null;
  }

  private String notOpen(String text) {
    for (var note : decisions()) {
      if (!text.isEmpty() && lower(note.text()).contains(lower(text))) {
        var old = CommandLines.word(note.text());
        return "Replace the decision: "
            + CommandLines.of("note --decision NEW --instead-of " + old, id);
      }
    }
    return "List the open ones: " + CommandLines.of("resume", id);
  }

  private List<Note> open() {
    var open = new ArrayList<Note>();
    for (var note : checkpoint == null ? List.<Note>of() : checkpoint.notes()) {
      if (note.kind().isResolvable()) {
        open.add(note);
      }
    }
    for (var note : worklog.notes()) {
      if (note.kind().isResolvable()) {
        open.add(note);
      }
    }
    return open;
  }

  private static String listed(List<Note> notes) {
    var texts = new ArrayList<String>();
    for (var note : notes) {
      texts.add(note.text());
    }
    return listedTexts(texts);
  }

  private static String listedTexts(Collection<String> texts) {
    var text = new StringBuilder();
    int more = texts.size() - LISTED_MAX;
    int left = LISTED_MAX;
    for (var each : texts) {
      if (left-- > 0) {
        text.append(text.isEmpty() ? ": " : "; ").append(each);
      }
    }
    return more <= 0 ? text.toString() : text.append("; ").append(more).append(" more").toString();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /// Returns the recorded goals and notes of a change.
  ///
  /// @param transition the transition of the rules
  <C extends Checkpoint> Transition<C> recorded(
      Dialect<C> dialect, Change change, Transition<C> transition) {
    if (change instanceof Change.FinishRun finish) {
      var reason = finish.abandoned();
      return reason == null ? transition : abandoned(reason.strip(), transition);
    }
    var made = noted(dialect, change, transition);
    if (worklog.abandoned() == null || !continues(change)) {
      return made;
    }
    var notices = new ArrayList<>(made.notices());
    notices.add(new Notice("reopened", id + " was abandoned; it is open again"));
    return made.withMoreEvents(List.of(new Event.WorkflowReopened())).withNotices(notices);
  }

  private <C extends Checkpoint> Transition<C> abandoned(String reason, Transition<C> transition) {
    boolean complete = checkpoint != null && checkpoint.finished();
    if (!complete && worklog.abandoned() == null) {
      return transition.withMoreEvents(List.of(new Event.WorkflowAbandoned(reason)));
    }
    return transition.withNotices(
        List.of(
            complete
                ? new Notice("already-complete", id + " is complete already")
                : new Notice("already-abandoned", id + " is abandoned already")));
  }

  /// Returns whether a change goes on with the work of a run.
  private static boolean continues(Change change) {
    return switch (change.kind()) {
      case START_PHASE,
          COMPLETE_PHASE,
          FAIL_PHASE,
          SKIP_PHASE,
          CHANGE_TASK,
          RESUME_RUN,
          MERGE_PHASE,
          SAVE_DOCUMENT ->
          true;
      case START_RUN,
          STATE_GOAL,
          AMEND_PHASE,
          APPROVE_PHASE,
          SET_GATE,
          FORCE_GATE,
          KEEP_REPORT,
          FINISH_RUN ->
          false;
    };
  }

  private <C extends Checkpoint> Transition<C> noted(
      Dialect<C> dialect, Change change, Transition<C> transition) {
    if (change instanceof Change.ChangeTask task) {
      var phase = task.phase() == null ? RUN : task.phase();
      return isJournaled(dialect, change)
          ? transition.withMoreEvents(tasks.events(task, phase))
          : transition;
    }
    return transition.withMoreEvents(
        change instanceof Change.StartPhase start
            ? phaseStartEvents(dialect, start, transition)
            : events(change));
  }

  /// A phase whose document has no field for its failure or block is begun again nevertheless.
  @SuppressWarnings("unchecked") // the checkpoint was decoded by the dialect's own format
  private <C extends Checkpoint> List<Event> phaseStartEvents(
      Dialect<C> dialect, Change.StartPhase start, Transition<C> transition) {
    if (!transition.events().isEmpty()) {
      return List.of();
    }
    var phase = dialect.rules().phaseKey(id, (C) checkpoint, start.phase()).phase();
    return worklog.isCleared(phase) ? List.of(new Event.PhaseStarted(phase)) : List.of();
  }

  /// Returns the work log of a restored state. A state of a run that was replaced since brings back
  /// the goal, notes and tasks that the journal kept of that run.
  ///
  /// @param history everything recorded of the run, oldest first
  /// @param sequence the restored entry
  static Worklog restored(
      List<HistoryEntry> history, long sequence, Checkpoint restored, Document found) {
    var worklog = Worklog.EMPTY;
    for (var entry : history) {
      if (entry.sequence() > sequence && ChangeExecutor.isNew(entry.events())) {
        return worklog.abandoned(null).withoutPartsOf(restored);
      }
      for (var event : entry.events()) {
        worklog = worklog.after(event, entry.at(), null);
      }
    }
    return found.evidence().worklog().abandoned(null);
  }

  /// Returns the phases whose tasks must be done after a change: those that it ends, and at the end
  /// of a run all that are complete.
  List<PhaseName> ended(Change change, List<PhaseTransitions.Step> steps) {
    var ended = new ArrayList<PhaseName>();
    for (var step : steps) {
      if (step.ended()) {
        ended.add(step.key().phase());
      }
    }
    boolean ends =
        change instanceof Change.FinishRun finish && finish.strict() && finish.abandoned() == null;
    for (var phase : ends && checkpoint != null ? checkpoint.phases() : List.<Phase>of()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        ended.add(phase.name());
      }
    }
    return ended;
  }

  /// Returns a transition with a notice for each phase that ends with open tasks. Rules with tasks
  /// in another document add that notice themselves.
  <C extends Checkpoint> Transition<C> openTasks(Transition<C> transition, List<PhaseName> ended) {
    var notices = new ArrayList<Notice>(transition.notices());
    for (var phase : ended) {
      var open = tasks.open(phase);
      if (open != null) {
        notices.add(open);
      }
    }
    return notices.size() == transition.notices().size()
        ? transition
        : transition.withNotices(notices);
  }

  /// Returns why phases of a strict workflow cannot end with open tasks; null if they can.
  @Nullable Blocker strict(Transition<?> transition, List<PhaseName> ended) {
    for (var notice : ended.isEmpty() ? List.<Notice>of() : transition.notices()) {
      if (notice.code().equals(TaskList.OPEN_TASKS)) {
        var first = ended.getFirst();
        for (int i = ended.size() - 1; i >= 0; i--) {
          first = tasks.open(ended.get(i)) == null ? first : ended.get(i);
        }
        return tasks.strict(notice, first);
      }
    }
    return null;
  }

  private List<Event> events(Change change) {
    if (change instanceof Change.StartRun start) {
      var goal = start.goal();
      return goal == null ? List.of() : List.of(new Event.GoalStated(new Goal(goal, false)));
    }
    if (change instanceof Change.StateGoal state) {
      var goal = new Goal(state.goal(), false);
      return isKnown(goal) ? List.of() : List.of(new Event.GoalStated(goal));
    }
    if (!(change instanceof Change.AmendPhase amend)) {
      return List.of();
    }
    var events = new ArrayList<Event>();
    for (var note : amend.resolved()) {
      events.add(new Event.NoteResolved(note));
    }
    for (var note : amend.notes()) {
      if (!isKnown(note)) {
        events.add(new Event.NoteRecorded(note));
      }
    }
    return events;
  }

  private boolean isKnown(Goal goal) {
    var stated = checkpoint == null ? null : checkpoint.goal().orElse(null);
    return goal.text().equals(stated) || goal.equals(worklog.goal());
  }

  private boolean isKnown(Note note) {
    return isAmong(note, worklog.notes())
        || (checkpoint != null && isAmong(note, checkpoint.notes()));
  }

  private static boolean isAmong(Note note, List<Note> notes) {
    for (var known : notes) {
      if (known.isSame(note)) {
        return true;
      }
    }
    return false;
  }
}
