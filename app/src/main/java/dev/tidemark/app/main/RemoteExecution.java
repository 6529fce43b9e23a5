package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.RemoteVerbs;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.http.LocalServer;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessLocation;
import dev.tidemark.app.settings.ThisProcess;
import dev.tidemark.app.view.ProblemView;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;

/// Forwards command lines to a running server, if `TIDEMARK_SERVER` names one.
///
/// Others are executed here, on the same runs. A change is sent once: if its response is lost, the
/// server is queried for the outcome, and an unknown outcome is reported.
final class RemoteExecution {
  /// The variable with the server's address.
  static final String VARIABLE = "TIDEMARK_SERVER";

  /// The exit code that is none: the line is still to be carried out.
  static final int HERE = -1;

  private static final String TOKEN = "TIDEMARK_TOKEN";
  private static final int OK = 200;
  private static final long NANOS_IN_MILLI = 1_000_000;

  /// The safety margin of the send time, in milliseconds.
  private static final long MARGIN = 1_000;

  private final CommandLine.Streams streams;
  private final ProcessContext place;

  RemoteExecution(CommandLine.Streams streams, ProcessContext place) {
    this.streams = streams;
    this.place = place;
  }

  /// Has a line carried out.
  ///
  /// @return the exit code; [#HERE] if the line is to be carried out here, and nothing was done yet
  int code(String... words) {
    if (!(CommandRegistry.parse(words) instanceof ParsedCommand parsedCommand)
        || !isToBeSent(parsedCommand)) {
      return HERE;
    }
    var console =
        new Console(
            streams.out(), streams.err(), OutputOptions.of(streams.terminal(), parsedCommand));
    var server = LocalServer.of(variable(VARIABLE));
    if (server == null) {
      return refused(
          console,
          VARIABLE + " is no address of a server here; nothing was done",
          "Set it to what `tidemark serve` prints, such as http://127.0.0.1:7410.");
    }
    var token = variable(TOKEN);
    if (!isWord(token)) {
      return refused(
          console,
          VARIABLE + " is set without a token in " + TOKEN + "; nothing was done",
          "Set it to the token that `tidemark serve` prints, or to one of `serve token add`.");
    }
    console.alias(parsedCommand);
    return new Sending(server, token, parsedCommand, console).code();
  }

  /// On a terminal, a change may ask its user.
  private boolean isToBeSent(ParsedCommand parsedCommand) {
    boolean asked = streams.terminal().input() && streams.terminal().output();
    return RemoteVerbs.isPossible(parsedCommand)
        && variable("GIT_DIR").isEmpty()
        && variable("GIT_WORK_TREE").isEmpty()
        && !(asked && RemoteVerbs.changes(parsedCommand));
  }

  private String variable(String name) {
    var value = place.environment().get(name);
    return value == null ? "" : value.strip();
  }

  private static boolean isWord(String token) {
    for (int i = 0; i < token.length(); i++) {
      if (token.charAt(i) <= ' ' || token.charAt(i) > '~') {
        return false;
      }
    }
    return !token.isEmpty();
  }

  private static int refused(Console console, String message, String hint) {
    var problemView = new ProblemView(ExitCode.REFUSED.code(), "server", message, hint);
    return console.close(Session.show(problemView, console)).code();
  }

  /// One line on its way.
  private final class Sending {
    private final LocalServer server;
    private final String token;
    private final ParsedCommand parsedCommand;
    private final Console console;
    private final String id;
    private final boolean changes;

    private Sending(
        LocalServer server, String token, ParsedCommand parsedCommand, Console console) {
      this.server = server;
      this.token = token;
      this.parsedCommand = parsedCommand;
      this.console = console;
      this.changes = RemoteVerbs.changes(parsedCommand);
      this.id = Long.toHexString(System.nanoTime()) + "-" + ThisProcess.number();
    }

    private int code() {
      long begin = System.nanoTime();
      String line;
      try {
        line = JsonText.compact(line());
      } catch (IOException | InvalidPathException unseen) {
        return HERE;
      }
      LocalServer.Connection connection;
      try {
        connection = server.connect();
      } catch (IOException unreachable) {
        return here("cannot be reached: " + reason(unreachable));
      }
      int status;
      JsonObject answer;
      try (connection) {
        var reply = connection.post("/api/lines", token, line);
        status = reply.status();
        answer = object(reply.body());
      } catch (IOException cut) {
        return changes ? settled(begin, reason(cut)) : here("does not answer: " + reason(cut));
      }
      return status == OK ? printed(answer) : refused(status, answer);
    }

    private JsonObject line() throws IOException {
      var root = ProjectRoot.find(parsedCommand.value("root"), place.environment(), place.folder());
      var where = ProcessLocation.of(root.folder(), place.environment());
      var terminal = streams.terminal();
      var line =
          JsonObject.builder()
              .add("words", RemoteVerbs.words(parsedCommand))
              .add("folder", place.folder().toString())
              .add("project", where.project())
              .add("ways", where.ways())
              .addIfPresent("as", parsedCommand.value("as"));
      var who = new ArrayList<JsonMember>();
      for (var each : ActorDetection.showing(place.environment()).entrySet()) {
        who.add(JsonMember.of(each.getKey(), JsonString.of(each.getValue())));
      }
      line.add("who", JsonObject.of(who));
      line.add(
          "terminal",
          JsonObject.builder()
              .add("output", terminal.output())
              .add("unicode", terminal.isUnicode())
              .add("colour", terminal.colour())
              .build());
      return changes ? line.add("id", id).build() : line.build();
    }

    /// A rejected command line was not executed: it is executed here if it is safe to do so.
    private int refused(int status, JsonObject answer) {
      var error = answer.object("error");
      var code = error == null ? "" : String.valueOf(error.string("code"));
      var message = error == null ? "status " + status : error.string("message");
      return switch (code) {
        case "not-here", "other-settings", "no-address", "too-many", "too-long", "ending" ->
            here("did not take this: " + message);
        default ->
            RemoteExecution.refused(
                console,
                "the server at " + server + " refuses this: " + message,
                error == null ? "" : String.valueOf(error.string("hint")));
      };
    }

    private int printed(JsonObject answer) {
      try {
        streams.out().write(String.valueOf(answer.string("out")).getBytes(UTF_8));
        streams.err().write(String.valueOf(answer.string("err")).getBytes(UTF_8));
        streams.out().flush();
      } catch (IOException deaf) {
        // The change was made, independent of the output.
      }
      var exit = answer.number("exit");
      return exit == null ? ExitCode.BUG.code() : (int) exit.doubleValue();
    }

    /// Queries the outcome of a change whose response was lost.
    private int settled(long begin, String reason) {
      long ago = (System.nanoTime() - begin) / NANOS_IN_MILLI + MARGIN;
      var question = JsonObject.builder().add("id", id).add("sent_ago_ms", ago).build();
      try (var connection = server.connect()) {
        var reply = connection.post("/api/lines/settle", token, JsonText.compact(question));
        var answer = object(reply.body());
        var state = reply.status() == OK ? String.valueOf(answer.string("state")) : "";
        if (state.equals("done")) {
          return printed(answer);
        }
        if (state.equals("never")) {
          return here("was cut off before it took this: " + reason);
        }
      } catch (IOException gone) {
        // The outcome is unknown.
      }
      var problemView =
          new ProblemView(
              ExitCode.REFUSED.code(),
              "outcome-unknown",
              "the change was sent to the server at " + server + ", but no answer came: " + reason,
              "Check `tidemark history` before you repeat it.");
      return console.close(Session.show(problemView, console)).code();
    }

    private int here(String why) {
      console.note("the server at " + server + " " + why + "; done here instead");
      console.flush();
      return HERE;
    }
  }

  private static JsonObject object(String body) throws IOException {
    try {
      return (JsonObject) JsonText.parse(body, Integer.MAX_VALUE);
    } catch (JsonException | ClassCastException strange) {
      throw new IOException("that is no answer of Tidemark's server", strange);
    }
  }

  private static String reason(IOException failure) {
    return String.valueOf(failure.getMessage());
  }
}
