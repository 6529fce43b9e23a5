package dev.tidemark.library;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.Checkpoints;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.LoadedCheckpoint;
import dev.tidemark.engine.context.ProjectContext;
import dev.tidemark.engine.run.RunRepository;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.handoff.RequestComposer;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.SummaryPolicy;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Handoff service: creates requests for workers from a run, and applies their responses.
///
/// A request is built from the run, or parsed; a response is parsed and, on demand, applied to the
/// run as an ordinary change. `docs/handoff.md` has the contract.
///
/// Safe for use by many threads.
public final class Handoffs {
  private final Checkpoints checkpoints;
  private final HistoryStore historyStore;
  private final ProjectContext projectContext;

  Handoffs(Checkpoints checkpoints, HistoryStore historyStore, ProjectContext projectContext) {
    this.checkpoints = checkpoints;
    this.historyStore = historyStore;
    this.projectContext = projectContext;
  }

  /// Returns how long summaries may be in a run: the `limit` that reading a request or response
  /// takes.
  public SummaryLimit limit(CheckpointId id) {
    return projectContext.limit(id.dialect(), id.workflow());
  }

  /// Makes the request to work on a phase of a run. Writes nothing.
  ///
  /// @param phase the phase of the run; absent for the one under way or, without one, the next
  /// @param said fields of the request, for example of an
  ///   [Assignment][dev.tidemark.handoff.Assignment], which take precedence over those of the run
  /// @return the request, or everything that is wrong with it
  /// @throws dev.tidemark.dialect.FormatException if the run's document cannot be read
  /// @throws dev.tidemark.store.StoreException if the store cannot be read
  public <C extends Checkpoint> ContractCheck<HandoffRequest> request(
      Dialect<C> dialect, CheckpointId id, @Nullable PhaseName phase, JsonObject said) {
    var loaded = checkpoints.load(dialect, id);
    if (loaded.isEmpty() && (phase == null || historyStore.newestStart(id).isEmpty())) {
      return new Rejected<>(List.of(noDocument(id)), List.of());
    }
    var checkpoint = loaded.isEmpty() ? null : joined(dialect, loaded.get());
    var point =
        checkpoint == null ? ResumePoint.NONE : dialect.resumePolicy().resumePoint(checkpoint);
    var meant = phase != null ? phase : point.phase() != null ? point.phase() : point.next();
    if (meant == null) {
      return new Rejected<>(List.of(noPhase(id)), List.of());
    }
    var request = new RequestComposer(id, checkpoint, point, meant).request(said);
    return HandoffRequest.of(request, limit(id));
  }

  /// Carries a response into a phase of a run (R-004-59): complete for PROCEED with status
  /// `complete`, failed for STOP, else in progress.
  ///
  /// It is an ordinary change, subject to all rules of the run's dialect, and idempotent: if the
  /// history has this response already, nothing is changed and the notice `already-applied` is
  /// returned.
  ///
  /// @param returned the response, and the phase it belongs to
  /// @param by the caller, and whether it is a dry run; its idempotency key is replaced
  /// @return the transition, or the refusal with all blockers, such as a summary over the limit
  /// @throws dev.tidemark.dialect.FormatException if the run's document cannot be read and must not
  ///   be replaced; nothing was written
  /// @throws dev.tidemark.store.StoreException if the store fails; the type tells whether anything
  ///   was written
  public <C extends Checkpoint> ChangeResult<C> apply(
      Dialect<C> dialect, CheckpointId id, Returned returned, Caller by) {
    var response = returned.response();
    var phase = returned.phase() == null ? phaseFor(dialect, id, response) : returned.phase();
    if (phase == null) {
      return ChangeResult.refusal(noPhase(id));
    }
    var limit = limit(id);
    var objection = limit.objection(response.summary());
    if (objection.isEmpty()) {
      return change(dialect, id, new Returned(response, phase), by);
    }
    // Asked with a summary that fits, so that all that stands in the way is listed at once.
    var fitting = truncatedTo(response, limit);
    var rehearsal = new Caller(by.actor(), ChangeMode.DRY_RUN, by.options());
    var changeResult = change(dialect, id, new Returned(fitting, phase), rehearsal);
    if (changeResult.outcome().notices().stream()
        .anyMatch(n -> n.code().equals("already-applied"))) {
      return changeResult;
    }
    var blockers = new ArrayList<Blocker>();
    blockers.add(
        Blocker.refused(
            "summary-too-long",
            objection,
            "Ask for a shorter one, or truncate it: --policy truncate"));
    if (changeResult.outcome() instanceof Refusal<C> no) {
      blockers.addAll(no.blockers());
    }
    return new ChangeResult<>(new Refusal<>(blockers, List.of()), null, List.of());
  }

  private <C extends Checkpoint> ChangeResult<C> change(
      Dialect<C> dialect, CheckpointId id, Returned returned, Caller by) {
    var phase = returned.phase();
    if (phase == null) {
      throw new IllegalStateException("no phase was chosen");
    }
    var response = returned.response();
    var once = new Caller(by.actor(), by.mode(), by.options(), response.applied(phase), null);
    return checkpoints.apply(dialect, id, response.change(phase), once);
  }

  private <C extends Checkpoint> C joined(Dialect<C> dialect, LoadedCheckpoint<C> loaded) {
    var checkpoint = loaded.checkpoint();
    var workflow = checkpoint.id().workflow();
    var definition = projectContext.definition(dialect.name(), workflow).orElse(null);
    var added = RunRepository.added(historyStore, checkpoint, loaded.document(), definition);
    return RunRepository.joined(dialect, checkpoint, definition, added);
  }

  private static HandoffResponse truncatedTo(HandoffResponse response, SummaryLimit limit) {
    return response.withPolicy(SummaryPolicy.TRUNCATE, limit)
            instanceof Accepted<HandoffResponse> cut
        ? cut.value()
        : response;
  }

  /// The run is read before its history: concurrent changes are found in the latter.
  private <C extends Checkpoint> @Nullable PhaseName phaseFor(
      Dialect<C> dialect, CheckpointId id, HandoffResponse response) {
    var loaded = checkpoints.load(dialect, id);
    for (var entry : historyStore.history(id).reversed()) {
      for (var event : entry.events()) {
        if (event instanceof Event.HandoffApplied applied
            && applied.equals(response.applied(applied.phase()))) {
          return applied.phase();
        }
      }
    }
    var point =
        loaded.isEmpty()
            ? ResumePoint.NONE
            : dialect.resumePolicy().resumePoint(loaded.get().checkpoint());
    return point.phase();
  }

  private static Blocker noDocument(CheckpointId id) {
    return Blocker.refused(
        "no-document",
        id + " has no document yet that a request could be made of",
        "Begin a phase: " + CommandLines.of("enter PHASE", id));
  }

  private static Blocker noPhase(CheckpointId id) {
    return Blocker.refused(
        "which-phase",
        "no phase of " + id + " is under way, and none was named",
        "Name the phase after the run: " + id + " PHASE");
  }

  /// Worker response, with its run and phase.
  ///
  /// @param response the response
  /// @param phase the phase of the run; absent for the one this response was applied to or, if it
  ///   was not, the one under way
  public record Returned(HandoffResponse response, @Nullable PhaseName phase) {}
}
