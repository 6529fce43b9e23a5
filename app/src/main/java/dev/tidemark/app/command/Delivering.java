package dev.tidemark.app.command;

import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.Webhooks;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.Deliveries;
import dev.tidemark.engine.Deliveries.Result;
import dev.tidemark.engine.Deliveries.Round;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Pace;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.DiskReason;
import dev.tidemark.world.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Webhook delivery: after a change, within a bounded time, and with the verb `webhooks retry`. A
/// failed delivery does not change the result of a command (R-004-100).
final class Delivering {
  /// The time limit of the verb, per subscriber.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Session session;

  Delivering(Session session) {
    this.session = session;
  }

  /// Delivers the announcements of changes, within the configured time.
  void tell(Changes changes) {
    var patience = session.settings().listenersWait();
    var root = session.project().root();
    boolean configured =
        Files.exists(root.resolve(Webhooks.FILE)) || Files.exists(root.resolve(Integrations.FILE));
    if (!configured || patience.isZero()) {
      return;
    }
    session.screen().flush();
    try (var outside = new Outside(session)) {
      var listeners = outside.listeners();
      long begin = System.nanoTime();
      for (int i = 0; i < listeners.size(); i++) {
        var left = patience.minusNanos(System.nanoTime() - begin);
        var share = left.dividedBy(listeners.size() - i);
        var listener = listeners.get(i);
        var since = changes.from();
        told(listener, round(changes.runs(), since, share, false));
      }
    } catch (SettingsException wrong) {
      session.screen().note("no webhook was sent: " + wrong.getMessage());
    } catch (StoreException failure) {
      session.screen().note("not every webhook was sent: " + failure.getMessage());
    }
  }

  private Round round(List<CheckpointId> runs, Instant since, Duration patience, boolean insists) {
    return new Round(runs, session.project().now(), since, patience, insists);
  }

  private Result told(Listener listener, Round round) {
    var result = deliveries().deliver(listener, round);
    var log = new DeliveryLog(session.project().root());
    if (!result.flaw().isEmpty()) {
      complain(log, listener.name(), result.flaw());
    }
    for (var declined : result.declined()) {
      complain(log, listener.name(), "does not want " + declined);
    }
    if (!result.problem().isEmpty()) {
      complain(log, listener.name(), "could not be told: " + result.problem());
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

  private Deliveries deliveries() {
    return session.project().deliveries(Pace.real());
  }

  /// Delivers all pending announcements to all subscribers.
  ExitCode deliver() {
    var runs = new ArrayList<CheckpointId>();
    for (var run : session.project().runs().withParts()) {
      runs.add(run.id());
    }
    boolean dry = session.mode() == Mode.DRY_RUN;
    var lines = new ArrayList<String>();
    var shown = new ArrayList<JsonObject>();
    boolean well = true;
    try (var outside = new Outside(session)) {
      for (var listener : outside.listeners()) {
        var round = round(runs, session.project().now(), PATIENCE, true);
        var result = dry ? untold(listener) : told(listener, round);
        var left = deliveries().pending(listener, round);
        for (int i = 0; dry && i < left.size(); i++) {
          lines.add("would tell " + listener.name() + ": " + listener.preview(left.get(i)));
        }
        lines.add(listener.name() + ": " + result.told() + " told, " + left.size() + " left");
        shown.add(json(listener, result, left.size()));
        well &= result.problem().isEmpty();
      }
      for (var name : outside.untrusted()) {
        lines.add(name + ": not trusted yet, so nothing was sent: tidemark trust");
        well = false;
      }
    }
    if (lines.isEmpty()) {
      boolean there = Files.exists(session.project().root().resolve(Webhooks.FILE));
      var why = there ? "nothing is switched on in " : "there is no ";
      lines.add("nobody listens: " + why + Webhooks.FILE);
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

  private Result untold(Listener listener) {
    var flaw = deliveries().flaw(listener.name(), session.project().now());
    if (!flaw.isEmpty()) {
      session.screen().note(listener.name() + " " + flaw);
    }
    return new Result(0, List.of(), "");
  }

  private static JsonObject json(Listener listener, Result result, int left) {
    return JsonObject.builder()
        .add("name", listener.name())
        .add("told", result.told())
        .add("left", left)
        .add("declined", result.declined())
        .addOrNull("problem", result.problem().isEmpty() ? null : result.problem())
        .build();
  }
}
