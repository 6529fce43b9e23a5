package dev.tidemark.app.hook;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.OtherRuns;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.brief.BriefText;
import dev.tidemark.brief.OpenRunsText;
import dev.tidemark.brief.OtherTreeRun;
import dev.tidemark.brief.OtherTreesText;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Project of a hook: the run that the session works on, and the texts about it. Opened lazily.
final class HookProject {
  private static final OutputOptions SILENT =
      new OutputOptions(false, true, false, false, Terminal.NONE, null);

  /// The message at the start of a session without an open run.
  static final String BEGIN =
      "Tidemark records work in phases here; no run is open. Begin one: tidemark start"
          + " implement/NAME --goal \"what the user wants\"";

  /// The message at the start of a session if the project names an untrusted store.
  static final String UNTRUSTED =
      "Tidemark: the shared store that this project names is not trusted on this machine. Only"
          + " checkpoint files are read, and no change can be recorded. Ask the user to look at it"
          + " and to run: tidemark trust";

  /// The limit of the runs that are read but to guard a gate.
  private static final int RUNS_MAX = 200;

  /// The dialect whose runs are reviewed before shipping.
  private static final String REVIEWED = "state";

  private static final ShipJudgement OPEN =
      new ShipJudgement(List.of(), List.of(), List.of(), null, null);

  private final Session session;
  private @Nullable String bound;
  private List<Run> choices = List.of();

  /// The runs as they were found first: listing and reading many of them takes longest.
  private @Nullable RunResolver names;

  private @Nullable List<Run> someRuns;
  private @Nullable List<Run> allRuns;

  /// @param place with the folder that the agent works in
  /// @param bound the name of the run that the agent's session is bound to; null for none
  HookProject(ProcessContext place, @Nullable String bound) {
    this.bound = bound;
    var words = List.of(Agent.CLAUDE_CODE.word(), "SessionStart");
    var call = new ParsedCommand(HookDispatcher.spec(), words, List.of(), List.of());
    var console =
        new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), SILENT);
    this.session = new Session(call, console, place);
  }

  Project project() {
    return session.project();
  }

  Session session() {
    return session;
  }

  /// Returns the agent as the actor, whatever the environment contains.
  Actor actor(Agent agent) {
    var place = session.place();
    return place.acting(ActorDetection.recognise(place.environment(), agent.actor()));
  }

  /// Binds the session to a run.
  void bind(String run) {
    bound = run;
  }

  /// Returns the run that a session works on: the one open run of this branch or, of several, the
  /// one that it is bound to, else the only one with a phase in progress; null if there is none.
  @Nullable Run run() {
    if (only() instanceof Selected one) {
      return one.read(project().runs());
    }
    var open = runs();
    choices = open;
    var named = bound == null ? null : named(open, bound);
    if (named != null) {
      return named;
    }
    Run working = null;
    for (var run : open) {
      if (run.inProgress(run.resumePoint()) != null) {
        if (working != null) {
          return null;
        }
        working = run;
      }
    }
    return working;
  }

  /// Returns the runs that the one of the session was chosen from; none if it is the only one.
  List<Run> choices() {
    return choices;
  }

  /// Returns the one of several runs that a name means; null if it means none of them, or more.
  static @Nullable Run named(List<Run> runs, String name) {
    Run found = null;
    for (var run : runs) {
      if (run.id().isNamedBy(name)) {
        if (found != null) {
          return null;
        }
        found = run;
      }
    }
    return found;
  }

  /// Returns the brief of a run.
  String brief(Run run) {
    return BriefText.of(project().briefs().of(run));
  }

  /// Returns the files that differ from a commit; none if git fails or exceeds the time limit.
  List<FileChange> changes(@Nullable String since, int millis) {
    return project().changes(since, millis);
  }

  /// Returns the open runs that may belong to this branch; of many, at least those that were
  /// changed last.
  List<Run> runs() {
    var known = allRuns == null ? someRuns : allRuns;
    if (known == null) {
      known = names().openRunsOfBranch(session.head().branch(), RUNS_MAX, bound);
      someRuns = known;
    }
    return known;
  }

  /// Returns the open runs that may belong to this branch, however many there are: for guards.
  List<Run> allRuns() {
    var known = allRuns;
    if (known == null) {
      boolean all = someRuns != null && someRuns.size() < RUNS_MAX;
      known = all ? runs() : names().openRunsOfBranch(session.head().branch());
      allRuns = known;
    }
    return known;
  }

  private RunSelection only() {
    return names().onlyRunOfBranch(session.head().branch());
  }

  private RunResolver names() {
    var known = names;
    if (known == null) {
      known = session.names();
      names = known;
    }
    return known;
  }

  /// Forgets the runs that were found: another process has changed one.
  void recheck() {
    names = null;
    someRuns = null;
    allRuns = null;
  }

  /// Returns the blockers of the gates of beginning a phase; none if all are open, and none for a
  /// phase in progress. Other blockers are omitted.
  List<Blocker> shut(Run run, PhaseName phase) {
    var shut = new ArrayList<Blocker>();
    for (var blocker : blockers(run.dialect(), run, phase)) {
      if (blocker.kind() == Blocker.Kind.GATE && !blocker.isDue()) {
        shut.add(blocker);
      }
    }
    return shut;
  }

  /// Returns the blockers of the ship gate.
  ///
  /// @param said the first word after the command; absent if there is none
  /// @return null if unknown, or if no run here is subject to review
  @Nullable ShipJudgement shipping(@Nullable String said) {
    var items = new TreeSet<String>();
    boolean worked = false;
    for (var run : allRuns()) {
      if (run.id().dialect().equals(REVIEWED)) {
        worked = true;
        var item = run.id().item();
        if (item != null) {
          items.add(item);
        }
      }
    }
    boolean meant = said != null && (items.contains(said) || isReviewed(said));
    var sole = items.size() == 1 ? items.first() : null;
    var judgement = project().gates().ship(meant ? said : sole).orElse(OPEN);
    if (!worked && !judgement.isReviewed()) {
      return null;
    }
    return meant || judgement.isOpen() || items.size() < 2 ? judgement : ambiguousItem(items);
  }

  private static ShipJudgement ambiguousItem(Set<String> items) {
    var hint = "Name one: /ship ITEM";
    var reason = "runs about " + String.join(" and ", items) + " are open";
    var blocker = Blocker.refused("which-item", reason, hint);
    return new ShipJudgement(List.of(blocker), List.of(), List.of(), null, null);
  }

  private boolean isReviewed(String said) {
    return CommandLines.isPlain(said)
        && project().runs().inspect(new CheckpointId(REVIEWED, "review", said)).document().exists();
  }

  private <C extends Checkpoint> List<Blocker> blockers(
      Dialect<C> dialect, Run run, PhaseName phase) {
    try {
      var change = new Change.StartPhase(phase, PhaseReport.NONE);
      var by = new Caller(session.actor(), ChangeMode.DRY_RUN);
      var known = new Selected(dialect, run.id(), run);
      var changeResult = project().checkpoints().apply(dialect, known, change, by);
      return changeResult.outcome() instanceof Refusal<C> no ? no.blockers() : List.of();
    } catch (FormatException unreadable) {
      return List.of();
    }
  }

  /// The message at the start of a session.
  ///
  /// @param text the brief of the run to continue, else the open runs, else those of other work
  ///   trees, else how to begin one
  /// @param runs the runs that the text is about
  record Start(String text, List<Run> runs) {}

  /// Returns the context of a new session.
  Start start() {
    Start start;
    // Git needs about as long as everything else.
    try (var _ = project().prefetchChanges()) {
      start = started();
    }
    return session.settings().untrustedStore() == null
        ? start
        : new Start(
            start.runs().isEmpty() ? UNTRUSTED : UNTRUSTED + "\n\n" + start.text(), start.runs());
  }

  private Start started() {
    if (only() instanceof Selected one) {
      var run = one.read(project().runs());
      return new Start(withRelated(brief(run)), List.of(run));
    }
    var own = bound == null ? null : named(runs(), bound);
    var branch = session.head().branch();
    var open = names().recent(branch);
    if (open.isEmpty()) {
      var others = others();
      return new Start(others.isEmpty() ? BEGIN : OtherTreesText.none(others), List.of());
    }
    var runs = new ArrayList<Run>();
    for (var runSummary : open.subList(0, Math.min(OpenRunsText.RUNS_MAX, open.size()))) {
      runs.add(project().runs().inspect(runSummary.id()));
    }
    var list = new OpenRunsText(project().runs(), branch, project().now()).of(open);
    var text = own == null ? list : brief(own) + "\n\n" + list;
    return new Start(withRelated(text), runs);
  }

  /// Returns a text with the open runs of the superproject and of the submodules.
  private String withRelated(String text) {
    var related = new OtherRuns(session).related().runs();
    return related.isEmpty() ? text : text + "\n\n" + OtherTreesText.marked(related);
  }

  /// Returns the open runs of other work trees.
  List<OtherTreeRun> others() {
    return new OtherRuns(session).view(false).runs();
  }
}
