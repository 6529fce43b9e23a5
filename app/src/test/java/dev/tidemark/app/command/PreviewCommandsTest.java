package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a preview deployment means for shipping.
class PreviewCommandsTest {
  private static final String FILE = ".claude/config/integrations.json";
  private static final String DEPLOYMENT =
      "{\"deployments\":[{\"uid\":\"d1\",\"url\":\"u.vercel.app\",\"readyState\":\"STATE\","
          + "\"target\":null}]}";

  @TempDir private Path temp;
  private final LoopbackServer vercel = LoopbackServer.answering(200, "{\"deployments\":[]}");

  @AfterEach
  void close() {
    vercel.close();
  }

  private void seen(String... states) {
    var left = new ArrayList<>(List.of(states));
    vercel.answer(
        got -> {
          var state = left.size() > 1 ? left.removeFirst() : left.getFirst();
          return Said.of(200, DEPLOYMENT.replace("STATE", state));
        });
  }

  /// Returns a project that ships, with a review that passed.
  private CommandLineHarness shipping(String settings, int timeout) {
    var words = settings.split(" ");
    var tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_VERCEL_URL", vercel.address())
            .with("VERCEL_TOKEN", "secret-token");
    var text =
        "{\"vercel\":{\"enabled\":%s,\"wait_for_preview\":%s,\"require_preview_success\":%s,"
            + "\"preview_timeout_ms\":%d}}";
    tidemark
        .scratch()
        .write(FILE, text.formatted(words[0], words[1], words[2], timeout))
        .commit("Configure");
    return tidemark.after(
        "start ship/auth --phases pre-flight,commit,push", "gate set --allowed true", "enter push");
  }

  /// Table T-004-D, row by row.
  @Proves({"R-004-71", "R-004-73"})
  @ParameterizedTest
  @CsvSource({
    "false true true, ERROR, 0, previews are not enabled",
    "true false false, ERROR, 0, not waited for",
    "true false true, ERROR, 3, the preview failed",
    "true false true, CANCELED, 3, the preview failed",
    "true false true, READY, 0, the preview is ready",
    "true false true, BUILDING, 0, warning: the preview is not ready",
    "true true false, READY, 0, the preview is ready",
    "true true true, READY, 0, the preview is ready",
    "true true false, ERROR, 0, warning: the preview failed; shipping goes on",
    "true true true, ERROR, 3, the preview failed",
    "true true false, BUILDING, 0, warning: the preview was not ready in time; shipping goes on,"
        + " -1",
    "true true true, BUILDING, 3, the preview was not ready in time"
  })
  void the_table_of_outcomes_decides(String settings, String state, int exit, String said) {
    var tidemark = shipping(settings, 200);
    seen(state);

    var ran = tidemark.run("gate run preview");

    assertThat(ran.exit()).isEqualTo(exit);
    assertThat(ran.out()).isEqualTo(said + "\n");
    assertThat(vercel.got().isEmpty())
        .isEqualTo(said.startsWith("previews") || said.startsWith("not"));
    var gate = tidemark.run("gate ship --run ship/auth");
    assertThat(gate.exit()).isEqualTo(exit);
    if (exit == 3) {
      var late = "Vercel preview timed out after 200 ms";
      assertThat(gate.out())
          .isEqualTo("- " + (state.equals("BUILDING") ? late : "Vercel preview failed") + "\n");
    }
  }

  @Proves({"R-004-70", "R-004-72"})
  @Test
  void a_preview_is_waited_for_and_written_down() throws IOException {
    var tidemark = shipping("true true true", 60_000);
    seen("QUEUED", "READY");

    var ran = tidemark.run("gate run preview --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.string("status")).isEqualTo("ready");
    assertThat(ran.string("url")).isEqualTo("https://u.vercel.app");
    assertThat(vercel.got()).hasSize(2);
    assertThat(vercel.got().getFirst().path())
        .isEqualTo(
            "/v6/deployments?limit=20&sha=" + tidemark.scratch().git("rev-parse", "HEAD").strip());
    var file = tidemark.scratch().root().resolve(".claude/state/ship-auth.json");
    var document = (JsonObject) JsonText.parse(Files.readString(file));
    assertThat(String.valueOf(document.object("vercel")).replaceAll("\\s", ""))
        .isEqualTo(
            "{\"preview_status\":\"ready\",\"preview_url\":\"https://u.vercel.app\","
                + "\"deployment_id\":\"d1\"}");
    assertThat(tidemark.run("history --run ship/auth").out()).contains("vercel: ready");
    assertThat(Files.readString(file) + ran.err() + ran.out()).doesNotContain("secret-token");
  }

  @Proves("R-004-73")
  @ParameterizedTest
  @CsvSource({"true true true, 3", "true false true, 3", "true true false, 0"})
  void without_anybody_to_ask_nothing_is_waited_for(String settings, int exit) {
    var tidemark = shipping(settings, 300_000).with("PATH", "/nowhere").with("VERCEL_TOKEN", "");

    var ran = tidemark.run("gate run preview");

    assertThat(ran.exit()).isEqualTo(exit);
    assertThat(ran.err())
        .contains("no preview was found: gh cannot list the deployments of this repository");
    assertThat(vercel.got()).isEmpty();
    vercel.answer(got -> Said.of(401, "{\"error\":{\"code\":\"forbidden\"}}"));
    var refused = tidemark.with("VERCEL_TOKEN", "wrong-token").run("gate run preview");
    assertThat(refused.exit()).isEqualTo(exit);
    assertThat(refused.err())
        .contains("Vercel: it answered 401: the key is not accepted; gh cannot list")
        .doesNotContain("wrong-token");
  }

  @Proves("R-004-74")
  @Test
  void stopping_the_wait_changes_nothing() throws IOException {
    var tidemark = shipping("true true true", 300_000);
    seen("BUILDING");
    var file = tidemark.scratch().root().resolve(".claude/state/ship-auth.json");
    var before = Files.readString(file);

    var waiting = tidemark.start("gate run preview");
    while (vercel.got().isEmpty()) {
      Thread.onSpinWait();
    }
    waiting.stop();

    assertThat(waiting.end().exit()).isNotZero();
    assertThat(Files.readString(file)).isEqualTo(before);
    assertThat(before).contains("\"current_phase\": \"push\"");
  }

  @Test
  void a_dry_run_asks_nobody() {
    var tidemark = shipping("true true true", 300_000);

    assertThat(tidemark.run("gate run preview --dry-run").out())
        .startsWith("would look for the preview of ");
    assertThat(vercel.got()).isEmpty();
  }

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

    assertThat(tidemark.run("gate set preview --status " + status).exit()).isEqualTo(exit);
    assertThat(tidemark.run("gate ship --run ship/auth").exit()).isEqualTo(exit);
    if (status.equals("failed") && exit == 3) {
      assertThat(tidemark.run("gate ship --run ship/auth").out())
          .isEqualTo("- Vercel preview failed\n");
    }
  }

  @Test
  void a_preview_that_nobody_can_ask_about_blocks_only_where_it_must_succeed() {
    var tidemark = CommandLineHarness.fresh(temp).with("PATH", "/nowhere");
    assertThat(tidemark.run("gate run preview").out()).isEqualTo("previews are not enabled\n");
    var path = ".claude/config/integrations.json";
    tidemark.scratch().write(path, "{\"vercel\":{\"enabled\":true}}");
    assertThat(tidemark.run("gate run preview").exit()).isZero();
    tidemark
        .scratch()
        .write(path, "{\"vercel\":{\"enabled\":true,\"require_preview_success\":true}}");
    assertThat(tidemark.run("gate run preview").exit()).isEqualTo(3);
    tidemark.scratch().write(path, "{\"vercel\":{\"enabled\":\"yes\"}}");
    assertThat(tidemark.run("gate run preview").err())
        .contains("vercel.enabled is neither true nor");
  }
}
