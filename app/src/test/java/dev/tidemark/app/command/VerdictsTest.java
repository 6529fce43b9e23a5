package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Before `resume` says that work may go on, it has looked; and it says what it saw.
class VerdictsTest {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("docs/a.md", "# Tokens\n");
    tidemark.after(
        "start implement/auth --phases design,code,test",
        "done design --summary 'Tokens rotate.' --created docs/a.md --decision 'No JWT'");
  }

  private JsonObject verdict() {
    return verdict(tidemark.run("resume --json"));
  }

  private static JsonObject verdict(Ran ran) {
    return Objects.requireNonNull(ran.json().object("verdict"));
  }

  private String result(String check) {
    var ran = tidemark.run("resume --json");
    var checks = ran.each("checked", "check");
    return ran.each("checked", "result").get(checks.indexOf(check));
  }

  private Path document() {
    return tidemark.scratch().root().resolve(DOCUMENT);
  }

  @Proves("R-004-97")
  @Test
  void everything_holds_and_work_goes_on() {
    assertThat(verdict())
        .hasToString(
            "{\"kind\":\"continue\",\"phase\":\"code\",\"because\":null,"
                + "\"command\":\"tidemark enter code --run state/implement/auth\"}");
    assertThat(tidemark.run("resume --json").each("checked", "result"))
        .containsExactly("holds", "holds", "holds", "holds", "holds", "holds", "holds", "holds");
  }

  @Test
  void a_phase_that_is_done_again_questions_those_that_were_done_on_its_older_result() {
    tidemark.after("done code", "enter design");
    tidemark.scratch().write("docs/a.md", "# Keys\n");
    var done = tidemark.run("done design --modified docs/a.md");

    assertThat(done.out()).contains("to check: code was done on an older result of design");
    assertThat(verdict().string("kind")).isEqualTo("ask");
    assertThat(verdict().string("because")).isEqualTo("older-result");
    assertThat(tidemark.run("resume").out())
        .contains(
            "| warning: code was done on an older result of design",
            "Check code, then: tidemark note --resolved code --run state/implement/auth; or do it"
                + " again: tidemark enter code --run state/implement/auth");

    tidemark.after("note --resolved code");
    assertThat(verdict().string("kind")).isEqualTo("continue");
  }

  @Test
  void a_later_phase_that_changes_the_file_of_an_earlier_one_is_no_question() {
    tidemark.scratch().write("docs/a.md", "# Tokens and keys\n");
    tidemark.after("done code --modified docs/a.md");

    assertThat(verdict().string("kind")).isEqualTo("continue");
  }

  @Test
  void a_file_that_is_gone_wants_its_phase_again() throws IOException {
    Files.delete(tidemark.scratch().root().resolve("docs/a.md"));

    assertThat(verdict().string("kind")).isEqualTo("re-run");
    assertThat(verdict().string("because")).isEqualTo("artifact-missing");
    assertThat(verdict().string("command"))
        .isEqualTo("tidemark enter design --run state/implement/auth");
    assertThat(tidemark.run("resume").out())
        .contains("Verdict: re-run phase design (artifact-missing; see the first warning below)\n")
        .contains("| warning: docs/a.md, which design reported, is not there\n")
        .contains("| read: docs/a.md (missing)\n");
  }

  @Test
  void a_file_that_somebody_changed_between_phases_is_a_question() {
    tidemark.scratch().write("docs/a.md", "# Other\n");

    assertThat(verdict().string("kind")).isEqualTo("ask");
    assertThat(verdict().string("because")).isEqualTo("artifact-changed");
    assertThat(tidemark.run("resume --json").each("to_read", "state"))
        .containsExactly("changed since");
  }

  @Test
  void a_file_that_changes_while_a_later_phase_is_worked_on_is_only_a_note() {
    tidemark.after("enter code");
    tidemark.scratch().write("docs/a.md", "# Other\n");

    assertThat(verdict().string("kind")).isEqualTo("continue");
    assertThat(tidemark.run("resume --json").each("doubts", "code"))
        .containsExactly("artifact-changed");
  }

  @Test
  void a_file_too_large_for_a_digest_is_known_by_its_size() {
    tidemark.scratch().write("big.bin", "x".repeat(300_000));
    tidemark.after("done code --created big.bin");
    assertThat(tidemark.run("resume --json").each("to_read", "state"))
        .containsExactly("as recorded", "there");

    tidemark.scratch().write("big.bin", "x".repeat(300_001));

    assertThat(verdict().string("because")).isEqualTo("artifact-changed");
  }

  @Test
  void a_commit_on_top_is_how_work_goes_on() {
    tidemark.scratch().write("new.ts", "1").commit("More");

    assertThat(verdict().string("kind")).isEqualTo("continue");
    assertThat(tidemark.run("resume").out()).contains("commit (1 commit since the save)");
  }

  @Test
  void packed_commits_are_compared_by_git() {
    tidemark.scratch().write("new.ts", "1").commit("More");
    tidemark.scratch().git("gc", "--quiet", "--prune=now");

    assertThat(result("commit")).isEqualTo("holds");
  }

  @Test
  void a_commit_that_does_not_contain_the_work_is_a_question() {
    tidemark.scratch().git("commit", "--quiet", "--amend", "-m", "Begin otherwise");

    assertThat(verdict().string("kind")).isEqualTo("ask");
    assertThat(verdict().string("because")).isEqualTo("diverged");
  }

  @Test
  void a_branch_that_contains_the_work_is_told_and_another_one_is_a_question() {
    tidemark.scratch().git("switch", "--quiet", "-c", "other");

    var ran = tidemark.run("resume --run auth --json");
    assertThat(verdict(ran).string("kind")).isEqualTo("continue");
    assertThat(ran.each("doubts", "code")).contains("other-branch");

    tidemark.scratch().git("commit", "--quiet", "--amend", "-m", "Begin otherwise");
    ran = tidemark.run("resume --run auth --json");
    assertThat(verdict(ran).string("kind")).isEqualTo("ask");
    assertThat(verdict(ran).string("because")).isEqualTo("other-branch");
  }

  @Test
  void a_run_that_nobody_touched_for_a_week_is_a_question() throws IOException {
    var text = Files.readString(document());
    var at = text.indexOf("\"updated_at\": \"") + "\"updated_at\": \"".length();
    var old = text.substring(0, at) + "2026-01-01T00:00:00.000Z" + text.substring(at + 24);
    Files.writeString(document(), old);

    assertThat(verdict().string("because")).isEqualTo("old");
    assertThat(result("age")).isEqualTo("doubtful");
  }

  @Test
  void a_document_against_its_schema_is_a_question() throws IOException {
    Files.writeString(document(), Files.readString(document()).replace("\"complete\"", "\"ok\""));

    assertThat(verdict().string("because")).isEqualTo("not-as-specified");
    assertThat(verdict().string("command"))
        .isEqualTo("tidemark validate " + DOCUMENT + " --format state");
    assertThat(tidemark.run(verdict().string("command").substring(9)).exit()).isNotZero();
  }

  @Test
  void an_edit_by_hand_is_told() throws IOException {
    Files.writeString(document(), Files.readString(document()).replace("rotate", "rotate once"));

    assertThat(verdict().string("kind")).isEqualTo("continue");
    assertThat(result("journal")).isEqualTo("doubtful");
  }

  @Test
  void a_journal_that_was_changed_is_to_be_repaired() throws IOException {
    var journal = tidemark.scratch().state().resolve("journal");
    try (var files = Files.walk(journal)) {
      var file = files.filter(path -> path.toString().endsWith("000001.jsonl")).findFirst().get();
      var lines = Files.readString(file).split("\n");
      lines[1] = lines[1].replace("workflow.started", "workflow.stopped");
      Files.writeString(file, String.join("\n", lines) + "\n");
    }

    assertThat(verdict().string("kind")).isEqualTo("repair");
    assertThat(verdict().string("because")).isEqualTo("journal-damaged");
    assertThat(verdict().string("command")).isEqualTo("tidemark doctor");
  }

  @Test
  void a_document_without_a_record_is_told_to_come_from_elsewhere() throws IOException {
    var text = Files.readString(document());
    var elsewhere = CommandLineHarness.fresh(temp.resolve("other"));
    elsewhere.scratch().write(DOCUMENT, text).write("docs/a.md", "# Tokens\n");

    assertThat(elsewhere.run("resume --json").each("doubts", "code")).contains("unrecorded");
    assertThat(elsewhere.run("resume").out())
        .contains("| notice: this work tree has no journal of");
  }

  @Test
  void an_orphaned_task_is_told() throws IOException {
    var text = Files.readString(document());
    Files.writeString(
        document(), text.replace("\"state\": {", "\"state\": {\"current_task\": \"T002\","));

    assertThat(tidemark.run("resume --json").each("doubts", "code")).contains("task-orphaned");
  }

  @Test
  void a_phase_of_ones_choice_is_always_offered() {
    assertThat(tidemark.run("resume --json").each("offers", "phase"))
        .containsExactly("design", "code", "test");
    var chosen = tidemark.run("resume --phase design --json");

    assertThat(verdict(chosen).string("phase")).isEqualTo("design");
    assertThat(verdict(chosen).string("command"))
        .isEqualTo("tidemark enter design --run state/implement/auth");
    assertThat(tidemark.run("resume --phase 9").exit()).isEqualTo(1);
  }

  @Test
  void phases_that_were_given_at_the_start_are_no_doubt() {
    tidemark.after("start design/login --phases research,writing");

    assertThat(tidemark.run("resume --run login --json").each("doubts", "code"))
        .doesNotContain("definition-differs");
  }

  @Test
  void the_whole_journal_is_checked_on_demand() {
    assertThat(tidemark.run("resume --full").out()).contains("journal (all of 2 entries verified)");
  }
}
