package dev.tidemark.app.mcp;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A door behind which a test decides what happens; it notes what it was asked for.
public final class ScriptedDoor implements ToolBackend {
  /// What a change or a dry run of one answers.
  static final String YES =
      "{\"ok\":true,\"run\":\"state/implement/auth\",\"events\":[{\"kind\":\"evidence.recorded\","
          + "\"evidence\":{\"claim\":\"approval\",\"phase\":\"design\",\"digest\":\"abc\"}}]}\n";

  private final List<List<String>> lines = new CopyOnWriteArrayList<>();
  private final List<CallContext> contexts = new CopyOnWriteArrayList<>();
  private final List<Throwable> bugs = new CopyOnWriteArrayList<>();
  private final Function<List<String>, Ran> script;

  ScriptedDoor(Function<List<String>, Ran> script) {
    this.script = script;
  }

  /// Says yes to everything, of the phase or whatever the last word names.
  public static ScriptedDoor agreeing() {
    return new ScriptedDoor(words -> new Ran(0, YES.replace("design", words.getLast()), ""));
  }

  /// Would approve, but refuses to do so for an agent.
  static ScriptedDoor wantingAPerson() {
    var no =
        "{\"ok\":false,\"run\":\"x\",\"blockers\":[{\"kind\":\"ask\",\"code\":\"agent-acts\","
            + "\"reason\":\"an agent\",\"hint\":\"Type: tidemark approve 'design'\"}]}";
    return new ScriptedDoor(
        words -> words.contains("--dry-run") ? new Ran(0, YES, "") : new Ran(4, no, ""));
  }

  @Override
  public Ran run(CallContext context, List<String> words) {
    lines.add(List.copyOf(words));
    contexts.add(context);
    return script.apply(words);
  }

  @Override
  public String release() {
    return "1.2.3";
  }

  @Override
  public void bug(Throwable bug) {
    bugs.add(bug);
  }

  List<List<String>> lines() {
    return lines;
  }

  List<CallContext> contexts() {
    return contexts;
  }

  List<Throwable> bugs() {
    return bugs;
  }
}
