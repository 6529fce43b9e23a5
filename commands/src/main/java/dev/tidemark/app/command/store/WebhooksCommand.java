package dev.tidemark.app.command.store;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.command.session.ChangedRuns;
import dev.tidemark.app.command.session.IntegrationFactory;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.delivery.MonotonicTimer;
import dev.tidemark.engine.delivery.WebhookDelivery;
import dev.tidemark.engine.delivery.WebhookDelivery.DeliveryScope;
import dev.tidemark.engine.delivery.WebhookDelivery.Result;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Subscriber;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Webhook delivery: after a change, within a bounded time, and with the verb `webhooks`. A failed
/// delivery does not change the result of a command (R-004-100).
public final class WebhooksCommand {
  /// The time limit of the verb, per subscriber.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Session session;

  public WebhooksCommand(Session session) {
    this.session = session;
  }

  /// Delivers the announcements of changes, within the configured time.
  public void deliverChanges(ChangedRuns changedRuns) {
    var patience = session.settings().listenersWait();
    var root = session.project().root();
    boolean configured =
        Files.exists(root.resolve(Webhooks.FILE)) || Files.exists(root.resolve(Integrations.FILE));
    if (!configured || patience.isZero()) {
      return;
    }
    session.screen().flush();
    try (var integrationFactory = new IntegrationFactory(session)) {
      var made = round(changedRuns.runs(), changedRuns.startTime(), patience, false);
      var listeners = integrationFactory.listeners(it -> !deliveries().pending(it, made).isEmpty());
      long begin = System.nanoTime();
      for (int i = 0; i < listeners.size(); i++) {
        var left = patience.minusNanos(System.nanoTime() - begin);
        var share = left.dividedBy(listeners.size() - i);
        var subscriber = listeners.get(i);
        var since = changedRuns.startTime();
        deliverAndLog(subscriber, round(changedRuns.runs(), since, share, false));
      }
    } catch (SettingsException wrong) {
      session.screen().note("no webhook was sent: " + wrong.getMessage());
    } catch (StoreException failure) {
      session.screen().note("not every webhook was sent: " + failure.getMessage());
    }
  }

  private DeliveryScope round(
      List<CheckpointId> runs, Instant since, Duration patience, boolean insists) {
    return new DeliveryScope(runs, session.project().now(), since, patience, insists);
  }

  private Result deliverAndLog(Subscriber subscriber, DeliveryScope round) {
    var result = deliveries().deliver(subscriber, round);
    var log = new DeliveryLog(session.project().root());
    if (!result.cursorDamage().isEmpty()) {
      complain(log, subscriber.name(), result.cursorDamage());
    }
    for (var declined : result.declined()) {
      complain(log, subscriber.name(), "rejected " + declined);
    }
    if (!result.problem().isEmpty()) {
      complain(log, subscriber.name(), "could not be notified: " + result.problem());
    }
    return result;
  }

  private void complain(DeliveryLog log, String name, String problem) {
    session.screen().note(name + " " + problem);
    try {
      log.add(session.project().now(), name + " " + problem);
    } catch (IOException failure) {
      session.screen().trace(DeliveryLog.FILE + " cannot be written: " + DiskReason.of(failure));
    }
  }

  private WebhookDelivery deliveries() {
    return session.project().deliveries(MonotonicTimer.real());
  }

  /// Specification of `webhooks`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "webhooks",
            CommandGroup.INTEGRATIONS,
            READS,
            "list the webhooks that are undelivered, retry or test them",
            List.of(),
            List.of(
                Option.flag("retry", "send them again"),
                Option.flag("test", "send a test message to every subscriber")),
            List.of(
                new Example("tidemark webhooks", "list what is undelivered"),
                new Example("tidemark webhooks --retry", "after a failure, or from a timer"),
                new Example("tidemark webhooks --test --dry-run", "show what a test would send")))
        .mode("retry", WRITES, List.of(), List.of("test"))
        .mode("test", WRITES, List.of(), List.of());
  }

  /// Lists or delivers what is undelivered, or tests the subscribers.
  public ExitCode run() {
    return session.call().has("test") ? new ServiceCheck(session).run() : deliver();
  }

  /// Delivers all pending announcements to all subscribers, or lists them.
  private ExitCode deliver() {
    var runs = new ArrayList<CheckpointId>();
    for (var run : session.project().runs().withParts()) {
      runs.add(run.id());
    }
    boolean dry = !session.call().has("retry") || session.changeMode() == ChangeMode.DRY_RUN;
    var lines = new ArrayList<String>();
    var shown = new ArrayList<JsonObject>();
    boolean well = true;
    try (var integrationFactory = new IntegrationFactory(session)) {
      for (var subscriber : integrationFactory.listeners(any -> true)) {
        var round = round(runs, session.project().now(), PATIENCE, true);
        var result = dry ? dryRunResult(subscriber) : deliverAndLog(subscriber, round);
        var left = deliveries().pending(subscriber, round);
        for (int i = 0; dry && i < left.size(); i++) {
          lines.add("would notify " + subscriber.name() + ": " + subscriber.preview(left.get(i)));
        }
        lines.add(
            subscriber.name() + ": " + result.delivered() + " sent, " + left.size() + " pending");
        shown.add(json(subscriber, result, left.size()));
        well &= result.problem().isEmpty();
      }
      for (var name : integrationFactory.untrusted()) {
        lines.add(name + ": not trusted yet, so nothing was sent: tidemark trust");
        well = false;
      }
    }
    if (lines.isEmpty()) {
      boolean there = Files.exists(session.project().root().resolve(Webhooks.FILE));
      var why = there ? "nothing is switched on in " : "there is no ";
      lines.add("no subscriber is configured: " + why + Webhooks.FILE);
    }
    session.confirm(
        JsonObject.builder()
            .add("ok", well)
            .add("dry_run", dry)
            .add("listeners", JsonArray.of(shown))
            .build(),
        lines);
    return well ? ExitCode.SUCCESS : ExitCode.REFUSED;
  }

  private Result dryRunResult(Subscriber subscriber) {
    var flaw = deliveries().cursorDamage(subscriber.name(), session.project().now());
    if (!flaw.isEmpty()) {
      session.screen().note(subscriber.name() + " " + flaw);
    }
    return new Result(0, List.of(), "");
  }

  private static JsonObject json(Subscriber subscriber, Result result, int left) {
    return JsonObject.builder()
        .add("name", subscriber.name())
        .add("told", result.delivered())
        .add("left", left)
        .add("declined", result.declined())
        .addOrNull("problem", result.problem().isEmpty() ? null : result.problem())
        .build();
  }
}
