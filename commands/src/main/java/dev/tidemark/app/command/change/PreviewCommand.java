package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.IntegrationFactory;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.delivery.DeploymentPoller;
import dev.tidemark.engine.delivery.DeploymentPoller.End;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Deployment;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.policy.PreviewPolicy;
import dev.tidemark.workflow.policy.PreviewPolicy.ShipEffect;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Preview deployment: waits for it, or takes its result, and reports the effect on shipping
/// (R-004-70 to R-004-74, R-004-87).
final class PreviewCommand {
  /// One look takes a moment; a wait that may be longer is announced.
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /// The interval of messages in a wait without a change.
  private static final Duration SILENCE = Duration.ofSeconds(30);

  private final Session session;
  private final ShipCommand shipCommand;

  PreviewCommand(Session session, ShipCommand shipCommand) {
    this.session = session;
    this.shipCommand = shipCommand;
  }

  /// Queries the preview for a gate of a run, and records the result.
  ///
  /// @throws dev.tidemark.app.settings.SettingsException if the configuration cannot be understood
  void record() {
    var vercel = Integrations.read(session.project().root()).vercel();
    try (var integrationFactory = new IntegrationFactory(session)) {
      var seen =
          seen(
              new DeploymentPoller(integrationFactory.deployments(), MonotonicTimer.real()),
              vercel);
      recordDeployment(seen);
      session.screen().note(seen.answer().message());
    }
  }

  private Integrations.Vercel vercel() {
    var integrations = Integrations.read(session.project().root());
    session.printNotices(integrations.notices());
    return integrations.vercel();
  }

  /// Records the status of the deployment, and prints its effect.
  ///
  /// @param url the address of the deployment; absent if unknown
  /// @throws dev.tidemark.app.settings.SettingsException if the configuration cannot be understood
  ExitCode set(String word, @Nullable String url) {
    var policy = vercel().policy();
    var status = Status.valueOf(word.toUpperCase(Locale.ROOT));
    var told = policy.enabled() ? new Deployment(status, url, null, null) : null;
    boolean ended = status == Status.READY || status == Status.FAILED;
    return shown(new Seen(told, status, policy.of(status), policy.isAwaited() && ended));
  }

  /// Waits for the deployment, records its status, and prints its effect.
  ///
  /// @throws dev.tidemark.app.settings.SettingsException if the configuration cannot be understood
  ExitCode await() {
    var vercel = vercel();
    var policy = vercel.policy();
    if (!policy.isAwaited()) {
      return shown(new Seen(null, Status.UNKNOWN, policy.of(Status.PENDING), false));
    }
    // A required preview must have a run to be recorded in.
    shipCommand.resolve();
    var commit = session.head().commit();
    if (commit != null && session.changeMode() == ChangeMode.DRY_RUN) {
      var said = "would look for the preview of " + commit.substring(0, 7);
      return shown(new Seen(null, Status.UNKNOWN, new ShipEffect(null, said), false));
    }
    try (var integrationFactory = new IntegrationFactory(session)) {
      return shown(
          seen(
              new DeploymentPoller(integrationFactory.deployments(), MonotonicTimer.real()),
              vercel));
    }
  }

  /// The observed deployment, and its effect.
  ///
  /// @param conclusive whether the result is final for a gate that requires the preview
  private record Seen(
      @Nullable Deployment deployment, Status status, ShipEffect answer, boolean conclusive) {
    Seen(@Nullable Deployment deployment, Status status, ShipEffect answer) {
      this(deployment, status, answer, true);
    }
  }

  private Seen seen(DeploymentPoller wait, Integrations.Vercel vercel) {
    var commit = session.head().commit();
    var policy = vercel.policy();
    if (commit == null) {
      return unknown(policy, "there is no commit that could be deployed");
    }
    return policy.waits() ? waited(wait, commit, vercel) : looked(wait, commit, policy);
  }

  private Seen looked(DeploymentPoller wait, String commit, PreviewPolicy policy) {
    var look = wait.look(commit);
    var seen = look.deployment();
    if (!look.problem().isEmpty()) {
      return unknown(policy, look.problem());
    }
    var status = seen == null ? Status.PENDING : seen.status();
    return new Seen(seen, status, policy.of(status));
  }

  private Seen waited(DeploymentPoller wait, String commit, Integrations.Vercel vercel) {
    var policy = vercel.policy();
    var patience = vercel.patience();
    if (patience.compareTo(MOMENT) > 0) {
      var most = patience.toSeconds() + " seconds";
      session.screen().note("waiting for the preview of " + commit.substring(0, 7) + ", " + most);
    }
    var result = wait.await(commit, patience, progress());
    var seen = result.deployment();
    var status = seen == null ? Status.PENDING : seen.status();
    var problem = result.problem();
    boolean silent = result.end() == End.LATE || result.end() == End.NONE;
    if (silent && !problem.isEmpty()) {
      session.screen().note("the outcome of the preview is unknown: " + problem);
    }
    return switch (result.end()) {
      case READY, FAILED -> new Seen(seen, status, policy.of(status));
      case LATE -> new Seen(seen, status, policy.timedOut(patience, true));
      case NONE ->
          new Seen(null, Status.PENDING, policy.timedOut(result.waited(), !problem.isEmpty()));
      case UNKNOWN -> unknown(policy, problem);
    };
  }

  /// Reports each change of the deployment, and at intervals that there is none.
  private DeploymentPoller.Progress progress() {
    return new DeploymentPoller.Progress() {
      private @Nullable Status told;
      private Duration at = Duration.ZERO;

      @Override
      public void waiting(@Nullable Deployment seen, Duration waited) {
        var status = seen == null ? null : seen.status();
        boolean changed = status != null && status != told;
        if (changed || waited.minus(at).compareTo(SILENCE) >= 0) {
          told = status;
          at = waited;
          var what = status == null ? "not there yet" : word(status);
          session.screen().note("preview " + what + ", " + waited.toSeconds() + " s");
        }
      }
    };
  }

  private Seen unknown(PreviewPolicy policy, String problem) {
    session.screen().note("no preview was found: " + problem);
    return new Seen(null, Status.UNKNOWN, policy.of(Status.UNKNOWN));
  }

  /// Records the deployment in the run of shipping, its blocker in the ship gate, and the outcome
  /// as evidence of the run whose gate requires it.
  private void recordDeployment(Seen seen) {
    var deployment = seen.deployment();
    if (deployment != null) {
      shipCommand.keep(json(deployment));
    }
    var blocker = seen.answer().blocker();
    if (blocker != null) {
      shipCommand.block(blocker);
    }
    if (seen.conclusive()) {
      var blockers = blocker == null ? List.<String>of() : List.of(blocker);
      var treePosition = new TreePosition(session.head().commit(), null);
      shipCommand.prove(
          new Claim.Verdict(PreviewAllowed.NAME, blocker == null, blockers, treePosition));
    }
  }

  private ExitCode shown(Seen seen) {
    var deployment = seen.deployment();
    var answer = seen.answer();
    var blocker = answer.blocker();
    recordDeployment(seen);
    session.confirm(
        JsonObject.builder()
            .add("ok", blocker == null)
            .add("dry_run", session.changeMode() == ChangeMode.DRY_RUN)
            .add("status", word(seen.status()))
            .addOrNull("url", deployment == null ? null : deployment.url())
            .addOrNull("blocker", blocker)
            .add("said", answer.message())
            .build(),
        List.of(answer.message()));
    if (blocker != null) {
      var review = shipCommand.command("gate set --allowed true");
      session.screen().problem(blocker, "Fix it, then review again: " + review);
    }
    return blocker == null ? ExitCode.SUCCESS : ExitCode.GATE;
  }

  private static JsonObject json(Deployment seen) {
    return JsonObject.builder()
        .add("preview_status", word(seen.status()))
        .addIfPresent("preview_url", seen.url())
        .addIfPresent("deployment_id", seen.id())
        .addIfPresent("production_url", seen.productionUrl())
        .build();
  }

  private static String word(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
