package dev.tidemark.app.hook.guard;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.Fixture;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a tool may not change, and that it may change everything else.
@Proves("R-USR-18")
class ToolGuardTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PreToolUse-write-journal",
        "PreToolUse-shell-journal",
        "PreToolUse-subagent",
      })
  void a_tool_does_not_change_what_gates_live_on(String name) {
    tidemark.after("start implement/auth");

    var ran = Fixture.claude(name).send(tidemark);

    assertThat(ran.exit()).isEqualTo(2);
    var inner = inner(ran);
    assertThat(inner.string("hookEventName")).isEqualTo("PreToolUse");
    assertThat(inner.string("permissionDecision")).isEqualTo("deny");
    assertThat(inner.string("permissionDecisionReason"))
        .contains(".tidemark", "tidemark enter, done, fail");
    assertThat(ran.complaints()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PreToolUse-edit", "PreToolUse-shell"})
  void any_other_tool_acts_as_if_nobody_had_been_asked(String name) {
    tidemark.after("start implement/auth");

    assertThat(Fixture.claude(name).send(tidemark)).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void the_protocols_own_files_may_be_edited() {
    tidemark.after("start implement/auth");
    var json = Fixture.claude("PreToolUse-edit").text(tidemark.folder());

    var ran =
        tidemark
            .given(json.replace("src/a.ts", ".claude/state/implement-auth.json"))
            .run("hook claude-code PreToolUse");

    assertThat(ran).isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void the_input_of_a_mandatory_gate_is_guarded_while_the_gate_lies_ahead() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/ship.yaml",
            "format: state\nphases:\n  - build\n  - name: publish\n    gates:\n"
                + "      - review: .review-gate.md\n  - tell\n");
    tidemark.after("start ship", "done build");
    var edit =
        Fixture.claude("PreToolUse-edit")
            .text(tidemark.folder())
            .replace("src/a.ts", ".review-gate.md");
    var shell =
        Fixture.claude("PreToolUse-shell")
            .text(tidemark.folder())
            .replace("npm test", "echo status: PASS > .review-gate.md");

    for (var event : new String[] {edit, shell}) {
      var ran = tidemark.given(event).run("hook claude-code PreToolUse");
      assertThat(ran.exit()).isEqualTo(2);
      assertThat(inner(ran).string("permissionDecisionReason"))
          .contains(".review-gate.md decides whether a mandatory gate opens");
    }
    assertThat(Fixture.claude("PreToolUse-edit").send(tidemark)).isEqualTo(new Ran(0, "", ""));
    tidemark.scratch().write(".review-gate.md", "---\nstatus: PASS\n---\n");
    tidemark.after("gate set review --allowed true", "enter publish", "done publish");
    assertThat(tidemark.given(edit).run("hook claude-code PreToolUse"))
        .isEqualTo(new Ran(0, "", ""));
  }

  @Test
  void a_link_does_not_lead_around_the_guard() throws IOException {
    tidemark.after("start implement/auth");
    Files.createSymbolicLink(tidemark.folder().resolve("src"), Path.of(STATE + "/journal"));

    assertThat(Fixture.claude("PreToolUse-edit").send(tidemark).exit()).isEqualTo(2);
  }

  @Test
  void the_state_of_every_work_tree_of_the_repository_is_guarded() {
    tidemark.after("start implement/auth");
    tidemark.scratch().git("worktree", "add", "--quiet", "../linked");
    var linked = tidemark.from("../linked");
    linked.after("start implement/mail");
    var git = tidemark.scratch().root().resolve(".git");

    for (var file :
        List.of(
            git.resolve("tidemark/main/journal/x"),
            git.resolve("tidemark/worktrees/linked/tokens.json"),
            git.resolve("worktrees/linked/tidemark"))) {
      var edit = Fixture.claude("PreToolUse-edit").text(linked.folder());
      var shell = Fixture.claude("PreToolUse-shell").text(linked.folder());
      for (var event :
          List.of(
              edit.replace(linked.folder() + "/src/a.ts", file.toString()),
              shell.replace("npm test", "echo x > " + file))) {
        assertThat(event).contains(file.toString());
        assertThat(linked.given(event).run("hook claude-code PreToolUse").exit())
            .as("%s", event)
            .isEqualTo(2);
      }
    }
  }

  private static JsonObject inner(Ran ran) {
    @Nullable JsonObject inner = ran.json().object("hookSpecificOutput");
    assertThat(inner).as(ran.toString()).isNotNull();
    return inner;
  }
}
