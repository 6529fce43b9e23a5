package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every request on the page gets the answer that stands below it, times and digests aside.
class McpPageTest {
  private static final Pattern PAIR =
      Pattern.compile("```json\n(\\{\"jsonrpc\".*)\n```\n\n```json\n(?s:(.*?))\n```");
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"page\",\"version\":\"1\"}}}\n";

  @TempDir private Path temp;

  @Test
  void every_request_gets_the_answer_that_the_page_shows() throws IOException {
    var page = Repository.root().resolve("docs/agents/mcp.md");
    var text = Files.readString(page);
    var tidemark = CommandLineHarness.fresh(temp);
    var pairs = PAIR.matcher(text).results().toList();
    for (var pair : pairs) {
      var ran = tidemark.given(HELLO + pair.group(1) + "\n").run("mcp");
      var answer = shown((JsonObject) JsonText.parse(ran.lines().getLast()));
      if (Boolean.getBoolean("tidemark.write")) {
        var begun = pair.group().substring(0, pair.start(2) - pair.start());
        text = text.replace(pair.group(), begun + JsonText.pretty(answer) + "\n```");
      } else {
        var expected = JsonText.parse(pair.group(2));
        assertThat(shape(answer)).as(pair.group(1)).isEqualTo(shape(expected));
      }
    }
    assertThat(pairs).hasSizeGreaterThan(8);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(page, text);
    }
  }

  /// The text repeats the data, so the page leaves it out.
  private static JsonObject shown(JsonObject answer) {
    var result = answer.object("result");
    return result == null || !result.has("structuredContent")
        ? answer
        : answer.with("result", result.with("content", JsonArray.EMPTY));
  }

  private static String shape(Json json) {
    if (json instanceof JsonObject object) {
      var members = new ArrayList<String>();
      for (var member : object.members()) {
        members.add(member.key() + ": " + shape(member.value()));
      }
      return "{" + String.join(", ", members) + "}";
    }
    if (json instanceof JsonArray array) {
      var shapes = new TreeSet<String>();
      for (var element : array.elements()) {
        shapes.add(shape(element));
      }
      return shapes.toString();
    }
    return json.kind().toString();
  }
}
