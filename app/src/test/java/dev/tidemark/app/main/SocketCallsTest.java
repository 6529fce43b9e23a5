package dev.tidemark.app.main;

import static dev.tidemark.app.main.CommandLineHarness.ageless;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.app.socket.CallClient;
import dev.tidemark.app.socket.CallHandler.CallResult;
import dev.tidemark.app.socket.CallRequest;
import dev.tidemark.app.socket.OpenSockets;
import dev.tidemark.runner.RunnerHost;
import dev.tidemark.stores.file.io.DiskIo;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Calls that a server executes for other processes.
class SocketCallsTest {
  private static final long CALLER = 4_194_000;

  @TempDir private Path temp;
  private CommandLineHarness here;
  private ProcessContext place;
  private Closeable listening;

  @BeforeEach
  void serve() throws IOException {
    here =
        CommandLineHarness.fresh(temp.resolve("project"))
            .with("LC_ALL", "C.UTF-8")
            .after("init", "start implement/auth");
    var home = here.scratch().home();
    var factory = new ProjectFactory(new DiskIo(), () -> home);
    place =
        new ProcessContext(
            here.folder(),
            here.environment(),
            InputStream.nullInputStream(),
            ProjectFactory.lasting(factory),
            ChildProcess::program);
    listening = SocketCalls.listen(place);
    while (!OpenSockets.listens(here.scratch().root())) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void end() throws IOException {
    listening.close();
  }

  private Optional<CallResult> call(CommandLineHarness from, String input, String... words) {
    return call(from.folder(), from.environment(), "", input, words);
  }

  private Optional<CallResult> call(
      Path folder, Map<String, String> environment, String build, String input, String... words) {
    var bytes = new ByteArrayInputStream(input.getBytes(UTF_8));
    try {
      return CallClient.call(
          OpenSockets.socket(here.scratch().root()),
          new CallRequest(build, folder, CALLER, List.of(words), environment, bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<CallResult> call(String line) {
    return call(here, "", CommandLineHarness.split(line).toArray(new String[0]));
  }

  @Test
  void a_call_has_the_answer_that_its_own_process_would_give() {
    here.after("enter implementation", "note 'Größer als gedacht' --next 'Den Test schreiben'");
    here.scratch().write("src/a.ts", "export {}\n");

    for (var line :
        List.of(
            "status",
            "status --json",
            "list --all",
            "resume",
            "resume --json",
            "history",
            "show",
            "why --json",
            "diff",
            "status --run nothing/there",
            "status nothing/there --json",
            "done nothing",
            "note")) {
      var ran = call(line).orElseThrow();
      var own = here.run(line);
      assertThat(ran.exit()).as(line).isEqualTo(own.exit());
      assertThat(ageless(ran.output())).as(line).isEqualTo(ageless(own.out()));
      assertThat(ageless(ran.errors())).as(line).isEqualTo(ageless(own.err()));
    }
  }

  @Test
  void a_change_is_made_by_the_calling_process_in_its_folder() {
    here.scratch().write("src/a.ts", "export {}\n");
    here.scratch().write("src/a.ts", "1\n");
    var agent = here.with("CLAUDECODE", "1").from("src");

    var done =
        call(agent, "", "done", "implementation", "--summary", "Works.", "--created", "a.ts");

    assertThat(done.orElseThrow().exit()).isZero();
    assertThat(here.run("show").out()).contains("src/a.ts");
    assertThat(here.run("history --json").out())
        .contains("\"name\":\"claude-code\"")
        .contains("\"process\":" + CALLER);
  }

  @Test
  void hooks_and_the_status_line_read_the_input_of_the_caller() {
    var event = "{\"hook_event_name\":\"SessionStart\",\"cwd\":\"" + here.folder() + "\"}";

    var hook = call(here, event, "hook", "claude-code", "SessionStart").orElseThrow();

    assertThat(hook.exit()).isZero();
    assertThat(hook.output())
        .isEqualTo(here.given(event).words("hook", "claude-code", "SessionStart").out())
        .contains("implement/auth");
    assertThat(call(here, "{}", "statusline").orElseThrow().output())
        .isEqualTo(here.given("{}").words("statusline").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "no-such-verb", "status --no-such-option"})
  void help_and_wrong_command_lines_are_answered_as_by_a_process(String line) {
    assertThat(call(line).orElseThrow()).isEqualTo(result(here.run(line)));
  }

  @Test
  void what_needs_the_calling_process_is_declined_and_nothing_is_done() {
    var before = here.run("history").out();
    for (var line :
        List.of(
            "approve implementation",
            "note -",
            "done implementation --summary-file x.md",
            "finish",
            "undo",
            "restore --to 1",
            "claim",
            "status --root .",
            "status --local",
            "list --queue",
            "install codex",
            "trust",
            "statusline --then 'echo x'",
            "hook --dry-run claude-code Stop")) {
      assertThat(call(line)).as(line).isEmpty();
    }
    assertThat(here.run("history").out()).isEqualTo(before);
  }

  @Test
  void another_project_another_build_and_other_connections_are_declined() {
    var other = CommandLineHarness.fresh(temp.resolve("project/nested"));

    assertThat(call(other, "", "status")).isEmpty();
    assertThat(call(here.folder(), here.environment(), "another", "", "status")).isEmpty();
    assertThat(call(here.folder().resolve("gone"), here.environment(), "", "", "status")).isEmpty();
    for (var variable :
        List.of("GIT_DIR", "GIT_ROOT", "PGPASSWORD", "HOME", "XDG_CONFIG_HOME", "TIDEMARK_STORE")) {
      assertThat(call(here.with(variable, "/elsewhere"), "", "status")).as(variable).isEmpty();
    }
    assertThat(call(here.with("TIDEMARK_FORMAT", "phase"), "", "status", "--json").orElseThrow())
        .isEqualTo(result(here.with("TIDEMARK_FORMAT", "phase").run("status --json")));
  }

  @Test
  void a_call_through_a_server_is_no_repetition_whatever_its_process_inherited() {
    var inherited = here.with("TIDEMARK_REPEATED", "1");

    assertThat(call(inherited, "", "note", "the first").orElseThrow().exit()).isZero();
    assertThat(call(inherited, "", "note", "the second").orElseThrow().exit()).isZero();

    assertThat(here.run("history").out()).contains("the first", "the second");
  }

  @Test
  void a_folder_of_tidemark_that_was_replaced_below_a_server_is_refused_as_by_a_process()
      throws IOException {
    assertThat(call("note first").orElseThrow().exit()).isZero();
    var home = here.scratch().state();
    var layout = home.resolve("FORMAT");
    var format = Files.readString(layout);

    Files.writeString(layout, "{\"format\":3,\"minReader\":2,\"storeId\":\"x\"}");
    var newer = call("note second").orElseThrow();
    Files.writeString(layout, format);
    var outside = temp.resolve("outside");
    Files.move(home, outside);
    Files.createSymbolicLink(home, outside);
    var before = Tree.of(outside);
    var led = call("note third").orElseThrow();

    assertThat(newer.exit()).isOne();
    assertThat(newer.errors()).contains("was written by a newer version");
    assertThat(led).isEqualTo(result(here.run("note third")));
    assertThat(led.errors()).contains("leaves the project through a symbolic link");
    assertThat(Tree.of(outside)).isEqualTo(before);
    Files.delete(home);
    Files.move(outside, home);
    assertThat(here.run("history").out()).contains("first").doesNotContain("second", "third");
  }

  @Test
  void a_store_that_the_project_names_meanwhile_and_nobody_trusts_is_not_passed_over() {
    assertThat(call("note first").orElseThrow().exit()).isZero();
    here.scratch().write(".tidemark/config.yaml", "store: \"postgresql://u@db.example.org/x\"\n");

    var ran = call("note second").orElseThrow();

    assertThat(ran.exit()).isOne();
    assertThat(ran.errors()).contains("is not trusted yet; nothing was changed");
    assertThat(ran).isEqualTo(result(here.run("note second")));
  }

  /// Has the runner listen in place of the server.
  ///
  /// @return its agent
  private CommandLineHarness agent() throws IOException {
    listening.close();
    var root = here.scratch().root();
    listening = SocketCalls.listenForAgents(place, root);
    return here.with(RunnerHost.CALLS, OpenSockets.socket(root).toString());
  }

  @Test
  void a_runner_executes_whatever_its_agents_record() throws IOException {
    var agent = agent();
    here.scratch().write("notes.md", "From a file\n");

    agent.after("enter implementation", "done implementation --summary-file notes.md");
    assertThat(here.run("show").out()).contains("From a file");
    agent.after("undo").given("From standard input").after("note -");
    agent.after(
        "note 'One more' --as bob --json", "finish --abandon Enough", "restore --to 1 --yes");

    assertThat(here.run("history").out()).contains("From standard input", "One more");
    assertThat(here.run("history --json").out())
        .doesNotContain("\"kind\":\"person\",\"name\":\"bob\"")
        .contains("\"kind\":\"agent\",\"name\":\"agent\"");
    var event = "{\"hook_event_name\":\"SessionStart\",\"cwd\":\"" + here.folder() + "\"}";
    assertThat(agent.given(event).words("hook", "claude-code", "SessionStart").out())
        .isEqualTo(here.given(event).words("hook", "claude-code", "SessionStart").out())
        .contains("implement/auth");
  }

  @Test
  void a_runner_declines_what_would_lead_out_of_the_sandbox_of_its_agents() throws IOException {
    var agent = agent();
    var other = CommandLineHarness.fresh(temp.resolve("project/nested")).after("init");
    var event = "{\"hook_event_name\":\"SessionStart\",\"cwd\":\"" + other.folder() + "\"}";

    for (var line :
        List.of(
            "approve implementation",
            "gate run tests",
            "gate set preview --status ready",
            "doctor --fix",
            "init",
            "install codex",
            "trust",
            "export",
            "run stop",
            "issue",
            "merge x y z",
            "note Elsewhere --root nested",
            "note -",
            "done implementation --summary-file notes.md")) {
      assertThat(call(line)).as(line).isEmpty();
    }
    assertThat(call(agent, event, "hook", "claude-code", "SessionStart")).isEmpty();
    assertThat(call(other, "", "status")).isEmpty();
  }

  /// What is started for a call, such as git, is found by the variables of the runner.
  @Test
  void the_variables_of_an_agent_say_who_it_is_and_nothing_else() throws IOException {
    agent();
    var tool = temp.resolve("bin/git");
    Files.createDirectories(temp.resolve("bin"));
    Files.writeString(tool, "#!/bin/sh\ntouch " + temp.resolve("escaped") + "\n");
    assertThat(tool.toFile().setExecutable(true)).isTrue();
    var agent =
        here.with("PATH", temp.resolve("bin").toString())
            .with("HOME", temp.toString())
            .with("CLAUDECODE", "1");

    assertThat(call(agent, "", "note", "Somewhere").orElseThrow().exit()).isZero();
    assertThat(call(agent, "", "resume").orElseThrow().exit()).isZero();

    assertThat(temp.resolve("escaped")).doesNotExist();
    assertThat(here.run("history --json").out()).contains("\"name\":\"claude-code\"");
  }

  private static CallResult result(Ran ran) {
    return new CallResult(ran.exit(), ran.out(), ran.err());
  }
}
