package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `why` names one fact, where it comes from and what to do, in a process of its own.
class WhyVerbTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code");
  }

  private Path kept() {
    return tidemark.scratch().state().resolve("refusal.json");
  }

  private void refuse() {
    var words = "word ".repeat(501);
    assertThat(tidemark.words("done", "design", "--summary", words).exit()).isEqualTo(1);
  }

  @Test
  void nothing_was_refused_and_nothing_is_in_doubt() {
    assertThat(tidemark.run("why").lines())
        .containsExactly("nothing was refused, and nothing is in doubt");
    assertThat(tidemark.run("why --json").json().string("kind")).isEqualTo("nothing");
  }

  @Test
  void a_refusal_outlives_the_process() throws IOException {
    refuse();

    var json = tidemark.run("why --json").json();

    assertThat(json.string("kind")).isEqualTo("refusal");
    assertThat(json.string("code")).isEqualTo("summary-too-long");
    assertThat(json.string("fact")).contains("exceeds 500 token limit");
    assertThat(json.string("source")).contains(".claude/state/implement-auth.json");
    assertThat(json.string("next")).isNotEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept())))
        .isEqualTo("rw-------");
    assertThat(tidemark.run("why").lines())
        .contains("the last change was refused (summary-too-long)", "</tidemark-data>")
        .anyMatch(line -> line.startsWith("| fact: "));
  }

  @Test
  void all_gates_that_have_refused_a_phase_are_named_with_their_commands() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/ship.yaml",
            """
            phases:
              - name: release
                gates:
                  - name: tests
                    command: ["false"]
                  - name: review
                    review: true
            """);
    tidemark.after("start ship/x");
    assertThat(tidemark.run("enter release --run ship/x").exit()).isNotZero();

    assertThat(tidemark.run("why ship/x --json").json().string("fact"))
        .contains("tests", "; also ", "review");
  }

  @Test
  void the_newest_question_and_attempt_are_in_the_status_and_a_blocker_once() {
    tidemark.after(
        "enter design",
        "note --tried one",
        "note --tried two",
        "note --question why",
        "note --blocked-by key");

    assertThat(tidemark.run("status").lines())
        .contains("tried: two", "question: why")
        .doesNotContain("tried: one")
        .filteredOn(line -> line.contains("blocked by"))
        .hasSize(1);
  }

  @Test
  void a_refusal_is_history_once_its_run_has_changed() {
    refuse();
    tidemark.after("done design --summary Shorter.");

    assertThat(kept()).doesNotExist();
    assertThat(tidemark.run("why --json").json().string("kind")).isEqualTo("nothing");
  }

  @Test
  void a_dry_run_that_is_refused_is_not_kept() {
    tidemark.words("done", "design", "--dry-run", "--summary", "word ".repeat(501));

    assertThat(kept()).doesNotExist();
  }

  @Test
  void where_nothing_was_refused_the_deciding_doubt_is_named() throws IOException {
    tidemark.scratch().write("docs/gone.md", "Gone.\n");
    tidemark.after("done design --created docs/gone.md");
    Files.delete(tidemark.folder().resolve("docs/gone.md"));

    var json = tidemark.run("why --json").json();

    assertThat(json.string("kind")).isEqualTo("doubt");
    assertThat(json.string("code")).isEqualTo("artifact-missing");
    assertThat(json.string("next")).isEqualTo("tidemark enter design --run state/implement/auth");
  }

  @Test
  void several_open_runs_are_the_fact_themselves() {
    tidemark.after("start design/login");

    assertThat(tidemark.run("why --json").json().string("code")).isEqualTo("which-run");
    assertThat(tidemark.run("why design/login --json").json().string("kind")).isEqualTo("nothing");
  }

  @Test
  void a_refusal_kept_as_nonsense_is_no_refusal() throws IOException {
    Files.writeString(kept(), "{\"dialect\": [");

    assertThat(tidemark.run("why --json").json().string("kind")).isEqualTo("nothing");
  }
}
