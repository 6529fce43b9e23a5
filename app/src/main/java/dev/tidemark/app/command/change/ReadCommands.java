package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Style;
import dev.tidemark.app.cli.terminal.StyledLine;
import dev.tidemark.app.command.session.LineStyles;
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.ProblemCollector;
import dev.tidemark.app.command.session.RepairHint;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.BoxView;
import dev.tidemark.app.view.run.BriefView;
import dev.tidemark.app.view.run.LeaseView;
import dev.tidemark.app.view.run.ListView;
import dev.tidemark.app.view.run.ReadyView;
import dev.tidemark.app.view.run.RunView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.brief.Briefs;
import dev.tidemark.brief.OpenRunsText;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs `resume`, `status`, `list`. They are read-only, except where a format requires that
/// resuming a run repairs it.
public final class ReadCommands {
  /// The default width of a terminal.
  private static final int COLUMNS = 80;

  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to look from.
  public ReadCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Prints the brief of a run.
  public ExitCode resume() {
    var runSelection = session.select();
    if (runSelection instanceof Nothing nothing && !isNamed()) {
      return nothingToResume(nothing);
    }
    if (!(runSelection instanceof Selected selected)) {
      if (!isNamed() && !session.screen().look().json()) {
        open();
      }
      return session.unclear(runSelection);
    }
    boolean only = parsedCommand.has("full") || parsedCommand.value("phase") != null;
    if (selected.dialect().resumePolicy().changesRun() && !only) {
      var change = new Change.ResumeRun();
      return new ChangeRunner(session).apply(selected.dialect(), selected, change);
    }
    var run = inspect(selected);
    var problem = run.problem();
    if (problem != null && !run.diverged()) {
      return damaged(run, problem);
    }
    var word = parsedCommand.value("phase");
    PhaseName chosen = null;
    if (word != null) {
      var words = new PhaseWords(session.project(), selected);
      chosen = words.find(word);
      if (chosen == null) {
        var missing = new Refusal<>(List.of(words.missing(word)), List.of());
        return session.refused(run.id().toString(), missing);
      }
    }
    var view = brief(session, session.project().briefs(), run, chosen);
    session.tell(Views.withStaleness(run.notices(), view.staleness()));
    boolean json = session.screen().look().json();
    session.show(
        json ? view.json() : JsonObject.EMPTY,
        json ? List.of() : Views.lines(view.text()),
        LineStyles::brief);
    return ExitCode.SUCCESS;
  }

  /// Shows the runs to choose from.
  private void open() {
    var branch = session.head().branch();
    var project = session.project();
    var text = new OpenRunsText(project.runs(), branch, project.now());
    for (var line : Views.lines(text.of(session.names().recent(branch)))) {
      session.screen().line(line);
    }
  }

  /// Returns the brief of a run, within the budget of the call.
  static BriefView brief(Session session, Briefs briefs, Run run, @Nullable PhaseName chosen) {
    boolean full = session.call().has("full");
    var told = (full ? briefs.thorough() : briefs).of(run, chosen);
    return new BriefView(run, told, full ? Budget.NONE : Budget.USUAL, session.seen());
  }

  /// Shows one run, or all open ones where no one is meant.
  public ExitCode status() {
    var runSelection = session.select();
    if (!(runSelection instanceof Selected selected)) {
      return isNamed() ? session.unclear(runSelection) : list();
    }
    var run = inspect(selected);
    var view = new RunView(run, session.seen());
    session.tell(Views.withStaleness(run.notices(), view.staleness()));
    var ready = run.open() ? session.project().briefs().readyWork() : List.<WorkItem>of();
    var lines = new ArrayList<>(lines(run, view));
    if (!parsedCommand.has("steps") && !parsedCommand.has("box")) {
      lines.addAll(ReadyView.lines(ready));
    }
    boolean wanted = session.screen().look().json();
    var json = (wanted ? view.whole() : JsonObject.EMPTY).with("ready_work", ReadyView.json(ready));
    var leases = session.project().leases().orElse(null);
    var lease = leases == null ? null : leases.holder(run.id()).orElse(null);
    if (lease != null) {
      json = json.with("claim", LeaseView.claim(lease));
      lines.add(LeaseView.line(lease));
    }
    session.show(json, lines, LineStyles::status);
    return run.problem() == null ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  private List<String> lines(Run run, RunView view) {
    if (!parsedCommand.name().equals("status") || run.problem() != null) {
      return view.lines();
    }
    if (parsedCommand.has("box")) {
      return new BoxView(run, session.screen().look().terminal().isUnicode()).progress();
    }
    return parsedCommand.has("steps") ? view.steps() : view.lines();
  }

  /// Lists runs: the open ones, or all.
  public ExitCode list() {
    boolean all = parsedCommand.name().equals("list") && parsedCommand.has("all");
    var unread = new ArrayList<StoreException>();
    var runListing = RunListing.of(session.project(), all, unread);
    if (parsedCommand.name().equals("list") && parsedCommand.has("names")) {
      // A completing shell ignores unreadable runs.
      return names(runListing.rows());
    }
    var view = new ListView(runListing.rows(), runListing.left(), session.seen());
    boolean json = session.screen().look().json();
    boolean screen = session.screen().look().terminal().output();
    List<StyledLine> lines =
        json ? List.of() : screen ? painted(view) : StyledLine.plain(view.wide());
    var shown = json ? view.json() : JsonObject.EMPTY;
    if (!unread.isEmpty()) {
      var problemCollector = new ProblemCollector();
      problemCollector.addAll(unread);
      // With unreadable runs, the absence of runs is unknown.
      var told = runListing.rows().isEmpty() ? List.<StyledLine>of() : lines;
      return problemCollector.tell(session, shown, told);
    }
    session.paint(shown, lines);
    return ExitCode.SUCCESS;
  }

  private List<StyledLine> painted(ListView view) {
    var lines = new ArrayList<StyledLine>();
    for (var text : view.narrow(columns())) {
      lines.add(new StyledLine().add(paint(text.state()), text.text()));
    }
    return lines;
  }

  private static Style paint(@Nullable State state) {
    if (state == null || !state.needsAction()) {
      return Style.PLAIN;
    }
    return state == State.WAITING ? Style.DOUBTFUL : Style.BAD;
  }

  /// Returns the width of the terminal, from the environment.
  private int columns() {
    var said = session.place().environment().get("COLUMNS");
    try {
      return said == null ? COLUMNS : Math.max(COLUMNS / 2, Integer.parseInt(said));
    } catch (NumberFormatException strange) {
      return COLUMNS;
    }
  }

  /// Prints names, one a line, for a shell to complete: of runs, or of the phases of one run.
  private ExitCode names(List<ListView.Row> shown) {
    var names = new ArrayList<String>();
    if ("phases".equals(parsedCommand.value("names"))) {
      var checkpoint = session.select() instanceof Selected one ? inspect(one).checkpoint() : null;
      if (checkpoint != null) {
        for (var phase : checkpoint.phases()) {
          names.add(phase.name().value());
        }
      }
    } else {
      for (var row : shown) {
        names.add(row.glance().id().toString());
      }
    }
    session.show(JsonObject.builder().add("names", names).build(), names);
    return ExitCode.SUCCESS;
  }

  private boolean isNamed() {
    return parsedCommand.value("run") != null;
  }

  private Run inspect(Selected selected) {
    return selected.read(session.project().runs());
  }

  private ExitCode nothingToResume(Nothing nothing) {
    var json =
        JsonObject.builder()
            .addOrNull("run", null)
            .addOrNull("phase", null)
            .addOrNull("summary", null)
            .addOrNull("next_phase", null)
            .build();
    session.show(json, List.of("nothing to resume: " + nothing.blocker().reason()));
    return ExitCode.SUCCESS;
  }

  private ExitCode damaged(Run run, String problem) {
    var path = run.dialect().locator().pathOf(run.id());
    return session.problem(
        new ProblemView(
            ExitCode.INVALID.code(),
            RepairHint.code(run),
            path + ": " + problem,
            RepairHint.of(run)));
  }
}
