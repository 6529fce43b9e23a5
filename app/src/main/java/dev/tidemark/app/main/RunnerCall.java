package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.hook.HookDispatcher;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.socket.CallClient;
import dev.tidemark.app.socket.CallHandler.CallResult;
import dev.tidemark.app.socket.CallRequest;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.runner.RunnerHost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Call of an agent that `tidemark run` started: executed by its runner, at the socket in
/// [RunnerHost#CALLS], because the sandbox of the agent keeps it from the record. What the runner
/// declines is executed by the process itself, which can read.
final class RunnerCall {
  private static final int INPUT_MAX = 16 * 1024 * 1024;
  private static final String STANDARD_INPUT = "-";

  /// The options with a file that is read here: the runner may see another one at its path.
  private static final List<String> FILES = List.of("summary-file", "plan");

  private final Session session;
  private final ParsedCommand parsedCommand;
  private byte @Nullable [] input;

  RunnerCall(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Has the runner execute the command, if it changes a run.
  ///
  /// @return null if the runner does not; nothing was done
  @Nullable ExitCode execute() {
    if (parsedCommand.effect() != CommandEffect.WRITES_RUN) {
      return null;
    }
    try {
      var words = words();
      var result = send(session.place(), words, input == null ? new byte[0] : input);
      if (result.isPresent()) {
        return shown(result.get());
      }
      return input == null
          ? null
          : problem(
              "not-executed",
              "the runner of this agent does not execute this call; nothing was done",
              "Give the text as a value, not on standard input or as a file.");
    } catch (IOException lost) {
      return problem(
          "unknown-outcome",
          "no answer from the runner of this agent: "
              + lost.getMessage()
              + "; whether the command was executed is not known",
          "Look at the newest entry before you repeat it: tidemark history --limit 1");
    }
  }

  private ExitCode problem(String code, String message, String hint) {
    return session.problem(new ProblemView(ExitCode.REFUSED.code(), code, message, hint));
  }

  /// Returns the words of the command, with standard input in place of a file.
  private List<String> words() throws IOException {
    var given = new ArrayList<>(parsedCommand.givenValues());
    for (int i = 0; i < given.size(); i++) {
      boolean file = FILES.contains(parsedCommand.givenNames().get(i));
      if (file && !given.get(i).equals(STANDARD_INPUT)) {
        input = (session.inputs().file(given.get(i)) + "\n").getBytes(UTF_8);
        given.set(i, STANDARD_INPUT);
      }
    }
    var arguments = parsedCommand.arguments();
    if (input == null && (given.contains(STANDARD_INPUT) || arguments.contains(STANDARD_INPUT))) {
      input = session.place().in().readNBytes(INPUT_MAX);
    }
    var names = parsedCommand.givenNames();
    return new ParsedCommand(parsedCommand.verb(), arguments, names, given).words();
  }

  private ExitCode shown(CallResult result) {
    var console = session.screen();
    console.relay(result.output().getBytes(UTF_8), result.errors());
    if (console.look().json() && JsonText.parse(result.output()) instanceof JsonObject document) {
      console.json(document);
    }
    return Session.exit(result.exit());
  }

  /// Has the runner handle the event of a hook; handles it here if the runner does not.
  static int hook(ProcessContext place, CommandLine.Streams streams, String... words) {
    try {
      var event = place.in().readNBytes(HookInput.BYTES_MAX);
      var result = send(place, List.of(words), event);
      if (result.isPresent()) {
        streams.out().write(result.get().output().getBytes(UTF_8));
        streams.err().write(result.get().errors().getBytes(UTF_8));
        return result.get().exit();
      }
      return handled(place.reading(new ByteArrayInputStream(event)), streams, words);
    } catch (IOException lost) {
      return handled(place, streams, words);
    }
  }

  private static int handled(ProcessContext place, CommandLine.Streams streams, String... words) {
    return new HookDispatcher(place, streams.out(), streams.err(), ChangeMode.COMMIT)
        .answer(words[1], words[2]);
  }

  private static Optional<CallResult> send(ProcessContext place, List<String> words, byte[] input)
      throws IOException {
    var socket = Path.of(place.environment().getOrDefault(RunnerHost.CALLS, ""));
    return CallClient.call(
        socket,
        new CallRequest(
            System.getProperty("tidemark.build", ""),
            place.folder(),
            ProcessHandle.current().pid(),
            words,
            place.environment(),
            new ByteArrayInputStream(input)));
  }
}
