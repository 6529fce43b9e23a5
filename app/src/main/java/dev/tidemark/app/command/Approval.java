package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.ApprovalView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Answer;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.workflow.ApprovalSubject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Consent;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.Outcome.Transition;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Has a person approve of exactly what they are shown.
final class Approval {
  private final Session session;

  Approval(Session session) {
    this.session = session;
  }

  /// Returns what is approved if that is all that is asked for, of somebody who can give it at
  /// once; null if something else is in the way.
  Change.@Nullable ApprovePhase awaited(Dialect<?> dialect, CheckpointId id, Refusal<?> no) {
    var first = no.blockers().getFirst();
    boolean can =
        no.blockers().size() == 1
            && first.code().startsWith(Blocker.APPROVAL)
            && session.mode() == Mode.COMMIT
            && session.prompt().isInteractive()
            && new Person(session).consent() != null;
    if (!can) {
      return null;
    }
    var word = new PhaseName(first.code().substring(Blocker.APPROVAL.length()));
    return new Change.ApprovePhase(dialect.rules().key(id, null, word).phase());
  }

  /// Shows what there is to approve, asks, and records a yes.
  ///
  /// @param made shows what became of it, and of a trial, and says how to end
  <C extends Checkpoint> ExitCode of(
      Dialect<C> dialect,
      CheckpointId id,
      Change.ApprovePhase change,
      Function<Answer<C>, ExitCode> made) {
    var trial = new By(session.actor(), Mode.DRY_RUN, new Details(session.details()));
    var answer = session.project().checkpoints().apply(dialect, id, change, trial);
    if (answer.outcome() instanceof Refusal<C> no) {
      return session.refused(id.toString(), no);
    }
    if (session.mode() == Mode.DRY_RUN) {
      return made.apply(answer);
    }
    var person = new Person(session);
    var consent = person.consent();
    if (consent == null) {
      return session.refused(id.toString(), new Refusal<>(List.of(person.refusal()), List.of()));
    }
    var shown = new ApprovalView((Transition<C>) answer.outcome(), change.phase());
    if (consent == Consent.TERMINAL) {
      session.say(shown.lines(id));
      if (!session.prompt().confirm("Approve " + change.phase() + "?", false)) {
        session.screen().said("not approved");
        return ExitCode.REFUSED;
      }
    }
    var details = new HashMap<>(session.details());
    details.put(ApprovalSubject.SEEN, List.of(seen(shown)));
    var by = new By(session.actor(), Mode.COMMIT, new Details(details), null, consent);
    var approved = session.project().checkpoints().apply(dialect, id, change, by);
    return approved.outcome() instanceof Refusal<C> no
        ? session.refused(id.toString(), no)
        : made.apply(approved);
  }

  /// Returns what was seen: here, or before, by whoever calls.
  private String seen(ApprovalView shown) {
    var call = session.call();
    var before = call.name().equals("approve") ? call.value(ApprovalSubject.SEEN) : null;
    return before == null ? shown.digest() : before;
  }
}
