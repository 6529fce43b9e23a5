package dev.tidemark.app.command.session;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.ConsolePrompt;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.app.settings.Trust;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.run.BriefView;
import dev.tidemark.app.view.run.ShownBase;
import dev.tidemark.app.view.text.StyledLine;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunResolver;
import dev.tidemark.engine.run.RunSelection;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.integrations.process.ProcessRunner;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.Project;
import dev.tidemark.security.Secrets;
import dev.tidemark.store.StoreException;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Session of one call: its arguments, its console, and the project, which is opened on demand.
public final class Session {
  /// The least width that a table is cut to.
  private static final int COLUMNS_MIN = 40;

  /// The most commits of which it is tested whether HEAD contains them.
  private static final int COMMITS_MAX = 50;

  private static final String RUN_OPTION = " --run ";

  private final ParsedCommand parsedCommand;
  private final Console console;
  private final ProcessContext place;

  /// The width of the terminal; 0 until it is asked for.
  private int columns;

  private final Map<String, Boolean> contained = new HashMap<>();
  private @Nullable Opened opened;
  private @Nullable Map<String, String> openRuns;

  /// Takes the words, where to print, and where the process was started.
  public Session(ParsedCommand parsedCommand, Console console, ProcessContext place) {
    this.parsedCommand = parsedCommand;
    this.console = console;
    this.place = place;
  }

  /// Returns the words.
  public ParsedCommand call() {
    return parsedCommand;
  }

  /// Returns where to print.
  public Console screen() {
    return console;
  }

  /// Returns where the process was started.
  public ProcessContext place() {
    return place;
  }

  /// Returns the root of the project with its source. Opens no project.
  public ProjectRoot root() {
    return ProjectRoot.find(parsedCommand.value("root"), place.environment(), place.folder());
  }

  /// Returns the prompt.
  public ConsolePrompt prompt() {
    return new ConsolePrompt(
        place.in(), console, ConsolePrompt.Answers.of(console.look().terminal(), parsedCommand));
  }

  /// Returns the project, opened on first use.
  public Project project() {
    return opened().project();
  }

  /// Returns the settings that hold in the project.
  public Settings settings() {
    return opened().settings();
  }

  /// Returns the runs that were changed; null if no project was opened.
  @Nullable
  public ChangedRuns changes() {
    return opened == null ? null : opened.changes();
  }

  private Opened opened() {
    var known = opened;
    if (known == null) {
      known = place.opener().open(parsedCommand, place);
      opened = known;
      for (var notice : known.settings().notices()) {
        console.note(notice.text());
      }
      var workflows = known.project().workflows();
      for (var file : workflows.broken()) {
        console.note(file.problem() + "; its runs stand still until it is fixed");
      }
      workflows.ignored().forEach(console::note);
      var store = known.settings().untrustedStore();
      if (store != null && !parsedCommand.name().equals("trust")) {
        known = introduced(known, store);
        opened = known;
      }
    }
    return known;
  }

  /// Asks a person at a terminal about an untrusted store; else reports that it is not used.
  private Opened introduced(Opened known, Trust.Item store) {
    if (new TrustCommand(this).allows(store)) {
      return place.opener().open(parsedCommand, place);
    }
    console.noteOnce(
        "the shared store that "
            + store.place()
            + " names is not trusted: checkpoint files are read, nothing is changed",
        "Trust it: tidemark trust");
    return known;
  }

  /// Returns the dialect that is meant where none is named.
  public String usualDialect() {
    return settings().dialect();
  }

  /// Returns the run resolver.
  public RunResolver names() {
    return new RunResolver(project().runs(), usualDialect());
  }

  /// Returns the run named with `--run`, else the one open run of this branch.
  public RunSelection select() {
    var named = parsedCommand.value("run");
    return named == null ? names().onlyRunOfBranch(head().branch()) : names().existing(named);
  }

  /// Returns the run to change: as [#select], but one that needs no start may not exist yet.
  public RunSelection selectToChange() {
    var named = parsedCommand.value("run");
    var names = names();
    var runSelection = names.toChange(named, named == null ? head().branch() : null);
    printNotices(names.notices());
    return runSelection instanceof RunSelection.Selected selected && isArchived(selected.run())
        ? new RunSelection.Unclear(
            Blocker.refused(
                "archived",
                selected.id() + " is archived",
                "Bring it back: tidemark restore --archived " + selected.id()))
        : runSelection;
  }

  /// Returns whether only an archived copy is left of the file of a run.
  public boolean isArchived(@Nullable Run run) {
    if (run == null || run.open() || run.document().exists()) {
      return false;
    }
    for (var copy : project().archives().list(run.id().dialect())) {
      if (copy.id().equals(run.id())) {
        return true;
      }
    }
    return false;
  }

  /// Returns the run for read-only verbs: as [#select], but also the only finished run.
  public RunSelection selectShown() {
    var named = parsedCommand.value("run");
    return named == null ? names().shown(head().branch()) : names().existing(named);
  }

  /// Returns whether a command that is shown has to name the run: the call has named it, or a run
  /// was started beside others.
  public boolean namesRuns() {
    if (parsedCommand.value("run") != null || !parsedCommand.name().equals("start")) {
      return parsedCommand.value("run") != null;
    }
    int open = 0;
    for (var runSummary : project().runs().overview(false).runs()) {
      open += runSummary.open() ? 1 : 0;
    }
    return open > 1;
  }

  /// Returns the git HEAD.
  public Head head() {
    return project().head();
  }

  /// Returns the context of views.
  public ShownBase seen() {
    return new ShownBase(project().now(), head(), this::isContained, console.look().zone());
  }

  /// Returns whether HEAD contains a commit. Each may cost a process: from a limit on the others
  /// count as contained, so that nothing is reported that was not tested.
  private boolean isContained(String commit) {
    var answer = contained.get(commit);
    if (answer != null) {
      return answer;
    }
    if (contained.size() == COMMITS_MAX) {
      return true;
    }
    var relation = project().repository().since(commit).orElse(CommitRelation.diverged(0));
    contained.put(commit, relation.isContained());
    return relation.isContained();
  }

  /// Returns the actor.
  ///
  /// @throws InputException if their name looks like a secret, which the project refuses to record
  public Actor actor() {
    var actor = place.actor(parsedCommand.value("as"), settings());
    checkSecret("the name of the actor", actor.name(), "Choose another name with --as");
    return actor;
  }

  /// Checks a name that is to be recorded outside a change.
  ///
  /// @param field its description in the message
  /// @param hint a remedy
  /// @throws InputException if it looks like a secret, which the project refuses to record
  public void checkSecret(String field, String name, String hint) {
    if (settings().secrets() != SecretPolicy.WARN) {
      var found = Secrets.detect(name);
      if (!found.isEmpty()) {
        throw new InputException(
            field + " looks like a secret: " + found.getFirst().kind(),
            hint + "; names cannot be redacted");
      }
    }
  }

  /// Returns whether changes are meant.
  public ChangeMode changeMode() {
    return parsedCommand.has("dry-run") ? ChangeMode.DRY_RUN : ChangeMode.COMMIT;
  }

  /// Prints the result, as JSON or as lines.
  public void show(JsonObject json, List<String> lines) {
    if (console.look().json()) {
      console.json(json);
    } else {
      for (var line : lines) {
        console.line(line);
      }
    }
  }

  /// Prints the result, as JSON or as styled lines; a terminal cuts the rows of a table to its
  /// width.
  public void paint(JsonObject json, List<StyledLine> lines) {
    show(json, List.of());
    boolean screen = console.look().terminal().output();
    for (var line : lines) {
      var styledLine = screen ? line.with(this::withShortNames) : line;
      if (styledLine.isRow()) {
        console.line(styledLine, terminalColumns());
      } else {
        console.line(styledLine);
      }
    }
  }

  /// Returns the width of the terminal: as the environment has it, else as the terminal itself; the
  /// usual one where standard output is no terminal.
  public int terminalColumns() {
    if (columns == 0) {
      columns = Math.max(COLUMNS_MIN, measured());
    }
    return columns;
  }

  /// Returns the width of the terminal that a person looks at; 0 for a pipe, and for an agent, some
  /// of which give their commands a terminal.
  public int personColumns() {
    boolean person = console.look().terminal().output() && actor().kind() == Actor.Kind.PERSON;
    return person ? terminalColumns() : 0;
  }

  private int measured() {
    var environment = place.environment();
    var given = environment.get("COLUMNS");
    if (given != null) {
      try {
        return Integer.parseInt(given);
      } catch (NumberFormatException strange) {
        // The terminal knows.
      }
    }
    return console.look().terminal().output() && environment.containsKey("TERM")
        ? TerminalMode.size(new ProcessRunner(place.folder(), environment)).columns()
        : TerminalMode.Size.USUAL.columns();
  }

  /// Shows that a change was made, as JSON or as lines, which `--quiet` drops. In a dry run the
  /// lines are the result.
  public void confirm(JsonObject json, List<String> lines) {
    if (console.look().json() || changeMode() == ChangeMode.DRY_RUN) {
      show(json, lines);
    } else {
      for (var line : lines) {
        console.printConfirmation(line);
      }
    }
  }

  /// Prints the notices, one line each.
  public void printNotices(List<Notice> notices) {
    for (var notice : notices) {
      console.note(notice.text());
    }
  }

  /// Returns the options beyond the change itself, by their names. Files are named from the project
  /// root.
  public Map<String, List<String>> details() {
    var details = new HashMap<String, List<String>>();
    for (var word : parsedCommand.details()) {
      details.put(word, parsedCommand.takesFiles(word) ? files(word) : parsedCommand.values(word));
    }
    return details;
  }

  private List<String> files(String word) {
    return inputs().fromRoot(project().root(), parsedCommand.values(word));
  }

  /// Prints the output lines of the format.
  public void printFormatLines(List<String> said) {
    for (var line : said) {
      console.line(line);
    }
  }

  /// Shows a refusal with everything that stands in the way.
  public ExitCode refused(String run, Refusal<?> no) {
    return refused(run, no, null);
  }

  /// Shows a refusal with everything that stands in the way, and the brief of the run.
  public ExitCode refused(String run, Refusal<?> no, @Nullable BriefView brief) {
    printNotices(no.notices());
    if (console.look().json()) {
      var json = ChangeView.refusal(run, no);
      console.json(brief == null ? json : BriefView.addMissingFields(json, brief));
    }
    printFormatLines(no.formatLines());
    if (brief != null) {
      for (var line : brief.lines(personColumns())) {
        console.line(line);
      }
    }
    var blockers = no.blockers();
    for (var blocker : blockers) {
      console.problem(blocker.reason(), withShortNames(blocker.hint()));
    }
    return exit(ProblemView.exit(blockers));
  }

  /// Shows why no run could be chosen.
  public ExitCode selectionRefused(RunSelection runSelection) {
    var blocker =
        runSelection instanceof RunSelection.Nothing nothing
            ? new OtherRuns(this).located(nothing)
            : ((RunSelection.Unclear) runSelection).blocker();
    var named = parsedCommand.value("run");
    boolean none = runSelection instanceof RunSelection.Nothing;
    if (none && named != null && named.matches("\\d{1,9}")) {
      var meant =
          switch (parsedCommand.name()) {
            case "undo", "restore" -> "Restore an entry: tidemark restore --to " + named;
            case "history" -> "Limit the entries: tidemark history --limit " + named;
            default -> blocker.hint();
          };
      blocker = new Blocker(blocker.kind(), blocker.code(), blocker.reason(), meant);
    }
    return refused("", new Refusal<>(List.of(blocker), List.of()));
  }

  /// Shows a problem.
  public ExitCode problem(ProblemView problemView) {
    boolean json = console.look().json();
    return show(
        json
            ? problemView
            : new ProblemView(
                problemView.exit(),
                problemView.code(),
                problemView.message(),
                withShortNames(problemView.hint())),
        console);
  }

  /// Returns a text for a person's terminal, in which `--run` names an open run as shortly as is
  /// clear: by its item, or by workflow and item.
  private String withShortNames(String text) {
    int at = opened == null ? -1 : text.indexOf(RUN_OPTION);
    if (at < 0 || personColumns() == 0) {
      return text;
    }
    int start = at + RUN_OPTION.length();
    int end = text.indexOf(' ', start);
    var name = text.substring(start, end < 0 ? text.length() : end);
    var rest = end < 0 ? "" : text.substring(end);
    return text.substring(0, start) + shortName(name) + rest;
  }

  private String shortName(String name) {
    var meant = openRuns();
    for (int cut = name.lastIndexOf('/'); cut > 0; cut = name.lastIndexOf('/', cut - 1)) {
      var shorter = name.substring(cut + 1);
      if (name.equals(meant.get(shorter))) {
        return shorter;
      }
    }
    return name;
  }

  /// Returns the open runs by each part of their names, as [CheckpointId#isNamedBy] takes it; empty
  /// where several have it. A list may have a hint for each of its runs.
  private Map<String, String> openRuns() {
    var known = openRuns;
    if (known == null) {
      known = new HashMap<>();
      openRuns = known;
      try {
        for (var run : project().runs().overview(false).runs()) {
          var name = run.id().toString();
          for (int start = 0; start >= 0; start = next(name, start)) {
            for (int end = name.length(); end > start; end = name.lastIndexOf('/', end - 1)) {
              known.merge(name.substring(start, end), name, (one, other) -> "");
            }
          }
        }
      } catch (StoreException unreadable) {
        known.clear();
      }
    }
    return known;
  }

  /// Returns where the next part of a name begins; -1 behind the last.
  private static int next(String name, int start) {
    int slash = name.indexOf('/', start);
    return slash < 0 ? -1 : slash + 1;
  }

  /// Shows a problem where there is no session.
  public static ExitCode show(ProblemView problemView, Console console) {
    if (console.look().json() && console.document() == null) {
      console.json(problemView.json());
    }
    console.problem(problemView.message(), problemView.hint());
    return exit(problemView.exit());
  }

  /// Shows that the words on the command line do not fit together.
  public ExitCode misused(String code, String message, String hint) {
    return problem(new ProblemView(ExitCode.USAGE.code(), code, message, hint));
  }

  public static ExitCode exit(int code) {
    for (var exit : ExitCode.values()) {
      if (exit.code() == code) {
        return exit;
      }
    }
    return ExitCode.REFUSED;
  }

  /// Returns texts and paths given on the command line.
  public CommandInputs inputs() {
    return new CommandInputs(place);
  }

  /// Returns the decisions and files that the call reports.
  public PhaseReport report(@Nullable ContextSummary summary) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : files("created")) {
      artifacts.add(new Artifact(path, Artifact.Kind.CREATED));
    }
    for (var path : files("modified")) {
      artifacts.add(new Artifact(path, Artifact.Kind.MODIFIED));
    }
    for (var path : files("removed")) {
      artifacts.add(new Artifact(path, Artifact.Kind.REMOVED));
    }
    return new PhaseReport(summary, artifacts, parsedCommand.values("decision"), null);
  }

  /// A project and its effective settings.
  ///
  /// @param project the project
  /// @param settings its settings
  /// @param changes the runs that are changed through it
  public record Opened(Project project, Settings settings, ChangedRuns changes) {}
}
