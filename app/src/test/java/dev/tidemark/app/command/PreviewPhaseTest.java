package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.testkit.LongProof;
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
import org.junit.jupiter.params.provider.ValueSource;

/// The preview deployment as a part of the run of `ship`.
@LongProof
class PreviewPhaseTest {
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

  /// Returns a run of `ship` whose push is in progress.
  private CommandLineHarness pushing(
      boolean enabled, boolean waits, boolean required, int timeout) {
    var tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_VERCEL_URL", vercel.address())
            .with("VERCEL_TOKEN", "secret-token");
    var text =
        "{\"vercel\":{\"enabled\":%s,\"wait_for_preview\":%s,\"require_preview_success\":%s,"
            + "\"preview_timeout_ms\":%d}}";
    tidemark
        .scratch()
        .write(FILE, text.formatted(enabled, waits, required, timeout))
        .commit("Configure");
    return tidemark.after(
        "start ship/f",
        "gate set --allowed true --run ship/f",
        "done pre-flight",
        "done commit",
        "enter push");
  }

  private String document(CommandLineHarness tidemark) throws IOException {
    return Files.readString(tidemark.scratch().root().resolve(".claude/state/ship-f.json"));
  }

  @Proves({"R-004-70", "R-004-72"})
  @ParameterizedTest
  @ValueSource(strings = {"done push"})
  void the_end_of_push_waits_for_the_preview_and_tells_how_far_it_is(String step)
      throws IOException {
    var tidemark = pushing(true, true, true, 60_000);
    seen("BUILDING", "READY");

    var ran = tidemark.run(step);

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("waiting for the preview of ", ", 60 seconds", "preview building, 0 s")
        .contains("the preview is ready");
    assertThat(vercel.got()).hasSize(2);
    assertThat(document(tidemark)).contains("\"preview_status\": \"ready\"");
    if (step.equals("done push")) {
      tidemark.after("finish");
    }
    assertThat(vercel.got()).hasSize(2);
  }

  @Proves({"R-004-71", "R-004-87"})
  @ParameterizedTest
  @CsvSource({
    "true, true, true, ERROR, Vercel preview failed",
    "true, false, true, ERROR, Vercel preview failed",
    "true, true, true, BUILDING, Vercel preview timed out after 200 ms"
  })
  void a_preview_that_is_required_and_not_ready_keeps_push_from_ending(
      boolean enabled, boolean waits, boolean required, String state, String reason)
      throws IOException {
    var tidemark = pushing(enabled, waits, required, 200);
    seen(state);

    var ran = tidemark.run("done push");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("gate preview of push: " + reason);
    assertThat(tidemark.run("gate ship --run ship/f").out()).isEqualTo("- " + reason + "\n");
    assertThat(document(tidemark)).contains("\"current_phase\": \"push\"");
    assertThat(tidemark.run("finish").exit()).isEqualTo(3);

    seen("READY");
    tidemark.scratch().write("a.txt", "mended").commit("Fix");
    tidemark.after("gate set --allowed true --run ship/f", "done push", "finish");
  }

  @Proves("R-004-71")
  @ParameterizedTest
  @CsvSource({
    "true, true, false, ERROR, warning: the preview failed; shipping goes on",
    "true, true, false, BUILDING, warning: the preview was not ready in time; shipping goes on",
    "true, false, true, BUILDING, warning: the preview is not ready"
  })
  void a_preview_that_is_not_required_only_warns(
      boolean enabled, boolean waits, boolean required, String state, String said) {
    var tidemark = pushing(enabled, waits, required, 200);
    seen(state);

    var ran = tidemark.run("done push");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains(said);
  }

  @ParameterizedTest
  @CsvSource({"false, true, true", "true, false, false"})
  void where_previews_do_not_matter_nothing_is_called(
      boolean enabled, boolean waits, boolean required) {
    var tidemark = pushing(enabled, waits, required, 60_000);

    tidemark.after("done push", "finish");

    assertThat(vercel.got()).isEmpty();
  }

  @Test
  void while_the_ship_gate_is_closed_nothing_is_called() {
    var tidemark = pushing(true, true, true, 60_000);
    tidemark.scratch().write("a.txt", "not reviewed");

    Ran ran = tidemark.run("done push");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("the review is stale", "has not been waited for");
    assertThat(vercel.got()).isEmpty();
  }

  @Test
  void a_look_and_a_dry_run_call_nothing() {
    var tidemark = pushing(true, true, true, 60_000);

    assertThat(tidemark.run("gate --run ship/f").out())
        .contains("closed  preview at the end", "tidemark gate run preview --run state/ship/f");
    assertThat(tidemark.run("gate set preview --allowed true --run ship/f").err())
        .contains("has the gate preview, which is decided in another way")
        .contains("hint: Wait for it: tidemark gate run preview --run state/ship/f");
    assertThat(tidemark.run("done push --dry-run").exit()).isEqualTo(3);
    assertThat(vercel.got()).isEmpty();
  }

  @Test
  void the_verb_opens_the_gate_for_its_commit_and_no_other() {
    var tidemark = pushing(true, true, true, 60_000);
    seen("READY");
    tidemark.after("gate run preview --run ship/f");
    int calls = vercel.got().size();
    tidemark.scratch().git("commit", "--allow-empty", "-m", "The same tree");

    assertThat(tidemark.run("done push --dry-run").err()).contains("has not been waited for");
    tidemark.after("done push");
    assertThat(vercel.got()).hasSize(calls + 1);
  }

  @Proves("R-004-74")
  @Test
  void a_wait_that_is_stopped_leaves_push_in_progress() throws IOException {
    var tidemark = pushing(true, true, true, 300_000);
    seen("BUILDING");
    var before = document(tidemark);

    var waiting = tidemark.start("done push");
    while (vercel.got().isEmpty()) {
      Thread.onSpinWait();
    }
    waiting.stop();

    assertThat(waiting.end().exit()).isNotZero();
    assertThat(document(tidemark)).isEqualTo(before);
  }

  @Test
  void a_project_declares_the_preview_for_a_phase_of_its_own() {
    var tidemark = pushing(true, true, true, 200);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [{name: publish, gates: [{preview: true, at: done}]}]\n");
    seen("READY");
    tidemark.after("start release/v1", "done publish --run release/v1");

    assertThat(vercel.got()).hasSize(1);
    assertThat(tidemark.run("gate --run release/v1").out()).contains("open    preview at the end");
  }
}
