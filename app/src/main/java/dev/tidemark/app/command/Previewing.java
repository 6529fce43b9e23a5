package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Pace;
import dev.tidemark.engine.PreviewWait;
import dev.tidemark.engine.PreviewWait.End;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Preview;
import dev.tidemark.workflow.Preview.Answer;
import dev.tidemark.workflow.Preview.Status;
import dev.tidemark.world.Deployment;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The verb `gate preview`: waits for the preview deployment, or is told of it, and says what that
/// means for shipping (R-004-70 to R-004-74, R-004-87).
final class Previewing {
  /// One look takes a moment; a wait that may be longer is announced.
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Session session;
  private final Call call;
  private final Shipping shipping;

  Previewing(Session session) {
    this.session = session;
    this.call = session.call();
    this.shipping = new Shipping(session);
  }

  /// Says what follows from a deployment.
  ///
  /// @throws dev.tidemark.app.settings.SettingsException if the configuration cannot be understood
  ExitCode judge() {
    var integrations = Integrations.read(session.project().root());
    session.tell(integrations.notices());
    var vercel = integrations.vercel();
    var policy = vercel.policy();
    var word = call.value("status");
    if (word != null) {
      var status = Status.valueOf(word.toUpperCase(Locale.ROOT));
      var told = new Deployment(status, call.value("url"), null, null);
      return shown(policy.enabled() ? told : null, status, policy.of(status));
    }
    if (!policy.enabled() || !(policy.waits() || policy.required())) {
      return shown(null, Status.UNKNOWN, policy.of(Status.PENDING));
    }
    // What is waited for must have a place to stand in.
    shipping.resolve();
    var commit = session.head().commit();
    if (commit == null) {
      return unknown(policy, "there is no commit that could be deployed");
    }
    if (session.mode() == Mode.DRY_RUN) {
      var said = "would look for the preview of " + commit.substring(0, 7);
      return shown(null, Status.UNKNOWN, new Answer(null, said));
    }
    try (var outside = new Outside(session)) {
      var wait = new PreviewWait(outside.deployments(), Pace.real());
      return policy.waits() ? waited(wait, commit, vercel) : looked(wait, commit, policy);
    }
  }

  private ExitCode looked(PreviewWait wait, String commit, Preview policy) {
    var look = wait.look(commit);
    var seen = look.deployment();
    if (!look.problem().isEmpty()) {
      return unknown(policy, look.problem());
    }
    var status = seen == null ? Status.PENDING : seen.status();
    return shown(seen, status, policy.of(status));
  }

  private ExitCode waited(PreviewWait wait, String commit, Integrations.Vercel vercel) {
    var policy = vercel.policy();
    var patience = vercel.patience();
    if (patience.compareTo(MOMENT) > 0) {
      var most = patience.toSeconds() + " seconds";
      session.screen().note("waiting for the preview of " + commit.substring(0, 7) + ", " + most);
    }
    var result = wait.await(commit, patience);
    var seen = result.deployment();
    var status = seen == null ? Status.PENDING : seen.status();
    var problem = result.problem();
    boolean silent = result.end() == End.LATE || result.end() == End.NONE;
    if (silent && !problem.isEmpty()) {
      session.screen().note("nobody could say what became of the preview: " + problem);
    }
    return switch (result.end()) {
      case READY, FAILED -> shown(seen, status, policy.of(status));
      case LATE -> shown(seen, status, policy.late(patience, true));
      case NONE -> shown(null, Status.PENDING, policy.late(result.waited(), !problem.isEmpty()));
      case UNKNOWN -> unknown(policy, problem);
    };
  }

  private ExitCode unknown(Preview policy, String problem) {
    session.screen().note("nobody knows of a preview: " + problem);
    return shown(null, Status.UNKNOWN, policy.of(Status.UNKNOWN));
  }

  private ExitCode shown(@Nullable Deployment seen, Status status, Answer answer) {
    if (seen != null) {
      shipping.keep(json(seen));
    }
    var blocker = answer.blocker();
    if (blocker != null) {
      shipping.block(blocker);
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", blocker == null)
            .add("dry_run", session.mode() == Mode.DRY_RUN)
            .add("status", word(status))
            .addOrNull("url", seen == null ? null : seen.url())
            .addOrNull("blocker", blocker)
            .add("said", answer.said())
            .build(),
        List.of(answer.said()));
    if (blocker != null) {
      session.screen().problem(blocker, "Mend it, then review again: tidemark gate set");
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
