package dev.tidemark.app.hook;

import static dev.tidemark.app.cli.spec.CommandEffect.WRITES_RUN;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.ProjectProbe;
import dev.tidemark.app.hook.event.SessionFolder;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.brief.OtherTreeRun;
import dev.tidemark.brief.OtherTreesText;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.DisplayWidth;
import dev.tidemark.text.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Status line entry point: the state of the run and the context usage, in one line. The context
/// usage is stored for the hooks, which do not get it.
///
/// Like a hook it never fails: an unavailable part is omitted, with one line on standard error.
public final class StatusLine {
  /// The most bytes that are read; agents send some two thousand.
  private static final int BYTES_MAX = 1024 * 1024;

  /// The largest width of the reason of a failed or blocked run.
  private static final int REASON_MAX = 60;

  private static final String EDITED = "edited externally";

  private static final OutputOptions PLAIN =
      new OutputOptions(false, false, false, false, Terminal.NONE, null);

  private final ProcessContext place;
  private final OutputStream out;
  private final OutputStream err;
  private final ChangeMode changeMode;

  /// @param place where the agent started us; its standard input holds the agent's own status
  /// @param out where the line goes
  /// @param err where diagnostics go
  /// @param changeMode whether the use of the context may be remembered
  public StatusLine(
      ProcessContext place, OutputStream out, OutputStream err, ChangeMode changeMode) {
    this.place = place;
    this.out = out;
    this.err = err;
    this.changeMode = changeMode;
  }

  /// Specification of `statusline`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "statusline",
        CommandGroup.AGENTS,
        WRITES_RUN,
        "print a line for the status line of a coding agent",
        List.of(),
        List.of(
            Option.value(
                "then",
                "COMMAND",
                ValueKind.TEXT,
                "the previous status line command, printed above")),
        List.of(
            new Example("tidemark statusline", "called by the agent"),
            new Example("tidemark statusline --then ccstatusline", "below another line")));
  }

  /// Prints the line, below that of another command if one is given, and returns the exit code.
  ///
  /// @param then the command line that was the status line before us; absent if there was none
  public int print(@Nullable String then) {
    var console = new Console(out, err, PLAIN);
    ChainedStatusLine chained = null;
    try {
      var bytes = place.in().readNBytes(BYTES_MAX);
      chained = then == null ? null : ChainedStatusLine.start(then, bytes, place);
      var line = line(bytes);
      if (chained != null) {
        console.raw(chained.end());
      }
      if (!line.isEmpty()) {
        console.line(line);
      }
    } catch (JsonException | IOException unreadable) {
      pass(chained, console);
      console.problem("the agent's status was not understood: " + unreadable.getMessage());
    } catch (StoreException | FormatException | SettingsException | InputException broken) {
      pass(chained, console);
      console.problem("the status line has no run: " + broken.getMessage());
    } catch (RuntimeException bug) {
      pass(chained, console);
      console.problem("the status line has no run; this is a bug in Tidemark: " + bug);
    }
    console.flush();
    return 0;
  }

  private static void pass(@Nullable ChainedStatusLine chained, Console console) {
    if (chained != null) {
      console.raw(chained.end());
    }
  }

  private String line(byte[] bytes) throws IOException {
    if (!(JsonText.parse(new String(bytes, UTF_8)) instanceof JsonObject status)) {
      throw new IOException("it is not a JSON object");
    }
    int used = used(status);
    var folder = folder(status);
    var root = ProjectProbe.root(folder, place.environment());
    var line = new StringBuilder();
    if (root != null) {
      var notes = new SessionNotes(root, status.string("session_id"));
      if (used >= 0 && changeMode == ChangeMode.COMMIT) {
        notes.use(used);
      }
      var bound = notes.run();
      var hookProject = new HookProject(place.inFolder(folder), bound);
      var runs = hookProject.allRuns();
      var own = bound == null ? null : HookProject.named(runs, bound);
      if (runs.size() == 1 || own != null) {
        run(line, own == null ? runs.getFirst() : own, hookProject);
      } else if (!runs.isEmpty()) {
        appendRunCounts(line, runs);
      } else {
        appendOthers(line, hookProject.others());
      }
    }
    if (used >= 0) {
      line.append(line.isEmpty() ? "" : " | ").append("context ").append(used).append(" %");
    }
    return line.toString();
  }

  /// Prints the first open runs of other work trees.
  private static void appendOthers(StringBuilder line, List<OtherTreeRun> others) {
    int named = Math.min(OtherTreesText.RUNS_MAX, others.size());
    for (int i = 0; i < named; i++) {
      var run = others.get(i);
      line.append(i == 0 ? "no run here; " : ", ").append(run.summary().id()).append(" in ");
      line.append(PlainText.line(run.path())).append(run.isRemoved() ? " (removed)" : "");
    }
    if (others.size() > named) {
      line.append(", ").append(others.size() - named).append(" more");
    }
  }

  /// Prints the number of open runs, and of those that are blocked.
  private static void appendRunCounts(StringBuilder line, List<Run> runs) {
    int failed = 0;
    int blocked = 0;
    int waiting = 0;
    int damaged = 0;
    int missing = 0;
    int edited = 0;
    for (var run : runs) {
      var state = RunSummary.of(run).state();
      failed += state == State.FAILED || state == State.STUCK ? 1 : 0;
      blocked += state == State.BLOCKED ? 1 : 0;
      damaged += state == State.DAMAGED || state == State.DIVERGED ? 1 : 0;
      missing += state == State.MISSING ? 1 : 0;
      edited += isEdited(run) ? 1 : 0;
      waiting += state == State.WAITING ? 1 : 0;
    }
    count(line, failed, "failed");
    count(line, blocked, "blocked");
    count(line, waiting, "waiting");
    count(line, missing, "missing");
    count(line, damaged, "damaged");
    count(line, edited, EDITED);
    line.append(runs.size()).append(" open runs");
  }

  private static boolean isEdited(Run run) {
    return run.problem() == null
        && !run.isMissing()
        && run.document().syncState() == SyncState.EDITED;
  }

  private static void count(StringBuilder line, int number, String word) {
    if (number > 0) {
      line.append(number).append(' ').append(word).append(", ");
    }
  }

  private static void run(StringBuilder line, Run run, HookProject hookProject) {
    var runSummary = RunSummary.of(run);
    line.append(run.id());
    var problem = runSummary.concerns().problem();
    if (problem != null) {
      line.append(run.diverged() ? " DIVERGED " : " DAMAGED ");
      line.append(DisplayWidth.cut(problem.text(), REASON_MAX));
      return;
    }
    if (run.isMissing()) {
      line.append(" MISSING");
      return;
    }
    var obstacle = runSummary.concerns().obstacle();
    if (obstacle != null) {
      line.append(' ').append(runSummary.state().name()).append(' ');
      line.append(DisplayWidth.cut(obstacle.reason(), REASON_MAX)).append(" |");
    }
    var position = runSummary.position();
    if (position.number() > 0) {
      line.append(' ').append(position.done()).append('/').append(position.total());
    }
    var next = run.resumePoint().next();
    if (next != null) {
      line.append(' ').append(next);
    }
    if (isEdited(run)) {
      line.append(" | ").append(EDITED);
    }
    if (next == null) {
      return;
    }
    var pendingHumanAction = run.pendingAction();
    if (pendingHumanAction != null) {
      line.append(" | waiting for ").append(pendingHumanAction.description());
    }
    gates(line, run, next, hookProject);
  }

  /// Gates of a workflow are only named: to ask them may take longer than a line of status has.
  /// Runs of a format read two files.
  private static void gates(StringBuilder line, Run run, PhaseName next, HookProject hookProject) {
    var id = run.id();
    var definition = hookProject.project().workflows().find(id.dialect(), id.workflow());
    if (definition.isPresent() && definition.get().hasGates()) {
      var separator = " | gates: ";
      for (var gate : definition.get().gates(next)) {
        // Whether the project uses the service stands in a file that is not read here.
        if (!gate.condition().isOptional()) {
          line.append(separator).append(gate.name());
          separator = ", ";
        }
      }
      return;
    }
    var shut = hookProject.shut(run, next);
    if (!shut.isEmpty()) {
      line.append(" | gate closed: ").append(shut.getFirst().code());
    }
  }

  private Path folder(JsonObject status) {
    var workspace = status.object("workspace");
    var now = folder(workspace == null ? null : workspace.string("current_dir"));
    var current = now == null ? folder(status.string("cwd")) : now;
    var named = folder(workspace == null ? null : workspace.string("project_dir"));
    return SessionFolder.of(named, current == null ? place.folder() : current, place.environment());
  }

  private static @Nullable Path folder(@Nullable String name) {
    var path = name == null ? null : HookInput.path(name);
    return path == null || !path.isAbsolute() ? null : path;
  }

  /// Returns the context usage in whole percent, rounded down; -1 if it is missing.
  private static int used(JsonObject status) {
    var window = status.object("context_window");
    if (window == null) {
      return -1;
    }
    var percent = window.number("used_percentage");
    if (percent != null) {
      return wholePercent(percent.doubleValue());
    }
    var size = window.number("context_window_size");
    var usage = window.object("current_usage");
    if (size == null || usage == null || size.doubleValue() <= 0) {
      return -1;
    }
    double tokens = 0;
    for (var kind :
        new String[] {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}) {
      var count = usage.number(kind);
      tokens += count == null ? 0 : count.doubleValue();
    }
    return wholePercent(100 * tokens / size.doubleValue());
  }

  private static int wholePercent(double percent) {
    return percent >= 0 && percent <= 100 ? (int) percent : -1;
  }
}
