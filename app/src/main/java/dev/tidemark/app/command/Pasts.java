package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.view.DiffView;
import dev.tidemark.app.view.Problem;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Edits;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.Standing;
import dev.tidemark.workflow.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The verbs that restore earlier states: `restore` and `undo`.
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
        ? guarded(run, () -> restore(run.dialect(), run.id()))
        : session.unclear(selection);
  }

  private <C extends Checkpoint> ExitCode restore(Dialect<C> dialect, CheckpointId id) {
    if (call.has("from")) {
      return new MergeSide(session).take(dialect, id);
    }
    var diverged = MergeSide.refusal(session.project().runs().inspect(dialect, id));
    if (diverged != null && !call.has("to")) {
      return session.problem(diverged);
    }
    var past = session.project().past();
    var saves = new Saves(past.history(id));
    boolean isAsked = call.has("to");
    long entry = isAsked ? call.count("to", 0) : lastGood(dialect, id, saves);
    if (entry == 0 || !saves.has(entry)) {
      return session.problem(NoState.entry(id, entry, saves.newest()));
    }
    var state = past.at(id, entry);
    if (state.isEmpty()) {
      return session.problem(NoState.at(id, entry, saves));
    }
    var now = session.project().runs().inspect(dialect, id).document().text();
    if (!isAsked && state.get().equals(now)) {
      return session.problem(
          new Problem(
              ExitCode.REFUSED.code(),
              "nothing-to-restore",
              dialect.place().pathOf(id) + " already is what was last recorded",
              "Name an earlier entry with --to N; see " + CommandLines.of("history", id)));
    }
    var by = new By(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(NoState.at(id, entry, saves));
    }
    restored(id, dialect.place().pathOf(id), entry, List.of());
    return ExitCode.SUCCESS;
  }

  /// Returns the newest entry with a recorded, readable state: an entry may also record a missing
  /// document, or its state may be pruned. Without one, the newest entry.
  private <C extends Checkpoint> long lastGood(Dialect<C> dialect, CheckpointId id, Saves saves) {
    var past = session.project().past();
    for (long entry = saves.newest(); entry > 0; entry = saves.before(entry)) {
      var state = past.at(id, entry).orElse(null);
      if (state != null && isReadable(dialect, id, state)) {
        return entry;
      }
    }
    return saves.newest();
  }

  private static <C extends Checkpoint> boolean isReadable(
      Dialect<C> dialect, CheckpointId id, String state) {
    try {
      dialect.format().decode(id, state);
      return true;
    } catch (FormatException unreadable) {
      return false;
    }
  }

  /// Takes the last save back.
  public ExitCode undo() {
    var selection = session.selectShown();
    return selection instanceof Selected run
        ? guarded(run, () -> undo(run.dialect(), run.id()))
        : session.unclear(selection);
  }

  /// A document of a newer version is not replaced.
  private ExitCode guarded(Selected run, Supplier<ExitCode> work) {
    try {
      return work.get();
    } catch (FormatException unreadable) {
      var path = run.dialect().place().pathOf(run.id());
      return session.problem(Problem.of(unreadable, path));
    }
  }

  private <C extends Checkpoint> ExitCode undo(Dialect<C> dialect, CheckpointId id) {
    var past = session.project().past();
    var saves = new Saves(past.history(id));
    var run = session.project().runs().inspect(dialect, id);
    var diverged = MergeSide.refusal(run);
    if (diverged != null) {
      return session.problem(diverged);
    }
    var document = run.document();
    long entry = saves.undone(document.standing() == Standing.EDITED);
    if (entry == 0) {
      return session.problem(
          new Problem(
              ExitCode.REFUSED.code(),
              "nothing-to-undo",
              "nothing is recorded of " + id + " before its last save",
              "See which entries there are: " + CommandLines.of("history", id)));
    }
    var by = new By(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(NoState.at(id, entry, saves));
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
}
