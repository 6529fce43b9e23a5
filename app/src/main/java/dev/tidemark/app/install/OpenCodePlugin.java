package dev.tidemark.app.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.util.List;

/// OpenCode plugin file that forwards its events to the hooks of this program.
final class OpenCodePlugin {
  private static final String TEMPLATE = "opencode.js";
  private static final String OURS = "// Written by `tidemark install opencode`";

  private OpenCodePlugin() {}

  /// Returns the file for a program.
  ///
  /// @throws IOException if the distribution is incomplete
  static String text(List<String> program) throws IOException {
    try (var template = OpenCodePlugin.class.getResourceAsStream(TEMPLATE)) {
      if (template == null) {
        throw new IOException("the distribution holds no " + TEMPLATE);
      }
      var timeouts = JsonObject.builder();
      for (var hook : HookTable.of(Agent.OPENCODE)) {
        timeouts.add(hook.event(), hook.seconds());
      }
      return new String(template.readAllBytes(), UTF_8)
          .replace("@PROGRAM@", JsonText.compact(JsonArray.ofStrings(program)))
          .replace("@TIMEOUTS@", JsonText.compact(timeouts.build()));
    }
  }

  /// Returns whether a file was created by this program, in any version.
  static boolean isOurs(String text) {
    return text.startsWith(OURS);
  }
}
