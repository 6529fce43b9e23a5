package dev.tidemark.app.view.run;

import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.brief.Verdict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.handoff.Staleness;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.NumberRanges;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of a single run.
public final class RunView {
  private static final int DECISIONS_MAX = 3;
  private static final int TASKS_MAX = 10;

  /// The most phases that are shown as lines.
  private static final int PHASES_MAX = 200;

  private final Run run;
  private final List<Phase> phases;
  private final RunSummary runSummary;
  private final SummaryLineView view;
  private final @Nullable Verdict verdict;

  /// Takes the run, and the context of the view.
  public RunView(Run run, ShownBase shownBase) {
    this(run, run.phases(), shownBase, null);
  }

  /// @param phases the phases of the run in the order of their numbers
  /// @param verdict the verdict of the brief of the run; absent where it is not shown
  public RunView(Run run, List<Phase> phases, ShownBase shownBase, @Nullable Verdict verdict) {
    this.phases = phases;
    this.verdict = verdict;
    this.run = run;
    this.runSummary = RunSummary.of(run);
    this.view = new SummaryLineView(runSummary, shownBase);
  }

  /// Returns how many phases are done or left out.
  int done() {
    return runSummary.position().done();
  }

  /// Returns how many phases are known.
  public int total() {
    return runSummary.position().total();
  }

  /// Returns the phases in the order of their numbers.
  public List<Phase> phases() {
    return phases;
  }

  /// Returns how far the run has come.
  public RunSummary.Position position() {
    return runSummary.position();
  }

  /// Returns one word for where the run stands: `failed`, `blocked`, `waiting`, `damaged`, `open`,
  /// `started` (known to the journal, without a document yet) or `done`.
  public String state() {
    return view.state();
  }

  /// Returns the branch the run was last worked on, where that is known.
  @Nullable String branch() {
    return runSummary.branch();
  }

  /// Returns how the recorded commit compares with the one checked out.
  public Staleness staleness() {
    return view.staleness();
  }

  /// Returns the run with everything known of its phases.
  public JsonObject fullJson() {
    var all = new ArrayList<JsonObject>();
    for (var phase : phases) {
      var json = PhaseView.json(phase);
      var title = title(phase);
      all.add(title.isEmpty() ? json : json.with("title", JsonString.of(title)));
    }
    var goal = run.goal();
    var listed = view.json(run.dialect().locator().pathOf(run.id()));
    return (goal == null ? listed : listed.with("goal", goal.text()))
        .with("phases", JsonArray.of(all))
        .with("tasks", PhaseView.tasks(run.tasks()))
        .with("notices", Views.notices(Views.withStaleness(run.notices(), staleness())))
        .with("command", JsonString.of(next()))
        .with("verdict", verdict == null ? JsonNull.NULL : BriefView.verdict(verdict));
  }

  /// Returns the run as lines for people.
  public List<StyledLine> lines() {
    var lines = new ArrayList<StyledLine>();
    var age = view.age();
    lines.add(
        line(
            run.id()
                + "  "
                + state()
                + "  "
                + done()
                + "/"
                + total()
                + (branch() == null ? "" : "  on " + branch())
                + (age.isEmpty() ? "" : "  " + age + (view.isAge() ? " ago" : ""))));
    if (runSummary.goal() != null) {
      lines.add(line("goal: " + runSummary.goal()));
    }
    switch (runSummary.state()) {
      case ABANDONED -> lines.add(StyledLine.of(Style.BAD, String.valueOf(view.reason())));
      case STUCK, BLOCKED -> lines.add(StyledLine.of(Style.BAD, String.valueOf(view.reason())));
      default -> {}
    }
    if (phases.size() > PHASES_MAX && runSummary.state() == RunSummary.State.FAILED) {
      lines.add(StyledLine.of(Style.BAD, String.valueOf(view.reason())));
    }
    for (int i = 0; i < phases.size() && i < PHASES_MAX; i++) {
      var phase = phases.get(i);
      var title = title(phase);
      lines.add(
          StyledLine.of(
              style(phase),
              "  " + PhaseView.line(phase) + (title.isEmpty() ? "" : "  (" + title + ")")));
    }
    if (phases.size() > PHASES_MAX) {
      var more = phases.size() - PHASES_MAX;
      lines.add(
          line("  and " + more + " more phases: " + CommandLines.of("status --json", run.id())));
    }
    var tasks = run.tasks();
    if (!tasks.isEmpty()) {
      lines.add(line(PhaseView.tasksLine(tasks, TASKS_MAX)));
    } else if (tasks.current() != null) {
      lines.add(line("current task: " + tasks.current()));
    }
    known(lines);
    var problem = runSummary.concerns().problem();
    if (problem != null) {
      lines.add(StyledLine.of(Style.BAD, "  " + state() + ": " + problem.text()));
    }
    if (problem == null && run.isMissing()) {
      var path = run.dialect().locator().pathOf(run.id());
      var where = runSummary.isJournalGone() ? "" : " (" + path + ")";
      lines.add(StyledLine.of(Style.BAD, "  " + state() + ": " + view.reason() + where));
    }
    var pendingHumanAction = runSummary.concerns().pendingAction();
    if (pendingHumanAction != null) {
      lines.add(StyledLine.of(Style.DOUBTFUL, "waits for " + pendingHumanAction.description()));
    }
    var cause = verdict == null ? null : verdict.cause();
    if (verdict != null && cause != null && pendingHumanAction == null && !isShown(cause)) {
      lines.add(StyledLine.of(Style.DOUBTFUL, verdict.kind().word() + ": " + cause.text()));
    }
    lines.add(line("next: " + next()));
    var obstacle = runSummary.concerns().obstacle();
    var retry = obstacle == null ? null : obstacle.retry();
    if (retry != null && run.dialect().rules().reordersPhases()) {
      lines.add(line("  or: " + CommandLines.skip(retry, run.id())));
    }
    if (retry != null) {
      var abandon = CommandLines.of("finish --abandon REASON", run.id());
      lines.add(line("  or give the run up: " + abandon));
    }
    return lines;
  }

  /// Returns whether the state of the run is the cause of the verdict: its reason is shown above.
  private boolean isShown(ResumeWarning cause) {
    return switch (runSummary.state()) {
      case BLOCKED -> cause.code().equals("blocked");
      case STUCK -> cause.code().equals(Event.RunnerEnded.STUCK);
      case DAMAGED, DIVERGED -> cause.kind() == ResumeWarning.Kind.REPAIR;
      case MISSING -> true;
      default -> false;
    };
  }

  /// Adds the newest decisions, the last failure, the newest attempt and question, and the next
  /// action.
  private void known(List<StyledLine> lines) {
    var decisions = run.decisions();
    int first = Math.max(0, decisions.size() - DECISIONS_MAX);
    if (first > 0) {
      lines.add(line("decided: " + first + " earlier, see " + CommandLines.of("show", run.id())));
    }
    for (var decision : decisions.subList(first, decisions.size())) {
      lines.add(line("decided: " + PlainText.line(decision.text())));
    }
    note(lines, Note.Kind.FAILED, "failed before: ");
    note(lines, Note.Kind.TRIED, "tried: ");
    note(lines, Note.Kind.QUESTION, "question: ");
    note(lines, Note.Kind.NEXT, "next action: ");
  }

  private void note(List<StyledLine> lines, Note.Kind kind, String words) {
    Note newest = null;
    var current = kind == Note.Kind.TRIED ? run.currentPhase() : null;
    for (var note : run.open() ? run.notes() : List.<Note>of()) {
      boolean meant = current == null || note.phase() == null || current.equals(note.phase());
      newest = note.kind() == kind && meant ? note : newest;
    }
    if (newest != null) {
      lines.add(line(words + PlainText.line(newest.text())));
    }
  }

  private static StyledLine line(String text) {
    return StyledLine.of(Style.PLAIN, text);
  }

  private static Style style(Phase phase) {
    return switch (phase.status()) {
      case COMPLETE -> Style.GOOD;
      case FAILED -> Style.BAD;
      case PENDING, IN_PROGRESS, SKIPPED -> Style.PLAIN;
    };
  }

  /// Returns the next command.
  private String next() {
    return verdict == null ? view.command() : verdict.next(runSummary);
  }

  /// Returns the phases as steps, in the words of phase checkpoints (R-USR-23): the section,
  /// heading first. No document is made of it.
  public List<String> steps() {
    var lines = new ArrayList<>(List.of("## Step Progress", ""));
    var done = numbers(phases, true);
    var left = numbers(phases, false);
    var completed = "Steps completed: " + (done.isEmpty() ? "none" : NumberRanges.of(done)) + ".";
    if (left.isEmpty()) {
      lines.add(completed);
      return lines;
    }
    int current = current(phases, left);
    var begun = phases.get(current - 1).status() == PhaseStatus.IN_PROGRESS;
    lines.add(
        completed
            + (begun ? " Step " + current + " in progress." : "")
            + " Remaining: "
            + (left.size() == 1 ? "Step " : "Steps ")
            + NumberRanges.of(left)
            + ".");
    lines.add("Resume from: Step " + current + " \u2014 " + phases.get(current - 1).name());
    return lines;
  }

  private static int current(List<Phase> phases, List<Integer> left) {
    for (int number : left) {
      if (phases.get(number - 1).status() == PhaseStatus.IN_PROGRESS) {
        return number;
      }
    }
    return left.getFirst();
  }

  private static List<Integer> numbers(List<Phase> phases, boolean done) {
    var numbers = new ArrayList<Integer>();
    for (int i = 0; i < phases.size(); i++) {
      var status = phases.get(i).status();
      boolean over = status == PhaseStatus.COMPLETE || status == PhaseStatus.SKIPPED;
      if (over == done) {
        numbers.add(i + 1);
      }
    }
    return numbers;
  }

  private String title(Phase phase) {
    var checkpoint = run.checkpoint();
    return checkpoint == null ? "" : checkpoint.title(phase.name()).orElse("");
  }
}
