package dev.tidemark.app.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole verb, with its self-test: real processes run the command lines that were written.
@Proves("R-USR-18")
class InstallCommandTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp.resolve("project"));
  }

  @Test
  void an_empty_repository_passes_its_self_test() {
    var ran = tidemark.run("install claude-code --json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.json().isTrue("ok")).isTrue();
    assertThat(ran.json().strings("failed")).isEmpty();
    assertThat(ran.json().strings("tested"))
        .contains("claude-code SessionStart", "claude-code PreToolUse (a no)", "status line")
        .hasSize(HookTable.of(Agent.CLAUDE_CODE).size() + 2);
    assertThat(tidemark.folder().resolve(".claude/settings.local.json.tidemark-old"))
        .doesNotExist();
  }

  @Test
  void a_dry_run_shows_what_would_change_and_changes_nothing() {
    tidemark.scratch().write(".claude/settings.local.json", "{\n  \"model\": \"best\"\n}\n");
    var before = Tree.of(temp);

    var ran = tidemark.run("install claude-code --dry-run");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines())
        .contains(
            ".claude/settings.local.json: would be changed",
            "-   \"model\": \"best\"",
            "+   \"model\": \"best\",");
    assertThat(ran.out()).contains("hook claude-code SessionStart");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void the_state_folder_exists_once_codex_may_write_it() {
    var state = tidemark.folder().resolve(".git/tidemark");

    var dry = tidemark.run("install codex --only sandbox --dry-run");
    assertThat(dry.lines()).contains("+ writable_roots = [\"" + state + "\"]");
    assertThat(state).doesNotExist();

    assertThat(tidemark.run("install codex --only sandbox").exit()).isZero();
    assertThat(state.resolve("main/FORMAT")).isRegularFile();
    assertThat(tidemark.folder().resolve(".codex/config.toml")).content().contains("" + state);
    assertThat(tidemark.run("install codex --uninstall").exit()).isZero();
    assertThat(tidemark.folder().resolve(".codex")).doesNotExist();
  }

  @Test
  void a_chained_status_line_of_the_project_is_kept_and_not_started() throws IOException {
    var fired = temp.resolve("fired");
    tidemark
        .scratch()
        .write(
            ".claude/settings.local.json",
            "{\"statusLine\":{\"type\":\"command\",\"command\":"
                + "\"tidemark statusline --then 'touch %s'\"}}".formatted(fired));

    var ran = tidemark.run("install claude-code --json");

    assertThat(ran.json().strings("tested")).contains("status line");
    assertThat(ran.json().strings("failed")).isEmpty();
    assertThat(Files.readString(tidemark.folder().resolve(".claude/settings.local.json")))
        .contains("touch " + fired);
    assertThat(fired).doesNotExist();
  }

  @Test
  void what_does_not_work_is_said_loudly_by_name() throws IOException {
    var broken = temp.resolve("tidemark");
    Files.writeString(broken, "#!/bin/sh\nexit 1\n");
    assertThat(broken.toFile().setExecutable(true)).isTrue();
    var entries =
        new HookEntries(Agent.CLAUDE_CODE, List.of(broken.toString()))
            .ourEntries(
                new HookEntries(Agent.CLAUDE_CODE, List.of(broken.toString()))
                    .installed(dev.tidemark.json.JsonObject.EMPTY));
    var test = new SelfTest(tidemark.environment());

    test.run(entries, broken + " statusline");

    assertThat(test.failed()).hasSameSizeAs(test.tested());
    assertThat(test.failed().getFirst())
        .contains("claude-code SessionStart", "ended with 1", broken.toString());
  }

  @Test
  void a_program_that_lets_everything_pass_fails_where_it_should_say_no() throws IOException {
    var silent = new HookEntries(Agent.CODEX, List.of("true", "tidemark"));
    var test = new SelfTest(tidemark.environment());

    test.run(silent.ourEntries(silent.installed(dev.tidemark.json.JsonObject.EMPTY)), null);

    assertThat(test.failed()).hasSize(1);
    assertThat(test.failed().getFirst()).contains("codex PreToolUse (a no)");
  }

  @Test
  void other_agents_pass_too_for_the_user() {
    var home = temp.resolve("home");
    var there = tidemark.with("HOME", home.toString()).with("XDG_CONFIG_HOME", "");
    var others = List.copyOf(EnumSet.complementOf(EnumSet.of(Agent.CLAUDE_CODE)));
    for (var agent : Proofs.sample(others, 5)) {
      var ran = there.run("install " + agent.word() + " --user --json");

      assertThat(ran.exit()).as(ran.toString()).isZero();
      long tools =
          HookTable.of(agent).stream().filter(hook -> hook.moment() == HookEvent.TOOL).count();
      assertThat(ran.json().strings("tested")).hasSize(HookTable.of(agent).size() + (int) tools);
      assertThat(Path.of(String.valueOf(ran.string("file")))).startsWith(home).exists();
      assertThat(
              there.run("install " + agent.word() + " --user --uninstall --json").string("change"))
          .isEqualTo("removed");
    }
  }
}
