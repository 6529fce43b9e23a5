package dev.tidemark.app.command.store;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.command.session.IntegrationFactory;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.delivery.DeploymentPoller;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.integrations.linear.LinearSubscriber;
import dev.tidemark.integrations.linear.LinearTracker;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Announcement;
import dev.tidemark.port.Announcement.State;
import dev.tidemark.port.DeliveryResult;
import dev.tidemark.port.Subscriber;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Test of the configured services, `webhooks --test`: prints the request to each and whether it
/// succeeds. Issues are not made, moved or commented on for a test.
final class ServiceCheck {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Session session;
  private final List<String> lines = new ArrayList<>();
  private final List<JsonObject> shown = new ArrayList<>();
  private boolean well = true;

  ServiceCheck(Session session) {
    this.session = session;
  }

  /// Sends a test message to every subscriber, and asks every service.
  ExitCode run() {
    try (var integrationFactory = new IntegrationFactory(session)) {
      var integrations = Integrations.read(session.project().root());
      if (integrations.linear().enabled()) {
        linear(integrations.linear(), integrationFactory);
      }
      if (integrations.vercel().policy().enabled()) {
        vercel(integrationFactory);
      }
      for (var subscriber : integrationFactory.listeners(any -> true)) {
        listener(subscriber);
      }
      for (var name : integrationFactory.untrusted()) {
        add(name, "nothing", "it is not trusted yet: tidemark trust");
      }
    }
    if (shown.isEmpty()) {
      lines.add("nothing is configured: " + lack(Integrations.FILE) + ", " + lack(Webhooks.FILE));
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", well)
            .add("dry_run", isDry())
            .add("services", JsonArray.of(shown))
            .build(),
        lines);
    return well ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private String lack(String file) {
    boolean there = Files.exists(session.project().root().resolve(file));
    return there ? "nothing is switched on in " + file : "no " + file;
  }

  private boolean isDry() {
    return session.changeMode() == ChangeMode.DRY_RUN;
  }

  private void linear(Integrations.Linear linear, IntegrationFactory integrationFactory) {
    var sends = "the question which teams there are";
    var service = integrationFactory.linear();
    if (service == null) {
      add("linear", sends, IntegrationFactory.LINEAR_KEY + " is not set");
    } else if (isDry()) {
      add("linear", sends, null);
    } else {
      var teams = service.teams();
      boolean there = false;
      for (var team : teams.orElse(List.of())) {
        var meant = String.valueOf(linear.team());
        there |= team.equalsIgnoreCase(meant) || team.startsWith(meant + " (");
        there |= team.endsWith(" (" + meant + ")");
      }
      var missing = LinearTracker.missingTeam(linear.team(), teams.orElse(List.of()));
      add("linear", sends, !teams.isKnown() ? teams.reason() : there ? "" : missing);
    }
  }

  private void vercel(IntegrationFactory integrationFactory) {
    var commit = session.head().commit();
    var sends = "the question which deployments there are of " + commit;
    if (commit == null || isDry()) {
      add("vercel", sends, null);
    } else {
      var look =
          new DeploymentPoller(integrationFactory.deployments(), MonotonicTimer.real())
              .look(commit);
      add("vercel", sends, look.problem());
    }
  }

  private void listener(Subscriber subscriber) {
    var sample = sample();
    var body = subscriber.preview(sample);
    if (isDry() || subscriber instanceof LinearSubscriber) {
      add(subscriber.name(), body, null);
    } else {
      var deliveryResult = subscriber.deliver(sample, PATIENCE);
      add(
          subscriber.name(),
          body,
          deliveryResult.kind() == DeliveryResult.Kind.ARRIVED ? "" : deliveryResult.reason());
    }
  }

  private Announcement sample() {
    var run = new CheckpointId("state", "test", "sample");
    var state =
        new State(
            "complete",
            "A test by tidemark webhooks --test.",
            List.of("src/new.txt"),
            List.of(),
            session.head().commit(),
            "TEST-1");
    var id = UUID.randomUUID().toString();
    return new Announcement(id, run, session.project().now(), "phase.completed", "sample", state);
  }

  /// @param problem why it did not arrive; empty if it did; null if it was not sent
  private void add(String name, String sends, @Nullable String problem) {
    var result = problem == null ? "not sent" : problem.isEmpty() ? "arrives" : problem;
    well &= problem == null || problem.isEmpty();
    lines.add(name + ": sends " + sends);
    lines.add(name + ": " + result);
    shown.add(
        JsonObject.builder()
            .add("name", name)
            .add("sends", sends)
            .add("sent", problem != null)
            .addOrNull("problem", problem == null || problem.isEmpty() ? null : problem)
            .build());
  }
}
