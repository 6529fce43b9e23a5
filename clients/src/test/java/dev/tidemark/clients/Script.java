package dev.tidemark.clients;

import java.util.ArrayList;
import java.util.List;

/// What the model does in one session: named calls, one in each turn, and a final text.
final class Script {
  private final List<Turn> turns = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();

  /// Begins an empty script.
  static Script begin() {
    return new Script();
  }

  /// Adds a call, whose result has a name.
  Script call(String name, ToolCall call) {
    calls.add(name);
    turns.add(Turn.call(call));
    return this;
  }

  /// Adds calls that only prepare others.
  Script calls(List<ToolCall> prepared) {
    for (var call : prepared) {
      call("", call);
    }
    return this;
  }

  /// Adds a text, which ends the turn of the agent.
  Script say(String text) {
    turns.add(Turn.say(text));
    return this;
  }

  /// Adds any turn that calls no tool.
  Script turn(Turn turn) {
    turns.add(turn);
    return this;
  }

  List<Turn> turns() {
    return List.copyOf(turns);
  }

  /// The answer to what the client asks on the side. It reports as many tokens as the fullest turn,
  /// as a summary does: Qwen Code counts by them what a compaction has saved.
  Turn aside() {
    var aside = Turn.say(Session.ASIDE);
    int full = turns.stream().mapToInt(Turn::inputTokens).max().orElse(aside.inputTokens());
    return aside.tokens(full);
  }

  /// Returns which result belongs to a call.
  int number(String name) {
    int number = calls.indexOf(name);
    if (number < 0) {
      throw new IllegalArgumentException(name);
    }
    return number;
  }
}
