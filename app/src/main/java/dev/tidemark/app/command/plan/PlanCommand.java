package dev.tidemark.app.command.plan;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.view.run.BoxView;
import dev.tidemark.app.view.run.PlanView;
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
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.DesignQuestion;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
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

  public ExitCode plan() {
    var runSelection = selected();
    if (!(runSelection instanceof Selected selected)) {
      return session.unclear(runSelection);
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
        planRunStarter == null || session.mode() == ChangeMode.DRY_RUN
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
    for (var entry : session.project().past().history(run.id()).reversed()) {
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
            "Do the research first: tidemark plan " + words(run) + " --phase research");
      }
    }
    var validate = stage(plan, VALIDATE);
    if (validate != null
        && validate.chosen()
        && !writes
        && new DesignFiles(session.project()).of(run).isEmpty()) {
      return Blocker.refused(
          "needs-specs",
          "phase validate needs the spec files, and there are none",
          "Write them first: tidemark plan " + words(run) + " --phase write");
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
    boolean dry = session.mode() == ChangeMode.DRY_RUN;
    var questions = questions(run);
    if (questions > 0) {
      // A dry run does not begin the run whose questions are listed.
      var list = "  (" + CommandLines.of("question list", run.id()) + ")";
      lines.add("questions: " + questions + " open" + (begin && dry ? "" : list));
    }
    if (dry) {
      lines.add("Dry run complete. No changes made.");
    }
    session.show(PlanView.json(run, plan, questions, dry), lines);
    return ExitCode.SUCCESS;
  }

  private List<String> context(Run run, boolean begin) {
    var context = new ArrayList<String>();
    var head = session.head();
    var branch = head.branch();
    context.add("run: " + run.id() + (begin ? "  (new)" : ""));
    context.add("branch: " + (branch == null ? "none" : branch));
    if (isDesign(run)) {
      int files = new DesignFiles(session.project()).of(run).size();
      context.add("spec files: " + (files == 0 ? "none yet" : String.valueOf(files)));
    }
    return context;
  }

  private static List<String> output(Run run) {
    var output = new ArrayList<String>();
    output.add("checkpoint: " + run.dialect().locator().pathOf(run.id()));
    if (isDesign(run)) {
      output.add("spec files: " + DesignFiles.folder(run) + "/");
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
}
