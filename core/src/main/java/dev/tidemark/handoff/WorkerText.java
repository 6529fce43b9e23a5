package dev.tidemark.handoff;

import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Whitespace;
import dev.tidemark.workflow.Blocker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Extracts the one JSON object from a worker's text: the whole text, a fenced block of it, or an
/// object with prose around it.
///
/// The text around the object is blanked out rather than cut off, so that every position in a
/// message refers to the original text.
final class WorkerText {
  private static final String FENCE = "```";
  private static final String HINT =
      "Send one JSON object, alone or in one ```json block; its fields: tidemark help handoff";

  private final String what;
  private final String text;

  private WorkerText(String what, String text) {
    this.what = what;
    this.text = text;
  }

  /// Returns the object in a text.
  ///
  /// @param what the name of the text in messages: `request`, `response`
  static ContractCheck<JsonObject> object(String what, String text) {
    return new WorkerText(what, text).object();
  }

  private ContractCheck<JsonObject> object() {
    if (Whitespace.isBlank(text)) {
      return unreadable("there is nothing in it");
    }
    char first = Whitespace.trim(text).charAt(0);
    if (first == '{' || first == '[' || first == '"') {
      return parsed(0, text.length());
    }
    var blocks = blocks();
    if (blocks.size() == 1) {
      return parsed(blocks.getFirst().from(), blocks.getFirst().to());
    }
    if (blocks.size() > 1) {
      var own = new ArrayList<Block>();
      for (var block : blocks) {
        if (parsed(block.from(), block.to()) instanceof Accepted<JsonObject> good
            && good.value().has(HandoffFields.TASK_ID)) {
          own.add(block);
        }
      }
      return own.size() == 1
          ? parsed(own.getFirst().from(), own.getFirst().to())
          : refuseSeveralBlocks(blocks);
    }
    int open = lineThatStarts('{');
    int close = text.lastIndexOf('}');
    return open < 0 || close < open
        ? unreadable("line 1: there is no JSON object in the text")
        : parsed(open, close + 1);
  }

  private ContractCheck<JsonObject> parsed(int from, int to) {
    var alone = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((i < from || i >= to) && c != '\n' && c != '\r') {
        alone.setCharAt(i, ' ');
      }
    }
    try {
      var json = JsonText.parse(alone.toString());
      if (json instanceof JsonObject object) {
        return new Accepted<>(object, List.of());
      }
      var kind = json.kind().name().toLowerCase(java.util.Locale.ROOT);
      return unreadable("line " + line(json.start()) + ": expected an object, found " + kind);
    } catch (JsonException broken) {
      return unreadable(String.valueOf(broken.getMessage()));
    }
  }

  /// The content between two fences.
  private record Block(int from, int to, int line) {}

  /// Returns the fenced blocks that are marked as JSON, or are not marked and start like an object.
  private List<Block> blocks() {
    var blocks = new ArrayList<Block>();
    int at = 0;
    int number = 0;
    Block open = null;
    boolean wanted = false;
    while (at < text.length()) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? text.length() : end + 1;
      number++;
      var line = Whitespace.trim(text.substring(at, end));
      if (line.startsWith(FENCE) && open == null) {
        wanted = isJson(line.substring(FENCE.length()), end);
        open = new Block(end, end, number);
      } else if (line.equals(FENCE) && open != null) {
        add(blocks, wanted ? new Block(open.from(), at, open.line()) : null);
        open = null;
      }
      at = end;
    }
    add(blocks, open != null && wanted ? new Block(open.from(), text.length(), open.line()) : null);
    return blocks;
  }

  private static void add(List<Block> blocks, @Nullable Block block) {
    if (block != null) {
      blocks.add(block);
    }
  }

  private boolean isJson(String mark, int from) {
    return mark.isEmpty()
        ? Whitespace.trim(text.substring(from)).startsWith("{")
        : mark.trim().equalsIgnoreCase("json");
  }

  private int lineThatStarts(char wanted) {
    boolean fresh = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (fresh && c == wanted) {
        return i;
      }
      fresh = c == '\n' || (fresh && Whitespace.isEcmaScript(c));
    }
    return -1;
  }

  private ContractCheck<JsonObject> refuseSeveralBlocks(List<Block> blocks) {
    var lines = new StringBuilder();
    for (var block : blocks) {
      lines.append(lines.isEmpty() ? "" : ", ").append(block.line());
    }
    return unreadable("several blocks could be meant, at lines " + lines);
  }

  private int line(int offset) {
    int line = 1;
    for (int i = 0; i < offset; i++) {
      line += text.charAt(i) == '\n' ? 1 : 0;
    }
    return line;
  }

  private ContractCheck<JsonObject> unreadable(String why) {
    var blocker = Blocker.refused("handoff-unreadable", what + " rejected: " + why, HINT);
    return new Rejected<>(List.of(blocker), List.of());
  }
}
