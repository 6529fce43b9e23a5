package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whether something may be shipped.
class ShipGateCommandsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private Ran ship() {
    return tidemark.run("gate ship --run ship/auth");
  }

  private String head() {
    return tidemark.scratch().git("rev-parse", "HEAD");
  }

  private void file(String name, String command, String rest) {
    var state = "\"state\":{\"current_phase\":null,\"completed_phases\":[],\"pending_phases\":[]}";
    tidemark
        .scratch()
        .write(
            ".claude/state/" + name,
            "{\"command\":\""
                + command
                + "\",\"version\":1,"
                + state
                + ",\"phases\":{}"
                + rest
                + "}");
  }

  private String gate(String allowed, String blockers, String commit) {
    return "\"ship_allowed\":"
        + allowed
        + ",\"blockers\":"
        + blockers
        + (commit.isEmpty() ? "" : ",\"head_commit\":\"" + commit + "\"");
  }

  private JsonObject document(String name) throws IOException {
    var text = Files.readString(tidemark.scratch().root().resolve(".claude/state/" + name));
    return (JsonObject) JsonText.parse(text);
  }

  @Proves({"R-004-80", "R-004-84"})
  @ParameterizedTest
  @ValueSource(strings = {"ship-auth", "ship-checkpoint", "review-auth", "review-checkpoint"})
  void a_verdict_is_found_wherever_it_stands(String name) {
    file(
        name + ".json",
        name.substring(0, name.indexOf('-')),
        ",\"gate\":{" + gate("true", "[]", head()) + "}");

    var ran = ship();

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo("ship gate: approved at " + head().substring(0, 7) + "\n");
  }

  @Proves("R-004-80")
  @Test
  void the_state_of_the_loop_is_looked_at_last() {
    tidemark
        .scratch()
        .write(".claude/state/loop-state.json", "{" + gate("false", "[\"x\"]", head()) + "}");
    assertThat(ship().out()).isEqualTo("- x\n");

    file(
        "review-auth.json",
        "review",
        ",\"updated_at\":\"2099-01-01T00:00:00.000Z\",\"gate\":{"
            + gate("true", "[]", head())
            + "}");
    assertThat(ship().exit()).isZero();
  }

  @Test
  void an_empty_state_of_the_loop_is_no_review_and_blockers_that_are_no_list_are_named() {
    tidemark.scratch().write(".claude/state/loop-state.json", "");
    assertThat(ship().err()).contains("review").doesNotContain("is corrupt");

    tidemark
        .scratch()
        .write(".claude/state/loop-state.json", "{" + gate("true", "null", head()) + "}");
    assertThat(ship().err()).contains("loop-state.json has no list of texts as blockers");
  }

  @Proves("R-004-80")
  @Test
  void of_two_reviews_of_this_commit_the_newer_decides() {
    file(
        "review-auth.json",
        "review",
        ",\"updated_at\":\"2026-01-02T00:00:00.000Z\",\"gate\":{"
            + gate("true", "[]", head())
            + "}");
    file(
        "review-checkpoint.json",
        "review",
        ",\"updated_at\":\"2026-01-01T00:00:00.000Z\",\"gate\":{"
            + gate("false", "[\"old\"]", head())
            + "}");
    assertThat(ship().exit()).isZero();

    file(
        "ship-auth.json",
        "ship",
        ",\"updated_at\":\"2026-01-01T12:00:00.000Z\",\"gate\":{"
            + gate("false", "[\"before the review\"]", head())
            + "}");
    assertThat(ship().exit()).isZero();
    file(
        "ship-auth.json",
        "ship",
        ",\"updated_at\":\"2026-01-03T00:00:00.000Z\",\"gate\":{"
            + gate("false", "[\"after the review\"]", head())
            + "}");
    assertThat(ship().exit()).isEqualTo(3);
    assertThat(ship().out()).isEqualTo("- after the review\n");
  }

  @Proves("R-004-81")
  @Test
  void without_a_review_nothing_is_shipped() {
    var ran = tidemark.run("gate ship");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("there is no review state", "tidemark gate set");
  }

  @Proves("R-004-81")
  @Test
  void a_corrupt_review_is_named_with_its_path() {
    tidemark.scratch().write(".claude/state/review-auth.json", "{");

    var ran = ship();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains(".claude/state/review-auth.json is corrupt");
  }

  @Proves("R-004-82")
  @Test
  void a_commit_after_the_review_makes_it_stale() {
    tidemark.after("start implement/auth", "gate set --allowed true");
    var reviewed = head();
    assertThat(ship().exit()).isZero();
    tidemark.scratch().write("a.txt", "a").commit("More");

    var ran = ship();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("stale", reviewed.substring(0, 7), head().substring(0, 7));
  }

  @Proves("R-004-82")
  @Test
  void a_change_that_is_not_committed_makes_it_stale_too() {
    tidemark.after("start implement/auth", "gate set --allowed true");
    tidemark.scratch().write("README.md", "# Other\n");

    var ran = ship();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("the review is stale: it was about tree ");
    tidemark.scratch().git("checkout", "README.md");
    assertThat(ship().exit()).isZero();
  }

  @Proves("R-004-82")
  @Test
  void a_verdict_that_names_no_commit_is_warned_of() {
    file("review-auth.json", "review", ",\"gate\":{" + gate("true", "[]", "") + "}");

    var ran = ship();

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("does not name its commit (head_commit)");
  }

  @Proves("R-004-83")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "false   | [\"2 tests failing\",\"no docs\"] | - 2 tests failing\\n- no docs\\n",
        "true    | [\"2 tests failing\"]             | - 2 tests failing\\n",
        "false   | []                                  | ''",
        "\"yes\" | []                                | ''",
        "true    | \"none\"                          | ''",
        "null    | []                                  | ''"
      })
  void a_no_is_a_no_with_every_blocker(String allowed, String blockers, String bullets) {
    file("review-auth.json", "review", ",\"gate\":{" + gate(allowed, blockers, head()) + "}");

    var ran = ship();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.out()).isEqualTo(bullets.replace("\\n", "\n"));
    assertThat(ran.err().contains("allows shipping and names blockers"))
        .isEqualTo(allowed.equals("true") && !bullets.isEmpty());
  }

  @Proves("R-004-86")
  @Test
  void a_verdict_is_written_into_the_review_with_the_commit() throws IOException {
    tidemark.after("start implement/auth");

    tidemark.words("gate", "set", "--allowed", "false", "--blocker", "2 tests failing");
    var ran = ship();

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.out()).isEqualTo("- 2 tests failing\n");
    assertThat(document("review-auth.json").object("gate").toString())
        .isEqualTo(
            "{\"ship_allowed\":false,\"blockers\":[\"2 tests failing\"],\"head_commit\":\""
                + head()
                + "\"}");
    assertThat(tidemark.run("gate set --allowed true --blocker x").exit()).isEqualTo(2);
    assertThat(tidemark.run("gate set").exit()).isEqualTo(2);
  }

  @Proves("R-004-87")
  @Test
  void what_fails_while_shipping_blocks_until_the_next_review() throws IOException {
    tidemark.after("start ship/auth", "gate set --allowed true");
    assertThat(ship().exit()).isZero();

    tidemark.after("fail pre-flight --reason 'the build is red'");
    var failed = ship();
    tidemark.after("gate set --allowed true --run ship/auth");

    assertThat(failed.exit()).isEqualTo(3);
    assertThat(failed.out()).isEqualTo("- pre-flight failed: the build is red\n");
    assertThat(document("ship-auth.json").has("gate")).isFalse();
    assertThat(ship().exit()).isZero();
  }
}
