package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What only some protocols know can be said to an agent's tool as well as on the command line.
class McpDetailsTest {
  private static final List<String> ACTIONS =
      List.of("start", "enter", "done", "fail", "skip", "note", "task", "finish");

  private static final String LIST =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
          + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

  @TempDir private Path temp;

  @Test
  void every_option_of_a_protocol_is_a_detail_of_the_tool() {
    var options = new TreeSet<String>();
    for (var commandSpec : CommandRegistry.VERBS.all()) {
      if (ACTIONS.contains(commandSpec.name())) {
        for (var option : commandSpec.options()) {
          if (option.isDetail()) {
            options.add(option.name());
          }
        }
      }
    }

    var ran = CommandLineHarness.fresh(temp).given(LIST).run("mcp");

    for (var tool : ran.json().object("result").array("tools").elements()) {
      var definition = (JsonObject) tool;
      if ("tidemark_update".equals(definition.string("name"))) {
        var details = definition.object("inputSchema").object("properties").object("details");
        assertThat(details.object("propertyNames").strings("enum"))
            .containsExactlyElementsOf(options);
        return;
      }
    }
    assertThat(ran.out()).contains("tidemark_update");
  }
}
