package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParseResult;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.UsageError;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.CallerNeededException;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.command.session.UnreadableDocument;
import dev.tidemark.app.command.store.WebhooksCommand;
import dev.tidemark.app.hook.HookDispatcher;
import dev.tidemark.app.hook.StatusLine;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.app.view.text.LocalTimeFormat;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.runner.RunnerHost;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.DiskReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;

/// Command line entry point: one call in, one exit code out.
final class CommandLine {
  private static final String HOOK = "hook";
  private static final String STATUS_LINE = "statusline";
  private static final String JSON = "--json";

  /// The folder of the files that configure subscribers.
  private static final String CONFIGURATION = ".claude/config";

  private final Streams streams;
  private final ProcessContext place;

  CommandLine(Streams streams, ProcessContext place) {
    this.streams = streams;
    this.place = place;
  }

  /// Carries out one line of words and returns the exit code of the process.
  ///
  /// @throws CallerNeededException in a server, where the process of the call is needed; nothing
  ///   else is thrown
  ///
  ///   Plain hook events bypass the argument parser: hooks run for every tool an agent uses, mostly
  ///   without output, and a usage error must not exit with the code that blocks the agent.
  int code(String... words) {
    var first = words.length == 0 ? "" : words[0];
    if (first.equals(STATUS_LINE)) {
      return status(words);
    }
    if (!first.equals(HOOK)) {
      return run(words).code();
    }
    if (words.length == 3 && !words[1].startsWith("-") && !words[2].startsWith("-")) {
      if (place.environment().containsKey(RunnerHost.CALLS)) {
        return RunnerCall.hook(place, streams, words);
      }
      return new HookDispatcher(place, streams.out(), streams.err(), ChangeMode.COMMIT)
          .answer(words[1], words[2]);
    }
    if (CommandRegistry.parse(words) instanceof ParsedCommand parsedCommand
        && parsedCommand.name().equals(HOOK)) {
      var changeMode = parsedCommand.has("dry-run") ? ChangeMode.DRY_RUN : ChangeMode.COMMIT;
      return new HookDispatcher(place, streams.out(), streams.err(), changeMode)
          .answer(parsedCommand.required("AGENT"), parsedCommand.required("EVENT"));
    }
    return Math.min(run(words).code(), 1);
  }

  private int status(String... words) {
    if (CommandRegistry.parse(words) instanceof ParsedCommand parsedCommand
        && parsedCommand.name().equals(STATUS_LINE)) {
      var changeMode = parsedCommand.has("dry-run") ? ChangeMode.DRY_RUN : ChangeMode.COMMIT;
      return new StatusLine(place, streams.out(), streams.err(), changeMode)
          .print(parsedCommand.value("then"));
    }
    return run(words).code();
  }

  /// Carries out one line of words. Throws nothing else: this is the outermost border, where a bug
  /// becomes an exit code too.
  ExitCode run(String... words) {
    var parseResult = CommandRegistry.parse(words);
    var console = new Console(streams.out(), streams.err(), look(parseResult, words));
    return run(parseResult, console);
  }

  /// Executes the command of a server, without terminal and standard input. Never throws.
  static CommandResult run(CommandRequest request, ProcessContext place) {
    var out = new ByteArrayOutputStream(128);
    var err = new ByteArrayOutputStream(128);
    var line = new CommandLine(new Streams(out, err, Terminal.NONE), place);
    var parseResult = CommandRegistry.bind(request);
    var console = Console.inProcess(out, err, line.look(parseResult, JSON));
    int exit = line.run(parseResult, console).code();
    return new CommandResult(exit, console.document(), out.toString(UTF_8), err.toString(UTF_8));
  }

  private ExitCode run(ParseResult parseResult, Console console) {
    if (parseResult instanceof UsageError usageError) {
      return misused(usageError, console);
    }
    var parsedCommand = (ParsedCommand) parseResult;
    var session =
        new Session(parsedCommand, console, console.look().verbose() ? traced(console) : place);
    ExitCode code;
    try {
      code = execute(session);
      notifySubscribers(session);
    } catch (FormatException unreadable) {
      code = session.problem(UnreadableDocument.problem(unreadable, session));
    } catch (StoreException failure) {
      code = session.problem(ProblemView.of(failure));
    } catch (SettingsException | InputException wrong) {
      code = session.problem(problem(wrong));
    } catch (IOException failure) {
      code =
          session.problem(
              new ProblemView(
                  ExitCode.REFUSED.code(),
                  "io",
                  DiskReason.located(failure),
                  "Check the disk and its permissions."));
    } catch (RuntimeException bug) {
      if (place.process() != 0 && bug instanceof CallerNeededException) {
        throw bug;
      }
      code = bug(bug, console);
    }
    return console.close(code);
  }

  private ExitCode execute(Session session) throws IOException {
    var code =
        place.environment().containsKey(RunnerHost.CALLS)
            ? new RunnerCall(session).execute()
            : null;
    return code == null ? CommandRegistry.run(session, streams, place) : code;
  }

  /// Notifies the subscribers of the changes of a call, after its result is printed. Without
  /// configured subscribers it costs one file system call, and only after a change.
  private static void notifySubscribers(Session session) {
    var changedRuns = session.changes();
    if (changedRuns != null && !changedRuns.runs().isEmpty()) {
      for (var warning : changedRuns.warnings()) {
        session.screen().note(warning);
      }
      if (Files.isDirectory(session.project().root().resolve(CONFIGURATION))) {
        new WebhooksCommand(session).deliverChanges(changedRuns);
      }
    }
  }

  private ProcessContext traced(Console console) {
    return place.opener() instanceof ProjectFactory projectFactory
        ? place.opening(projectFactory.traced(console::trace))
        : place;
  }

  /// Options of an invalid command line are unparsed; `--json` counts wherever it is found before a
  /// lone `--`.
  private OutputOptions look(ParseResult parseResult, String... words) {
    if (parseResult instanceof ParsedCommand parsedCommand) {
      var outputOptions = OutputOptions.of(streams.terminal(), parsedCommand);
      return parsedCommand.has("local")
          ? outputOptions.withZone(LocalTimeFormat.zone(place.environment()))
          : outputOptions;
    }
    boolean json = false;
    for (int i = 0; i < words.length && !words[i].equals("--"); i++) {
      json |= words[i].equals(JSON);
    }
    return new OutputOptions(json, false, false, false, streams.terminal(), null);
  }

  private static ExitCode misused(UsageError usageError, Console console) {
    var problemView =
        new ProblemView(
            usageError.exitCode().code(), "usage", usageError.message(), usageError.hint());
    return console.close(Session.show(problemView, console));
  }

  private static ExitCode bug(RuntimeException bug, Console console) {
    var message = "this is a bug in Tidemark: " + bug;
    var hint = "Please report it with these lines.";
    Session.show(new ProblemView(ExitCode.BUG.code(), "bug", message, hint), console);
    for (var frame : bug.getStackTrace()) {
      console.problem("  at " + frame);
    }
    return ExitCode.BUG;
  }

  private static ProblemView problem(RuntimeException wrong) {
    var hint = wrong instanceof InputException input ? input.hint() : "Fix it; nothing was done.";
    return new ProblemView(
        ExitCode.REFUSED.code(), "input", String.valueOf(wrong.getMessage()), hint);
  }

  /// Standard streams of a process.
  ///
  /// @param out where results go
  /// @param err where diagnostics go
  /// @param terminal the terminal capabilities of the streams
  record Streams(OutputStream out, OutputStream err, Terminal terminal) {}
}
