package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a preview deployment means for shipping.
class PreviewTest {
  @TempDir private Path temp;

  @Proves("R-004-87")
  @ParameterizedTest
  @CsvSource({
    "false false false, failed, 0",
    "true false false, failed, 0",
    "true false true, failed, 3",
    "true false true, building, 0",
    "true true false, ready, 0",
    "true true true, ready, 0",
    "true true false, failed, 0",
    "true true true, failed, 3",
    "true true true, building, 3"
  })
  void a_preview_that_must_succeed_blocks_when_it_fails(String settings, String status, int exit) {
    var words = settings.split(" ");
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".claude/config/integrations.json",
            "{\"vercel\":{\"enabled\":"
                + words[0]
                + ",\"wait_for_preview\":"
                + words[1]
                + ",\"require_preview_success\":"
                + words[2]
                + "}}")
        .commit("Configure");
    tidemark.after("start ship/auth", "gate set --allowed true");

    assertThat(tidemark.run("gate preview --status " + status).exit()).isEqualTo(exit);
    assertThat(tidemark.run("gate ship --run ship/auth").exit()).isEqualTo(exit);
    if (status.equals("failed") && exit == 3) {
      assertThat(tidemark.run("gate ship --run ship/auth").out())
          .isEqualTo("- Vercel preview failed\n");
    }
  }

  @Test
  void a_preview_that_nobody_can_ask_about_blocks_only_where_it_must_succeed() {
    var tidemark = CommandLineHarness.fresh(temp);
    assertThat(tidemark.run("gate preview").out()).isEqualTo("previews are not looked at here\n");
    var path = ".claude/config/integrations.json";
    tidemark.scratch().write(path, "{\"vercel\":{\"enabled\":true}}");
    assertThat(tidemark.run("gate preview").exit()).isZero();
    tidemark
        .scratch()
        .write(path, "{\"vercel\":{\"enabled\":true,\"require_preview_success\":true}}");
    assertThat(tidemark.run("gate preview").exit()).isEqualTo(3);
    tidemark.scratch().write(path, "{\"vercel\":{\"enabled\":\"yes\"}}");
    assertThat(tidemark.run("gate preview").err()).contains("vercel.enabled is neither true nor");
  }
}
