package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.Proves;
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
  private static final Pattern CONSOLE = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path temp;

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    try (var linear = new LinearStub()) {
      var tidemark =
          CommandLineHarness.fresh(temp)
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", LinearStub.KEY);
      replay(tidemark);
    }
  }

  private static void replay(CommandLineHarness tidemark) throws IOException {
    var shown = new ArrayList<String>();
    var printed = new ArrayList<String>();
    for (var block : blocks()) {
      for (var step : block.split("(?m)^\\$ tidemark ")) {
        if (!step.isBlank()) {
          var lines = step.lines().toList();
          var ran = tidemark.run(lines.getFirst().replace('"', '\''));
          shown.addAll(lines);
          printed.add(lines.getFirst());
          printed.addAll(ran.err().lines().toList());
          printed.addAll(ran.lines());
        }
      }
    }
    assertThat(printed).isEqualTo(shown).hasSizeGreaterThan(7);
  }

  private static List<String> blocks() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/integrations.md"));
    return CONSOLE.matcher(page).results().map(match -> match.group(1)).toList();
  }
}
