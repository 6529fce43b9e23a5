package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `plan`, `questions`, `answer`, and runs with tasks.
class PlanVerbsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Proves({"R-002-09", "R-004-O2"})
  @Test
  void start_and_plan_have_one_definition_of_a_design() {
    var phases = new String[] {"research", "planning", "specs"};
    assertThat(tidemark.run("plan design/new --json").chosen("phases", "phase"))
        .containsExactly(phases);
    tidemark.after("start design/auth");

    assertThat(tidemark.run("plan design/auth --json").chosen("phases", "phase"))
        .containsExactly(phases);
    assertThat(tidemark.run("plan design/auth --phase specs").err())
        .contains("phase specs needs a research checkpoint");
    tidemark.after("done research --run design/auth", "done planning --run design/auth");
    assertThat(tidemark.run("plan design/auth --resume").out()).contains("to do: specs");
    tidemark.after("done specs --run design/auth");
    assertThat(tidemark.run("plan design/auth --resume").out()).contains("to do: nothing");
    assertThat(tidemark.run("question --run design/auth --json").each("questions", "phase"))
        .containsOnly("specs");
    assertThat(tidemark.run("question approval no --run design/auth").out())
        .isEqualTo("Design not approved. Revise with: /design auth --phase=specs\n");
    assertThat(tidemark.run("question approval revise --run design/auth").out())
        .isEqualTo("specs is in progress again\n");
    assertThat(document().object("phases").has("write")).isFalse();
  }

  /// The phases of the original, which plans before had too.
  private void researchedWrittenAndValidated() {
    tidemark.after("start design/auth --phases research,write,validate");
  }

  @Proves("R-004-O2")
  @Test
  void a_document_that_names_only_the_phases_begun_has_those_of_the_definition_it_fits()
      throws IOException {
    var file = tidemark.scratch().root().resolve(".claude/state/design-auth.json");
    Files.createDirectories(file.getParent());
    var text =
        "{\"command\":\"design\",\"feature\":\"auth\",\"version\":1,\"state\":{"
            + "\"current_phase\":null,\"completed_phases\":[\"research\"],"
            + "\"pending_phases\":[]},\"phases\":{\"research\":{\"status\":\"complete\"}%s}}";
    Files.writeString(file, text.formatted(""));
    assertThat(tidemark.run("plan design/auth --resume").out()).contains("to do: planning, specs");

    Files.writeString(file, text.formatted(",\"write\":{\"status\":\"pending\"}"));
    assertThat(tidemark.run("plan design/auth --resume").out()).contains("to do: write, validate");
  }

  @Proves("R-004-O2")
  @Test
  void a_design_is_researched_written_and_validated() {
    researchedWrittenAndValidated();
    assertThat(tidemark.run("plan design/auth --json").chosen("phases", "phase"))
        .containsExactly("research", "write", "validate");
    tidemark.after("done research");

    assertThat(tidemark.run("plan design/auth --resume --json").chosen("phases", "phase"))
        .containsExactly("write", "validate");
    assertThat(tidemark.run("plan --phase=write --json").chosen("phases", "phase"))
        .containsExactly("write");
    assertThat(tidemark.run("plan --phase research --resume --json").chosen("phases", "phase"))
        .isEmpty();
    assertThat(tidemark.run("plan --phase research").out()).contains("to do: research");
  }

  @Proves("R-004-O2")
  @Test
  void what_a_phase_needs_must_be_there() throws IOException {
    researchedWrittenAndValidated();
    var write = tidemark.run("plan design/auth --phase write");
    var wrong = tidemark.run("plan design/auth --phase=foo");
    tidemark.scratch().write("docs/auth.md", "# Auth\n");
    tidemark.after("plan design/auth", "done research", "done write --created docs/auth.md");
    Files.delete(tidemark.folder().resolve("docs/auth.md"));
    var validate = tidemark.run("plan --phase validate");
    tidemark.scratch().write("docs/auth.md", "# Auth\n");

    assertThat(write.exit()).isEqualTo(1);
    assertThat(write.err()).contains("phase write needs a research checkpoint");
    assertThat(wrong.err())
        .isEqualTo("tidemark: Invalid phase \"foo\". Valid values: research, write, validate\n");
    assertThat(validate.err()).contains("phase validate needs the spec files");
    assertThat(tidemark.run("plan --phase validate").exit()).isZero();
  }

  @Proves("R-004-O2")
  @Test
  void there_must_be_something_to_resume() {
    assertThat(tidemark.run("plan design/auth --resume").err())
        .contains("No checkpoint found for \"auth\". Run without --resume to start fresh.");
    tidemark.after("plan design/auth").completed("design/auth");
    assertThat(tidemark.run("plan design/auth --resume").err())
        .contains("Design for \"auth\" is already complete. Run without --resume");
  }

  @Proves("R-004-96")
  @Test
  void a_complete_run_begins_again_unless_it_is_resumed() throws IOException {
    tidemark.after("plan design/auth", "done research --summary Old").completed("design/auth");
    var file = tidemark.scratch().root().resolve(".claude/state/design-auth.json");
    var ended = Files.readString(file);

    assertThat(tidemark.run("plan design/auth --phase specs").out()).contains("to do: specs");
    assertThat(tidemark.run("plan --run design/auth").out()).contains("\u2713 research");
    assertThat(tidemark.run("plan design/auth --dry-run").out())
        .contains("run: state/design/auth (new)", "\u25cb research <- to do");
    assertThat(file).hasContent(ended);
    assertThat(tidemark.run("plan design/auth").out())
        .contains("run: state/design/auth (new)", "to do: research, planning, specs");
    assertThat(document().object("state").string("status")).isNotEqualTo("complete");
    assertThat(Files.readString(file)).doesNotContain("Old");
    assertThat(tidemark.run("plan design/auth --resume").exit()).isZero();
  }

  @Proves("R-004-O3")
  @Test
  void a_dry_run_shows_the_preview_and_writes_nothing() {
    var before = Tree.of(temp);

    var ran = tidemark.run("plan design/auth --dry-run");

    assertThat(ran.lines())
        .anyMatch(line -> line.contains("PREVIEW state/design/auth"))
        .endsWith("Dry run complete. No changes made.");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves("R-004-O3")
  @Test
  void without_questions_the_files_are_written_all_the_same() {
    assertThat(tidemark.run("plan design/a").out()).contains("questions: 6 open");
    var quiet = tidemark.run("plan design/auth --no-checkpoint");

    assertThat(quiet.out()).doesNotContain("questions:");
    assertThat(tidemark.scratch().root().resolve(".claude/state/design-auth.json")).exists();
  }

  @Proves("R-004-O4")
  @Test
  void answers_survive_a_resume() {
    tidemark.after("plan design/auth");
    assertThat(tidemark.run("question understanding 'Rotate tokens'").out())
        .isEqualTo("understanding answered; 5 are open\n");
    tidemark.after("question trade-offs 'More writes'", "enter research", "done research");

    var asked = tidemark.run("question --json");
    var resumed = tidemark.run("plan --resume");

    assertThat(asked.each("questions", "key"))
        .containsExactly(
            "understanding", "approach", "assumptions", "trade_offs", "scope", "unknowns");
    assertThat(asked.each("questions", "answer"))
        .containsExactly("Rotate tokens", "null", "null", "More writes", "null", "null");
    assertThat(resumed.out()).contains("questions: 4 open");
    assertThat(document().object("phases").object("research").object("checkpoint_responses"))
        .hasToString("{\"understanding\":\"Rotate tokens\",\"trade_offs\":\"More writes\"}");
  }

  @Proves("R-004-O4")
  @Test
  void a_design_is_paused_refused_or_written_again() {
    researchedWrittenAndValidated();
    tidemark.after("plan design/auth", "done research", "done write");
    assertThat(tidemark.run("question --json").each("questions", "key"))
        .containsExactly("what_built", "decisions", "risks", "omissions", "confidence", "approval");

    assertThat(tidemark.run("question risks stop").out())
        .isEqualTo("Design paused. Resume with: /design auth --resume\n");
    assertThat(tidemark.run("question approval no").out())
        .isEqualTo("Design not approved. Revise with: /design auth --phase=write\n");
    assertThat(tidemark.run("question approval perhaps").exit()).isEqualTo(1);
    assertThat(tidemark.run("question approval revise").exit()).isZero();
    var write = document().object("phases").object("write");
    assertThat(write.string("status")).isEqualTo("in_progress");
    assertThat(write.object("checkpoint_responses")).hasToString("{\"approval\":\"revise\"}");
    assertThat(tidemark.run("question --ask").exit()).isEqualTo(4);
    assertThat(tidemark.run("question nonsense x").err())
        .contains("no question is called nonsense");
  }

  @Proves("R-004-O4")
  @Test
  void approval_is_asked_about_again_once_the_design_is_written_again() {
    researchedWrittenAndValidated();
    tidemark.after("plan design/auth", "done research", "done write");
    for (var key : List.of("what_built", "decisions", "risks", "omissions", "confidence")) {
      tidemark.after("question " + key + " x");
    }
    for (var verdict : List.of("revise", "no")) {
      tidemark.after("question approval " + verdict, "enter write", "done write");

      assertThat(tidemark.run("question").out())
          .endsWith("  -> " + verdict + "  (open again)\n")
          .containsOnlyOnce("open again");
      assertThat(tidemark.run("question --json").out()).containsOnlyOnce("\"open\":true");
      assertThat(tidemark.run("question --ask").err()).contains("open are approval");
      assertThat(tidemark.run("plan --json").json().find("open_questions")).hasToString("1");
    }
    assertThat(tidemark.run("question approval yes").out())
        .isEqualTo("approval answered; none is open\n");
    assertThat(tidemark.run("question").exit()).isZero();
  }

  @Proves("R-004-O7")
  @Test
  void a_large_document_is_written_with_a_warning() {
    tidemark.after("plan design/auth");
    var text = "word ".repeat(12_000);

    var ran = tidemark.given(text).run("question scope -");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("keep it below 50");
    assertThat(document().object("phases").object("research").object("checkpoint_responses"))
        .isNotNull();
  }

  private JsonObject document() {
    return document("design");
  }

  private JsonObject document(String command) {
    try {
      var file = tidemark.scratch().root().resolve(".claude/state/" + command + "-auth.json");
      return (JsonObject) JsonText.parse(Files.readString(file));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
