package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.command.history.ArchivedCopies;
import dev.tidemark.app.command.session.OtherRuns;
import dev.tidemark.app.command.session.PhaseWords;
import dev.tidemark.app.command.session.ProblemCollector;
import dev.tidemark.app.command.session.RunListing;
import dev.tidemark.app.command.session.RunnerStatus;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.BoxView;
import dev.tidemark.app.view.run.BriefView;
import dev.tidemark.app.view.run.LeaseView;
import dev.tidemark.app.view.run.ListView;
import dev.tidemark.app.view.run.OtherTreesView;
import dev.tidemark.app.view.run.RunView;
import dev.tidemark.app.view.run.Views;
import dev.tidemark.app.view.text.ColumnLayout;
import dev.tidemark.app.view.text.Style;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.brief.Briefs;
import dev.tidemark.brief.OpenRunsText;
import dev.tidemark.brief.OtherTreesText;
import dev.tidemark.brief.budget.Budget;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.PhaseNumbers;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.OtherWorkTrees.TreeRun;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The verbs `resume`, `status`, `list`. They are read-only, except where a format requires that
/// resuming a run repairs it.
public final class ReadCommands {
  private static final String NONE_HERE = "no run is open in this work tree; open elsewhere:";

  private final Session session;
  private final ParsedCommand parsedCommand;

  /// Takes the session to look from.
  public ReadCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `resume`.
  public static CommandSpec resumeSpec() {
    return new CommandSpec(
            "resume",
            CommandGroup.RESUME,
            WRITES_RUN,
            "print the brief from which a new session continues",
            List.of(Argument.run()),
            List.of(
                Option.value("phase", "PHASE", ValueKind.PHASES, "resume at this phase"),
                Option.flag("full", "do not shorten the brief; verify the whole journal")),
            List.of(
                new Example("tidemark resume", "the only open run"),
                new Example("tidemark resume --phase design", "at another phase"),
                new Example("tidemark resume implement/auth --json", "for a program")))
        .byServer();
  }

  /// Prints the brief of a run.
  public ExitCode resume() {
    // Git needs about as long as everything else.
    try (var _ = session.project().prefetchChanges()) {
      return showBrief();
    }
  }

  private ExitCode showBrief() {
    var runSelection = session.select();
    if (runSelection instanceof Nothing nothing && !isNamed()) {
      return nothingToResume(nothing);
    }
    var elsewhere = new OtherRuns(session).named(runSelection);
    if (elsewhere != null) {
      return showBrief(elsewhere);
    }
    if (!(runSelection instanceof Selected selected)) {
      if (!isNamed() && !session.screen().look().json()) {
        open();
      }
      return session.selectionRefused(runSelection);
    }
    boolean only = parsedCommand.has("full") || parsedCommand.value("phase") != null;
    boolean changes = selected.dialect().resumePolicy().changesRun() && !only;
    if (changes && isResumable(inspect(selected))) {
      var change = new Change.ResumeRun();
      return new ChangeRunner(session).apply(selected.dialect(), selected, change);
    }
    var run = inspect(selected);
    var problem = run.problem();
    if (problem != null && !run.diverged()) {
      return damaged(session.project(), run, problem);
    }
    var word = parsedCommand.value("phase");
    var words = new PhaseWords(session.project(), selected);
    var chosen = word == null ? null : words.find(word);
    if (word != null && chosen == null) {
      var missing = new Refusal<>(List.of(words.missing(word)), List.of());
      return session.refused(run.id().toString(), missing);
    }
    var view = brief(session, session.project().briefs(), run, chosen);
    session.printNotices(Views.withStaleness(run.notices(), view.staleness()));
    boolean json = session.screen().look().json();
    session.paint(
        json ? view.json() : JsonObject.EMPTY,
        json ? List.of() : view.lines(session.personColumns()));
    return ExitCode.SUCCESS;
  }

  private static boolean isResumable(Run run) {
    return !run.isMissing() && run.abandoned() == null;
  }

  /// Shows the brief of a run that only another work tree has. It is never changed from here.
  private ExitCode showBrief(TreeRun elsewhere) {
    var run = elsewhere.run();
    var problem = run.problem();
    if (problem != null && !run.diverged()) {
      return damaged(elsewhere.project(), run, elsewhere.tree().root() + ": " + problem);
    }
    boolean full = parsedCommand.has("full");
    var briefs = elsewhere.project().briefs();
    var word = parsedCommand.value("phase");
    var words = new PhaseWords(elsewhere.project(), new Selected(run.dialect(), run.id(), run));
    var chosen = word == null ? null : words.find(word);
    if (word != null && chosen == null) {
      var missing = new Refusal<>(List.of(words.missing(word)), List.of());
      return session.refused(run.id().toString(), missing);
    }
    var told = (full ? briefs.withAllChecks() : briefs).of(run, chosen);
    var seen = new OtherRuns(session).seen(elsewhere);
    var view = new BriefView(run, told, full ? Budget.NONE : Budget.USUAL, seen);
    showElsewhere(elsewhere, view.json(), view.lines(session.personColumns()));
    return ExitCode.SUCCESS;
  }

  private void showElsewhere(TreeRun elsewhere, JsonObject json, List<StyledLine> lines) {
    var marked = new ArrayList<StyledLine>();
    marked.add(StyledLine.of(Style.DOUBTFUL, OtherRuns.heading(elsewhere)));
    marked.addAll(lines);
    marked.add(StyledLine.of(Style.STRONG, OtherRuns.remedy(elsewhere)));
    var tree = elsewhere.tree();
    session.paint(
        json.with("work_tree", tree.root().toString())
            .with("relation", tree.kind().words())
            .with("removed", JsonBoolean.of(tree.isRemoved())),
        session.screen().look().json() ? List.of() : marked);
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
    var told = (full ? briefs.withAllChecks() : briefs).of(run, chosen);
    return new BriefView(run, told, full ? Budget.NONE : Budget.USUAL, session.seen());
  }

  /// Specification of `status`.
  public static CommandSpec statusSpec() {
    return new CommandSpec(
            "status",
            CommandGroup.RESUME,
            READS,
            "show the phases of a run and their status",
            List.of(Argument.run()),
            List.of(
                Option.flag("steps", "only the steps, in the words of the phase format"),
                Option.flag("box", "in a frame of 72 columns, with the next command"),
                Option.value(
                    "percent",
                    "P",
                    ValueKind.NAME,
                    "instead: whether this used share of the context suffices, 0 to 100"),
                Option.value("used", "N", ValueKind.NAME, "the same, by the tokens used"),
                Option.value(
                    "limit", "M", ValueKind.NAME, "with --used: the tokens of the window")),
            List.of(
                new Example("tidemark status", "the only open run"),
                new Example("tidemark status auth", "by a short name that fits only one run"),
                new Example("tidemark status --percent 72.5", "before a long phase")))
        .mode("percent", READS, List.of(), List.of("steps", "box", "used", "limit"))
        .mode("used", READS, List.of("limit"), List.of("steps", "box"))
        .byServer();
  }

  /// Shows one run, or all open ones where no one is meant.
  public ExitCode status() {
    if (parsedCommand.has("percent") || parsedCommand.has("used")) {
      return new ContextBudget(session).check();
    }
    var runSelection = session.select();
    var others = new OtherRuns(session);
    var elsewhere = others.named(runSelection);
    if (elsewhere != null) {
      var verdict = elsewhere.project().briefs().verdict(elsewhere.run());
      var phases = PhaseNumbers.ordered(elsewhere.project().history(), elsewhere.run());
      var view = new RunView(elsewhere.run(), phases, others.seen(elsewhere), verdict);
      showElsewhere(elsewhere, view.fullJson(), lines(elsewhere.run(), view));
      return elsewhere.run().problem() == null ? ExitCode.SUCCESS : ExitCode.INVALID;
    }
    if (!(runSelection instanceof Selected selected)) {
      return isNamed() ? session.selectionRefused(runSelection) : list();
    }
    var found = inspect(selected);
    var run = session.isArchived(found) ? session.project().briefs().lastRecorded(found) : found;
    var seen = session.seen();
    var phases = PhaseNumbers.ordered(session.project().history(), run);
    var view = new RunView(run, phases, seen, session.project().briefs().verdict(run));
    if (!run.isMissing() || RunSummary.of(run).isJournalGone()) {
      session.printNotices(Views.withStaleness(run.notices(), view.staleness()));
    }
    var activity = RunnerStatus.activity(session.project(), RunSummary.of(run), seen);
    var ready = run.open() ? session.project().briefs().readyWork() : List.<WorkItem>of();
    var lines = new ArrayList<>(lines(run, view));
    if (!parsedCommand.has("steps") && !parsedCommand.has("box")) {
      lines.addAll(activity == null ? List.of() : activity.lines());
      lines.addAll(StyledLine.plain(BriefView.readyLines(ready)));
    }
    var related = others.related();
    if (!parsedCommand.has("steps") && !parsedCommand.has("box")) {
      lines.addAll(StyledLine.plain(OtherTreesText.lines(related.runs())));
    }
    boolean wanted = session.screen().look().json();
    var json =
        (wanted ? view.fullJson() : JsonObject.EMPTY)
            .with("ready_work", BriefView.readyWork(ready))
            .with(OtherTreesView.NAME, related.json());
    json = activity == null ? json : json.with("attempt", activity.json());
    var leases = session.project().leases().orElse(null);
    var lease = leases == null ? null : leases.holder(run.id()).orElse(null);
    if (lease != null) {
      json = json.with("claim", LeaseView.claim(lease));
      lines.add(StyledLine.of(Style.PLAIN, LeaseView.line(lease)));
    }
    session.paint(json, lines);
    return run.problem() == null ? ExitCode.SUCCESS : ExitCode.INVALID;
  }

  private List<StyledLine> lines(Run run, RunView view) {
    if (!parsedCommand.name().equals("status") || run.problem() != null) {
      return view.lines();
    }
    if (parsedCommand.has("box")) {
      boolean unicode = session.screen().look().terminal().isUnicode();
      return StyledLine.plain(new BoxView(run, unicode).progress(view.phases()));
    }
    return parsedCommand.has("steps") ? StyledLine.plain(view.steps()) : view.lines();
  }

  /// Specification of `list`.
  public static CommandSpec listSpec() {
    return new CommandSpec(
            "list",
            CommandGroup.RESUME,
            READS,
            "list the open runs of the project",
            List.of(),
            List.of(
                Option.flag("all", "include finished runs"),
                Option.flag("archived", "the archived copies of finished runs, oldest first"),
                Option.flag("queue", "those queued in the shared store, and who works at them")),
            List.of(
                new Example("tidemark list", "open runs in every format"),
                new Example("tidemark list --all --json", "all runs, for a program"),
                new Example("tidemark list --archived --run auth", "the copies of one run"),
                new Example("tidemark list --queue", "in the order in which workers take them")))
        .mode("archived", READS, List.of(), List.of("all", "queue"))
        .mode("queue", READS, List.of(), List.of("all"))
        .byServer();
  }

  /// Lists runs: the open ones, all, or the queue.
  public ExitCode list() {
    boolean isList = parsedCommand.name().equals("list");
    if (isList && parsedCommand.has("archived")) {
      return new ArchivedCopies(session).list();
    }
    if (isList && parsedCommand.has("queue")) {
      return SharedQueue.list(session);
    }
    boolean all = isList && parsedCommand.has("all");
    var unread = new ArrayList<StoreException>();
    var runListing = RunListing.of(session.project(), all, unread);
    var view = new ListView(runListing.rows(), runListing.left(), session.seen());
    boolean json = session.screen().look().json();
    var others = new OtherRuns(session);
    var otherTrees = json || isList ? others.view(all) : null;
    var lines = json ? List.<StyledLine>of() : lines(view, runListing, others, otherTrees);
    var shown =
        otherTrees == null || !json
            ? JsonObject.EMPTY
            : view.json().with(OtherTreesView.NAME, otherTrees.json());
    if (!unread.isEmpty()) {
      var problemCollector = new ProblemCollector();
      problemCollector.addAll(unread);
      // With unreadable runs, the absence of runs is unknown.
      var told = runListing.rows().isEmpty() ? List.<StyledLine>of() : lines;
      return problemCollector.showResults(session, shown, told);
    }
    session.paint(shown, lines);
    return ExitCode.SUCCESS;
  }

  /// Returns the table of runs, and below it those of other work trees: all if they were asked for
  /// or none is open here, else those that are related.
  private List<StyledLine> lines(
      ListView view, RunListing here, OtherRuns others, @Nullable OtherTreesView otherTrees) {
    boolean none = here.rows().isEmpty();
    List<StyledLine> below;
    if (otherTrees != null) {
      none &= here.left() == 0;
      below = otherTrees.lines();
    } else {
      var open = (none ? others.view(false) : others.related()).runs();
      below = new ArrayList<>(StyledLine.plain(OtherTreesText.lines(open)));
      if (none && !open.isEmpty()) {
        below.addFirst(StyledLine.of(Style.PLAIN, NONE_HERE));
      }
    }
    if (none && !below.isEmpty()) {
      return below;
    }
    boolean screen = session.screen().look().terminal().output();
    var table =
        screen ? view.narrowTable(session.terminalColumns()) : StyledLine.plain(view.wideTable());
    return ColumnLayout.joined(table, below);
  }

  private boolean isNamed() {
    return parsedCommand.value("run") != null;
  }

  private Run inspect(Selected selected) {
    return selected.read(session.project().runs());
  }

  private ExitCode nothingToResume(Nothing nothing) {
    var others = new OtherRuns(session).view(false);
    var json =
        JsonObject.builder()
            .addOrNull("run", null)
            .addOrNull("phase", null)
            .addOrNull("summary", null)
            .addOrNull("next_phase", null)
            .add(OtherTreesView.NAME, others.json())
            .build();
    var lines = new ArrayList<String>();
    lines.add("nothing to resume: " + nothing.blocker().reason());
    lines.addAll(OtherTreesText.lines(others.runs()));
    session.show(json, lines);
    return ExitCode.SUCCESS;
  }

  /// @throws DamagedException if its journal cannot be read, with the next step
  private ExitCode damaged(Project project, Run run, String problem) {
    try {
      project.store().find(run.id());
    } catch (ForbiddenException | StoreUnavailableException unreadable) {
      // The problem says so.
    }
    var path = run.dialect().locator().pathOf(run.id());
    return session.problem(
        new ProblemView(
            ExitCode.INVALID.code(),
            UnreadableDocument.code(run),
            path + ": " + problem,
            UnreadableDocument.hint(run)));
  }
}
