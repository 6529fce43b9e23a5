package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A verb that an agent calls in every step loads what it needs and nothing that costs
/// milliseconds: the budget of a start is spent on classes.
class HotPathTest {
  /// What a hook in a project without a run has no business with.
  private static final List<String> ONLY_WITH_A_RUN =
      List.of(
          "dev.tidemark.app.main.CommandRegistry",
          "dev.tidemark.app.command.session.Session",
          "dev.tidemark.app.settings.Settings.",
          "dev.tidemark.brief.",
          "dev.tidemark.dialects.Dialects",
          "dev.tidemark.engine.Checkpoints",
          "dev.tidemark.integrations.",
          "dev.tidemark.library.",
          "dev.tidemark.stores.file.FileStore");

  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter validation",
        "done implementation --summary 'Works: the token replaces the password.' --created a.ts"
            + " --decision Yes",
        "resume",
        "resume --json",
        "status --json"
      })
  void a_hot_verb_loads_nothing_that_costs(String line) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {}\n").write("b.ts", "export {}\n");
    tidemark.after(
        "init",
        "start implement/auth",
        "enter implementation",
        "done implementation --created b.ts");
    tidemark.scratch().write(".tidemark/workflows/release.yaml", "phases: [prepare, publish]\n");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/workflows/release.yaml"));
    tidemark.after("status");

    Frugality.check(line, Trained.loaded(tidemark, line));
  }

  @Test
  void receipts_cost_nothing_but_where_they_are_written_or_shown() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [prepare, {name: publish, gates: [{review: true}]}]\n");
    tidemark.after("config receipts on", "start release v1");
    assertThat(Trained.loaded(tidemark, "gate")).noneMatch(HotPathTest::isEvidence);
    tidemark.after("gate set review --allowed true");
    assertThat(Trained.loaded(tidemark, "gate")).anyMatch(HotPathTest::isEvidence);

    for (var line :
        List.of(
            "status", "list", "hook claude-code SessionStart", "done prepare --summary Works")) {
      var loaded = Trained.loaded(tidemark.given("{\"session_id\":\"s\"}"), line);

      assertThat(loaded).as(line).noneMatch(HotPathTest::isEvidence);
    }
  }

  private static boolean isEvidence(String name) {
    return name.startsWith("dev.tidemark.evidence.");
  }

  @LongProof
  @ParameterizedTest
  @ValueSource(
      strings = {"done 1 --no-commit --summary Works. --created a.ts --decision Yes", "resume"})
  void a_command_in_phases_is_as_frugal(String line) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("a.ts", "export {}\n");
    tidemark.after("init", "start item/epic/EPIC-001", "done 0");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    tidemark.after("status");

    Frugality.check(line, Trained.loaded(tidemark, line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enter 3-build --run phase/dev",
        "done 3-build --run phase/dev --outcome Works. --messages 7"
      })
  void a_phase_checkpoint_is_as_frugal(String line) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(".gitignore", ".tidemark/\n.claude-checkpoint.md\n");
    tidemark.after("done 2-plan --run phase/dev");

    Frugality.check(line, Trained.loaded(tidemark, line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"resume", "done REQUIREMENTS", "enter REQUIREMENTS"})
  void a_workflow_is_as_frugal(String line) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start flow/develop");
    tidemark.scratch().write("memory/reports/demand.json", "{\"goal\":\"log in\"}");
    Person.approves(tidemark, "REQUIREMENTS");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    tidemark.after("status");

    Frugality.check(line, Trained.loaded(tidemark, line));
  }

  @Test
  void a_hook_without_a_run_loads_next_to_nothing() {
    var tidemark = CommandLineHarness.fresh(temp);
    for (var event : new String[] {"SessionStart", "PreToolUse", "UserPromptSubmit", "Stop"}) {
      var loaded =
          Trained.loaded(tidemark.given("{\"session_id\":\"s\"}"), "hook claude-code " + event);

      assertThat(loaded).noneMatch(name -> Frugality.isCostly(name));
      assertThat(loaded).noneMatch(name -> Frugality.begins(name, ONLY_WITH_A_RUN));
      assertThat(loaded).filteredOn(name -> Frugality.isOurs(name)).hasSizeLessThan(70);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hook claude-code SessionStart",
        "hook claude-code UserPromptSubmit",
        "hook claude-code PreToolUse",
        "hook claude-code Stop",
        "hook claude-code PreCompact",
        "statusline"
      })
  void what_an_agent_calls_by_itself_is_as_frugal(String line) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth", "enter implementation");
    var input =
        "{\"session_id\":\"s\",\"source\":\"startup\",\"prompt\":\"/implement auth\","
            + "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -r build\"},"
            + "\"context_window\":{\"used_percentage\":65}}";

    Frugality.check(line, Trained.loaded(tidemark.given(input), line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hook claude-code SessionStart",
        "hook claude-code PreToolUse",
        "statusline",
        "resume",
        "status --json",
        "done validation --summary Works."
      })
  @LongProof
  void a_run_that_another_tool_has_begun_is_as_frugal(String line) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    Trained.addFiles("found", tidemark.scratch());
    tidemark.after("init");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    tidemark.after("status");

    Frugality.check(line, Trained.loaded(tidemark.given("{\"session_id\":\"s\"}"), line));
  }

  /// The first channel loads a library of the system, and sets up more than such a verb reads.
  @ParameterizedTest
  @ValueSource(strings = {"resume", "status --json", "list", "statusline"})
  void who_only_looks_opens_no_channel(String line) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth", "enter implementation");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    tidemark.after("status");

    assertThat(Trained.loaded(tidemark.given("{\"session_id\":\"s\"}"), line))
        .contains("dev.tidemark.app.main.Main")
        .doesNotContain("sun.nio.ch.FileChannelImpl");
  }

  @Test
  void a_workflow_with_tasks_under_way_is_as_frugal() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    settledLongAgo(tidemark.scratch().root().resolve(".tidemark/config.yaml"));
    Trained.addFiles("many", tidemark.scratch());
    // The first makes the state folder, the second caches the settings there.
    tidemark.after("resume", "status");

    Frugality.check("resume", Trained.loaded(tidemark, "resume"));
  }

  /// A file that has just been changed is read again, since the clock of a disk may be coarse.
  private static void settledLongAgo(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
  }
}
