package dev.tidemark.app.command.history;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.session.ApproverCheck;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.RunMerger.Choice;
import dev.tidemark.engine.RunMerger.Merged;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The verb `merge`: three-way merge of the two sides of a git merge in the files of a run, and
/// decision of the conflicts in them.
public final class MergeCommand {
  private final Session session;
  private final ParsedCommand parsedCommand;
  private final List<Step> steps = new ArrayList<>();

  /// Takes the session to act in.
  public MergeCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `merge`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "merge",
        CommandGroup.HISTORY,
        WRITES_RUN,
        "merge both sides of a git merge of a run",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "take",
                "SIDE",
                ValueKind.oneOf("ours", "theirs"),
                "decide conflicts for one side; needs a person"),
            Option.value(
                "phase", "PHASE", ValueKind.PHASES, "with --take: conflicts of this phase")),
        List.of(
            new Example("tidemark merge --dry-run", "show what would be merged, and conflicts"),
            new Example("tidemark merge", "merge both sides; conflicts are recorded"),
            new Example("tidemark merge --take theirs", "decide the conflicts")));
  }

  /// Merge of one file.
  ///
  /// @param sides what git brings together; absent to decide recorded conflicts only
  private record Step(
      CheckpointId id,
      String path,
      @Nullable MergeSides sides,
      @Nullable Divergence changes,
      Merged merged) {}

  /// Merges the files of a run.
  public ExitCode merge() {
    var selection = session.selectShown();
    if (!(selection instanceof Selected run)) {
      return session.selectionRefused(selection);
    }
    if (parsedCommand.has("phase") && !parsedCommand.has("take")) {
      return session.misused(
          "no-side", "--phase needs --take", "Name the side: --take ours, or --take theirs");
    }
    var dialect = run.dialect();
    try {
      add(dialect, run.id());
      for (var part : parts(dialect, run.id())) {
        add(session.project().runs().inspect(part).dialect(), part);
      }
    } catch (FormatException unreadable) {
      var path = dialect.locator().pathOf(run.id());
      return session.problem(ProblemView.of(unreadable, path, Divergence.hint(run.id())));
    }
    return steps.isEmpty() ? nothing(run) : carryOut(run);
  }

  /// Returns the other documents of the run, as its merged document names them.
  private List<CheckpointId> parts(Dialect<?> dialect, CheckpointId id) {
    var text =
        steps.isEmpty()
            ? session.project().runs().inspect(dialect, id).document().text()
            : steps.getFirst().merged().text();
    return text == null || text.isEmpty()
        ? List.of()
        : dialect.format().decode(id, text).checkpoint().parts();
  }

  /// Adds the merge of one file, or the decision of the conflicts in it.
  private void add(Dialect<?> dialect, CheckpointId id) {
    var merger = session.project().merger();
    var path = dialect.locator().pathOf(id);
    var text = session.project().runs().inspect(dialect, id).document().text();
    var git = session.project().repository().merged(path, true).orElse(Optional.empty());
    var sides = MergeSides.of(git, text);
    boolean open =
        sides != null && !Divergence.isDecided(session.project().history().history(id), sides);
    if (sides != null && open) {
      var merged = merger.merge(dialect, id, sides, choice());
      if (merged.refusal() != null || !merged.text().equals(text)) {
        var changes = Divergence.of(dialect, id, null, sides);
        steps.add(new Step(id, path, sides, changes, merged));
        return;
      }
    }
    var decided = merger.decide(dialect, id, choice());
    if (!decided.decided().isEmpty() || !decided.open().isEmpty()) {
      steps.add(new Step(id, path, null, null, decided));
    }
  }

  private @Nullable Choice choice() {
    var side = parsedCommand.value("take");
    var phase = parsedCommand.value("phase");
    return side == null
        ? null
        : new Choice(side.equals("ours"), phase == null ? null : new PhaseName(phase));
  }

  private ExitCode nothing(Selected run) {
    var path = run.dialect().locator().pathOf(run.id());
    return session.problem(
        new ProblemView(
            ExitCode.REFUSED.code(),
            "nothing-to-merge",
            path + " has no merge conflict, and git has no two sides of it to merge",
            "See its state: " + CommandLines.of("resume", run.id())));
  }

  private ExitCode carryOut(Selected run) {
    var decided = new ArrayList<MergeConflict>();
    var choice = choice();
    for (var step : steps) {
      var refusal = step.merged().refusal();
      if (refusal != null) {
        return session.problem(
            new ProblemView(
                ExitCode.REFUSED.code(),
                "not-mergeable",
                step.path() + " cannot be merged: " + refusal,
                hint(step, run.id())));
      }
      decided.addAll(step.merged().decided());
    }
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var approver = new ApproverCheck(session);
    if (!dry && choice != null && !decided.isEmpty() && approver.consent() == null) {
      var blocker = approver.refusal(CommandLines.of("merge --take " + choice.side(), run.id()));
      return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
    }
    var by = new Caller(session.actor(), session.changeMode());
    for (var step : dry ? List.<Step>of() : steps) {
      if (step.sides() != null) {
        session.project().merger().write(step.id(), step.sides(), step.merged(), choice, by);
      } else if (choice != null && !step.merged().decided().isEmpty()) {
        session.project().merger().write(step.id(), step.merged(), choice, by);
      }
    }
    report(run.id(), dry);
    return ExitCode.SUCCESS;
  }

  private static String hint(Step step, CheckpointId id) {
    var sides = step.sides();
    if (sides == null || !sides.isRemovedBySide()) {
      return "Take one side: " + CommandLines.of("restore --from theirs", id) + " (or ours)";
    }
    var side = sides.ours().text() == null ? "theirs" : "ours";
    return "Go on with the run: "
        + CommandLines.of("restore --from " + side, id)
        + ", or let it end: git rm "
        + CommandLines.word(step.path());
  }

  private void report(CheckpointId id, boolean dry) {
    var lines = new ArrayList<String>();
    var files = new ArrayList<JsonObject>();
    var changed = new ArrayList<String>();
    var open = new ArrayList<JsonObject>();
    var settled = new ArrayList<JsonObject>();
    var moved = new ArrayList<String>();
    var unplaced = new ArrayList<String>();
    for (var step : steps) {
      var sides = step.sides();
      boolean written = sides != null || !step.merged().decided().isEmpty();
      if (sides != null) {
        lines.add(step.path() + (dry ? " would have both sides" : " has both sides"));
      }
      if (written) {
        changed.add(CommandLines.word(step.path()));
      }
      var changes = step.changes();
      if (changes != null) {
        lines.add(changes.ours().text());
        lines.add(changes.theirs().text());
      }
      for (var note : step.merged().moved()) {
        lines.add("kept as a note: " + named(note));
        moved.add(named(note));
      }
      for (var note : step.merged().unplaced()) {
        lines.add("in the history only, the file has no place for it: " + named(note));
        unplaced.add(named(note));
      }
      for (var conflict : step.merged().decided()) {
        lines.add("decided for " + parsedCommand.value("take") + ": " + named(conflict));
        settled.add(conflict.json());
      }
      for (var conflict : step.merged().open()) {
        lines.add("conflict: " + named(conflict));
        open.add(conflict.json());
      }
      files.add(
          JsonObject.builder()
              .add("path", step.path())
              .add("merged", sides != null)
              .add("ours", sides == null ? "" : sides.ours().commit())
              .add("theirs", sides == null ? "" : sides.theirs().commit())
              .build());
    }
    if (!open.isEmpty()) {
      var decide = CommandLines.of("merge --take ours", id);
      lines.add("a person decides: " + decide + " (or theirs)");
    }
    if (!changed.isEmpty() && !dry) {
      lines.add("next: git add " + String.join(" ", changed) + " and commit");
    }
    var json =
        JsonObject.builder()
            .add("ok", true)
            .add("run", id.toString())
            .add("dry_run", dry)
            .add("files", JsonArray.of(files))
            .add("conflicts", JsonArray.of(open))
            .add("decided", JsonArray.of(settled))
            .add("kept_as_notes", moved)
            .add("history_only", unplaced)
            .addOrNull("take", parsedCommand.value("take"))
            .build();
    session.confirm(json, lines);
  }

  private static String named(Note note) {
    return note.phase() == null ? note.text() : note.phase() + ", " + note.text();
  }

  private static String named(MergeConflict conflict) {
    var phase = conflict.phase();
    return (phase == null ? "" : phase + ", ") + conflict.text();
  }
}
