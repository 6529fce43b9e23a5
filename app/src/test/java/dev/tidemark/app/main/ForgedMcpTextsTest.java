package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.mcp.rpc.PercentEncoding;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Texts of the MCP server, as a client shows them, hold no line that a name or text of a document
/// or an argument began, and no hidden character.
///
/// Members that are data are the values themselves: `structuredContent`, the addresses of
/// resources, and the content of a checkpoint file.
@LongProof
class ForgedMcpTextsTest {
  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{"
          + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"probe\",\"version\":\"2.1\"}}}\n";

  @TempDir private Path temp;

  private static String ask(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}\n"
        .formatted(id, method, params);
  }

  private static String session(String payload) {
    var text = JsonString.of(payload).toString();
    var run = "tidemark://brief/" + PercentEncoding.encode(payload);
    var lines = new StringBuilder(HELLO);
    int id = 0;
    for (var call :
        new String[] {
          "{\"name\":\"tidemark_status\",\"arguments\":{}}",
          "{\"name\":\"tidemark_status\",\"arguments\":{\"run\":\"implement/auth\"}}",
          "{\"name\":\"tidemark_status\",\"arguments\":{\"run\":TEXT}}",
          "{\"name\":\"tidemark_resume\",\"arguments\":{}}",
          "{\"name\":\"tidemark_history\",\"arguments\":{\"run\":\"implement/auth\"}}",
          "{\"name\":\"tidemark_check\",\"arguments\":{\"what\":\"why\"}}",
          "{\"name\":\"tidemark_check\",\"arguments\":{\"what\":\"gates\"}}",
          "{\"name\":\"tidemark_check\",\"arguments\":{\"what\":TEXT}}",
          "{\"name\":\"tidemark_check\",\"arguments\":{\"what\":\"project\"}}",
          "{\"name\":\"tidemark_update\",\"arguments\":{\"action\":\"enter\",\"phase\":TEXT,"
              + "\"dry_run\":true}}",
          "{\"name\":\"tidemark_update\",\"arguments\":{\"action\":TEXT}}",
          "{\"name\":\"tidemark_update\",\"arguments\":{\"action\":\"note\",TEXT:1}}",
          "{\"name\":\"tidemark_approve\",\"arguments\":{\"phase\":TEXT}}",
          "{\"name\":TEXT,\"arguments\":{}}"
        }) {
      lines.append(ask(++id, "tools/call", call.replace("TEXT", text)));
    }
    lines.append(ask(++id, "resources/list", "{}"));
    lines.append(ask(++id, "resources/templates/list", "{}"));
    for (var uri : new String[] {"tidemark://runs", "tidemark://brief", run, payload}) {
      lines.append(ask(++id, "resources/read", "{\"uri\":" + JsonString.of(uri) + "}"));
    }
    lines.append(ask(++id, "prompts/list", "{}"));
    for (var prompt :
        new String[] {
          "{\"name\":\"take_over\",\"arguments\":{\"run\":TEXT}}",
          "{\"name\":\"take_over\"}",
          "{\"name\":\"wrap_up\",\"arguments\":{\"phase\":TEXT,\"run\":TEXT}}",
          "{\"name\":\"set_out\",\"arguments\":{\"workflow\":TEXT,\"item\":TEXT}}",
          "{\"name\":TEXT}"
        }) {
      lines.append(ask(++id, "prompts/get", prompt.replace("TEXT", text)));
    }
    lines.append(ask(++id, "resources/list", "{\"cursor\":TEXT}".replace("TEXT", text)));
    lines.append("{\"jsonrpc\":\"2.0\",\"id\":99,\"method\":" + text + "}\n");
    return lines.toString();
  }

  @Test
  void no_text_of_the_server_holds_a_forged_line() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    var forged = new ArrayList<String>();
    int texts = 0;
    int shown = 0;
    for (var payload : ForgedLines.payloads()) {
      ForgedLines.plant(tidemark, payload);
      var ran = tidemark.given(session(payload)).run("mcp");
      assertThat(ran.lines()).hasSizeGreaterThan(28);
      forged.addAll(ForgedLines.in(ran.err()));
      for (var line : ran.lines()) {
        var answer = (JsonObject) JsonText.parse(line);
        forged.addAll(ForgedLines.in(line));
        var said = new ArrayList<String>();
        ForgedLines.decoded(shownOf(answer), said::add);
        for (var text : said) {
          texts++;
          shown += text.contains(ForgedLines.MARK) ? 1 : 0;
          for (var each : ForgedLines.in(text)) {
            forged.add(JsonText.compact(answer.find("id")) + ": " + each);
          }
        }
      }
    }
    System.out.printf(
        "MCP texts: %d, with the payload %d, forged %d%n", texts, shown, forged.size());

    assertThat(shown).isGreaterThan(86 * 15);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }

  /// Leaves out the members that are data.
  private static JsonObject shownOf(JsonObject answer) {
    var result = answer.object("result");
    if (result != null) {
      return result.without("structuredContent");
    }
    var error = answer.object("error");
    return error == null ? JsonObject.EMPTY : error.without("data");
  }
}
