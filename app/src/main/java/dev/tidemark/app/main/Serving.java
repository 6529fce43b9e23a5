package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.Call;
import dev.tidemark.app.cli.ExitCode;
import dev.tidemark.app.cli.Release;
import dev.tidemark.app.cli.Terminal;
import dev.tidemark.app.command.Workplace;
import dev.tidemark.app.hook.HookDoor;
import dev.tidemark.app.hook.ServerHook;
import dev.tidemark.app.mcp.Caller;
import dev.tidemark.app.mcp.Door;
import dev.tidemark.app.mcp.McpServer;
import dev.tidemark.app.settings.Actors;
import dev.tidemark.app.settings.Lineage;
import dev.tidemark.engine.Mode;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Escaped;
import dev.tidemark.workflow.Consent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// MCP server, the verb `mcp`: its tools execute the verbs of this command line without terminal
/// and standard input.
final class Serving implements Door {
  /// The variable that identifies an agent without a variable of its own.
  private static final String AI_AGENT = "AI_AGENT";

  private static final int NAME_MAX = 60;

  private final CommandLine.Streams streams;
  private final InputStream in;
  private final Workplace place;
  private final List<String> always = new ArrayList<>();
  private volatile @Nullable Surroundings last;

  Serving(CommandLine.Streams streams, Workplace started, Call call) {
    var root = call.value("root");
    var place = started.opening(Wiring.lasting(started.opener()));
    this.streams = streams;
    this.in = started.in();
    this.place =
        root == null ? place : at(place, place.folder().resolve(root), place.environment());
    var name = call.value("as");
    if (name != null) {
      always.add("--as=" + name);
    }
    if (call.has("allow-network-fs")) {
      always.add("--allow-network-fs");
    }
  }

  ExitCode serve() throws IOException {
    new McpServer(in, streams.out(), this).serve();
    return ExitCode.SUCCESS;
  }

  @Override
  public Ran run(Errand errand, List<String> words) {
    var out = new ByteArrayOutputStream(1024);
    var err = new ByteArrayOutputStream(128);
    var folder = errand.folder();
    var there =
        at(
            place,
            folder == null ? place.folder() : place.folder().resolve(folder),
            environment(errand.caller()));
    if (errand.person() && obstacle() == null) {
      there = there.consenting(Consent.INTERACTION);
    }
    var line = new ArrayList<>(always);
    line.addAll(words);
    var quiet = new CommandLine.Streams(out, err, Terminal.NONE);
    var exit = new CommandLine(quiet, there).run(line.toArray(new String[0]));
    if (exit == ExitCode.BUG) {
      tell(err.toString(UTF_8));
    }
    return new Ran(exit.code(), out.toString(UTF_8), err.toString(UTF_8));
  }

  /// A program that an agent ran can start a server and answer its forms itself; a client that
  /// starts the servers of its settings is the parent of this process.
  @Override
  public @Nullable String obstacle() {
    var found = Lineage.agentBehindProgram(place.lineage().get());
    return found.isEmpty()
        ? null
        : "this server was started by a program below process "
            + found.get().process()
            + " of "
            + found.get().agent()
            + ", not by a client itself, so its forms may not reach the user";
  }

  @Override
  public String hook(Caller caller, JsonObject event) {
    var hook = ServerHook.hook(event);
    if (hook == null) {
      var given = JsonText.compact(event.without("tool_input"));
      tell("tidemark: no such hook event: " + Escaped.line(given) + "\n");
      return "";
    }
    var there = at(place, place.folder(), environment(caller));
    return new HookDoor(there, streams.out(), streams.err(), Mode.COMMIT).answer(hook, event);
  }

  @Override
  public String release() {
    return Release.VERSION;
  }

  @Override
  public void bug(Throwable bug) {
    bug.printStackTrace(new PrintStream(streams.err(), true, UTF_8));
  }

  private void tell(String text) {
    try {
      streams.err().write(text.getBytes(UTF_8));
    } catch (IOException deaf) {
      // The error was sent to the client.
    }
  }

  private static Workplace at(Workplace place, Path folder, Map<String, String> environment) {
    return new Workplace(
        folder, environment, InputStream.nullInputStream(), place.opener(), place.program());
  }

  /// The caller of a tool is an agent, whatever the environment contains. A server has one client,
  /// so the objects of its last call are nearly always those that the next one needs.
  private Map<String, String> environment(Caller caller) {
    if (place.environment().containsKey(AI_AGENT)) {
      return place.environment();
    }
    var known = last;
    if (known == null || !known.caller().equals(caller)) {
      var more = new HashMap<>(place.environment());
      var name = caller.name().isBlank() ? "mcp-client" : word(caller.name());
      var agent = Actors.client(name);
      var release = caller.release().isBlank() ? "" : "@" + word(caller.release());
      more.put(AI_AGENT, agent == null ? name + release : agent);
      known = new Surroundings(caller, more);
      last = known;
    }
    return known.environment();
  }

  /// The variables that the calls of a caller see.
  private record Surroundings(Caller caller, Map<String, String> environment) {}

  /// The client's name is unverified; it is reduced to one short word.
  private static String word(String text) {
    var word = new StringBuilder();
    for (int i = 0; i < text.length() && word.length() < NAME_MAX; i++) {
      char c = text.charAt(i);
      word.append(c > ' ' && c < 0x7f && c != '@' && c != '/' ? c : '-');
    }
    return word.toString();
  }
}
