package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Line;
import dev.tidemark.app.cli.Prompt;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.app.settings.Trust;
import dev.tidemark.app.view.BriefView;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.Problem;
import dev.tidemark.app.view.Seen;
import dev.tidemark.app.view.Views;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.RunNames;
import dev.tidemark.engine.Selection;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.Project;
import dev.tidemark.text.Secrets;
import dev.tidemark.workflow.Outcome.Refusal;
import dev.tidemark.workflow.SecretPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Session of one call: its arguments, its console, and the project, which is opened on demand.
public final class Session {
  private final Call call;
  private final Screen screen;
  private final Workplace place;
  private @Nullable Opened opened;

  /// Takes the words, where to print, and where the process was started.
  public Session(Call call, Screen screen, Workplace place) {
    this.call = call;
    this.screen = screen;
    this.place = place;
  }

  /// Returns the words.
  public Call call() {
    return call;
  }

  /// Returns where to print.
  public Screen screen() {
    return screen;
  }

  /// Returns where the process was started.
  public Workplace place() {
    return place;
  }

  /// Returns the prompt.
  public Prompt prompt() {
    return new Prompt(place.in(), screen, Prompt.Answers.of(screen.look().terminal(), call));
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
  @Nullable Changes changes() {
    return opened == null ? null : opened.changes();
  }

  private Opened opened() {
    var known = opened;
    if (known == null) {
      known = place.opener().open(call, place);
      opened = known;
      for (var notice : known.settings().notices()) {
        screen.note(notice.text());
      }
      var store = known.settings().untrustedStore();
      if (store != null && !call.name().equals("trust")) {
        known = introduced(known, store);
        opened = known;
      }
    }
    return known;
  }

  /// Asks a person at a terminal about an untrusted store; else reports that it is not used.
  private Opened introduced(Opened known, Trust.Item store) {
    if (new TrustCommand(this).allows(store)) {
      return place.opener().open(call, place);
    }
    screen.note(
        "the shared store that "
            + store.place()
            + " names is not trusted: checkpoint files are read, nothing is changed; Trust it:"
            + " tidemark trust");
    return known;
  }

  /// Returns the dialect that is meant where none is named.
  public String usualDialect() {
    return settings().dialect();
  }

  /// Returns the run resolver.
  public RunNames names() {
    return new RunNames(project().runs(), usualDialect());
  }

  /// Returns the run named with `--run`, else the one open run of this branch.
  public Selection select() {
    var named = call.value("run");
    return named == null ? names().only(head().branch()) : names().existing(named);
  }

  /// Returns the run to change: as [#select], but one that needs no start may not exist yet.
  Selection selectToChange() {
    var named = call.value("run");
    var names = names();
    var selection = names.toChange(named, named == null ? head().branch() : null);
    tell(names.notices());
    return selection;
  }

  /// Returns the run for read-only verbs: as [#select], but also the only finished run.
  public Selection selectShown() {
    var named = call.value("run");
    return named == null ? names().shown(head().branch()) : names().existing(named);
  }

  /// Returns whether a command that is shown has to name the run: the call has named it, or a run
  /// was started beside others.
  boolean namesRuns() {
    if (call.value("run") != null || !call.name().equals("start")) {
      return call.value("run") != null;
    }
    int open = 0;
    for (var glance : project().runs().overview(false).runs()) {
      open += glance.open() ? 1 : 0;
    }
    return open > 1;
  }

  /// Returns the git HEAD.
  public Head head() {
    return project().head();
  }

  /// Returns the context of views.
  public Seen seen() {
    var commits = new HeadCommits(project().repository());
    return new Seen(project().now(), head(), commits, screen.look().zone());
  }

  /// Returns the actor.
  ///
  /// @throws InputException if their name looks like a secret, which the project does not want to
  ///   be recorded
  public Actor actor() {
    var actor = place.actor(call.value("as"), settings());
    checkSecret("the name of the actor", actor.name(), "Choose another name with --as");
    return actor;
  }

  /// Checks a name that is to be recorded outside a change.
  ///
  /// @param field its description in the message
  /// @param hint a remedy
  /// @throws InputException if it looks like a secret, which the project does not want to be
  ///   recorded
  public void checkSecret(String field, String name, String hint) {
    if (settings().secrets() != SecretPolicy.WARN) {
      var found = Secrets.in(name);
      if (!found.isEmpty()) {
        throw new InputException(
            field + " looks like a secret: " + found.getFirst().kind(),
            hint + "; names cannot be redacted");
      }
    }
  }

  /// Returns whether changes are meant.
  public Mode mode() {
    return call.has("dry-run") ? Mode.DRY_RUN : Mode.COMMIT;
  }

  /// Prints the result, as JSON or as lines.
  public void show(JsonObject json, List<String> lines) {
    if (screen.look().json()) {
      screen.json(JsonText.compact(json));
    } else {
      for (var line : lines) {
        screen.line(line);
      }
    }
  }

  /// Prints the result, as JSON or as styled lines.
  void paint(JsonObject json, List<Line> lines) {
    show(json, List.of());
    for (var line : lines) {
      screen.line(line);
    }
  }

  /// Shows that a change was made, as JSON or as lines, which `--quiet` drops. In a dry run the
  /// lines are the result.
  public void confirm(JsonObject json, List<String> lines) {
    if (screen.look().json() || mode() == Mode.DRY_RUN) {
      show(json, lines);
    } else {
      for (var line : lines) {
        screen.said(line);
      }
    }
  }

  /// Prints the notices, one line each.
  public void tell(List<Notice> notices) {
    for (var notice : notices) {
      screen.note(notice.text());
    }
  }

  /// Returns the options beyond the change itself, by their names. Files are named from the project
  /// root.
  Map<String, List<String>> details() {
    var details = new HashMap<String, List<String>>();
    for (var word : call.details()) {
      details.put(word, call.takesFiles(word) ? files(word) : call.values(word));
    }
    return details;
  }

  private List<String> files(String word) {
    return inputs().fromRoot(project().root(), call.values(word));
  }

  /// Prints the output lines of the format.
  void say(List<String> said) {
    for (var line : said) {
      screen.line(line);
    }
  }

  /// Shows a refusal with everything that stands in the way.
  public ExitCode refused(String run, Refusal<?> no) {
    return refused(run, no, null);
  }

  /// Shows a refusal with everything that stands in the way, and the brief of the run.
  ExitCode refused(String run, Refusal<?> no, @Nullable BriefView brief) {
    tell(no.notices());
    if (screen.look().json()) {
      var json = ChangeView.refusal(run, no);
      screen.json(JsonText.compact(brief == null ? json : BriefView.beside(json, brief)));
    }
    say(no.said());
    if (brief != null) {
      for (var line : Views.lines(brief.text())) {
        screen.line(line);
      }
    }
    var blockers = no.blockers();
    for (var blocker : blockers) {
      screen.problem(blocker.reason(), blocker.hint());
    }
    return exit(Problem.exit(blockers));
  }

  /// Shows why no run could be chosen.
  public ExitCode unclear(Selection selection) {
    var blocker =
        selection instanceof Selection.Nothing nothing
            ? nothing.blocker()
            : ((Selection.Unclear) selection).blocker();
    return refused("", new Refusal<>(List.of(blocker), List.of()));
  }

  /// Shows a problem.
  public ExitCode problem(Problem problem) {
    return show(problem, screen);
  }

  /// Shows a problem where there is no session.
  public static ExitCode show(Problem problem, Screen screen) {
    if (screen.look().json() && !screen.documented()) {
      screen.json(JsonText.compact(problem.json()));
    }
    screen.problem(problem.message(), problem.hint());
    return exit(problem.exit());
  }

  /// Shows that the words on the command line do not fit together.
  ExitCode misused(String code, String message, String hint) {
    return problem(new Problem(ExitCode.USAGE.code(), code, message, hint));
  }

  static ExitCode exit(int code) {
    for (var exit : ExitCode.values()) {
      if (exit.code() == code) {
        return exit;
      }
    }
    return ExitCode.REFUSED;
  }

  /// Returns texts and paths given on the command line.
  Inputs inputs() {
    return new Inputs(place);
  }

  /// A project and its effective settings.
  ///
  /// @param project the project
  /// @param settings its settings
  /// @param changes the runs that are changed through it
  public record Opened(Project project, Settings settings, Changes changes) {}
}
