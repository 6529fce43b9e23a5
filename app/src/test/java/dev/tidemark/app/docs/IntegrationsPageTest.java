package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/integrations.md shows what really happens.
@Proves("R-USR-26")
class IntegrationsPageTest {
  private static final Pattern BLOCK =
      Pattern.compile("```(console|json)\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path temp;

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    try (var linear = new LinearStub();
        var board = LoopbackServer.answering(200, "ok")) {
      var tidemark =
          CommandLineHarness.fresh(temp)
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", LinearStub.KEY)
              .with("BOARD_URL", board.address())
              .with("BOARD_SECRET", "secret")
              .with("SLACK_URL", nobody())
              .with("TIDEMARK_LISTENERS_WAIT_MS", "10000");
      replay(tidemark);
    }
  }

  /// Returns an address without a server.
  private static String nobody() {
    try (var server = LoopbackServer.answering(200, "")) {
      return server.address();
    }
  }

  private static void replay(CommandLineHarness tidemark) throws IOException {
    var shown = new ArrayList<String>();
    var printed = new ArrayList<String>();
    var page = Files.readString(Repository.root().resolve("docs/integrations.md"));
    for (var block : BLOCK.matcher(page).results().toList()) {
      if (block.group(1).equals("json")) {
        tidemark.scratch().write(".claude/config/webhooks.json", block.group(2));
        continue;
      }
      for (var step : block.group(2).split("(?m)^\\$ tidemark ")) {
        if (!step.isBlank()) {
          var lines = step.lines().toList();
          shown.addAll(lines);
          printed.add(lines.getFirst());
          printed.addAll(told(tidemark, lines.getFirst()));
        }
      }
    }
    assertThat(printed).isEqualTo(shown).hasSizeGreaterThan(30);
  }

  /// Listeners are told once the result of a change is shown; everything else is told before.
  private static List<String> told(CommandLineHarness tidemark, String line) {
    var person = tidemark.consenting(ApprovalEvidence.INTERACTION);
    var ran = (line.equals("trust") ? person : tidemark).run(line.replace('"', '\''));
    var told = new ArrayList<>(line.startsWith("done") ? ran.lines() : ran.err().lines().toList());
    told.addAll(line.startsWith("done") ? ran.err().lines().toList() : ran.lines());
    return told.stream()
        .map(it -> it.replaceAll("[0-9a-f]{40}", "COMMIT"))
        .map(it -> it.replaceAll("\"at\":\"[^\"]+", "\"at\":\"TIME"))
        .map(it -> it.replaceAll("\"id\":\"[^\"]+", "\"id\":\"ID"))
        .toList();
  }
}
