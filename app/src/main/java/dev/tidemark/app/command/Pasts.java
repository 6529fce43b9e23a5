package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.DiffView;
import dev.tidemark.app.view.Problem;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Edits;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The verbs about the past of runs: `restore` and `undo`.
public final class Pasts {
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
    restored(id, dialect.place().pathOf(id), entry, List.of());
    return ExitCode.SUCCESS;
  }

  /// Takes the last save back.
  public ExitCode undo() {
    var selection = session.selectShown();
    return selection instanceof Selected run
        ? undo(run.dialect(), run.id())
        : session.unclear(selection);
  }

  private <C extends Checkpoint> ExitCode undo(Dialect<C> dialect, CheckpointId id) {
    var past = session.project().past();
    var saves = new Saves(past.history(id));
    var document = session.project().runs().inspect(dialect, id).document();
    long entry = saves.undone(document.standing() == Standing.EDITED);
    if (entry == 0) {
      return session.problem(
          new Problem(
              ExitCode.REFUSED.code(),
              "nothing-to-undo",
              "nothing is recorded of " + id + " before its last save",
              "See which entries there are: tidemark history --run " + id));
    }
    var by = new By(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return noState(id, entry);
    }
    var now = document.exists() ? document.text() : null;
    var edit = Edits.between(dialect, id, now, past.at(id, entry).orElse(null));
    var lines =
        new DiffView(
                new DiffView.Side(null, null, now),
                new DiffView.Side(entry, saves.entry(entry).at(), null),
                edit,
                false)
            .lines();
    restored(id, dialect.place().pathOf(id), entry, lines.subList(1, lines.size()));
    return ExitCode.SUCCESS;
  }

  private void restored(CheckpointId id, String path, long entry, List<String> changes) {
    boolean dry = session.mode() == Mode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("path", path)
            .add("entry", entry)
            .add("dry_run", dry)
            .build();
    var what = dry ? " would be put back to history entry " : " is put back to history entry ";
    var lines = new ArrayList<String>();
    lines.add(path + what + entry);
    lines.addAll(changes);
    session.confirm(json, lines);
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
}
