package dev.tidemark.app.command.plan;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.change.StartCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.view.run.BoxView;
import dev.tidemark.app.view.run.PhaseView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.RunPlan;
import dev.tidemark.history.Event.WorkflowStarted;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.DesignQuestion;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The verb `plan`: prints the phases and tasks of a run that are selected for now, as a box. It
/// starts the run if necessary (R-004-O2, -O3, -O5, -O6).
public final class PlanCommand {
  private static final String DESIGN = "design";
  private static final String RESEARCH = "research";
  private static final String VALIDATE = "validate";

  private final Session session;
  private final ParsedCommand parsedCommand;

  public PlanCommand(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `plan`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "plan",
        CommandGroup.RUN,
        WRITES_RUN,
        "show the next phases and tasks; start the run if needed",
        List.of(
            Argument.optional(
                "WORKFLOW",
                ValueKind.named("workflows"),
                "for example design/auth; default: the open run"),
            Argument.optional("ITEM", ValueKind.NAME, "the item the run is about")),
        List.of(
            Option.value(
                "phase", "PHASE", ValueKind.NAME, "only these phases: a name, 2, 1,2 or 2+"),
            Option.value(
                "task", "TASKS", ValueKind.NAME, "only these tasks: T001, T001,T003 or T001-T005"),
            Option.value(
                    "edit",
                    "A,B=OLD,C",
                    ValueKind.NAME,
                    "the phases that the open run has from now on; B=OLD renames one")
                .ofProtocol("state"),
            Option.flag("resume", "only what is not done"),
            Option.flag("no-checkpoint", "without the questions; files are written anyway")),
        List.of(
            new Example("tidemark plan design/auth", "all phases and the open questions"),
            new Example("tidemark plan design/auth --resume", "what is not done"),
            new Example("tidemark plan implement/auth --task T001-T005", "some tasks"),
            new Example(
                "tidemark plan implement/auth --edit research,build=implementation,validation",
                "insert, rename, reorder and take out phases"),
            new Example("tidemark plan design/auth --dry-run", "without starting the run")));
  }

  public ExitCode plan() {
    var runSelection = selected();
    if (!(runSelection instanceof Selected selected)) {
      return session.selectionRefused(runSelection);
    }
    if (parsedCommand.has("edit")) {
      return new StartCommand(session).edit(selected);
    }
    var found = selected.read(session.project().runs());
    var unreadable = UnreadableDocument.shown(session, found);
    if (unreadable != null) {
      return unreadable;
    }
    var stopped = resumable(found);
    if (stopped != null) {
      return refused(found, stopped);
    }
    var planRunStarter = new PlanRunStarter(session, found);
    if (!planRunStarter.isNeeded()) {
      return planned(found, names(found), null);
    }
    var no = planRunStarter.tried();
    if (no != null) {
      return session.refused(found.id().toString(), no);
    }
    var names = new ArrayList<String>();
    planRunStarter.phases().forEach(phase -> names.add(phase.value()));
    return planned(planRunStarter.blank(), names, planRunStarter);
  }

  private ExitCode planned(Run run, List<String> names, @Nullable PlanRunStarter planRunStarter) {
    var contractCheck =
        RunPlan.of(
            names,
            run.checkpoint(),
            run.tasks(),
            parsedCommand.value("phase"),
            parsedCommand.value("task"),
            parsedCommand.has("resume"));
    if (contractCheck instanceof Rejected<RunPlan> no) {
      return session.refused(run.id().toString(), new Refusal<>(no.blockers(), List.of()));
    }
    var plan = ((Accepted<RunPlan>) contractCheck).value();
    var missing = isDesign(run) ? missing(run, plan) : null;
    if (missing != null) {
      return refused(run, missing);
    }
    var no =
        planRunStarter == null || session.changeMode() == ChangeMode.DRY_RUN
            ? null
            : planRunStarter.made();
    return no == null
        ? show(run, plan, planRunStarter != null)
        : session.refused(run.id().toString(), no);
  }

  private RunSelection selected() {
    var workflow = parsedCommand.argument("WORKFLOW");
    var item = parsedCommand.argument("ITEM");
    return workflow == null
        ? session.select()
        : session.names().named(workflow + (item == null ? "" : "/" + item));
  }

  private ExitCode refused(Run run, Blocker blocker) {
    return session.refused(run.id().toString(), new Refusal<>(List.of(blocker), List.of()));
  }

  private static boolean isDesign(Run run) {
    return run.id().workflow().equals(DESIGN);
  }

  /// Returns why there is nothing to resume; null if there is, or if it was not asked.
  private @Nullable Blocker resumable(Run run) {
    if (!parsedCommand.has("resume")) {
      return null;
    }
    var subject = run.id().item() == null ? run.id().workflow() : run.id().item();
    var checkpoint = run.checkpoint();
    var hint = "Run without --resume to start fresh.";
    if (checkpoint == null) {
      return Blocker.refused("no-checkpoint", "No checkpoint found for \"" + subject + "\".", hint);
    }
    var command = run.id().workflow();
    var name = Character.toUpperCase(command.charAt(0)) + command.substring(1);
    return checkpoint.finished()
        ? Blocker.refused(
            "already-complete", name + " for \"" + subject + "\" is already complete.", hint)
        : null;
  }

  /// Returns the phases of a run that was begun; some have no document before the first of them.
  private List<String> names(Run run) {
    var checkpoint = run.checkpoint();
    var phases = new ArrayList<PhaseName>();
    if (checkpoint != null) {
      checkpoint.phases().forEach(phase -> phases.add(phase.name()));
    }
    if (phases.isEmpty()) {
      var defined = session.project().workflows().find(run.dialect().name(), run.id().workflow());
      defined.ifPresent(one -> phases.addAll(one.phaseNames()));
    }
    if (phases.isEmpty()) {
      phases.addAll(recorded(run));
    }
    var names = phases.stream().map(PhaseName::value).toList();
    return isDesign(run) ? designed(run, names) : names;
  }

  /// Returns the phases of a design. A document that another program wrote may name those only that
  /// were begun.
  private List<String> designed(Run run, List<String> named) {
    var defined = session.project().workflows().find(run.dialect().name(), DESIGN);
    var usual = new ArrayList<String>();
    defined.ifPresent(one -> one.phaseNames().forEach(phase -> usual.add(phase.value())));
    if (usual.containsAll(named)) {
      return usual;
    }
    return DesignQuestion.EARLIER.containsAll(named) ? DesignQuestion.EARLIER : named;
  }

  private List<PhaseName> recorded(Run run) {
    for (var entry : session.project().history().history(run.id()).reversed()) {
      for (var event : entry.events()) {
        if (event instanceof WorkflowStarted started) {
          return started.phases();
        }
      }
    }
    return List.of();
  }

  /// Returns the blocker for a missing prerequisite of a design phase; null if there is none.
  private @Nullable Blocker missing(Run run, RunPlan plan) {
    var research = stage(plan, RESEARCH);
    boolean researched =
        research == null || research.chosen() || research.status() == PhaseStatus.COMPLETE;
    boolean writes = false;
    for (var stage : plan.stages()) {
      boolean first = stage.name().equals(RESEARCH) || stage.name().equals(VALIDATE);
      writes |= stage.chosen() && !first;
      if (stage.chosen() && !first && !researched) {
        return Blocker.refused(
            "needs-research",
            "phase " + stage.name() + " needs a research checkpoint",
            "Do the research first: tidemark plan "
                + CommandLines.word(words(run))
                + " --phase research");
      }
    }
    var validate = stage(plan, VALIDATE);
    if (validate != null && validate.chosen() && !writes && specFiles(run).isEmpty()) {
      return Blocker.refused(
          "needs-specs",
          "phase validate needs the spec files, and there are none",
          "Write them first: tidemark plan " + CommandLines.word(words(run)) + " --phase write");
    }
    return null;
  }

  private static RunPlan.@Nullable Stage stage(RunPlan plan, String name) {
    for (var stage : plan.stages()) {
      if (stage.name().equals(name)) {
        return stage;
      }
    }
    return null;
  }

  private static String words(Run run) {
    var item = run.id().item();
    return run.id().workflow() + (item == null ? "" : "/" + item);
  }

  private ExitCode show(Run run, RunPlan plan, boolean begin) {
    var lines = new ArrayList<String>();
    var view = new BoxView(run, session.screen().look().terminal().isUnicode());
    lines.addAll(view.preview(plan, context(run, begin), output(run)));
    var chosen = new ArrayList<String>();
    for (var stage : plan.stages()) {
      if (stage.chosen()) {
        chosen.add(stage.name());
      }
    }
    lines.add("to do: " + (chosen.isEmpty() ? "nothing" : String.join(", ", chosen)));
    boolean dry = session.changeMode() == ChangeMode.DRY_RUN;
    var questions = questions(run);
    if (questions > 0) {
      // A dry run does not begin the run whose questions are listed.
      var list = "  (" + CommandLines.of("question", run.id()) + ")";
      lines.add("questions: " + questions + " open" + (begin && dry ? "" : list));
    }
    if (dry) {
      lines.add("Dry run complete. No changes made.");
    }
    session.show(json(run, plan, questions, dry), lines);
    return ExitCode.SUCCESS;
  }

  private List<String> context(Run run, boolean begin) {
    var context = new ArrayList<String>();
    var head = session.head();
    var branch = head.branch();
    context.add("run: " + run.id() + (begin ? "  (new)" : ""));
    context.add("branch: " + (branch == null ? "none" : branch));
    if (isDesign(run)) {
      int files = specFiles(run).size();
      context.add("spec files: " + (files == 0 ? "none yet" : String.valueOf(files)));
    }
    return context;
  }

  private static List<String> output(Run run) {
    var output = new ArrayList<String>();
    output.add("checkpoint: " + run.dialect().locator().pathOf(run.id()));
    if (isDesign(run)) {
      output.add("spec files: " + specFolder(run) + "/");
    }
    return output;
  }

  /// Returns how many questions of the round that is due are open.
  private int questions(Run run) {
    if (!isDesign(run) || parsedCommand.has("no-checkpoint")) {
      return 0;
    }
    return new DesignAnswers(run).open().size();
  }

  /// Returns every phase and task, and which of them are to be done now.
  ///
  /// @param questions how many are open
  private static JsonObject json(Run run, RunPlan plan, int questions, boolean dryRun) {
    var stages = new ArrayList<JsonObject>();
    for (var stage : plan.stages()) {
      stages.add(
          JsonObject.builder()
              .add("phase", stage.name())
              .add("progress", PhaseView.word(stage.status()))
              .add("chosen", stage.chosen())
              .build());
    }
    var tasks = new ArrayList<JsonObject>();
    for (var task : plan.tasks()) {
      tasks.add(
          JsonObject.builder()
              .add("task", task.id())
              .add("phase", task.phase())
              .add("status", task.status())
              .add("description", task.description())
              .add("chosen", task.chosen())
              .build());
    }
    return JsonObject.builder()
        .add("ok", true)
        .add("run", run.id().toString())
        .add("path", run.dialect().locator().pathOf(run.id()))
        .add("phases", JsonArray.of(stages))
        .add("tasks", JsonArray.of(tasks))
        .add("open_questions", questions)
        .add("dry_run", dryRun)
        .add("notices", Views.notices(run.notices()))
        .build();
  }

  /// Returns the folder that the files of a design usually are in.
  private static String specFolder(Run run) {
    var item = run.id().item();
    return "specs/" + (item == null ? run.id().workflow() : item);
  }

  /// Returns the files of a design from the project root: those that the phase `write` has
  /// reported, and those in its folder.
  private List<String> specFiles(Run run) {
    var files = new TreeSet<String>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        if (phase.name().value().equals("write")) {
          phase.artifacts().forEach(artifact -> files.add(artifact.path()));
        }
      }
    }
    files.removeIf(path -> !Files.isRegularFile(session.project().root().resolve(path)));
    var folder = session.project().root().resolve(specFolder(run));
    if (Files.isDirectory(folder)) {
      try (var inside = Files.list(folder)) {
        inside
            .filter(Files::isRegularFile)
            .forEach(file -> files.add(specFolder(run) + "/" + file.getFileName()));
      } catch (IOException failure) {
        throw new UncheckedIOException("the spec files could not be listed", failure);
      }
    }
    return new ArrayList<>(files);
  }
}
