package dev.tidemark.app.main;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.cli.help.ProgramVersion;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.mcp.ClientInfo;
import dev.tidemark.app.mcp.McpServer;
import dev.tidemark.app.mcp.ToolBackend;
import dev.tidemark.app.settings.ActorDetection;
import dev.tidemark.app.settings.ProcessAncestry;
import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// MCP server, the verb `mcp`: its tools execute the verbs of this command line without terminal
/// and standard input.
final class McpCommand implements ToolBackend {
  /// The variable that identifies an agent without a variable of its own.
  private static final String AI_AGENT = "AI_AGENT";

  private static final String ALLOW_NETWORK = "allow-network-fs";
  private static final int NAME_MAX = 60;

  private final CommandLine.Streams streams;
  private final InputStream in;
  private final ProcessContext place;
  private final ParsedCommand parsedCommand;
  private volatile @Nullable Surroundings last;

  McpCommand(CommandLine.Streams streams, ProcessContext started, ParsedCommand parsedCommand) {
    var root = parsedCommand.value("root");
    var place = started.opening(ProjectFactory.lasting(started.opener()));
    this.streams = streams;
    this.in = started.in();
    this.place =
        root == null ? place : contextIn(place, place.folder().resolve(root), place.environment());
    this.parsedCommand = parsedCommand;
  }

  /// Specification of `mcp`.
  public static CommandSpec spec() {
    return new CommandSpec(
        "mcp",
        CommandGroup.SERVERS,
        READS,
        "serve agents over the Model Context Protocol on stdio",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark mcp", "started by an agent's configuration"),
            new Example("tidemark mcp --root ../other", "for another working tree")));
  }

  ExitCode serve() throws IOException {
    IdleMemory.watch();
    try (var _ = SocketCalls.listen(place)) {
      new McpServer(in, streams.out(), this).serve();
    }
    return ExitCode.SUCCESS;
  }

  @Override
  public CommandResult run(CallContext context, CommandRequest request) {
    var folder = context.folder();
    var there =
        contextIn(
            place,
            folder == null ? place.folder() : place.folder().resolve(folder),
            environment(context.caller()));
    if (context.person() && obstacle() == null) {
      there = there.consenting(ApprovalEvidence.INTERACTION);
    }
    var named = request.option("as", parsedCommand.value("as"));
    var network = parsedCommand.has(ALLOW_NETWORK);
    var result = CommandLine.run(network ? named.flag(ALLOW_NETWORK) : named, there);
    if (result.isBug()) {
      printDiagnostics(result.diagnostics());
    }
    return result;
  }

  /// A program that an agent ran can start a server and answer its forms itself; a client that
  /// starts the servers of its settings is the parent of this process.
  @Override
  public @Nullable String obstacle() {
    var found = ProcessAncestry.agentBehindProgram(place.lineage().get());
    return found.isEmpty()
        ? null
        : "this server was started by a program below process "
            + found.get().process()
            + " of "
            + found.get().agent()
            + ", not by a client itself, so its forms may not reach the user";
  }

  @Override
  public String release() {
    return ProgramVersion.VERSION;
  }

  @Override
  public void bug(Throwable bug) {
    bug.printStackTrace(new PrintStream(streams.err(), true, UTF_8));
  }

  private void printDiagnostics(String text) {
    try {
      streams.err().write(text.getBytes(UTF_8));
    } catch (IOException deaf) {
      // The error was sent to the client.
    }
  }

  private static ProcessContext contextIn(
      ProcessContext place, Path folder, Map<String, String> environment) {
    return new ProcessContext(
        folder, environment, InputStream.nullInputStream(), place.opener(), place.program());
  }

  /// The caller of a tool is an agent, whatever the environment contains. A server has one client,
  /// so the objects of its last call are nearly always those that the next one needs.
  private Map<String, String> environment(ClientInfo clientInfo) {
    if (place.environment().containsKey(AI_AGENT)) {
      return place.environment();
    }
    var known = last;
    if (known == null || !known.caller().equals(clientInfo)) {
      var more = new HashMap<>(place.environment());
      var name = clientInfo.name().isBlank() ? "mcp-client" : word(clientInfo.name());
      var agent = ActorDetection.client(name);
      var release = clientInfo.release().isBlank() ? "" : "@" + word(clientInfo.release());
      more.put(AI_AGENT, agent == null ? name + release : agent);
      known = new Surroundings(clientInfo, more);
      last = known;
    }
    return known.environment();
  }

  /// The variables that the calls of a caller see.
  private record Surroundings(ClientInfo caller, Map<String, String> environment) {}

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
