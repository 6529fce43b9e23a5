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
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every request on the page gets the answer that stands below it, word for word but for times,
/// digests and tokens.
class McpPageTest {
  private static final Pattern PAIR =
      Pattern.compile("```json\n(\\{\"jsonrpc\".*)\n```\n\n```json\n(?s:(.*?))\n```");

  /// Times, digests and commits, and the token that a form is answered with.
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z|\\b[0-9a-f]{7,64}\\b|(?<=\"requestState\":"
              + " \")[^\"]+");

  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"page\",\"version\":\"1\"}}}\n";

  @TempDir private Path temp;

  @Test
  void every_request_gets_the_answer_that_the_page_shows() throws IOException {
    var page = Repository.root().resolve("docs/internals/mcp-session.md");
    var text = Files.readString(page);
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("src/a.ts", "export const rotated = true;\n");
    var pairs = PAIR.matcher(text).results().toList();
    for (var pair : pairs) {
      var ran = tidemark.given(HELLO + pair.group(1) + "\n").run("mcp");
      var answer = shown((JsonObject) JsonText.parse(ran.lines().getLast()));
      var expected = JsonText.parse(pair.group(2));
      if (!Boolean.getBoolean("tidemark.write")) {
        assertThat(fixed(answer)).as(pair.group(1)).isEqualTo(fixed(expected));
      } else if (!fixed(answer).equals(fixed(expected))) {
        var begun = pair.group().substring(0, pair.start(2) - pair.start());
        text = text.replace(pair.group(), begun + JsonText.pretty(answer) + "\n```");
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

  /// Returns the answer as it stands on the page, without what differs each time.
  private static String fixed(Json answer) {
    return VARYING.matcher(JsonText.pretty(answer)).replaceAll("*");
  }
}
