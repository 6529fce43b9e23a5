package dev.tidemark.library;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Handle of a phase of a run, by its name: the verbs `enter`, `done`, `fail` and `skip`, with the
/// gates of the phase.
///
/// Every change throws as [RunHandle] describes. Immutable; safe for use by many threads.
public final class PhaseHandle {
  private final RunHandle run;
  private final PhaseName name;

  PhaseHandle(RunHandle run, PhaseName name) {
    this.run = run;
    this.name = name;
  }

  /// Returns the phase as recorded; empty if there is no such run or the run does not have the
  /// phase.
  ///
  /// @throws RuntimeException as [RunHandle#status]
  public Optional<Phase> status() {
    return run.status().flatMap(status -> status.phase(name.value()));
  }

  /// Begins the phase, or begins it again. Its gates for `enter` must be open.
  public ChangeResult<?> start() {
    return start(report -> {});
  }

  /// Begins the phase, or begins it again, with a report.
  public ChangeResult<?> start(Consumer<PhaseReportBuilder> report) {
    return change(report, with -> new Change.StartPhase(name, with));
  }

  /// Completes the phase without a report. Its gates for `done` must be open.
  public ChangeResult<?> complete() {
    return complete(report -> {});
  }

  /// Completes the phase with a report, which is recorded in the same step.
  public ChangeResult<?> complete(Consumer<PhaseReportBuilder> report) {
    return change(report, with -> new Change.CompletePhase(name, with));
  }

  /// Marks the phase as failed; it can be started again.
  ///
  /// @param reason one sentence, which the next brief shows
  public ChangeResult<?> fail(String reason) {
    return fail(reason, report -> {});
  }

  /// Marks the phase as failed, with a report of what it left.
  public ChangeResult<?> fail(String reason, Consumer<PhaseReportBuilder> report) {
    return change(report, with -> new Change.FailPhase(name, reason, with));
  }

  /// Skips the phase, if its format allows that. All its gates must be open.
  ///
  /// @param reason why it is not needed
  public ChangeResult<?> skip(String reason) {
    return run.change(new Change.SkipPhase(name, reason));
  }

  /// Makes the request to a worker to work on the phase ([contract][HandoffRequest]). Writes
  /// nothing.
  ///
  /// @param assignment the fields that take precedence over those of the run
  /// @return the request, or everything that is wrong with it; also that there is no such run
  public ContractCheck<HandoffRequest> request(Assignment assignment) {
    return run.request(name, assignment);
  }

  /// Applies the response of a worker to the phase, once: a response that the history has already
  /// changes nothing, with the notice `already-applied`.
  ///
  /// @param request the request that it answers
  /// @param response the text of the worker, with one JSON object
  /// @return the transition, or a refusal with everything that is wrong with the response or stands
  ///   in the way
  public ChangeResult<?> apply(HandoffRequest request, String response) {
    return run.apply(name, request, response);
  }

  private ChangeResult<?> change(
      Consumer<PhaseReportBuilder> report, Function<PhaseReport, Change> change) {
    var builder = new PhaseReportBuilder(run.root());
    report.accept(builder);
    return builder.isSummaryBlank()
        ? ChangeResult.refusal(
            new Blocker(
                Blocker.Kind.USAGE,
                "empty-summary",
                "the summary is empty, so nothing was recorded",
                "Give a summary for the next phase, or leave it out"))
        : run.change(change.apply(builder.build()));
  }
}
