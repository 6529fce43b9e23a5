package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.history.DiffView;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The verbs that restore earlier states: `restore` and `undo`.
public final class RestoreCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to act in.
  public RestoreCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `restore`.
  public static CommandSpec restoreSpec() {
    return new CommandSpec(
            "restore",
            CommandGroup.HISTORY,
            WRITES_RUN,
            "restore the checkpoint file of a run from the journal",
            List.of(Argument.run()),
            List.of(
                Option.value(
                    "to",
                    "N",
                    ValueKind.COUNT,
                    "the state of entry N; default: the last valid one"),
                Option.flag("all", "every file that is missing"),
                Option.value(
                    "from",
                    "SIDE",
                    ValueKind.oneOf("ours", "theirs"),
                    "take one side of a git merge"),
                Option.flag("here", "take the run of a removed work tree into this one"),
                ArchivedCopies.option()),
            List.of(
                new Example("tidemark restore", "a damaged file, to its last valid state"),
                new Example("tidemark restore --all", "the files that another program has removed"),
                new Example("tidemark restore --from theirs", "the other side of a git merge"),
                new Example("tidemark restore --to 3 --dry-run", "show what entry 3 would restore"),
                new Example(
                    "tidemark restore --run implement/auth --here",
                    "a run of a work tree that was removed"),
                new Example("tidemark restore --archived design-auth", "an archived copy")))
        .mode("archived", WRITES, List.of(), List.of("to", "all", "from", "here", "run"));
  }

  /// Puts a recorded state of a document back: the newest one, or the one of a given entry.
  public ExitCode restore() {
    if (parsedCommand.has("all")) {
      return new MissingFiles(session).restore();
    }
    if (parsedCommand.has("archived")) {
      return new ArchivedCopies(session).restore();
    }
    if (parsedCommand.has("here")) {
      return new TakeRunCommand(session).take();
    }
    var runSelection = session.selectShown();
    return runSelection instanceof Selected run
        ? guarded(run, () -> restore(run.dialect(), run.id()))
        : session.selectionRefused(runSelection);
  }

  private <C extends Checkpoint> ExitCode restore(Dialect<C> dialect, CheckpointId id) {
    if (parsedCommand.has("from")) {
      return takeSide(dialect, id);
    }
    var diverged = diverged(session.project().runs().inspect(dialect, id));
    if (diverged != null && !parsedCommand.has("to")) {
      return session.problem(diverged);
    }
    var historyStore = session.project().history();
    var saveHistory = new SaveHistory(historyStore.history(id));
    boolean isAsked = parsedCommand.has("to");
    long entry =
        isAsked
            ? parsedCommand.count("to", 0)
            : new LastGoodState(historyStore, saveHistory).entry(dialect, id);
    if (entry == 0 || !saveHistory.hasState(entry)) {
      return session.problem(saveHistory.noEntry(id, entry));
    }
    var state = historyStore.stateAt(id, entry);
    if (state.isEmpty()) {
      return session.problem(saveHistory.noState(id, entry));
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
    var by = new Caller(session.actor(), session.changeMode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(saveHistory.noState(id, entry));
    }
    restored(id, dialect.locator().pathOf(id), entry, List.of());
    return ExitCode.SUCCESS;
  }

  /// Specification of `undo`.
  public static CommandSpec undoSpec() {
    return new CommandSpec(
        "undo",
        CommandGroup.HISTORY,
        WRITES_RUN,
        "undo the last change of a run; the history keeps it",
        List.of(Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark undo", "restore the previous state"),
            new Example("tidemark undo --dry-run", "show what would change")));
  }

  /// Takes the last save back.
  public ExitCode undo() {
    var runSelection = session.selectShown();
    return runSelection instanceof Selected run
        ? guarded(run, () -> undo(run.dialect(), run.id()))
        : session.selectionRefused(runSelection);
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
    var historyStore = session.project().history();
    var saveHistory = new SaveHistory(historyStore.history(id));
    var run = session.project().runs().inspect(dialect, id);
    var diverged = diverged(run);
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
              "there is no earlier state of " + id + " to restore",
              "See which entries there are: " + CommandLines.of("history", id)));
    }
    var by = new Caller(session.actor(), session.changeMode());
    var restored = session.project().checkpoints().restore(dialect, id, entry, by);
    if (restored.isEmpty()) {
      return session.problem(saveHistory.noState(id, entry));
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
    var changes = new ArrayList<String>();
    lines.subList(1, lines.size()).forEach(line -> changes.add(line.text()));
    restored(id, dialect.locator().pathOf(id), entry, changes);
    return ExitCode.SUCCESS;
  }

  private void restored(CheckpointId id, String path, long entry, List<String> changes) {
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
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

  /// Returns why no earlier state of a run is put back: two sides of a merge would become one
  /// without a choice of the user. Null where git merges nothing.
  private static @Nullable ProblemView diverged(Run run) {
    return run.diverged()
        ? new ProblemView(
            ExitCode.INVALID.code(),
            "merge-conflict",
            run.dialect().locator().pathOf(run.id()) + ": " + run.problem(),
            Divergence.hint(run.id()))
        : null;
  }

  /// `restore --from ours|theirs`: puts one side of a git merge into place; the other stays in the
  /// history.
  private ExitCode takeSide(Dialect<?> dialect, CheckpointId id) {
    boolean ours = "ours".equals(parsedCommand.value("from"));
    var path = dialect.locator().pathOf(id);
    var sides = sides(path, session.project().runs().inspect(dialect, id).document().text());
    var side = ours ? "ours" : "theirs";
    if (sides != null && (ours ? sides.ours() : sides.theirs()).text() == null) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "side-removed",
              "the side " + side + " has no " + path + "; the run has ended there",
              "Let it end here too: git rm " + CommandLines.word(path)));
    }
    if (sides == null) {
      return session.problem(
          new ProblemView(
              ExitCode.REFUSED.code(),
              "no-merge",
              "git is not merging "
                  + path
                  + ", and HEAD is no merge commit that changed both sides",
              "See the states that are recorded: " + CommandLines.of("history", id)));
    }
    try {
      var by = new Caller(session.actor(), session.changeMode());
      session.project().checkpoints().takeSide(dialect, id, sides, ours, by);
    } catch (FormatException unreadable) {
      return session.problem(ProblemView.of(unreadable, path + " of " + side));
    }
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("path", path)
            .add("side", side)
            .add("dry_run", dry)
            .build();
    var what =
        path + (dry ? " would get the side " : " has the side ") + side + "; the history has both";
    session.confirm(
        json, List.of(what, "next: git add " + CommandLines.word(path) + " and commit"));
    return ExitCode.SUCCESS;
  }

  private @Nullable MergeSides sides(String path, @Nullable String now) {
    var found = session.project().repository().merged(path, true);
    return MergeSides.of(found.orElse(Optional.empty()), now);
  }
}
