package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.history.DiffView;
import dev.tidemark.app.view.history.DiffView.Side;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.engine.diff.ExternalEdits;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verb `diff`: compares two saves of a run, or a save and the current document.
public final class DiffCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public DiffCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `diff`.
  public static CommandSpec spec() {
    return new CommandSpec(
            "diff",
            CommandGroup.HISTORY,
            READS,
            "show what changed between two entries of a run",
            List.of(Argument.run()),
            List.of(
                Option.value("from", "N", ValueKind.COUNT, "from entry N; 0 = from the empty run"),
                Option.value("to", "N", ValueKind.COUNT, "to entry N; default: the current file"),
                Option.flag("all", "include time stamps and commits"),
                Option.flag("unified", "as a unified diff of the checkpoint files")),
            List.of(
                new Example("tidemark diff", "the last change, or external edits since then"),
                new Example("tidemark diff --from 3 --to 7", "between two entries of the history"),
                new Example("tidemark diff --from 0", "the whole run as added")))
        .byServer();
  }

  public ExitCode diff() {
    var runSelection = session.selectShown();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    var run = selected.read(session.project().runs());
    var saveHistory = new SaveHistory(session.project().history().history(run.id()));
    long from =
        parsedCommand.has("from") ? parsedCommand.count("from", 0) : defaultBase(run, saveHistory);
    long to = parsedCommand.count("to", 0);
    for (long asked : new long[] {from, to}) {
      if (!saveHistory.hasState(asked)) {
        return session.problem(saveHistory.noEntry(run.id(), asked));
      }
    }
    var before = recorded(run.id(), saveHistory, from);
    if (before == null) {
      return session.problem(saveHistory.noState(run.id(), from));
    }
    var after = parsedCommand.has("to") ? recorded(run.id(), saveHistory, to) : currentSide(run);
    if (after == null) {
      return session.problem(
          parsedCommand.has("to")
              ? saveHistory.noState(run.id(), to)
              : SaveHistory.noDocument(run));
    }
    return shown(run, before, after);
  }

  /// Returns the default base of a comparison: the previous save.
  private long defaultBase(Run run, SaveHistory saveHistory) {
    if (parsedCommand.has("to")) {
      return saveHistory.before(Math.min(parsedCommand.count("to", 0), saveHistory.newest()));
    }
    return isEdited(run.document())
        ? saveHistory.newest()
        : saveHistory.before(saveHistory.newest());
  }

  static boolean isEdited(Document document) {
    return document.syncState() == SyncState.EDITED || document.syncState() == SyncState.UNRECORDED;
  }

  /// Returns the state after an entry; absent if it is not recorded any more, or was no text.
  private @Nullable Side recorded(CheckpointId id, SaveHistory saveHistory, long entry) {
    if (entry == 0) {
      return new Side(0L, null, null);
    }
    var at = saveHistory.entry(entry).at();
    if (saveHistory.revision(entry).equals(Revision.NONE)) {
      return new Side(entry, at, null);
    }
    var text = session.project().history().stateAt(id, entry);
    return text.map(state -> new Side(entry, at, state)).orElse(null);
  }

  /// Returns the current document; absent if it is no text, or cannot be read.
  private static @Nullable Side currentSide(Run run) {
    var document = run.document();
    if (!document.exists()) {
      return run.problem() == null ? new Side(null, null, null) : null;
    }
    return document.text() == null ? null : new Side(null, null, document.text());
  }

  private ExitCode shown(Run run, Side before, Side after) {
    boolean all = parsedCommand.has("all");
    var path = run.dialect().locator().pathOf(run.id());
    var externalEdit = ExternalEdits.between(run.dialect(), run.id(), before.text(), after.text());
    var view = new DiffView(before, after, externalEdit, all);
    var json = view.json(run.id().toString(), path);
    if (!parsedCommand.has("unified")) {
      session.paint(json, view.lines());
      return ExitCode.SUCCESS;
    }
    var unified = view.unified(path);
    var with = JsonObject.builder();
    json.members().forEach(member -> with.add(member.key(), member.value()));
    var text = new StringBuilder();
    unified.forEach(line -> text.append(line.text()).append('\n'));
    with.add("unified", text.toString());
    session.paint(with.build(), unified);
    return ExitCode.SUCCESS;
  }
}
