package dev.tidemark.app.main;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Look;
import dev.tidemark.app.cli.Screen;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.cli.Usage;
import dev.tidemark.app.cli.Words;
import dev.tidemark.app.command.Afterwards;
import dev.tidemark.app.command.Doctor;
import dev.tidemark.app.command.InputException;
import dev.tidemark.app.command.Session;
import dev.tidemark.app.command.Unreadable;
import dev.tidemark.app.command.Verbs;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.hook.HookDoor;
import dev.tidemark.app.hook.StatusLine;
import dev.tidemark.app.http.HttpDoor;
import dev.tidemark.app.install.AgentCheck;
import dev.tidemark.app.install.Install;
import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.view.LocalTimes;
import dev.tidemark.app.view.Problem;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Mode;
import dev.tidemark.store.StoreException;
import dev.tidemark.text.DiskReason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/// Command line entry point: one call in, one exit code out.
final class CommandLine {
  private static final String HOOK = "hook";
  private static final String STATUS_LINE = "statusline";

  private final Streams streams;
  private final Workplace place;

  CommandLine(Streams streams, Workplace place) {
    this.streams = streams;
    this.place = place;
  }

  /// Carries out one line of words and returns the exit code of the process. Never throws.
  ///
  /// Plain hook events bypass the argument parser: hooks run for every tool an agent uses, mostly
  /// without output, and a usage error must not exit with the code that blocks the agent.
  int code(String... words) {
    var first = words.length == 0 ? "" : words[0];
    if (first.equals(STATUS_LINE)) {
      return status(words);
    }
    if (first.equals("self-train") && words.length == 3 && words[1].equals("quiet")) {
      return new QuietTraining(place).run();
    }
    if (!first.equals(HOOK)) {
      return isServed() ? served(words) : run(words).code();
    }
    if (words.length == 3 && !words[1].startsWith("-") && !words[2].startsWith("-")) {
      return new HookDoor(place, streams.out(), streams.err(), Mode.COMMIT)
          .answer(words[1], words[2]);
    }
    if (Words.parse(words) instanceof Call call && call.name().equals(HOOK)) {
      var mode = call.has("dry-run") ? Mode.DRY_RUN : Mode.COMMIT;
      return new HookDoor(place, streams.out(), streams.err(), mode)
          .answer(call.required("AGENT"), call.required("EVENT"));
    }
    return Math.min(run(words).code(), 1);
  }

  private boolean isServed() {
    var server = place.environment().get(ByServer.VARIABLE);
    return server != null && !server.isBlank();
  }

  private int served(String... words) {
    int code = new ByServer(streams, place).code(words);
    return code == ByServer.HERE ? run(words).code() : code;
  }

  private int status(String... words) {
    if (Words.parse(words) instanceof Call call && call.name().equals(STATUS_LINE)) {
      var mode = call.has("dry-run") ? Mode.DRY_RUN : Mode.COMMIT;
      return new StatusLine(place, streams.out(), streams.err(), mode).print(call.value("then"));
    }
    return run(words).code();
  }

  /// Carries out one line of words. Never throws: this is the outermost border, where a bug becomes
  /// an exit code too.
  ExitCode run(String... words) {
    var parsed = Words.parse(words);
    if (parsed instanceof Usage usage) {
      return misused(usage, words);
    }
    var call = (Call) parsed;
    var look = Look.of(streams.terminal(), call);
    if (call.has("local")) {
      look = look.in(LocalTimes.zone(place.environment()));
    }
    var screen = new Screen(streams.out(), streams.err(), look);
    var session = new Session(call, screen, look.verbose() ? traced(screen) : place);
    screen.alias(call);
    ExitCode code;
    try {
      code = carryOut(call, session);
      Afterwards.tell(session);
    } catch (FormatException unreadable) {
      code = session.problem(Unreadable.problem(unreadable, session));
    } catch (StoreException failure) {
      code = session.problem(Problem.of(failure));
    } catch (SettingsException | InputException wrong) {
      code = session.problem(problem(wrong));
    } catch (IOException failure) {
      code =
          session.problem(
              new Problem(
                  ExitCode.REFUSED.code(),
                  "io",
                  DiskReason.located(failure),
                  "Check the disk and its permissions."));
    } catch (RuntimeException bug) {
      code = bug(bug, screen);
    }
    return screen.close(code);
  }

  private Workplace traced(Screen screen) {
    return place.opener() instanceof Wiring wiring
        ? place.opening(wiring.traced(screen::trace))
        : place;
  }

  /// Options of an invalid command line are unparsed; `--json` counts wherever it is found before a
  /// lone `--`.
  private ExitCode misused(Usage usage, String... words) {
    boolean json = false;
    for (int i = 0; i < words.length && !words[i].equals("--"); i++) {
      json |= words[i].equals("--json");
    }
    var plain = Look.plain(streams.terminal());
    var look =
        new Look(json, plain.quiet(), plain.verbose(), plain.colour(), plain.terminal(), null);
    var screen = new Screen(streams.out(), streams.err(), look);
    var problem = new Problem(usage.exitCode().code(), "usage", usage.message(), usage.hint());
    return screen.close(Session.show(problem, screen));
  }

  private static ExitCode bug(RuntimeException bug, Screen screen) {
    var message = "this is a bug in Tidemark: " + bug;
    var hint = "Please report it with these lines.";
    Session.show(new Problem(ExitCode.BUG.code(), "bug", message, hint), screen);
    for (var frame : bug.getStackTrace()) {
      screen.problem("  at " + frame);
    }
    return ExitCode.BUG;
  }

  private ExitCode carryOut(Call call, Session session) throws IOException {
    return switch (call.name()) {
      case "self-train" ->
          new SelfTraining(place, Path.of(call.required("FOLDER"))).run(call.required("CACHE"));
      case "crash-child" -> new CrashChild(streams, place).run(call.arguments());
      case "install" -> new Install(session).run();
      case "doctor" -> new Doctor(session, AgentCheck.of(session)).examine();
      case "mcp" -> new Serving(streams, place, call).serve();
      case "serve" -> {
        HttpDoor.prepare();
        yield new HttpServing(streams, place, session).serve();
      }
      default -> Verbs.run(session);
    };
  }

  private static Problem problem(RuntimeException wrong) {
    var hint = wrong instanceof InputException input ? input.hint() : "Mend it; nothing was done.";
    return new Problem(ExitCode.REFUSED.code(), "input", String.valueOf(wrong.getMessage()), hint);
  }

  /// Standard streams of a process.
  ///
  /// @param out where results go
  /// @param err where diagnostics go
  /// @param terminal the terminal capabilities of the streams
  record Streams(OutputStream out, OutputStream err, Terminal terminal) {}
}
