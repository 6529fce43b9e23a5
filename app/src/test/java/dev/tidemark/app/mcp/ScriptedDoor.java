package dev.tidemark.app.mcp;

import dev.tidemark.app.view.CommandRequest;
import dev.tidemark.app.view.CommandResult;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A door behind which a test decides what happens; it notes what it was asked for.
public final class ScriptedDoor implements ToolBackend {
  /// What a change or a dry run of one answers.
  static final String YES =
      "{\"ok\":true,\"run\":\"state/implement/auth\",\"events\":[{\"kind\":\"evidence.recorded\","
          + "\"evidence\":{\"claim\":\"approval\",\"phase\":\"design\",\"digest\":\"abc\"}}]}\n";

  private final List<CommandRequest> requests = new CopyOnWriteArrayList<>();
  private final List<CallContext> contexts = new CopyOnWriteArrayList<>();
  private final List<Throwable> bugs = new CopyOnWriteArrayList<>();
  private final Function<CommandRequest, CommandResult> script;

  ScriptedDoor(Function<CommandRequest, CommandResult> script) {
    this.script = script;
  }

  /// Says yes to everything, of the phase or whatever the last argument names.
  public static ScriptedDoor agreeing() {
    return new ScriptedDoor(
        request -> {
          var named = request.arguments().isEmpty() ? "design" : request.arguments().getLast();
          return ran(0, YES.replace("design", named), "");
        });
  }

  /// Would approve, but refuses to do so for an agent.
  static ScriptedDoor wantingAPerson() {
    var no =
        "{\"ok\":false,\"run\":\"x\",\"blockers\":[{\"kind\":\"ask\",\"code\":\"agent-acts\","
            + "\"reason\":\"an agent\",\"hint\":\"Type: tidemark approve 'design'\"}]}";
    return new ScriptedDoor(request -> request.isDry() ? ran(0, YES, "") : ran(4, no, ""));
  }

  /// Returns the result of a command that printed a document.
  static CommandResult ran(int exit, String json, String diagnostics) {
    return new CommandResult(exit, (JsonObject) JsonText.parse(json), "", diagnostics);
  }

  @Override
  public CommandResult run(CallContext context, CommandRequest request) {
    requests.add(request);
    contexts.add(context);
    return script.apply(request);
  }

  @Override
  public String release() {
    return "1.2.3";
  }

  @Override
  public void bug(Throwable bug) {
    bugs.add(bug);
  }

  List<CommandRequest> requests() {
    return requests;
  }

  /// Returns what was asked for, as one line: the verb, its options, then its arguments.
  static String spelled(CommandRequest request) {
    var line = new StringBuilder(request.verb());
    boolean json = false;
    for (var given : request.options()) {
      json |= given.name().equals("json");
      if (!given.name().equals("json")) {
        line.append(" --").append(given.name());
        line.append(given.value() == null ? "" : "=" + given.value());
      }
    }
    line.append(json ? " --json --" : " --");
    for (var argument : request.arguments()) {
      line.append(' ').append(argument);
    }
    return line.toString();
  }

  List<CallContext> contexts() {
    return contexts;
  }

  List<Throwable> bugs() {
    return bugs;
  }
}
