package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.CommandLines;
import org.jspecify.annotations.Nullable;

/// Approver check: whether the caller is the user, or may act for them: a person who types at a
/// terminal is, an agent is not, unless the user has recorded that it may.
public final class ApproverCheck {
  private final Session session;

  public ApproverCheck(Session session) {
    this.session = session;
  }

  /// Returns why they may approve; null if they may not.
  @Nullable
  public ApprovalEvidence consent() {
    var given = session.place().approvalEvidence();
    if (given != null) {
      return given;
    }
    if (session.settings().letsAgentsApprove()) {
      return agent() == null && isTerminal() ? ApprovalEvidence.TERMINAL : ApprovalEvidence.POLICY;
    }
    return agent() == null && isTerminal() ? ApprovalEvidence.TERMINAL : null;
  }

  /// Returns why they may not approve.
  public Blocker refusal() {
    return refusal("tidemark " + session.call().name() + arguments());
  }

  /// Returns the blocker of a command without a person's consent.
  public Blocker refusal(String command) {
    var found = found();
    // Without a terminal there is no person, whichever processes are above.
    var agent = phrase(found != null && found.isHidden() && !isTerminal() ? null : found);
    return agent == null
        ? blocker("no-terminal", "this needs a person at an interactive terminal", command)
        : blocker("agent-acts", agent + ", and only a person can do this", command);
  }

  private static Blocker blocker(String code, String reason, String command) {
    return new Blocker(
        Kind.ASK, code, reason, "Ask the user to run it at a terminal of their own: " + command);
  }

  private String arguments() {
    var run = session.call().value("run");
    var words = new StringBuilder();
    for (var argument : session.call().arguments()) {
      words.append(' ').append(CommandLines.word(argument));
    }
    return words + (run == null ? "" : " --run " + CommandLines.word(run));
  }

  /// Returns how an agent shows, as the beginning of a sentence; null if none does.
  @Nullable
  public String agent() {
    return phrase(found());
  }

  @Nullable
  private String phrase(ProcessAncestry.@Nullable Found found) {
    var actor = ActorDetection.recognise(session.place().environment(), null);
    if (actor.kind() != Actor.Kind.PERSON) {
      return "according to the environment, " + actor.name() + " runs this";
    }
    return found == null ? null : found.phrase();
  }

  private ProcessAncestry.@Nullable Found found() {
    return ProcessAncestry.agent(session.place().lineage().get()).orElse(null);
  }

  private boolean isTerminal() {
    Terminal terminal = session.screen().look().terminal();
    boolean asked = !session.call().has("yes") && !session.call().has("non-interactive");
    boolean possible = asked && terminal.input() && terminal.output();
    if (possible && session.place().process() != 0) {
      throw new CallerNeededException();
    }
    // The launcher passes its result; the system's own information takes precedence.
    var console = possible ? System.console() : null;
    return console != null && console.isTerminal();
  }
}
