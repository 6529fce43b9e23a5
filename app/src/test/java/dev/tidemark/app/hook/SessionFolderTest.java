package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The project of a session stays, wherever the agent changes its folder to; a tool is guarded in
/// each project that it changes a file of.
@Proves("R-USR-18")
class SessionFolderTest {
  private static final String SHIP = "\"command_name\":\"ship\",\"prompt\":\"/ship\"";
  private static final String START = "\"source\":\"startup\"";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path root;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp.resolve("project"));
    root = tidemark.folder();
    tidemark.scratch().write("src/a", "a\n").write(".tidemark/config.yaml", "").commit("first");
    tidemark.after("start ship/v1", "gate set --allowed false --blocker failing");
  }

  /// The folders that an agent may change to: a nested repository, a submodule, one outside.
  private List<Path> elsewhere() throws IOException {
    var nested = ScratchRepository.in(root.resolve("nested")).commit("first");
    assertThat(nested).isNotEmpty();
    var library = ScratchRepository.in(temp.resolve("library")).write("lib", "lib\n");
    library.commit("first");
    var source = library.root().toString();
    tidemark
        .scratch()
        .git("-c", "protocol.file.allow=always", "submodule", "add", "-q", source, "sub");
    var outside = Files.createDirectories(temp.resolve("outside"));
    return List.of(root.resolve("nested"), root.resolve("sub"), outside);
  }

  private Ran hook(Path current, String agent, String event, String members) {
    var payload = "{\"session_id\":\"s\",\"cwd\":" + JsonString.of(current.toString()) + ",";
    return tidemark.from(current).given(payload + members + "}").run("hook " + agent + " " + event);
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code, CLAUDE_PROJECT_DIR, UserPromptSubmit",
    "gemini, GEMINI_PROJECT_DIR, BeforeAgent",
    "cursor, CURSOR_PROJECT_DIR, beforeSubmitPrompt"
  })
  void a_gate_stays_closed_wherever_the_agent_is(String agent, String variable, String event)
      throws IOException {
    for (var current : elsewhere()) {
      tidemark = tidemark.with(variable, root.toString());

      var ran = hook(current, agent, event, "\"prompt\":\"/ship\"");

      assertThat(new Reading(Agent.of(agent)).refusal(ran)).as("%s", current).contains("failing");
    }
  }

  @Test
  void brief_and_guard_are_those_of_the_session() throws IOException {
    var places = elsewhere();
    tidemark = tidemark.with("CLAUDE_PROJECT_DIR", root.toString());
    for (var current : places) {
      assertThat(hook(current, "claude-code", "UserPromptExpansion", SHIP).exit()).isEqualTo(2);
      assertThat(hook(current, "claude-code", "SessionStart", START).out()).contains("ship/v1");
      for (var line : List.of("rm -rf " + root + "/.tidemark", "rm -rf ../project/.tidemark")) {
        var tool = "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":" + JsonString.of(line);
        assertThat(hook(current, "claude-code", "PreToolUse", tool + "}").exit()).isEqualTo(2);
      }
    }
  }

  @Test
  void a_variable_of_another_agent_or_without_a_project_names_nothing() throws IOException {
    var nowhere = Files.createDirectories(temp.resolve("nowhere"));
    tidemark = tidemark.with("CLAUDE_PROJECT_DIR", nowhere.toString());
    assertThat(hook(root, "claude-code", "SessionStart", START).out()).contains("ship/v1");

    tidemark = tidemark.with("CLAUDE_PROJECT_DIR", root.toString());
    var codex = hook(nowhere, "codex", "SessionStart", START);
    assertThat(codex.out()).doesNotContain("ship/v1");
  }

  @Test
  void a_session_in_another_work_tree_of_the_repository_works_there() {
    var tree = temp.resolve("tree");
    tidemark.scratch().git("worktree", "add", "-q", tree.toString());
    tidemark.from(tree).after("start implement/there");
    tidemark = tidemark.with("CLAUDE_PROJECT_DIR", root.toString());

    assertThat(hook(tree, "claude-code", "SessionStart", START).out())
        .contains("state/implement/there");
    var tool = "\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"" + root;
    for (var file : List.of("/.tidemark/config.yaml", "/.git/tidemark/main/journal/x")) {
      assertThat(hook(tree, "claude-code", "PreToolUse", tool + file + "\"}").exit()).isEqualTo(2);
    }
  }

  @Test
  void a_file_is_guarded_by_the_project_that_it_lies_in() throws IOException {
    var other = CommandLineHarness.fresh(temp.resolve("other"));
    other
        .scratch()
        .write(
            ".tidemark/workflows/feat.yaml",
            "phases: [a, {name: b, gates: [{review: .review-gate.md}]}]\n");
    other.after("start feat/x");
    var nowhere = Files.createDirectories(temp.resolve("nowhere"));
    var files = new ArrayList<Path>();
    files.add(other.folder().resolve(".review-gate.md"));
    files.add(other.folder().resolve(".tidemark/config.yaml"));

    for (var current : List.of(root, nowhere)) {
      for (var file : files) {
        var tool = "\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"" + file + "\"}";
        assertThat(hook(current, "claude-code", "PreToolUse", tool).exit())
            .as("%s from %s", file, current)
            .isEqualTo(2);
      }
      var line = "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -r ";
      var removed = other.folder().resolve(".tidemark") + "\"}";
      assertThat(hook(current, "claude-code", "PreToolUse", line + removed).exit()).isEqualTo(2);
      assertThat(hook(current, "claude-code", "PreToolUse", line + "/tmp/x\"}").exit()).isZero();
    }
  }
}
