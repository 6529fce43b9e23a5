package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.CallerNeededException;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookInput;
import dev.tidemark.app.hook.event.SessionFolder;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.socket.CallHandler;
import dev.tidemark.app.socket.CallRequest;
import dev.tidemark.app.socket.CallSocket;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.integrations.git.ProjectRoot;
import dev.tidemark.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Execution of calls that come through the call socket, each in the context of its process:
/// working folder, variables, standard input and process id are those of the caller.
///
/// Approvals, questions to a person at the caller's terminal, and options that need the caller's
/// own process are declined, and so are calls of another build, project or database user.
///
/// A runner executes the calls of its agents, which cannot write the record: of their environment
/// counts who they are and how they read, as anything else could lead what is started here out of
/// their sandbox. For the same reason it declines verbs that do more than to write the record.
final class SocketCalls implements CallHandler {
  private static final String[] LOCALE = {"LC_ALL", "LC_CTYPE", "LANG"};

  /// The options that only the own process of a call can execute.
  private static final List<String> OWN_PROCESS =
      List.of(
          "root", "local", "verbose", "allow-network-fs", "summary-file", "plan", "force", "queue");

  /// What an agent may have its runner execute, besides the verbs of a server.
  private static final Set<String> RECORDING =
      Set.of(
          "finish",
          "plan",
          "question",
          "undo",
          "restore",
          "gate set",
          "handoff request",
          "handoff response");

  /// By which the native client tells of the caller's terminal: `i` if it is standard input, `o`
  /// and the columns if it is standard output.
  private static final String TERMINAL = "TIDEMARK_TERMINAL";

  /// The standard input of a terminal, which a server cannot read.
  private static final InputStream ASKING =
      new InputStream() {
        @Override
        public int read() {
          throw new CallerNeededException();
        }

        @Override
        public int read(byte[] into, int from, int length) {
          throw new CallerNeededException();
        }
      };

  private final @Nullable Path root;
  private final ProcessContext place;
  private final boolean forAgents;

  /// @param root the root of the only project; absent for all of the user
  SocketCalls(@Nullable Path root, ProcessContext place) {
    this(root, place, false);
  }

  private SocketCalls(@Nullable Path root, ProcessContext place, boolean forAgents) {
    this.root = root;
    this.place = place;
    this.forAgents = forAgents;
  }

  /// Listens for calls of the agents that this process runs in a project; where that is impossible,
  /// they record nothing themselves.
  ///
  /// @return stops listening
  static Closeable listenForAgents(ProcessContext place, Path root) {
    try {
      return CallSocket.open(root, new SocketCalls(root, place, true));
    } catch (IOException none) {
      return () -> {};
    }
  }

  /// Listens in the background for calls in the project around the working folder of a server;
  /// where that is impossible, every process executes its calls itself.
  ///
  /// @return stops listening
  static Closeable listen(ProcessContext place) {
    return listen(
        place, () -> ProjectRoot.find(null, place.environment(), place.folder()).folder());
  }

  /// Listens in the background for calls in a project.
  ///
  /// @param rootFinder finds the root of the project, in the background
  /// @return stops listening
  static Closeable listen(ProcessContext place, Supplier<Path> rootFinder) {
    var opened = new CallSocket[1];
    var opening =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    var root = rootFinder.get();
                    opened[0] = CallSocket.open(root, new SocketCalls(root, place));
                  } catch (IOException none) {
                    // Without a socket nothing is lost but speed.
                  }
                });
    return () -> {
      try {
        opening.join();
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
      if (opened[0] != null) {
        opened[0].close();
      }
    };
  }

  @Override
  public @Nullable Supplier<@Nullable CallResult> accept(CallRequest callRequest) {
    var environment = environment(callRequest);
    var words = callRequest.words().toArray(new String[0]);
    boolean same =
        callRequest.build().equals(System.getProperty("tidemark.build", ""))
            && sameConnections(environment)
            && (forAgents ? isRecording(callRequest, words) : isPossible(words))
            && isHere(callRequest.folder(), environment);
    return same ? () -> execute(callRequest, environment) : null;
  }

  /// Returns the variables that a call is executed with.
  private Map<String, String> environment(CallRequest callRequest) {
    var given = callRequest.environment();
    if (!forAgents) {
      return given;
    }
    var own = new HashMap<>(place.environment());
    own.keySet().removeIf(ActorDetection::tells);
    given.forEach(
        (name, value) -> {
          if (ActorDetection.tells(name) || isReading(name)) {
            own.put(name, value);
          }
        });
    if (ActorDetection.recognise(own, null).kind() != Actor.Kind.AGENT) {
      own.put("AI_AGENT", "agent");
    }
    return own;
  }

  private static boolean isReading(String variable) {
    return switch (variable) {
      case "LANG", "TZ", "COLUMNS", "NO_COLOR", "TIDEMARK_RUN", "TIDEMARK_REPEATED" -> true;
      default -> variable.startsWith("LC_") || SessionFolder.isNamedBy(variable);
    };
  }

  /// Returns whether a call of an agent writes the record of this project only, or reads it.
  private boolean isRecording(CallRequest callRequest, String... words) {
    if (words.length == 3 && words[0].equals("hook")) {
      var agent = Agent.of(words[1]);
      return agent != null && isPossible(words) && isEventHere(agent, callRequest);
    }
    return CommandRegistry.parse(words) instanceof ParsedCommand parsedCommand
        && (parsedCommand.verb().served() || RECORDING.contains(parsedCommand.name()))
        && parsedCommand.effect() != CommandEffect.WRITES
        && !isPreview(parsedCommand)
        && !needsCaller(parsedCommand, callRequest);
  }

  /// The status of a deployment is asked of a service.
  private static boolean isPreview(ParsedCommand parsedCommand) {
    return parsedCommand.name().equals("gate set") && parsedCommand.has("status");
  }

  /// Returns whether the event of a hook is one of this project.
  private boolean isEventHere(Agent agent, CallRequest callRequest) {
    try {
      var event = HookInput.read(callRequest.input());
      callRequest.input().reset();
      var given = callRequest.environment();
      var folder = SessionFolder.of(agent, event, given, callRequest.folder());
      return isHere(folder, place.environment());
    } catch (IOException | JsonException broken) {
      return false;
    }
  }

  /// Returns whether home, the user's own folder, repository and databases of a caller are those of
  /// this server, which keeps them open.
  private boolean sameConnections(Map<String, String> environment) {
    return connections(environment).equals(connections(place.environment()));
  }

  private static Map<String, String> connections(Map<String, String> environment) {
    var connections = new HashMap<String, String>();
    environment.forEach(
        (name, value) -> {
          boolean counts =
              switch (name) {
                case "HOME", "XDG_CONFIG_HOME", "USER" -> true;
                case "GIT_ROOT", "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR" -> true;
                default -> name.startsWith("PG") || name.startsWith("TIDEMARK_STORE");
              };
          if (counts && !value.isEmpty()) {
            connections.put(name, value);
          }
        });
    return connections;
  }

  private static boolean isPossible(String... words) {
    var first = words.length == 0 ? "" : words[0];
    return switch (first) {
      case "hook" -> words.length == 3 && !words[1].startsWith("-") && !words[2].startsWith("-");
      case "statusline" -> words.length == 1;
      default ->
          !(CommandRegistry.parse(words) instanceof ParsedCommand parsedCommand)
              || (parsedCommand.verb().served() && !needsCaller(parsedCommand, null));
    };
  }

  /// Returns whether a call needs standard input, a file or another root than the server's, or is
  /// to print what only its own process can tell.
  ///
  /// @param sent a call that came with the standard input or file that it names; absent if none
  ///   does
  private static boolean needsCaller(ParsedCommand parsedCommand, @Nullable CallRequest sent) {
    boolean read = false;
    try {
      read = sent != null && sent.input().available() > 0;
    } catch (IOException unreadable) {
      // It needs the caller.
    }
    var names = parsedCommand.givenNames();
    for (int i = 0; i < names.size(); i++) {
      boolean given = read && parsedCommand.givenValues().get(i).equals("-");
      if (OWN_PROCESS.contains(names.get(i)) && !given) {
        return true;
      }
    }
    return !read
        && (parsedCommand.arguments().stream().anyMatch(SocketCalls::isOfCaller)
            || parsedCommand.givenValues().stream().anyMatch(SocketCalls::isOfCaller));
  }

  /// Returns whether a word names standard input, or a file that each process has its own of.
  private static boolean isOfCaller(String word) {
    return word.equals("-") || word.startsWith("/dev/") || word.startsWith("/proc/");
  }

  private boolean isHere(Path folder, Map<String, String> environment) {
    try {
      return Files.isDirectory(folder)
          && (root == null
              || Files.isSameFile(root, ProjectRoot.find(null, environment, folder).folder()));
    } catch (IOException unreadable) {
      return false;
    }
  }

  private @Nullable CallResult execute(CallRequest callRequest, Map<String, String> variables) {
    var output = new ByteArrayOutputStream(1024);
    var errors = new ByteArrayOutputStream(128);
    var environment = new HashMap<>(variables);
    var charset = charset(environment);
    var ends = Objects.requireNonNullElse(environment.remove(TERMINAL), "");
    boolean asking = ends.startsWith("i");
    int shown = ends.indexOf('o');
    if (shown >= 0) {
      environment.putIfAbsent("COLUMNS", ends.substring(shown + 1));
    }
    var terminal = Terminal.of(asking, shown >= 0, charset, variables);
    var streams = new CommandLine.Streams(output, errors, terminal);
    var caller =
        new ProcessContext(
            callRequest.folder(),
            environment,
            asking ? ASKING : callRequest.input(),
            place.opener(),
            place.program(),
            () -> ProcessAncestry.of(callRequest.process()),
            null,
            callRequest.process());
    try {
      int exit = new CommandLine(streams, caller).code(callRequest.words().toArray(new String[0]));
      return new CallResult(exit, output.toString(UTF_8), errors.toString(UTF_8));
    } catch (CallerNeededException person) {
      return null;
    }
  }

  /// Returns the character set of the caller's console, and gives what the call starts a UTF-8
  /// locale; the launcher does both for a process.
  private static String charset(Map<String, String> environment) {
    var locale = "";
    for (int i = 0; i < LOCALE.length && locale.isEmpty(); i++) {
      locale = Objects.requireNonNullElse(environment.get(LOCALE[i]), "");
    }
    var upper = locale.toUpperCase(Locale.ROOT);
    boolean unicode = upper.contains("UTF-8") || upper.contains("UTF8");
    if (!unicode) {
      boolean all = !environment.getOrDefault("LC_ALL", "").isEmpty();
      environment.put(all ? "LC_ALL" : "LC_CTYPE", "C.UTF-8");
    }
    return unicode || locale.isEmpty() ? "UTF-8" : "US-ASCII";
  }
}
