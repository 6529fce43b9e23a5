package dev.tidemark.app.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Target;
import dev.tidemark.json.JsonText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/// Messages to the MCP server, before a session and in one: each line that comes back is JSON, and
/// no request ends in a bug.
public final class McpTarget implements Target {
  private static final byte[] HELLO =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{"elicitation":{}},"clientInfo":{"name":"fuzz","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      """
          .getBytes(UTF_8);

  @Override
  public void read(byte[] input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    if (input.length % 8 != 0) {
      bytes.writeBytes(HELLO);
    }
    bytes.writeBytes(input);
    var door = ScriptedDoor.agreeing();
    var out = new ByteArrayOutputStream();
    new McpServer(new ByteArrayInputStream(bytes.toByteArray()), out, door).serve();
    Claims.same(door.bugs().size(), 0, "bugs: " + door.bugs());
    for (var line : out.toString(UTF_8).split("\n")) {
      if (!line.isEmpty()) {
        JsonText.parse(line);
      }
    }
  }
}
