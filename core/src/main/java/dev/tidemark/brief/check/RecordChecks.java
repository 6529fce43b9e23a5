package dev.tidemark.brief.check;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.GateEvaluator.ClosedGate;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.run.DefinitionChange;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Event;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.policy.CommandLines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks of the record of a run: its document, its journal, its workflow, its age, and work that
/// was interrupted.
public final class RecordChecks {
  /// The number of newest entries verified where latency matters.
  private static final int NEWEST = 2;

  private static final long OLD_DAYS = 7;
  private static final long DAY_SECONDS = 24 * 3600;

  /// Clocks of two machines may differ that much.
  private static final long TOLERANCE_SECONDS = 300;

  private final Run run;
  private final CheckResults checkResults;
  private final String path;

  public RecordChecks(Run run, CheckResults checkResults) {
    this.run = run;
    this.checkResults = checkResults;
    this.path = run.dialect().locator().pathOf(run.id());
  }

  /// Returns whether the document can be read.
  public boolean schema() {
    var problem = run.problem();
    if (problem != null && run.diverged()) {
      var hint = Divergence.hint(run.id());
      var text = path + ": " + problem;
      var resumeWarning =
          new ResumeWarning(ResumeWarning.Kind.MERGE, "merge-conflict", text, path, hint, null);
      checkResults.addDoubtful(Check.Kind.SCHEMA, "merge conflict", resumeWarning);
      return false;
    }
    if (problem != null) {
      var text = path + " cannot be read: " + problem;
      var code = run.isNewer() ? "unknown-version" : "unreadable";
      var resumeWarning =
          new ResumeWarning(ResumeWarning.Kind.REPAIR, code, text, path, run.repairCommand(), null);
      checkResults.addDoubtful(Check.Kind.SCHEMA, "unreadable", resumeWarning);
      return false;
    }
    if (!run.document().exists()) {
      checkResults.addUnknown(Check.Kind.SCHEMA, "no file yet");
      return true;
    }
    var errors = errors(violations());
    if (errors.isEmpty()) {
      checkResults.addHolding(Check.Kind.SCHEMA, "valid");
      return true;
    }
    var first = errors.getFirst();
    var fact = path + " at " + first.path() + " " + first.rule() + ", and it is " + first.value();
    var validate = "validate " + CommandLines.word(path) + " --format " + run.id().dialect();
    var hint = isRestorable() ? command("restore") : "tidemark " + validate;
    checkResults.addDoubtful(
        Check.Kind.SCHEMA,
        "errors: " + errors.size(),
        new ResumeWarning(ResumeWarning.Kind.ASK, "not-as-specified", fact, path, hint, null));
    return true;
  }

  /// Returns whether the file was damaged after a state of it was recorded.
  private boolean isRestorable() {
    return run.document().sequence() > 0
        && run.notices().stream().anyMatch(notice -> notice.code().equals(Notice.DAMAGED));
  }

  private List<SchemaViolation> violations() {
    var validator = run.dialect().validator();
    var document = run.document().text();
    var text = document == null ? "" : document;
    var read = run.checkpoint();
    return read == null ? validator.validate(text) : validator.validate(text, read);
  }

  private static List<SchemaViolation> errors(List<SchemaViolation> violations) {
    var errors = new ArrayList<SchemaViolation>();
    for (var violation : violations) {
      if (violation.severity() == Diagnostic.Severity.ERROR) {
        errors.add(violation);
      }
    }
    return errors;
  }

  /// Adds the changes that a person has requested instead of an approval.
  public void requested() {
    for (var proof : run.document().evidence().proofs()) {
      if (proof.claim() instanceof Claim.ChangesRequested it) {
        var approve = "approve " + CommandLines.word(it.phase().value());
        var waiting = run.pendingAction();
        boolean awaited = waiting != null && waiting.command().equals(approve);
        checkResults.addWarning(
            new ResumeWarning(
                awaited ? ResumeWarning.Kind.GATE : ResumeWarning.Kind.NOTE,
                Claim.ChangesRequested.WORD,
                ApprovedByPerson.changes(proof),
                "the journal of " + run.id(),
                "Make the changes; then the user approves: " + CommandLines.of(approve, run.id()),
                waiting != null && awaited ? waiting.phase() : it.phase()));
      }
    }
  }

  /// Checks the journal, and the document against it.
  public void journal(HistoryStore historyStore, boolean whole) {
    var folder = "the journal of " + run.id();
    try {
      var tail = historyStore.verifyTail(run.id(), NEWEST);
      var problems = tail.problems();
      if (whole && problems.isEmpty() && tail.entries() > 0) {
        problems = damage(historyStore.verify(run.id()));
      }
      if (!problems.isEmpty()) {
        checkResults.addDoubtful(
            Check.Kind.JOURNAL, "damaged", damaged(problems.getFirst().message(), folder));
      } else if (run.document().syncState() == SyncState.JOURNAL_GONE) {
        checkResults.addDoubtful(Check.Kind.JOURNAL, "gone", journalGoneWarning());
      } else if (tail.entries() == 0) {
        checkResults.addUnknown(Check.Kind.JOURNAL, "no entries in this work tree");
      } else {
        verified(whole ? "all" : "newest " + tail.checked(), tail.entries(), folder);
      }
    } catch (StoreException failure) {
      var problem = String.valueOf(failure.getMessage());
      checkResults.addDoubtful(Check.Kind.JOURNAL, "unreadable", damaged(problem, folder));
    }
  }

  /// Distinguishes a document that differs from its journal from damage of the journal.
  private static List<Diagnostic> damage(List<Diagnostic> problems) {
    var damage = new ArrayList<Diagnostic>();
    for (var problem : problems) {
      if (!HistoryDiagnostics.isOfDocument(problem)) {
        damage.add(problem);
      }
    }
    return damage;
  }

  private static ResumeWarning damaged(String problem, String source) {
    return new ResumeWarning(
        ResumeWarning.Kind.REPAIR, "journal-damaged", problem, source, "tidemark doctor", null);
  }

  private void verified(String checked, long entries, String source) {
    var text = checked + " of " + entries + " entries verified";
    switch (run.document().syncState()) {
      case RECORDED, UNRECORDED -> checkResults.addHolding(Check.Kind.JOURNAL, text);
      case JOURNAL_GONE ->
          checkResults.addDoubtful(Check.Kind.JOURNAL, "gone", journalGoneWarning());
      case EDITED ->
          checkResults.addDoubtful(Check.Kind.JOURNAL, text + ", " + fileDifference(), edited());
      case HALF_PUBLISHED ->
          checkResults.addDoubtful(
              Check.Kind.JOURNAL,
              text + ", the file is one step behind",
              note("repair-pending", "the next change brings " + path + " up to date", source));
    }
  }

  private String fileDifference() {
    return run.document().exists() ? "the file was edited since" : "the file is gone";
  }

  private ResumeWarning journalGoneWarning() {
    return new ResumeWarning(
        ResumeWarning.Kind.ASK,
        "journal-gone",
        LoadedState.journalGone(run.id(), path, run.document()),
        "the list of journals in the user's own folder",
        "Ask the user. " + MissingDocument.hint(run.id(), run.document()),
        null);
  }

  /// An external edit is the valid state. If it left no valid state, continuing would start the run
  /// again.
  private ResumeWarning edited() {
    var source = "the journal of " + run.id();
    if (run.document().exists()) {
      return note(
          "edited-outside", path + " was edited outside Tidemark since the last change", source);
    }
    var fact = path + " was removed outside Tidemark";
    return new ResumeWarning(
        ResumeWarning.Kind.ASK, "removed-outside", fact, source, command("restore"), null);
  }

  private ResumeWarning note(String code, String text, String source) {
    return new ResumeWarning(ResumeWarning.Kind.NOTE, code, text, source, command("history"), null);
  }

  private String command(String verb) {
    return CommandLines.of(verb, run.id());
  }

  /// Checks whether the workflow still has the phases and the gates of the run. Phases that were
  /// given when the run was started need no definition.
  public void definition(Workflows workflows, HistoryStore historyStore) {
    var problem = workflows.problem(run.id().workflow());
    if (problem != null) {
      checkResults.addDoubtful(
          Check.Kind.DEFINITION,
          "cannot be read",
          new ResumeWarning(
              ResumeWarning.Kind.ASK,
              Workflows.BROKEN,
              problem,
              "the definition of " + run.id().workflow(),
              "Fix the file: its gates are unknown, and the run cannot be changed until then",
              null));
      return;
    }
    var definition = workflows.find(run.id().dialect(), run.id().workflow()).orElse(null);
    var difference = difference(historyStore, definition);
    if (difference != null && !difference.isNone()) {
      var notice = difference.notice(run.id().workflow(), run.phases());
      checkResults.addDoubtful(
          Check.Kind.DEFINITION,
          difference.counts(),
          new ResumeWarning(
              ResumeWarning.Kind.NOTE,
              notice.code(),
              notice.text(),
              "the definition of "
                  + run.id().workflow()
                  + (definition == null ? "" : " (" + definition.origin() + ")"),
              hint(difference.removed()),
              null));
    } else if (definition == null) {
      checkResults.addUnknown(Check.Kind.DEFINITION, "the workflow is not defined");
    } else if (run.checkpoint() == null) {
      checkResults.addUnknown(Check.Kind.DEFINITION, "no file to compare with the workflow");
    } else {
      checkResults.addHolding(Check.Kind.DEFINITION, shared(definition.phaseNames()));
    }
  }

  private String hint(List<Phase> removed) {
    for (var phase : removed) {
      if (phase.status() == PhaseStatus.PENDING) {
        return "Leave out what is not wanted any more: "
            + CommandLines.skip(phase.name(), run.id());
      }
    }
    return CommandLines.of("status", run.id());
  }

  private String shared(List<PhaseName> defined) {
    int shared = 0;
    boolean own = false;
    for (var phase : run.phases()) {
      boolean known = defined.contains(phase.name());
      shared += known ? 1 : 0;
      own |= !known;
    }
    return own ? "phases of the run's own" : shared + " of its " + defined.size() + " phases";
  }

  private @Nullable DefinitionChange difference(
      HistoryStore historyStore, @Nullable WorkflowDefinition definition) {
    try {
      return DefinitionChange.of(historyStore, run, definition);
    } catch (StoreException unreadable) {
      // Reported by the check of the journal.
      return null;
    }
  }

  /// Checks the age of the last change.
  public void age(Instant now) {
    var checkpoint = run.checkpoint();
    var at = checkpoint == null ? null : checkpoint.updatedAt().orElse(null);
    if (at == null) {
      checkResults.addUnknown(Check.Kind.AGE, "the file has no time of its last change");
      return;
    }
    long seconds = now.getEpochSecond() - at.getEpochSecond();
    if (seconds < -TOLERANCE_SECONDS) {
      checkResults.addDoubtful(
          Check.Kind.AGE,
          "last change in the future",
          ageWarning(
              ResumeWarning.Kind.NOTE,
              "in-the-future",
              "the time of the last change is in the future"));
    } else if (seconds < OLD_DAYS * DAY_SECONDS) {
      checkResults.addHolding(Check.Kind.AGE, Timestamps.durationText(seconds));
    } else {
      var text = "the last change was " + seconds / DAY_SECONDS + " days ago";
      checkResults.addDoubtful(
          Check.Kind.AGE,
          "older than " + OLD_DAYS + " days",
          ageWarning(ResumeWarning.Kind.ASK, "old", text));
    }
  }

  private ResumeWarning ageWarning(ResumeWarning.Kind kind, String code, String text) {
    var hint = "Ask the user whether this run is still meant";
    return new ResumeWarning(kind, code, text, path, hint, null);
  }

  /// A blocker that was noted holds until it is resolved, or its phase is begun again.
  private void blocked(List<ResumeWarning> loose) {
    for (var note : run.blockers()) {
      var phase = note.phase();
      var resume =
          phase == null ? CommandLines.of("resume", run.id()) : CommandLines.enter(phase, run.id());
      loose.add(
          new ResumeWarning(
              ResumeWarning.Kind.ASK,
              "blocked",
              "blocked by: " + note.text(),
              "a note of " + run.id(),
              "Ask the user whether it is cleared; then " + resume,
              phase));
    }
  }

  /// A phase that was completed on an older result of another is complete until it is begun again.
  private void outdated(List<ResumeWarning> loose) {
    for (var note : run.notes()) {
      var phase = note.kind() == Note.Kind.OUTDATED ? note.phase() : null;
      if (phase != null && run.isComplete(phase)) {
        var checked = command("note --resolved " + CommandLines.word(phase.value()));
        var again = CommandLines.enter(phase, run.id());
        loose.add(
            new ResumeWarning(
                ResumeWarning.Kind.ASK,
                "older-result",
                note.text(),
                "the journal of " + run.id(),
                "Check " + phase + ", then: " + checked + "; or do it again: " + again,
                phase));
      }
    }
  }

  /// Adds what is left of an interrupted change, stands before the work, or waits for a person.
  ///
  /// @param left the remains of an interruption, by the documents
  /// @param closed the first closed gate; absent if none is
  /// @param chosen whether the user chose another phase than that of the pending action
  public void looseEnds(List<ResumeWarning> left, @Nullable ClosedGate closed, boolean chosen) {
    var loose = new ArrayList<>(left);
    var pendingHumanAction = run.pendingAction();
    boolean same =
        closed != null
            && pendingHumanAction != null
            && closed.phase().equals(pendingHumanAction.phase());
    if (closed != null && !same) {
      loose.add(
          new ResumeWarning(
              ResumeWarning.Kind.GATE,
              "gate-closed",
              closed.phase() + " has not passed its gates: " + closed.blocker().reason(),
              path + ", and the journal of " + run.id(),
              closed.blocker().hint(),
              closed.phase()));
    }
    if (pendingHumanAction != null) {
      boolean gate = pendingHumanAction.phase() != null && (!chosen || same);
      var command = CommandLines.of(pendingHumanAction.command(), run.id());
      loose.add(
          new ResumeWarning(
              gate ? ResumeWarning.Kind.GATE : ResumeWarning.Kind.ASK,
              "waiting-for-person",
              "waiting for a person: " + pendingHumanAction.description() + " (" + command + ")",
              path,
              "Ask the user for it: " + command,
              pendingHumanAction.phase()));
    }
    blocked(loose);
    outdated(loose);
    var stuck = run.stuck();
    if (stuck != null) {
      loose.add(
          new ResumeWarning(
              ResumeWarning.Kind.ASK,
              Event.RunnerEnded.STUCK,
              "the runner gave up at " + stuck.name() + ": " + stuck.reason(),
              "the journal of " + run.id(),
              "See what its agents printed: " + command("run log"),
              stuck.name()));
    }
    if (loose.isEmpty()) {
      checkResults.addHolding(Check.Kind.LOOSE_ENDS, "none");
    } else {
      checkResults.addDoubtful(Check.Kind.LOOSE_ENDS, String.valueOf(loose.size()), loose);
    }
  }
}
