package dev.tidemark.dialects.item;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.text.Nearest;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Change.CompletePhase;
import dev.tidemark.workflow.Change.FailPhase;
import dev.tidemark.workflow.Change.SkipPhase;
import dev.tidemark.workflow.Change.StartPhase;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.GitFile;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of phase transitions: one phase after the other, each recorded and committed when it is
/// done.
final class PhaseRules {
  private static final String COMPLETE = "complete";

  private final Matter matter;
  private final Draft draft;

  PhaseRules(Matter matter) {
    this.matter = matter;
    this.draft = new Draft(matter);
  }

  Outcome<ItemCheckpoint> complete(CompletePhase done) {
    var row = Rows.find(draft.now().rows(), done.phase().value());
    if (row == null) {
      return unknown(done.phase().value());
    }
    if (row.isDone()) {
      return amend(row, done.report());
    }
    var refusal = order(row);
    if (refusal != null) {
      return refusal;
    }
    var report = done.report();
    var skipped = skipTo(row);
    var said = state(report);
    var next = step(row, new Event.PhaseCompleted(row.phase()));
    draft.report(report, row);
    var state = said.isEmpty() ? outlook(row, "complete", next) : said;
    draft.state(skipped.isEmpty() ? state : Rows.labels(skipped) + ": skipped. " + state);
    return draft.outcome(matter.message(row, COMPLETE));
  }

  /// Adds the report of a phase that is already complete. A checkpoint has one state, that of the
  /// phase that ended last: the state of an earlier phase would replace it and is refused.
  private Outcome<ItemCheckpoint> amend(Row row, PhaseReport report) {
    draft.report(report, row);
    var said = state(report);
    if (!said.isEmpty() && !draft.now().body().state().endsWith(Words.paragraph(said))) {
      if (!isLastDone(row)) {
        return Outcome.no(
            "summary-not-taken",
            row.label() + " is done already, and the checkpoint has the summary of a later phase",
            "Record it as a note: "
                + CommandLines.of("note " + CommandLines.word(said), matter.id()));
      }
      draft.state(said);
    }
    if (draft.now().equals(matter.before())) {
      return again(row);
    }
    draft.happened(new Event.PhaseAmended(row.phase()));
    return draft.outcome(matter.message(row, COMPLETE));
  }

  private boolean isLastDone(Row row) {
    boolean after = false;
    for (var other : draft.rows()) {
      if (after && other.isDone()) {
        return false;
      }
      after |= other.name().equals(row.name());
    }
    return true;
  }

  Outcome<ItemCheckpoint> skip(SkipPhase skip) {
    var row = Rows.find(draft.now().rows(), skip.phase().value());
    if (row == null) {
      return unknown(skip.phase().value());
    }
    if (row.isDone()) {
      return again(row);
    }
    var refusal = order(row);
    if (refusal != null) {
      return refusal;
    }
    var next = step(row, new Event.PhaseSkipped(row.phase(), skip.reason()));
    var reason = skip.reason().isBlank() ? "" : " (" + Words.line(skip.reason()) + ")";
    draft.state(outlook(row, "skipped" + reason, next));
    return draft.outcome(matter.message(row, COMPLETE));
  }

  Outcome<ItemCheckpoint> fail(FailPhase fail) {
    var row = Rows.find(draft.now().rows(), fail.phase().value());
    if (row == null) {
      return unknown(fail.phase().value());
    }
    var active = Rows.active(draft.rows());
    if (active == null || !row.name().equals(active.name())) {
      return Outcome.no(
          "not-current",
          row.label() + (row.isDone() ? " is done" : " is not under way"),
          active == null
              ? "Finish the command: " + CommandLines.of("finish", matter.id())
              : "The active one is " + active.label());
    }
    draft.put(row.open(Status.IN_PROGRESS));
    draft.happened(new Event.PhaseFailed(row.phase(), fail.reason()));
    draft.report(fail.report(), row);
    var reason = fail.reason().isBlank() ? row.label() + " failed." : fail.reason();
    draft.state(reason);
    return draft.outcome(matter.message(row, "failed"));
  }

  /// Makes a phase the active one, where it may be: the protocol itself has no such step, for the
  /// next phase begins when one is done.
  Outcome<ItemCheckpoint> start(StartPhase start) {
    var row = Rows.find(draft.now().rows(), start.phase().value());
    if (row == null) {
      return unknown(start.phase().value());
    }
    var first = Rows.firstOpen(draft.rows());
    var active = Rows.active(draft.rows());
    if (row.isDone() || active == null) {
      return Outcome.no(
          "already-done", row.label() + " is done, which is trusted", "Begin again with --fresh");
    }
    boolean allowed = row.equals(active) || row.equals(first);
    if (!allowed) {
      return Outcome.no(
          "not-current",
          row.label() + " comes after " + active.label() + ", which is not done",
          "Leave those in between out: tidemark done PHASE --skip-to, or tidemark skip PHASE");
    }
    if (matter.before() == null) {
      return new Outcome.Transition<>(
          null,
          List.of(new Event.PhaseStarted(row.phase())),
          matter.notices(),
          List.of(),
          List.of(),
          Outcome.Fate.UNTOUCHED);
    }
    clearNotes(row, false);
    if (row.status() != Status.IN_PROGRESS) {
      draft.put(active.open(row.equals(active) ? active.status() : Status.PENDING));
      draft.put(row.open(Status.IN_PROGRESS));
      draft.happened(new Event.PhaseStarted(row.phase()));
    }
    return draft.outcome(null);
  }

  /// Returns the caller's description of the current state; empty if there is none.
  private String state(PhaseReport report) {
    var state = matter.facts().details().value(Matter.STATE);
    if (state != null && !state.isBlank()) {
      return state;
    }
    var summary = report.summary();
    return summary == null ? "" : summary.text();
  }

  private static String outlook(Row row, String how, @Nullable Row next) {
    return row.label()
        + " "
        + how
        + ". "
        + (next == null ? "All phases are done." : "Next: " + next.label() + ".");
  }

  /// Marks a phase done and the one after it in progress, which is returned.
  private @Nullable Row step(Row row, Event event) {
    draft.put(row.done(matter.facts().now()));
    draft.put(draft.now().body().tasks(List.of()));
    clearNotes(row, true);
    draft.happened(event);
    var next = Rows.active(draft.rows());
    if (next != null && next.status() == Status.PENDING) {
      var after = following(row);
      next = after == null ? next : after;
      draft.put(next.open(Status.IN_PROGRESS));
      draft.happened(new Event.PhaseStarted(next.phase()));
    }
    return next;
  }

  private void clearNotes(Row row, boolean ended) {
    var body = draft.now().body();
    draft.put(body.context(ContextNotes.cleared(body.context(), row, ended)));
  }

  private @Nullable Row following(Row row) {
    boolean passed = false;
    for (var other : draft.rows()) {
      if (passed && !other.isDone()) {
        return other;
      }
      passed |= other.name().equals(row.name());
    }
    return null;
  }

  /// Returns the phases in between as done, which is noted as skipped.
  private List<Row> skipTo(Row row) {
    var skipped = new ArrayList<Row>();
    var active = Rows.active(draft.rows());
    if (active == null || active.name().equals(row.name())) {
      return skipped;
    }
    boolean between = false;
    for (var other : List.copyOf(draft.rows())) {
      between |= other.name().equals(active.name());
      if (other.name().equals(row.name())) {
        break;
      }
      if (between && !other.isDone()) {
        skipped.add(other);
        draft.put(other.done(matter.facts().now()));
        draft.happened(new Event.PhaseSkipped(other.phase(), "skipped"));
      }
    }
    return skipped;
  }

  /// A phase that is done already: only its commit may still be missing.
  private Outcome<ItemCheckpoint> again(Row row) {
    var ask = new Ask.InGit(matter.path());
    var file = matter.facts().has(ask) ? matter.facts().get(ask).orElse(GitFile.UNKNOWN) : null;
    boolean committed = file == null || (file.inHead() && !file.changed());
    draft.notice(
        "already-done",
        row.label()
            + (committed
                ? " is done already"
                : " is done already; its checkpoint is committed now"));
    var before = matter.before();
    if (committed || before == null) {
      return unchanged();
    }
    return draft.outcome(matter.message(row, COMPLETE));
  }

  private Outcome<ItemCheckpoint> unchanged() {
    return new Outcome.Transition<>(
        matter.before(), List.of(), draft.told(), List.of(), List.of(), Outcome.Fate.UNTOUCHED);
  }

  private @Nullable Outcome<ItemCheckpoint> order(Row row) {
    if (matter.before() != null && matter.facts().details().has(Matter.CONTEXT)) {
      return Outcome.no(
          "context-fixed",
          "the key context is written when the checkpoint is made, and stays",
          "Record what has changed as a decision: --decision TEXT");
    }
    var rows = draft.rows();
    var active = Rows.active(rows);
    if (active == null || active.name().equals(row.name())) {
      return null;
    }
    boolean later = rows.indexOf(row) > rows.indexOf(active);
    if (later && matter.facts().details().has(Matter.SKIP_TO)) {
      return null;
    }
    var hint =
        later
            ? "Complete that one first, or leave those in between out with --skip-to"
            : "Make it the active one first: tidemark enter \"" + row.name() + "\"";
    return Outcome.no(
        "not-current", row.label() + " is not the active phase, " + active.label() + " is", hint);
  }

  private Outcome<ItemCheckpoint> unknown(String word) {
    var rows = draft.now().rows();
    var near = Nearest.to(word, Rows.names(rows));
    return Outcome.no(
        "unknown-phase",
        "there is no phase \"" + word + "\"; there are: " + Rows.labels(rows),
        near == null ? "Name one of them, or its number" : "Did you mean " + near + "?");
  }
}
