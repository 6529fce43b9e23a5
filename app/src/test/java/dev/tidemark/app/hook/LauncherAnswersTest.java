package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.hook.event.Agent;
import dev.tidemark.app.hook.event.HookEvent;
import dev.tidemark.app.hook.event.HookTable;
import dev.tidemark.app.hook.event.ProjectProbe;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.ScratchRepository;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher's answers without Java, compared with those of the program: an event is answered in
/// the same words, or handed on with its whole input.
class LauncherAnswersTest {
  private static final Path DIST = Repository.root().resolve("build/dist");

  /// What the run time of this test prints before the input that it was handed.
  private static final String HANDED_ON = "handed on: ";

  private static final String PROMPT = "hook claude-code UserPromptSubmit";
  private static final List<String> REPOSITORIES = List.of("none", "folder", "work tree", "gone");
  private static final List<String> FOLDERS = List.of("", "/src", "/src/deep", "/vendor/lib");

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path empty;
  private int number;

  @BeforeEach
  void prepare() throws IOException {
    assumeThat(File.separatorChar).as("a shell").isEqualTo('/');
    tidemark = CommandLineHarness.fresh(temp.resolve("repository"));
    empty = Files.createDirectories(temp.resolve("empty"));
    var lib = Files.createDirectories(temp.resolve("dist/lib"));
    Files.copy(DIST.resolve("launch.sh"), lib.resolve("launch.sh"));
    Files.copy(DIST.resolve("quiet.sh"), lib.resolve("quiet.sh"));
    var jdk = Files.createDirectories(temp.resolve("jdk/bin")).getParent();
    Files.writeString(jdk.resolve("release"), "JAVA_RUNTIME_VERSION=\"25\"\n");
    var java =
        Files.writeString(
            jdk.resolve("bin/java"), "#!/bin/sh\nprintf '%s' '" + HANDED_ON + "'\nexec cat\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void in_every_layout_the_answer_is_that_of_the_program() throws IOException {
    var layouts = layouts();
    var events = events();
    int answered = 0;
    for (int i = 0; i < layouts.size(); i++) {
      var layout = layouts.get(i);
      answered += compare(layout.from(), events.get(i % events.size()), layout.payload()) ? 1 : 0;
    }
    System.out.printf("layouts: %d, answered without Java: %d%n", layouts.size(), answered);

    assertThat(layouts).hasSizeGreaterThan(200);
    assertThat(answered).isGreaterThan(40);
  }

  @Test
  void every_event_is_answered_without_java() throws IOException {
    for (var agent : Agent.values()) {
      for (var hook : HookTable.of(agent)) {
        boolean answered = compare(empty, "hook " + agent.word() + " " + hook.event(), in(empty));

        assertThat(answered).as("%s %s", agent, hook.event()).isTrue();
      }
    }
    assertThat(compare(empty, "statusline", in(empty))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"source\":\"startup\"",
        "\"source\":\"resume\"",
        "\"source\": \"compact\"",
        "\"source\":\"fork\"",
        "\"source\":\"clear\"",
        "\"source\":\"\"",
        "\"source\":null",
        "\"source\":7",
        "\"source\":\"r\\u0065sume\"",
        "\"source\":\"startup\",\"source\":\"resume\"",
        "\"trigger\":\"compact\"",
        "\"source\":\"startup\",\"reason\":\"compact\"",
        "\"model\":\"source\",\"title\":\"resume\""
      })
  void a_session_is_told_how_to_begin_unless_it_goes_on(String cause) throws IOException {
    for (var agent : Agent.values()) {
      for (var hook : HookTable.of(agent)) {
        if (hook.moment() == HookEvent.SESSION_START) {
          var payload = in(empty).replace("\"prompt\":\"go on\"", cause);
          compare(empty, "hook " + agent.word() + " " + hook.event(), payload);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tidemark trust",
        "t'i'demark trust",
        "t\"ide\"mark serve token add x --scope approve",
        "/opt/tide\"mark\"/tidemark-agent trust",
        "rm -r ~/.config/tidemark",
        "rm -r $XDG_CONFIG_HOME/tide''mark"
      })
  void a_tool_that_may_be_refused_is_handed_on(String shell) throws IOException {
    var payload =
        "{\"cwd\":"
            + quoted(empty)
            + ",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":"
            + JsonString.of(shell)
            + "}}";

    assertThat(compare(empty, "hook claude-code PreToolUse", payload)).isFalse();
    assertThat(compare(empty, "hook codex PreToolUse", payload)).isFalse();
    assertThat(compare(empty, "hook gemini BeforeTool", payload)).isFalse();
  }

  @Test
  void any_other_tool_is_answered() throws IOException {
    var shell = JsonString.of("printf \"%s\\n\" 'a b' | sed -n '1p' > \"x y\"; mark tide");
    var payload =
        "{\"session_id\":\"a\",\"cwd\":"
            + quoted(empty)
            + ",\"tool_name\":\"Bash\","
            + "\"tool_input\":{\"command\":"
            + shell
            + ",\"description\":\"cwd\"}}";

    assertThat(compare(empty, "hook claude-code PreToolUse", payload)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"cwd\":\"relative\"}",
        "{\"cwd\":7,\"prompt\":\"/x\"}",
        "{\"cwd\":null}",
        "{\"cwd\" : \"/\\u0074mp\"}",
        "{\"prompt\":\"ends with \\\\\",\"cwd\":\"/\"}",
        "{\"prompt\":\"a \\\"quoted\\\" word\",\"cwd\":\"/no/such/folder\"}",
        "{\"prompt\":\"{\\\"cwd\\\":\\\"/\\\"}\",\"cwd\":\"/no/such/folder\"}",
        "{\"prompt\":\"cwd\",\"cwd\":\"/no/such/folder\"}",
        "{\n  \"cwd\": \"/no/such/folder\",\n  \"prompt\": \"Two\\nlines\"\n}",
        "{\"workspace_roots\":[],\"prompt\":\"x\"}",
        "{\"workspace_roots\":[\"/no/such\",\"/b\"],\"prompt\":\"x\"}",
        "{\"directory\":\"/no/such\",\"prompt\":\"é ü 😀\"}"
      })
  void whatever_the_event_looks_like_nothing_of_it_is_lost(String payload) throws IOException {
    for (var event : List.of("claude-code UserPromptSubmit", "cursor beforeSubmitPrompt")) {
      compare(empty, "hook " + event, payload);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"context_window\":{\"used_percentage\":8}",
        "\"context_window\":{\"used_percentage\":0.4,\"current_usage\":{\"input_tokens\":1}}",
        "\"context_window\":{\"current_usage\":{\"input_tokens\":1},\"used_percentage\":65.5}",
        "\"context_window\": {\"used_percentage\": 99}",
        "\"context_window\":{\"used_percentage\":100}",
        "\"context_window\":{\"used_percentage\":120}",
        "\"context_window\":{\"used_percentage\":1e1}",
        "\"context_window\":{\"used_percentage\":null,\"context_window_size\":200000}",
        "\"context_window\":{\"current_usage\":{\"input_tokens\":9},\"context_window_size\":90}",
        "\"context_window\":{}",
        "\"context_window\":null",
        "\"rate_limits\":{\"five_hour\":{\"used_percentage\":77}}",
        "\"context_window\":{\"used_percentage\":5},\"rate_limits\":{\"used_percentage\":77}",
        "\"rate_limits\":{\"used_percentage\":77},\"context_window\":{\"used_percentage\":5}"
      })
  void the_status_line_says_how_full_the_context_is(String window) throws IOException {
    var folder = "\"workspace\":{\"current_dir\":" + quoted(empty) + "}";

    compare(empty, "statusline", "{" + folder + "," + window + "}");
    compare(empty, "statusline", "{" + window + "," + folder + "}");
  }

  @Test
  void a_large_event_is_handed_on_in_full() throws IOException {
    var payload =
        "{\"cwd\":"
            + quoted(empty)
            + ",\"prompt\":"
            + JsonString.of("\"$x` \\".repeat(40_000))
            + "}";

    assertThat(compare(empty, "hook claude-code UserPromptSubmit", payload)).isFalse();
  }

  @Test
  void a_run_may_be_where_a_work_tree_of_the_repository_has_a_state_folder() throws IOException {
    var scratch = ScratchRepository.in(temp.resolve("other"));
    scratch.commit("Begin");
    scratch.git("worktree", "add", "--quiet", "../linked");
    var trees = List.of(scratch.root(), scratch.root().resolveSibling("linked"));

    for (var tree : trees) {
      assertThat(compare(tree, PROMPT, in(tree))).as("%s", tree).isTrue();
    }
    Files.createDirectories(scratch.state());
    for (var tree : trees) {
      assertThat(compare(tree, PROMPT, in(tree))).as("%s", tree).isFalse();
    }
  }

  @Test
  void a_run_may_be_in_the_superproject_or_in_a_submodule() throws IOException {
    var library = ScratchRepository.in(temp.resolve("library"));
    library.commit("Begin");
    var scratch = ScratchRepository.in(temp.resolve("super"));
    scratch.git("submodule", "--quiet", "add", library.root().toString(), "lib");
    var lib = scratch.at(scratch.root().resolve("lib"));
    assertThat(compare(lib.root(), PROMPT, in(lib.root()))).isTrue();
    assertThat(compare(scratch.root(), PROMPT, in(scratch.root()))).isTrue();

    var state = Files.createDirectories(scratch.state());
    assertThat(compare(lib.root(), PROMPT, in(lib.root()))).isFalse();
    Files.delete(state);
    Files.delete(state.resolveSibling(""));
    Files.createDirectories(scratch.root().resolve(".git/modules/lib/tidemark/main"));
    assertThat(compare(scratch.root(), PROMPT, in(scratch.root()))).isFalse();
  }

  @Test
  void a_run_may_be_below_an_initialized_folder_outside_git() throws IOException {
    var deep = Files.createDirectories(temp.resolve("plain/src/deep"));
    assertThat(compare(deep, PROMPT, in(deep))).isTrue();

    Files.createDirectories(temp.resolve("plain/.tidemark"));

    assertThat(compare(deep, PROMPT, in(deep))).isFalse();
    assertThat(compare(empty, PROMPT, in(empty))).isTrue();
  }

  @Test
  void a_session_of_a_project_is_answered_by_it_wherever_the_agent_is() throws IOException {
    var project = project("folder", ".tidemark");
    for (var variable : List.of("CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR")) {
      tidemark = tidemark.with(variable, project.toString());
      assertThat(compare(empty, PROMPT, in(empty))).as(variable).isFalse();
      tidemark = tidemark.with(variable, empty.toString());
      assertThat(compare(empty, PROMPT, in(empty))).as(variable).isTrue();
    }
    var folders = "\"workspace\":{\"current_dir\":%s,\"project_dir\":%s}";
    var status = "{" + folders.formatted(quoted(empty), quoted(project)) + "}";
    assertThat(compare(empty, "statusline", status)).isFalse();
  }

  @Test
  void a_tool_that_changes_a_file_of_a_project_is_answered_by_it() throws IOException {
    var file = quoted(project("folder", ".claude/state").resolve("src/a"));
    for (var key : List.of("file_path", "path", "notebook_path", "destination")) {
      var tool = ",\"tool_name\":\"Write\",\"tool_input\":{\"" + key + "\":" + file + "}}";
      var payload = "{\"cwd\":" + quoted(empty) + tool;
      assertThat(compare(empty, "hook claude-code PreToolUse", payload)).as(key).isFalse();
    }
  }

  /// A folder that an event comes from, and what it says of its folder.
  private record Layout(Path from, String payload) {}

  private List<Layout> layouts() throws IOException {
    var layouts = new ArrayList<Layout>();
    var elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
    var places = new ArrayList<>(ProjectProbe.PLACES);
    places.addFirst("");
    for (var repository : REPOSITORIES) {
      for (var trace : places) {
        var root = project(repository, trace);
        for (var name : FOLDERS) {
          var folder = Path.of(root + name);
          layouts.add(new Layout(folder, in(folder)));
          layouts.add(new Layout(elsewhere, in(folder)));
          layouts.add(new Layout(folder, in(elsewhere)));
          layouts.add(new Layout(folder, "{\"session_id\":\"s\",\"prompt\":\"go on\"}"));
        }
      }
    }
    return layouts;
  }

  private Path project(String repository, String trace) throws IOException {
    var root = temp.resolve("project-" + number++);
    for (var name : FOLDERS) {
      Files.createDirectories(Path.of(root + name));
    }
    repository(root.resolve("vendor/lib/.git"));
    switch (repository) {
      case "folder" -> repository(root.resolve(".git"));
      case "work tree" -> {
        var git = temp.resolve("git-" + number);
        repository(git);
        var tree = Files.createDirectories(git.resolve("worktrees/tree"));
        Files.writeString(tree.resolve("HEAD"), "ref: refs/heads/tree\n");
        Files.writeString(tree.resolve("commondir"), "../..\n");
        Files.writeString(root.resolve(".git"), "gitdir: " + tree + "\n");
      }
      case "gone" -> Files.writeString(root.resolve(".git"), "gitdir: /no/such\n");
      default -> {}
    }
    if (!trace.isEmpty()) {
      Files.createDirectories(root.resolve(trace));
    }
    return root;
  }

  private static void repository(Path git) throws IOException {
    Files.createDirectories(git.resolve("refs"));
    Files.createDirectories(git.resolve("objects"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
  }

  private static List<String> events() {
    var events = new ArrayList<>(List.of("statusline"));
    for (var agent : Agent.values()) {
      for (var hook : HookTable.of(agent)) {
        events.add("hook " + agent.word() + " " + hook.event());
      }
    }
    return events;
  }

  private static String in(Path folder) {
    return "{\"session_id\":\"s\",\"cwd\":" + quoted(folder) + ",\"prompt\":\"go on\"}";
  }

  private static JsonString quoted(Path folder) {
    return JsonString.of(folder.toString());
  }

  /// Returns whether the launcher answered without Java, after a look at what it answered, or at
  /// what it handed on.
  private boolean compare(Path folder, String line, String payload) throws IOException {
    var launched = launched(folder, line, payload);
    if (launched.out().startsWith(HANDED_ON)) {
      var input = launched.out().substring(HANDED_ON.length());
      assertThat(input.stripTrailing()).as("%s in %s", line, folder).isEqualTo(payload);
      return false;
    }
    assertThat(launched)
        .as("%s in %s: %s", line, folder, payload)
        .isEqualTo(tidemark.from(folder).given(payload).run(line));
    return true;
  }

  private Ran launched(Path folder, String line, String payload) throws IOException {
    var words = new ArrayList<String>();
    words.addAll(List.of("/bin/sh", "-c", "h=$1; shift; . \"$h/lib/launch.sh\"", "sh"));
    words.add(temp.resolve("dist").toString());
    words.addAll(List.of(line.split(" ")));
    var builder = new ProcessBuilder(words).directory(folder.toFile());
    var input = Files.writeString(temp.resolve("input"), payload);
    builder.redirectInput(input.toFile());
    builder.environment().clear();
    builder.environment().putAll(tidemark.environment());
    builder.environment().put("TIDEMARK_JAVA_HOME", temp.resolve("jdk").toString());
    builder.environment().put("TIDEMARK_NO_AOT", "1");
    var process = builder.start();
    try {
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), out, err);
    } catch (InterruptedException stopped) {
      throw new UncheckedIOException(new IOException(stopped));
    }
  }
}
