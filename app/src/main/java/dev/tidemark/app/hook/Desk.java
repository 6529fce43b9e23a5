package dev.tidemark.app.hook;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.Look;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.cli.Words;
import dev.tidemark.app.command.Session;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.settings.Actors;
import dev.tidemark.brief.BriefText;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Checkpoints.By;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.Run;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.library.Project;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.CommandLines;
import dev.tidemark.workflow.FileChange;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.ShipJudgement;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The project as a hook needs it: the run that the session works on, and what to say of it. Opened
/// only when somebody asks.
final class Desk {
  private static final Look SILENT = new Look(false, true, false, false, Terminal.NONE, null);

  /// How long a list of runs may get, in UTF-16 units.
  private static final int LIST_MAX = 4_000;

  /// The protocol whose runs are reviewed before they are shipped.
  private static final String REVIEWED = "state";

  private static final ShipJudgement OPEN =
      new ShipJudgement(List.of(), List.of(), List.of(), null, null);

  private final Session session;

  /// @param place with the folder that the agent works in
  Desk(Workplace place) {
    var words = new String[] {"hook", Agent.CLAUDE_CODE.word(), "SessionStart"};
    var screen =
        new Screen(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), SILENT);
    this.session = new Session((Call) Words.parse(words), screen, place);
  }

  Project project() {
    return session.project();
  }

  Session session() {
    return session;
  }

  /// Returns who acts: the agent, whatever else the environment says.
  Actor actor(Agent agent) {
    return Actors.recognise(session.place().environment(), agent.actor());
  }

  /// Returns the run that a session works on: the one open run of this branch or, of several, the
  /// only one with a phase in progress; null if there is none.
  @Nullable Run run() {
    if (session.select() instanceof Selected one) {
      return one.read(project().runs());
    }
    Run working = null;
    for (var run : runs()) {
      if (run.inProgress(run.resume()) != null) {
        if (working != null) {
          return null;
        }
        working = run;
      }
    }
    return working;
  }

  /// Returns the files that differ from a commit; none if git cannot tell in time.
  List<FileChange> changes(Ask.Changes ask) {
    return project().changes(ask);
  }

  /// Returns the open runs that may belong to this branch.
  List<Run> runs() {
    return session.names().here(session.head().branch());
  }

  /// Returns what of the gates does not let anybody begin a phase; nothing where none is in the
  /// way, and nothing for a phase that is under way. What else may be in the way is left out.
  List<Blocker> shut(Run run, PhaseName phase) {
    var shut = new ArrayList<Blocker>();
    for (var blocker : blockers(run.dialect(), run, phase)) {
      if (blocker.kind() == Blocker.Kind.GATE) {
        shut.add(blocker);
      }
    }
    return shut;
  }

  /// Returns what the ship gate says.
  ///
  /// @param said the first word behind the command; absent if there is none
  /// @return null if nobody can tell, or nothing here is reviewed or worked on in a way that is
  @Nullable ShipJudgement shipping(@Nullable String said) {
    var items = new TreeSet<String>();
    boolean worked = false;
    for (var run : runs()) {
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
    return meant || judgement.isOpen() || items.size() < 2 ? judgement : unclear(items);
  }

  private static ShipJudgement unclear(Set<String> items) {
    var hint = "Say which: /ship ITEM";
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
      var by = new By(session.actor(), Mode.DRY_RUN);
      var known = new Selected(dialect, run.id(), run);
      var answer = project().checkpoints().apply(dialect, known, change, by);
      return answer.outcome() instanceof Refusal<C> no ? no.blockers() : List.of();
    } catch (FormatException unreadable) {
      return List.of();
    }
  }

  /// Returns what a session must know to take over; null where there is nothing to take over.
  ///
  /// @param runs the open runs
  @Nullable String brief(List<Run> runs) {
    if (runs.isEmpty()) {
      return null;
    }
    if (runs.size() == 1) {
      return BriefText.of(project().briefs().of(runs.getFirst()));
    }
    var text =
        new StringBuilder("Several runs of this project are unfinished. One of them is taken");
    text.append(" over with its command:\n");
    for (var run : runs) {
      if (text.length() > LIST_MAX) {
        return text.append("More: tidemark list").toString();
      }
      text.append("tidemark resume ").append(Quoted.name(run.id().toString())).append('\n');
    }
    return text.toString().strip();
  }
}
