package dev.tidemark.app.command.history;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.history.DiffView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The verbs that restore earlier states: `restore` and `undo`.
public final class RestoreCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public RestoreCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Puts a recorded state of a document back: the newest one, or the one of a given entry.
  public ExitCode restore() {
    var runSelection = session.selectShown();
    return runSelection instanceof Selected run
        ? guarded(run, () -> restore(run.dialect(), run.id()))
        : session.unclear(runSelection);
  }

  private <C extends Checkpoint> ExitCode restore(Dialect<C> dialect, CheckpointId id) {
    if (parsedCommand.has("from")) {
      return new MergeSide(session).take(dialect, id);
    }
    var diverged = MergeSide.refusal(session.project().runs().inspect(dialect, id));
    if (diverged != null && !parsedCommand.has("to")) {
      return session.problem(diverged);
    }
    var historyStore = session.project().past();
    var saveHistory = new SaveHistory(historyStore.history(id));
    boolean isAsked = parsedCommand.has("to");
    long entry = isAsked ? parsedCommand.count("to", 0) : lastGood(dialect, id, saveHistory);
    if (entry == 0 || !saveHistory.has(entry)) {
      return session.problem(MissingState.entry(id, entry, saveHistory.newest()));
    }
    var state = historyStore.stateAt(id, entry);
    if (state.isEmpty()) {
      return session.problem(MissingState.at(id, entry, saveHistory));
    }
    var now = session.project().runs().inspect(dialect, id).document().text();
    if (!isAsked && state.get().equals(now)) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "nothing-to-restore",
              dialect.locator().pathOf(id) + " already has the last recorded state",
              "Name an earlier entry with --to N; see " + CommandLines.of("history", id)));
    }
    var by = new Caller(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(MissingState.at(id, entry, saveHistory));
    }
    restored(id, dialect.locator().pathOf(id), entry, List.of());
    return ExitCode.SUCCESS;
  }

  /// Returns the newest entry with a recorded, readable state: an entry may also record a missing
  /// document, or its state may be pruned. Without one, the newest entry.
  private <C extends Checkpoint> long lastGood(
      Dialect<C> dialect, CheckpointId id, SaveHistory saveHistory) {
    var historyStore = session.project().past();
    for (long entry = saveHistory.newest(); entry > 0; entry = saveHistory.before(entry)) {
      var state = historyStore.stateAt(id, entry).orElse(null);
      if (state != null && isReadable(dialect, id, state)) {
        return entry;
      }
    }
    return saveHistory.newest();
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
    var runSelection = session.selectShown();
    return runSelection instanceof Selected run
        ? guarded(run, () -> undo(run.dialect(), run.id()))
        : session.unclear(runSelection);
  }

  /// A document of a newer version is not replaced.
  private ExitCode guarded(Selected run, Supplier<ExitCode> work) {
    try {
      return work.get();
    } catch (FormatException unreadable) {
      var path = run.dialect().locator().pathOf(run.id());
      return session.problem(ProblemView.of(unreadable, path));
    }
  }

  private <C extends Checkpoint> ExitCode undo(Dialect<C> dialect, CheckpointId id) {
    var historyStore = session.project().past();
    var saveHistory = new SaveHistory(historyStore.history(id));
    var run = session.project().runs().inspect(dialect, id);
    var diverged = MergeSide.refusal(run);
    if (diverged != null) {
      return session.problem(diverged);
    }
    var document = run.document();
    long entry = saveHistory.undone(document.syncState() == SyncState.EDITED);
    if (entry == 0) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "nothing-to-undo",
              "nothing is recorded of " + id + " before its last save",
              "See which entries there are: " + CommandLines.of("history", id)));
    }
    var by = new Caller(session.actor(), session.mode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(MissingState.at(id, entry, saveHistory));
    }
    var now = document.exists() ? document.text() : null;
    var externalEdit =
        ExternalEdits.between(dialect, id, now, historyStore.stateAt(id, entry).orElse(null));
    var lines =
        new DiffView(
                new DiffView.Side(null, null, now),
                new DiffView.Side(entry, saveHistory.entry(entry).at(), null),
                externalEdit,
                false)
            .lines();
    restored(id, dialect.locator().pathOf(id), entry, lines.subList(1, lines.size()));
    return ExitCode.SUCCESS;
  }

  private void restored(CheckpointId id, String path, long entry, List<String> changes) {
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
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
