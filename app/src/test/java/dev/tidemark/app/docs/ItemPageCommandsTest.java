package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands on the page about the dialect `item` do what the page says.
class ItemPageCommandsTest {
  @TempDir private Path temp;

  @Test
  void the_commands_of_the_page_lead_from_the_start_to_the_end() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/formats/item.md"));
    var block = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();
    var tidemark = CommandLineHarness.fresh(temp);

    for (var line : block.group(1).lines().toList()) {
      tidemark.after(line.substring("tidemark ".length()));
    }

    assertThat(tidemark.scratch().git("log", "--format=%s").lines())
        .containsExactly(
            "checkpoint: epic EPIC-001 \u2014 complete, removing checkpoint",
            "checkpoint: epic EPIC-001 \u2014 phase 5 complete",
            "checkpoint: epic EPIC-001 \u2014 phase 4 complete",
            "checkpoint: epic EPIC-001 \u2014 phase 1 failed",
            "checkpoint: epic EPIC-001 \u2014 phase 0 complete",
            "Begin");
  }
}
