package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A preview that cannot be had, or whose run is not clear.
@LongProof
class PreviewTroubleTest {
  @TempDir private Path temp;
  private final LoopbackServer vercel = LoopbackServer.answering(200, "{\"deployments\":[]}");
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_VERCEL_URL", vercel.address())
            .with("VERCEL_TOKEN", "secret-token");
    tidemark
        .scratch()
        .write(
            ".claude/config/integrations.json",
            "{\"vercel\":{\"enabled\":true,\"preview_timeout_ms\":2500}}")
        .commit("Configure");
    tidemark.after("start ship/auth");
  }

  @AfterEach
  void close() {
    vercel.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500 | no | Vercel: it answered 500",
        "429 | secret-token | Vercel: it answered 429: too many requests",
        "200 | <html> | Vercel answered something that is no list of deployments",
      })
  void who_waited_in_vain_is_told_why(int status, String body, String cause) {
    vercel.answer(got -> Said.of(status, body));

    var ran = tidemark.run("gate run preview");

    assertThat(ran.out())
        .isEqualTo("warning: the preview was not ready in time; shipping goes on\n");
    assertThat(ran.err())
        .contains("the outcome of the preview is unknown: " + cause)
        .doesNotContain("secret-token", "127.0.0.1", "no answer within");
  }

  @Test
  void who_waited_for_what_is_being_built_is_told_of_no_trouble() {
    vercel.answer(
        got -> Said.of(200, "{\"deployments\":[{\"uid\":\"d\",\"readyState\":\"BUILDING\"}]}"));

    assertThat(tidemark.run("gate run preview").err())
        .doesNotContain("the outcome of the preview is unknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gate run preview", "gate run preview --dry-run"})
  void which_run_is_meant_is_asked_before_anybody_waits(String line) {
    tidemark.after("start ship/billing");

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isOne();
    assertThat(ran.err()).contains("are open").doesNotContain("waiting");
    assertThat(vercel.got()).isEmpty();
  }

  @Proves("R-004-72")
  @Test
  void what_is_written_down_is_of_one_deployment() throws IOException {
    vercel.answer(
        got ->
            Said.of(
                200,
                "{\"deployments\":[{\"uid\":\"p\",\"url\":\"prod\",\"readyState\":\"READY\","
                    + "\"target\":\"production\",\"created\":1},{\"uid\":\"dpl_1\","
                    + "\"url\":\"old\",\"readyState\":\"READY\",\"created\":2}]}"));
    tidemark.after("gate run preview");
    vercel.answer(
        got -> Said.of(200, "{\"deployments\":[{\"uid\":\"dpl_2\",\"readyState\":\"ERROR\"}]}"));
    tidemark.after("gate run preview");

    var file = tidemark.scratch().root().resolve(".claude/state/ship-auth.json");
    var kept = ((JsonObject) JsonText.parse(Files.readString(file))).object("vercel");
    assertThat(kept).isNotNull();
    assertThat(JsonText.compact(kept))
        .isEqualTo("{\"preview_status\":\"failed\",\"deployment_id\":\"dpl_2\"}");
  }
}
