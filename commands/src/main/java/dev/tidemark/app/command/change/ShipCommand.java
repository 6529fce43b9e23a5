package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ApproverCheck;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.GateView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Change.ForceGate;
import dev.tidemark.workflow.change.Change.Judgement;
import dev.tidemark.workflow.change.Change.KeepReport;
import dev.tidemark.workflow.change.Change.SetGate;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import dev.tidemark.workflow.policy.DialectOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Ship gate verbs (R-004-80 to R-004-87).
final class ShipCommand {
  private static final String DIALECT = "state";

  private final Session session;
  private final ParsedCommand parsedCommand;
  private boolean resolved;
  private @Nullable String about;

  /// The run of the caller; absent if none is named.
  private @Nullable Selected asking;

  ShipCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Takes the run whose subject is shipped.
  ShipCommand(Session session, Selected run) {
    this(session);
    asking = run;
    about = run.id().item();
    resolved = true;
  }

  /// Prints whether shipping is allowed.
  ExitCode judge() {
    var fact = session.project().gates().ship(item());
    if (!fact.isKnown()) {
      return refuse("gate-unknown", "cannot determine whether to ship: " + fact.reason());
    }
    var judgement = fact.orElse(ShipJudgement.OPEN);
    session.printNotices(judgement.notices());
    if (!parsedCommand.has("force")) {
      return shown(judgement, false);
    }
    var reason = parsedCommand.value("reason");
    if (reason == null || reason.isBlank()) {
      return session.misused(
          "no-reason", "--force needs a reason", "Add a reason: --force --reason TEXT");
    }
    var forced = force(judgement, reason);
    return forced == ExitCode.SUCCESS ? shown(judgement, !judgement.isOpen()) : forced;
  }

  /// Forces the gate for a change of the run, if it is closed.
  ///
  /// @return whether the change may be tried, or how the attempt ended
  ExitCode force(String reason) {
    var fact = session.project().gates().ship(item());
    return fact.isKnown() ? force(fact.orElse(ShipJudgement.OPEN), reason) : ExitCode.SUCCESS;
  }

  private ExitCode shown(ShipJudgement judgement, boolean forced) {
    session.show(GateView.json(judgement, forced), GateView.lines(judgement));
    if (judgement.isOpen() || forced) {
      return ExitCode.SUCCESS;
    }
    for (var blocker : judgement.blockers()) {
      session.screen().problem(blocker.reason(), blocker.hint());
    }
    return ExitCode.GATE;
  }

  private ExitCode force(ShipJudgement judgement, String reason) {
    if (judgement.isOpen()) {
      return ExitCode.SUCCESS;
    }
    var approverCheck = new ApproverCheck(session);
    if (approverCheck.consent() == null) {
      var again = command("gate ship --force --reason " + CommandLines.word(reason));
      return session.refused("", new Refusal<>(List.of(approverCheck.refusal(again)), List.of()));
    }
    var answer = apply("ship", new ForceGate(SetGate.SHIP, reason));
    if (answer instanceof Refusal<?> no) {
      return session.refused("", no);
    }
    var forced =
        session.changeMode() == ChangeMode.DRY_RUN ? " and would be forced: " : " and was forced: ";
    session.screen().note("warning: the ship gate is closed" + forced + reason);
    for (var blocker : judgement.blockers()) {
      session.screen().note(blocker.reason());
    }
    return ExitCode.SUCCESS;
  }

  /// Writes the gate of the review's checkpoint, and clears the earlier blockers of shipping.
  ExitCode set(SetGate change) {
    var review = id("review");
    var answered =
        new ChangeRunner(session).apply(dialect(), new Selected(dialect(), review), change);
    if (answered == ExitCode.SUCCESS) {
      apply("ship", new SetGate(SetGate.SHIP, Judgement.VOID, List.of()));
    }
    return answered;
  }

  /// Adds a blocker of shipping, if there is a run of shipping.
  void block(String text) {
    apply("ship", new SetGate(SetGate.SHIP, Judgement.BLOCKED, List.of(text)));
  }

  /// Records the state of the preview, if there is a run of shipping (R-004-72).
  void keep(JsonObject preview) {
    apply("ship", new KeepReport("vercel", preview));
  }

  /// Records evidence in the caller's run, else in the run of shipping, if there is one.
  void prove(Claim claim) {
    resolve();
    var run = asking == null ? new Selected(dialect(), id("ship")) : asking;
    boolean exists = session.project().runs().inspect(run.dialect(), run.id()).document().exists();
    if (exists && session.changeMode() == ChangeMode.COMMIT) {
      var by = Caller.of(session.actor());
      session.project().gates().recordClaim(run.dialect(), run.id(), claim, by);
    }
  }

  /// Returns a command with the subject of shipping.
  String command(String verb) {
    return item() == null ? "tidemark " + verb : CommandLines.of(verb, id("ship"));
  }

  private Outcome<?> apply(String workflow, Change change) {
    var by = new Caller(session.actor(), session.changeMode(), DialectOptions.NONE);
    return session.project().checkpoints().apply(dialect(), id(workflow), change, by).outcome();
  }

  private Dialect<?> dialect() {
    return session.project().runs().dialect(DIALECT).orElseThrow();
  }

  private CheckpointId id(String workflow) {
    return new CheckpointId(DIALECT, workflow, item());
  }

  /// Resolves the subject of shipping early, before a long operation.
  ///
  /// @throws InputException if runs about several subjects are open, and the command names none
  void resolve() {
    if (!resolved) {
      about = shipSubject();
      resolved = true;
    }
  }

  private @Nullable String item() {
    resolve();
    return about;
  }

  /// Returns the subject of shipping: that of the named run, or of all open runs; null for none.
  private @Nullable String shipSubject() {
    var words = parsedCommand.value("run");
    if (words != null) {
      var there = session.names().existing(words);
      var meant = there instanceof Selected ? there : session.names().named(words);
      asking = meant instanceof Selected run ? run : null;
      return asking == null ? null : asking.id().item();
    }
    String item = null;
    for (var run : session.names().openRunsOfBranch(session.head().branch())) {
      var other = run.id().item();
      if (item != null && other != null && !other.equals(item)) {
        throw new InputException(
            "runs about " + item + " and " + other + " are open", "Name one with --run NAME.");
      }
      item = other == null ? item : other;
    }
    return item;
  }

  private ExitCode refuse(String code, String reason) {
    var blocker = new Blocker(Kind.GATE, code, reason, "Fix that and try again");
    return session.refused("", new Refusal<>(List.of(blocker), List.of()));
  }
}
