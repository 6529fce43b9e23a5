package dev.tidemark.dialects.item;

import dev.tidemark.dialects.item.format.ContextNotes;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemStatus;
import dev.tidemark.dialects.item.format.PhaseRow;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.history.Event;
import dev.tidemark.text.NearestWord;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change.CompletePhase;
import dev.tidemark.workflow.change.Change.FailPhase;
import dev.tidemark.workflow.change.Change.SkipPhase;
import dev.tidemark.workflow.change.Change.StartPhase;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules of phase transitions: one phase after the other, each recorded and committed when it is
/// done.
final class ItemPhaseRules {
  private static final String COMPLETE = "complete";

  private final ItemContext itemContext;
  private final ItemUpdate itemUpdate;

  ItemPhaseRules(ItemContext itemContext) {
    this.itemContext = itemContext;
    this.itemUpdate = new ItemUpdate(itemContext);
  }

  Outcome<ItemCheckpoint> complete(CompletePhase done) {
    var phaseRow = PhaseRows.find(itemUpdate.checkpoint().rows(), done.phase().value());
    if (phaseRow == null) {
      return unknown(done.phase().value());
    }
    if (phaseRow.isDone()) {
      return amendCompleted(phaseRow, done.report());
    }
    var refusal = order(phaseRow);
    if (refusal != null) {
      return refusal;
    }
    var report = done.report();
    var skipped = skipTo(phaseRow);
    var reported = state(report);
    var next = step(phaseRow, new Event.PhaseCompleted(phaseRow.phase()));
    itemUpdate.report(report, phaseRow);
    var state = reported.isEmpty() ? outlook(phaseRow, "complete", next) : reported;
    itemUpdate.state(skipped.isEmpty() ? state : PhaseRows.labels(skipped) + ": skipped. " + state);
    return itemUpdate.outcome(itemContext.message(phaseRow, COMPLETE));
  }

  /// Adds the report of a phase that is already complete. A checkpoint has one state, that of the
  /// phase that ended last: the state of an earlier phase would replace it and is refused.
  private Outcome<ItemCheckpoint> amendCompleted(PhaseRow phaseRow, PhaseReport report) {
    itemUpdate.report(report, phaseRow);
    var reported = state(report);
    if (!reported.isEmpty()
        && !itemUpdate.checkpoint().body().state().endsWith(MarkdownSafeText.paragraph(reported))) {
      if (!isLastDone(phaseRow)) {
        return Outcome.refusal(
            "summary-not-taken",
            phaseRow.label()
                + " is done already, and the checkpoint has the summary of a later phase",
            "Record it as a note: "
                + CommandLines.of("note " + CommandLines.word(reported), itemContext.id()));
      }
      itemUpdate.state(reported);
    }
    if (itemUpdate.checkpoint().equals(itemContext.before())) {
      return completeAgain(phaseRow);
    }
    itemUpdate.addEvent(new Event.PhaseAmended(phaseRow.phase()));
    return itemUpdate.outcome(itemContext.message(phaseRow, COMPLETE));
  }

  private boolean isLastDone(PhaseRow phaseRow) {
    boolean after = false;
    for (var other : itemUpdate.rows()) {
      if (after && other.isDone()) {
        return false;
      }
      after |= other.name().equals(phaseRow.name());
    }
    return true;
  }

  Outcome<ItemCheckpoint> skip(SkipPhase skip) {
    var phaseRow = PhaseRows.find(itemUpdate.checkpoint().rows(), skip.phase().value());
    if (phaseRow == null) {
      return unknown(skip.phase().value());
    }
    if (phaseRow.isDone()) {
      return completeAgain(phaseRow);
    }
    var refusal = order(phaseRow);
    if (refusal != null) {
      return refusal;
    }
    var next = step(phaseRow, new Event.PhaseSkipped(phaseRow.phase(), skip.reason()));
    var reason = skip.reason().isBlank() ? "" : " (" + MarkdownSafeText.line(skip.reason()) + ")";
    itemUpdate.state(outlook(phaseRow, "skipped" + reason, next));
    return itemUpdate.outcome(itemContext.message(phaseRow, COMPLETE));
  }

  Outcome<ItemCheckpoint> fail(FailPhase fail) {
    var phaseRow = PhaseRows.find(itemUpdate.checkpoint().rows(), fail.phase().value());
    if (phaseRow == null) {
      return unknown(fail.phase().value());
    }
    var active = PhaseRows.active(itemUpdate.rows());
    if (active == null || !phaseRow.name().equals(active.name())) {
      return Outcome.refusal(
          "not-current",
          phaseRow.label() + (phaseRow.isDone() ? " is done" : " is not under way"),
          active == null
              ? "Finish the command: " + CommandLines.of("finish", itemContext.id())
              : "The active one is " + active.label());
    }
    itemUpdate.put(phaseRow.open(ItemStatus.IN_PROGRESS));
    itemUpdate.addEvent(new Event.PhaseFailed(phaseRow.phase(), fail.reason()));
    itemUpdate.report(fail.report(), phaseRow);
    var reason = fail.reason().isBlank() ? phaseRow.label() + " failed." : fail.reason();
    itemUpdate.state(reason);
    return itemUpdate.outcome(itemContext.message(phaseRow, "failed"));
  }

  /// Makes a phase the active one, where it may be: the protocol itself has no such step, for the
  /// next phase begins when one is done.
  Outcome<ItemCheckpoint> start(StartPhase start) {
    var phaseRow = PhaseRows.find(itemUpdate.checkpoint().rows(), start.phase().value());
    if (phaseRow == null) {
      return unknown(start.phase().value());
    }
    var first = PhaseRows.firstOpen(itemUpdate.rows());
    var active = PhaseRows.active(itemUpdate.rows());
    if (phaseRow.isDone() || active == null) {
      return Outcome.refusal(
          "already-done",
          phaseRow.label() + " is done, which is trusted",
          "Begin again: "
              + CommandLines.of("start --fresh", itemContext.id()).replace("--run ", ""));
    }
    boolean allowed = phaseRow.equals(active) || phaseRow.equals(first);
    if (!allowed) {
      return Outcome.refusal(
          "not-current",
          phaseRow.label() + " comes after " + active.label() + ", which is not done",
          "Leave those in between out: tidemark done PHASE --skip-to, or tidemark skip PHASE");
    }
    if (itemContext.before() == null) {
      return new Outcome.Transition<>(
          null,
          List.of(new Event.PhaseStarted(phaseRow.phase())),
          itemContext.notices(),
          List.of(),
          List.of(),
          Outcome.Fate.UNTOUCHED);
    }
    clearNotes(phaseRow, false);
    if (phaseRow.status() != ItemStatus.IN_PROGRESS) {
      itemUpdate.put(active.open(phaseRow.equals(active) ? active.status() : ItemStatus.PENDING));
      itemUpdate.put(phaseRow.open(ItemStatus.IN_PROGRESS));
      itemUpdate.addEvent(new Event.PhaseStarted(phaseRow.phase()));
    }
    return itemUpdate.outcome(null);
  }

  /// Returns the caller's description of the current state; empty if there is none.
  private static String state(PhaseReport report) {
    var summary = report.summary();
    return summary == null ? "" : summary.text();
  }

  private static String outlook(PhaseRow phaseRow, String how, @Nullable PhaseRow next) {
    return phaseRow.label()
        + " "
        + how
        + ". "
        + (next == null ? "All phases are done." : "Next: " + next.label() + ".");
  }

  /// Marks a phase done and the one after it in progress, which is returned.
  private @Nullable PhaseRow step(PhaseRow phaseRow, Event event) {
    itemUpdate.put(phaseRow.done(itemContext.facts().now()));
    itemUpdate.put(itemUpdate.checkpoint().body().tasks(List.of()));
    clearNotes(phaseRow, true);
    itemUpdate.addEvent(event);
    var next = PhaseRows.active(itemUpdate.rows());
    if (next != null && next.status() == ItemStatus.PENDING) {
      var after = following(phaseRow);
      next = after == null ? next : after;
      itemUpdate.put(next.open(ItemStatus.IN_PROGRESS));
      itemUpdate.addEvent(new Event.PhaseStarted(next.phase()));
    }
    return next;
  }

  private void clearNotes(PhaseRow phaseRow, boolean ended) {
    var itemBody = itemUpdate.checkpoint().body();
    itemUpdate.put(itemBody.context(ContextNotes.cleared(itemBody.context(), phaseRow, ended)));
  }

  private @Nullable PhaseRow following(PhaseRow phaseRow) {
    boolean passed = false;
    for (var other : itemUpdate.rows()) {
      if (passed && !other.isDone()) {
        return other;
      }
      passed |= other.name().equals(phaseRow.name());
    }
    return null;
  }

  /// Returns the phases in between as done, which is noted as skipped.
  private List<PhaseRow> skipTo(PhaseRow phaseRow) {
    var skipped = new ArrayList<PhaseRow>();
    var active = PhaseRows.active(itemUpdate.rows());
    if (active == null || active.name().equals(phaseRow.name())) {
      return skipped;
    }
    boolean between = false;
    for (var other : List.copyOf(itemUpdate.rows())) {
      between |= other.name().equals(active.name());
      if (other.name().equals(phaseRow.name())) {
        break;
      }
      if (between && !other.isDone()) {
        skipped.add(other);
        itemUpdate.put(other.done(itemContext.facts().now()));
        itemUpdate.addEvent(new Event.PhaseSkipped(other.phase(), "skipped"));
      }
    }
    return skipped;
  }

  /// A phase that is done already: only its commit may still be missing.
  private Outcome<ItemCheckpoint> completeAgain(PhaseRow phaseRow) {
    var ask = FactQuery.gitStatus(itemContext.path());
    var file =
        itemContext.facts().has(ask) ? itemContext.facts().get(ask).orElse(GitFile.UNKNOWN) : null;
    boolean committed = file == null || (file.inHead() && !file.changed());
    itemUpdate.addNotice(
        "already-done",
        phaseRow.label()
            + (committed
                ? " is done already"
                : " is done already; its checkpoint is committed now"));
    var before = itemContext.before();
    if (committed || before == null) {
      return Outcome.Transition.untouched(before).withNotices(itemUpdate.notices());
    }
    return itemUpdate.outcome(itemContext.message(phaseRow, COMPLETE));
  }

  private @Nullable Outcome<ItemCheckpoint> order(PhaseRow phaseRow) {
    if (itemContext.before() != null && itemContext.facts().options().has(ItemContext.CONTEXT)) {
      return Outcome.refusal(
          "context-fixed",
          "the key context is written when the checkpoint is made, and stays",
          "Record the change as a decision: --decision TEXT");
    }
    var rows = itemUpdate.rows();
    var active = PhaseRows.active(rows);
    if (active == null || active.name().equals(phaseRow.name())) {
      return null;
    }
    boolean later = rows.indexOf(phaseRow) > rows.indexOf(active);
    if (later && itemContext.facts().options().has(ItemContext.SKIP_TO)) {
      return null;
    }
    var hint =
        later
            ? "Complete that one first, or leave those in between out with --skip-to"
            : "Make it the active one first: tidemark enter \"" + phaseRow.name() + "\"";
    return Outcome.refusal(
        "not-current",
        phaseRow.label() + " is not the active phase, " + active.label() + " is",
        hint);
  }

  private Outcome<ItemCheckpoint> unknown(String word) {
    var rows = itemUpdate.checkpoint().rows();
    var near = NearestWord.find(word, PhaseRows.names(rows));
    return Outcome.refusal(
        "unknown-phase",
        "there is no phase \"" + word + "\"; there are: " + PhaseRows.labels(rows),
        near == null ? "Name one of them, or its number" : "Did you mean " + near + "?");
  }
}
