package dev.tidemark.app.command;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Prompt;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.app.settings.Settings;
import dev.tidemark.app.view.ChangeView;
import dev.tidemark.app.view.Problem;
import dev.tidemark.app.view.Seen;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.Mode;
import dev.tidemark.engine.RunNames;
import dev.tidemark.engine.Selection;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.library.Project;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Outcome.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One call of the command line: the words, the screen, and the project, which is opened only when
/// a verb asks for it.
public final class Session {
  /// The most that is read of a text given as a file or on standard input: more than any document
  /// may have.
  private static final int TEXT_MAX = 6 * 1024 * 1024;

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

  /// Returns somebody to ask.
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

  private Opened opened() {
    var known = opened;
    if (known == null) {
      known = place.opener().open(call, place);
      opened = known;
      for (var notice : known.settings().notices()) {
        screen.note(notice.text());
      }
    }
    return known;
  }

  /// Returns the dialect that is meant where none is named.
  public String usualDialect() {
    return settings().dialect();
  }

  /// Returns what knows the names of runs.
  public RunNames names() {
    return new RunNames(project().runs(), usualDialect());
  }

  /// Returns the run named with `--run`, else the one open run of this branch.
  public Selection select() {
    var named = call.value("run");
    return named == null ? names().only(head().branch()) : names().existing(named);
  }

  /// Returns the run to look at: as [#select], but a finished run will do where it is the only one.
  public Selection selectShown() {
    var named = call.value("run");
    return named == null ? names().shown(head().branch()) : names().existing(named);
  }

  /// Returns what git has checked out.
  public Head head() {
    return project().head();
  }

  /// Returns what shown things are compared with.
  public Seen seen() {
    return new Seen(project().now(), head(), ZoneOffset.UTC);
  }

  /// Returns who acts.
  public Actor actor() {
    return place.actor(call.value("as"), settings());
  }

  /// Returns whether changes are meant.
  public Mode mode() {
    return call.has("dry-run") ? Mode.DRY_RUN : Mode.COMMIT;
  }

  /// Shows a result, as JSON or as lines, whichever was asked for.
  public void show(JsonObject json, List<String> lines) {
    if (screen.look().json()) {
      screen.json(JsonText.compact(json));
    } else {
      for (var line : lines) {
        screen.said(line);
      }
    }
  }

  /// Tells what is worth telling, one line each.
  public void tell(List<Notice> notices) {
    for (var notice : notices) {
      screen.note(notice.text());
    }
  }

  /// Returns what was said beyond the change itself, by the words of the options.
  Map<String, List<String>> details() {
    var details = new HashMap<String, List<String>>();
    for (var word : call.details()) {
      details.put(word, call.values(word));
    }
    return details;
  }

  /// Shows what a protocol wants to be said.
  void say(List<String> said) {
    for (var line : said) {
      screen.line(line);
    }
  }

  /// Shows a refusal with everything that stands in the way.
  public ExitCode refused(String run, Refusal<?> no) {
    tell(no.notices());
    if (screen.look().json()) {
      screen.json(JsonText.compact(ChangeView.refusal(run, no)));
    }
    say(no.said());
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
    if (screen.look().json()) {
      screen.json(JsonText.compact(problem.json()));
    }
    screen.problem(problem.message(), problem.hint());
    return exit(problem.exit());
  }

  private static ExitCode exit(int code) {
    for (var exit : ExitCode.values()) {
      if (exit.code() == code) {
        return exit;
      }
    }
    return ExitCode.REFUSED;
  }

  /// Returns a text given on the command line; `-` stands for standard input.
  public @Nullable String text(@Nullable String given) {
    return given == null || !given.equals("-") ? given : file("-");
  }

  /// Returns the text of a file; `-` stands for standard input. A final line end is dropped.
  ///
  /// @throws InputException if there is no such file, or it is no text
  public String file(String name) {
    try (InputStream in = name.equals("-") ? place.in() : Files.newInputStream(at(name))) {
      var bytes = in.readNBytes(TEXT_MAX + 1);
      if (bytes.length > TEXT_MAX) {
        throw new InputException(name + " is larger than " + TEXT_MAX + " bytes", "Shorten it.");
      }
      var text =
          Utf8.decode(bytes)
              .orElseThrow(
                  () -> new InputException(name + " is not UTF-8 text", "Convert it to UTF-8."));
      return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    } catch (IOException | InvalidPathException e) {
      throw new InputException(
          name + " cannot be read: " + e.getMessage(), "Name a file, or - for standard input.");
    }
  }

  private Path at(String name) {
    return place.folder().resolve(name);
  }

  /// Returns a path as documents have it: from the project root, with `/` between folders. One that
  /// leads out of the project, or that exists only from the root, stays as it was given.
  public String fromRoot(String given) {
    var root = project().root();
    var path = at(given).normalize();
    if (!Files.exists(path) && Files.exists(root.resolve(given))) {
      return given;
    }
    return path.startsWith(root)
        ? root.relativize(path).toString().replace('\\', '/')
        : given.replace('\\', '/');
  }

  /// A project and the settings that hold in it.
  ///
  /// @param project the project
  /// @param settings its settings
  public record Opened(Project project, Settings settings) {}
}
