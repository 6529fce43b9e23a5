package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/handoff.md shows what really happens.
@Proves({"R-USR-26", "R-004-5A"})
class HandoffSessionTest {
  @TempDir private Path temp;

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("docs/auth.md", "RS256\n").write("src/rotate.ts", "1\n");
    tidemark.scratch().write("src/auth.ts", "2\n");
    tidemark.scratch().write("answer.md", fenced("````markdown\n(.*?)````").getFirst());
    var blocks = fenced("```console\n(.*?)```");
    assertThat(blocks).hasSize(4);
    for (var block : blocks) {
      for (var step : block.split("(?m)^\\$ tidemark ")) {
        if (!step.isBlank()) {
          var lines = step.lines().toList();
          var ran = tidemark.run(lines.getFirst().replace('"', '\''));
          assertThat(ran.lines()).as(lines.getFirst()).isEqualTo(lines.stream().skip(1).toList());
          assertThat(ran.exit()).isZero();
        }
      }
    }
  }

  private static List<String> fenced(String pattern) throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/handoff.md"));
    var blocks = new ArrayList<String>();
    var matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }
}
