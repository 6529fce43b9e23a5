package dev.tidemark.runner;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeResult;
import dev.tidemark.engine.run.MissingDocument;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.history.Event;
import dev.tidemark.history.RunStart;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.library.DefaultAnswers;
import dev.tidemark.library.Handoffs;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.ApprovedByPerson;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.CommandSucceeded;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.io.Serial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes of the runner: the ordinary changes of a run, without a person who could be asked, its
/// attempts, and the commands of its gates.
final class RunChanges {
  private static final int OUTPUT_SHOWN = 1_500;

  private final Project project;
  private final Dialect<?> dialect;
  private final CheckpointId id;
  private final RunnerHost host;
  private final RunControl control;

  /// The attempts since the run was started: the journal is read once, and this runner, the only
  /// one, adds its own.
  private final List<Attempt> attempts = new ArrayList<>();

  private int newest;
  private boolean read;

  /// When the run was started, when the journal was read; absent if that is not in it.
  private @Nullable Instant started;

  /// The number of the newest journal entry when the run was last looked at.
  private long seen;

  RunChanges(
      Project project, Dialect<?> dialect, CheckpointId id, RunnerHost host, RunControl control) {
    this.project = project;
    this.dialect = dialect;
    this.id = id;
    this.host = host;
    this.control = control;
  }

  /// Returns the attempts since the run was started, in order; those to come are added to it.
  List<Attempt> attempts() {
    if (!read) {
      for (var entry : project.history().history(id)) {
        for (var event : entry.events()) {
          add(event, entry.at());
        }
      }
      started = newestStart();
      read = true;
    }
    return Collections.unmodifiableList(attempts);
  }

  private void add(Event event, Instant at) {
    newest = event instanceof Event.AttemptStarted it ? Math.max(newest, it.number()) : newest;
    Attempt.add(attempts, event, at);
  }

  /// Makes the files of the work tree available to other machines, before a phase is completed.
  ///
  /// @return why that is not possible; null if it is done
  @Nullable String publish(PhaseName phase) {
    return host.publish(phase, newest());
  }

  /// Returns the number of the newest attempt, in all runs of that name; 0 if there is none.
  int newest() {
    attempts();
    return newest;
  }

  /// Returns the attempts whose files are needed: they are under way, or their responses wait for a
  /// person.
  Set<Integer> needed() {
    var needed = new HashSet<Integer>();
    for (var attempt : attempts()) {
      var outcome = attempt.outcome();
      if (outcome == null || (outcome == Attempt.Outcome.WAITING && !attempt.applied())) {
        needed.add(attempt.number());
      }
    }
    return needed;
  }

  /// Records the start or the end of an attempt.
  void record(Event event) {
    attempts();
    checkJournal();
    project.checkpoints().record(id, event, host.actor());
    add(event, project.now());
  }

  /// Runs the commands of the closed gates of a step.
  ///
  /// @return why one stays closed; null if none does
  @Nullable String openGates(PhaseName phase, boolean begins, boolean ends) {
    for (var state : project.gates().states(dialect, id)) {
      if (state.phase().equals(phase)
          && !state.isOpen()
          && state.gate().moment().isAsked(begins, ends)
          && state.gate().condition() instanceof CommandSucceeded command) {
        host.progress("gate-run", 0, phase + ": gate " + state.gate().name());
        var ran = host.runGate(dialect, id, command, control::supervised);
        if (!ran.passed()) {
          var output = ran.output().strip();
          var shown =
              output.length() <= OUTPUT_SHOWN
                  ? output
                  : "…" + output.substring(output.length() - OUTPUT_SHOWN);
          return "gate " + state.gate().name() + " failed" + (shown.isEmpty() ? "" : ": " + shown);
        }
      }
    }
    return null;
  }

  private @Nullable Instant newestStart() {
    return project.history().newestStart(id).map(RunStart::at).orElse(null);
  }

  /// Checks that neither the document nor the journal of the run was removed.
  ///
  /// @throws MissingRunException if one was
  void checkPresent() {
    if (checkJournal().isMissing()) {
      throw new MissingRunException(project.runs().inspect(dialect, id));
    }
  }

  /// Checks that the run is the one that an attempt was begun for.
  ///
  /// @throws RestartedRunException if it was started anew
  void checkContinued() {
    attempts();
    var newest = newestStart();
    if (newest != null && !newest.equals(started)) {
      throw new RestartedRunException();
    }
  }

  /// Checks that the journal has what it had before, and returns the run.
  private Run checkJournal() {
    var run = project.runs().inspect(dialect, id);
    long sequence = run.document().sequence();
    if (sequence < seen && run.problem() == null) {
      throw new MissingRunException(run);
    }
    seen = Math.max(seen, sequence);
    return run;
  }

  /// Returns whether all that stands in the way is that a person has not approved, or not brought
  /// back what is missing.
  boolean awaitApproval(List<Blocker> blockers) {
    for (var blocker : blockers) {
      if (!isApproval(blocker)) {
        return false;
      }
    }
    return !blockers.isEmpty();
  }

  /// Applies a change.
  ///
  /// @return what stands in the way; nothing if it was applied
  List<Blocker> apply(Change change) {
    return apply(dialect, change);
  }

  private <C extends Checkpoint> List<Blocker> apply(Dialect<C> own, Change change) {
    return blockers(
        DefaultAnswers.apply(
            host.actor(), Map.of(), by -> project.checkpoints().apply(own, id, change, by)));
  }

  /// Applies the response of an agent, once.
  ///
  /// @return what stands in the way; nothing if it was applied, now or before
  List<Blocker> apply(HandoffResponse response, PhaseName phase) {
    var blockers = applied(dialect, response, phase);
    if (blockers.isEmpty()) {
      add(response.applied(phase), project.now());
    }
    return blockers;
  }

  private <C extends Checkpoint> List<Blocker> applied(
      Dialect<C> own, HandoffResponse response, PhaseName phase) {
    var details = new HashMap<String, List<String>>();
    var options = response.json().object("options");
    for (var member : options == null ? JsonObject.EMPTY.members() : options.members()) {
      // Options of the format only: no question is answered, and no gate is passed.
      if (own.rules().options().contains(member.key())
          && member.value() instanceof JsonString word) {
        details.put(member.key(), List.of(word.value()));
      }
    }
    var returned = new Handoffs.Returned(response, phase);
    return blockers(
        DefaultAnswers.apply(
            host.actor(), details, by -> project.handoffs().apply(own, id, returned, by)));
  }

  private static List<Blocker> blockers(ChangeResult<?> result) {
    return result.outcome() instanceof Refusal<?> no ? no.blockers() : result.failures();
  }

  private boolean isApproval(Blocker blocker) {
    if (blocker.phase() != null || blocker.code().equals(MissingDocument.MISSING)) {
      return true;
    }
    for (var state : project.gates().states(dialect, id)) {
      if (state.gate().condition() instanceof ApprovedByPerson
          && state.blockers().contains(blocker)) {
        return true;
      }
    }
    return false;
  }

  /// Restarted run: another program has started it anew while it was driven.
  static final class RestartedRunException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
  }

  /// Missing run: another program has removed its document or its journal while it was driven.
  static final class MissingRunException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final transient Run run;

    MissingRunException(Run run) {
      super(run.id() + " is missing");
      this.run = run;
    }

    /// Returns what is missing, and how a person brings it back.
    Blocker blocker() {
      return MissingDocument.blocker(run.dialect(), run.id(), run.document());
    }
  }
}
