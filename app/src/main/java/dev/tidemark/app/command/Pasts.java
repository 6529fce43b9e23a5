package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.Problem;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.PrunePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The verbs about the past of runs: `restore` and `prune`.
public final class Pasts {
  /// How many states a run keeps at least, whatever their age (R-004-94).
  private static final int KEEP_LEAST = 10;

  private final Session session;
  private final Call call;

  /// Takes the session to act in.
  public Pasts(Session session) {
    this.session = session;
    this.call = session.call();
  }

  /// Puts a recorded state of a document back: the newest one, or the one of a given entry.
  public ExitCode restore() {
    var selection = session.selectShown();
    return selection instanceof Selected run
        ? restore(run.dialect(), run.id())
        : session.unclear(selection);
  }

  private <C extends Checkpoint> ExitCode restore(Dialect<C> dialect, CheckpointId id) {
    var past = session.project().past();
    var entries = past.history(id);
    long asked = call.count("to", 0);
    long newest = entries.isEmpty() ? 0 : entries.getLast().sequence();
    long entry = asked > 0 ? asked : newest;
    Optional<String> state = entry == 0 ? Optional.empty() : past.at(id, entry);
    if (state.isEmpty()) {
      return noState(id, entry);
    }
    var now = session.project().runs().inspect(dialect, id).document().text();
    if (asked == 0 && state.get().equals(now)) {
      return session.problem(
          new Problem(
              ExitCode.REFUSED.code(),
              "nothing-to-restore",
              dialect.place().pathOf(id) + " already is what was last recorded",
              "Name an earlier entry with --to N; see tidemark history --run " + id));
    }
    var by = new By(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return noState(id, entry);
    }
    boolean dry = by.mode() == Mode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("path", dialect.place().pathOf(id))
            .add("entry", entry)
            .add("dry_run", dry)
            .build();
    session.show(
        json,
        List.of(
            dialect.place().pathOf(id)
                + (dry ? " would be put back" : " is put back")
                + " to history entry "
                + entry));
    return ExitCode.SUCCESS;
  }

  private ExitCode noState(CheckpointId id, long entry) {
    return session.problem(
        new Problem(
            ExitCode.REFUSED.code(),
            "no-state",
            entry == 0
                ? "nothing is recorded of " + id
                : "the history of " + id + " holds no state at entry " + entry,
            "See which entries there are: tidemark history --run " + id));
  }

  /// Drops recorded states that are old and not among the newest; entries stay.
  public ExitCode prune() {
    var settings = session.settings();
    int keep = Math.max(KEEP_LEAST, call.count("keep", settings.retentionKeep()));
    var age = call.age("older-than");
    var now = session.project().now();
    var before = now.minus(age == null ? settings.retentionAge() : age);
    var plans = new ArrayList<PrunePlan>();
    for (var run : session.project().runs().all()) {
      if (!run.open() || call.has("include-open")) {
        var plan = session.project().past().plan(run.id(), keep, before);
        if (plan.entries() > 0) {
          plans.add(plan);
        }
      }
    }
    if (session.mode() == Mode.COMMIT) {
      for (var plan : plans) {
        session.project().past().prune(plan);
      }
    }
    show(plans);
    return ExitCode.SUCCESS;
  }

  private void show(List<PrunePlan> plans) {
    boolean dry = session.mode() == Mode.DRY_RUN;
    var json = new ArrayList<JsonObject>();
    var lines = new ArrayList<String>();
    for (var plan : plans) {
      json.add(
          JsonObject.builder()
              .add("run", plan.id().toString())
              .add("states", plan.entries())
              .add("kept_from", plan.first())
              .add("bytes", plan.bytes())
              .build());
      lines.add(
          plan.id()
              + ": "
              + plan.entries()
              + (dry ? " states would be dropped, about " : " states dropped, about ")
              + plan.bytes()
              + " bytes; kept from entry "
              + plan.first());
    }
    if (plans.isEmpty()) {
      lines.add("nothing to prune");
    }
    session.show(
        JsonObject.builder()
            .add("ok", true)
            .add("dry_run", dry)
            .add("plans", JsonArray.of(json))
            .build(),
        lines);
  }
}
