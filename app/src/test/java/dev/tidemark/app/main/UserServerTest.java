package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.socket.CallSocket;
import dev.tidemark.testkit.Proofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The server that the native client keeps for its user: when it is started, for whom it answers
/// and when it ends. The launcher writes down what it was started for.
class UserServerTest {
  @TempDir private static Path tools;
  private static Path client;

  @TempDir private Path temp;
  private Path home;
  private CommandLineHarness shop;
  private CommandLineHarness earlier;

  @BeforeAll
  static void compile() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/cc")) || "1".equals(System.getenv("TIDEMARK_CI")),
        "cc is not installed");
    client =
        NativeClientTest.compile(
            tools.resolve("tidemark"), "-DACCEPT_MILLIS=60000", "-DHOOK_ACCEPT_MILLIS=60000");
  }

  @BeforeEach
  void prepare() throws IOException {
    home = Files.createDirectories(temp.resolve("home"));
    var program = String.join("' '", ChildProcess.program("-Dtidemark.terminal=ENDS"));
    var launcher =
        Files.writeString(
            tools.resolve("tidemark.sh"),
            """
            #!/bin/sh
            echo "$1" >>"$HOME/launched"
            if [ "$1" = server ] && [ -e "$HOME/broken" ]; then exit 1; fi
            ends=
            if [ -t 1 ]; then ends=o; fi
            exec 'PROGRAM' "$@"
            """
                .replace("PROGRAM", program)
                .replace("ENDS", "'\"$ends\"'"));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    shop = CommandLineHarness.fresh(temp.resolve("shop")).with("HOME", home.toString());
    // Their ages change once a day.
    earlier = shop.at(InstantSource.offset(InstantSource.system(), Duration.ofHours(-60)));
    earlier.after("init", "start state implement/shop", "enter implementation");
  }

  @AfterEach
  void end() throws Exception {
    for (var server : servers()) {
      server.destroy();
      server.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  /// Returns the servers of the home of this test.
  private List<ProcessHandle> servers() throws IOException {
    var own = new ArrayList<ProcessHandle>();
    for (var server : CallSocket.userServers()) {
      if (environment(server).contains("HOME=" + home + "\0")) {
        own.add(server);
      }
    }
    return own;
  }

  /// Returns the variables of a process; none if it has ended.
  private static String environment(ProcessHandle process) throws IOException {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/environ"));
    } catch (IOException gone) {
      if (process.isAlive()) {
        throw gone;
      }
      return "";
    }
  }

  private ProcessHandle awaitServer() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    var listening = servers();
    while (listening.isEmpty()) {
      assertThat(System.nanoTime()).as("a server listens").isLessThan(deadline);
      Thread.sleep(10);
      listening = servers();
    }
    return listening.getFirst();
  }

  private static Ran run(CommandLineHarness from, String... words) {
    return begin(from, words).end();
  }

  private static ChildProcess begin(CommandLineHarness from, String... words) {
    var command = new ArrayList<>(List.of(client.toString()));
    command.addAll(List.of(words));
    return ChildProcess.command(from, command);
  }

  private List<String> launched() throws IOException {
    var file = home.resolve("launched");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  @Test
  void the_first_command_starts_a_server_that_executes_the_next_ones_in_any_project()
      throws Exception {
    var blog = shop.from(CommandLineHarness.fresh(temp.resolve("blog")).folder());
    blog.after("init", "start state implement/blog");
    assertThat(run(shop, "status").out()).contains("implement/shop");
    awaitServer();

    assertThat(run(shop, "note", "from the shop").exit()).isZero();
    assertThat(run(blog, "status").out()).contains("implement/blog").doesNotContain("shop");
    assertThat(run(shop.from("."), "history").out()).contains("from the shop");

    assertThat(launched()).containsExactly("status", "server");
  }

  @Test
  void many_commands_at_a_time_start_one_server() throws Exception {
    var all = new ArrayList<ChildProcess>();
    for (int i = 0; i < 12; i++) {
      all.add(begin(shop, "status"));
    }
    for (var one : all) {
      assertThat(one.end().exit()).isZero();
    }
    awaitServer();

    assertThat(launched()).containsOnlyOnce("server");
    assertThat(servers()).hasSize(1);
  }

  @Test
  void a_folder_that_becomes_another_project_is_that_project() throws Exception {
    run(shop, "status");
    awaitServer();
    var around = shop.folder().resolve("around");
    var inner = Files.createDirectories(around.resolve("project"));
    assertThat(run(shop.from(inner), "status").out()).contains("implement/shop");

    for (var name : List.of("first", "second", "third")) {
      CommandLineHarness.fresh(around).after("init", "start state implement/" + name);
      assertThat(run(shop.from(inner), "status").out())
          .startsWith("state/implement/" + name)
          .doesNotContain("shop");
      assertThat(run(shop.from(inner), "note", "of " + name).exit()).isZero();
      assertThat(run(shop.from(inner), "history").out()).containsOnlyOnce("noted: of ");
      delete(around);
      Files.createDirectories(inner);
      assertThat(run(shop.from(inner), "status").out()).contains("implement/shop");
    }
    assertThat(launched()).containsExactly("status", "server");
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  static List<String> otherwise() {
    var all =
        List.of(
            "umask 077; exec \"$@\"",
            "ulimit -f 100000; exec \"$@\"",
            "export XDG_CONFIG_HOME=/nonexistent; exec \"$@\"",
            "export GIT_DIR=/nonexistent; exec \"$@\"",
            "exec unshare -rm \"$@\"");
    return Proofs.sample(all, 4);
  }

  @ParameterizedTest
  @MethodSource("otherwise")
  void who_calls_otherwise_than_the_first_has_another_process(String otherwise) throws Exception {
    run(shop, "status");
    awaitServer();

    var words = List.of("sh", "-c", otherwise, "sh", client.toString(), "status");
    ChildProcess.command(shop.with("CI", "true"), words).end();

    assertThat(launched()).containsExactly("status", "server", "status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TIDEMARK_SERVER=off", "CI=true"})
  void none_is_started_where_none_is_wanted(String variable) throws Exception {
    var parts = variable.split("=", 2);

    run(shop.with(parts[0], parts[1]), "status");

    assertThat(launched()).containsExactly("status");
  }

  @Test
  void none_is_started_in_a_sandbox() throws Exception {
    var words = List.of("setpriv", "--no-new-privs", client.toString(), "status");

    ChildProcess.command(shop, words).end();

    assertThat(launched()).containsExactly("status");
  }

  @Test
  void a_server_that_was_killed_is_not_missed_and_the_next_call_starts_another() throws Exception {
    run(shop, "status");
    var server = awaitServer();
    server.destroyForcibly();
    server.onExit().get(60, TimeUnit.SECONDS);

    assertThat(run(shop, "note", "kept").exit()).isZero();
    awaitServer();

    assertThat(run(shop, "history").out()).contains("kept");
    assertThat(launched()).containsExactly("status", "server", "note", "server");
  }

  @Test
  void servers_that_are_killed_at_any_moment_lose_no_change_and_make_none_twice() throws Exception {
    var random = new Random(7);
    int kills = Integer.getInteger("tidemark.proof.user-server-kills", Proofs.tries(60, 2));
    for (int i = 0; i < kills; i++) {
      if (servers().isEmpty()) {
        assertThat(run(shop, "status").exit()).isZero();
      }
      var server = awaitServer();
      var note = begin(shop, "note", "number " + i + ".");
      var status = begin(shop, "status", "--json");
      Thread.sleep(random.nextInt(30));
      server.destroyForcibly();

      var noted = note.end();
      var shown = status.end();
      assertThat(noted.exit()).as(noted.toString()).isZero();
      assertThat(shown.string("run")).as(shown.toString()).isEqualTo("state/implement/shop");
      server.onExit().get(60, TimeUnit.SECONDS);
    }
    var history = shop.run("history").out();
    for (int i = 0; i < kills; i++) {
      assertThat(history.split("noted: number " + i + "\\.", -1)).as("note %d", i).hasSize(2);
    }
  }

  @Test
  void a_server_that_does_not_start_is_not_started_by_each_call() throws Exception {
    Files.createFile(home.resolve("broken"));

    for (var verb : List.of("status", "list", "history")) {
      assertThat(run(shop, verb).exit()).isZero();
    }
    // It is started when the call has ended.
    while (!launched().contains("server")) {
      Thread.sleep(10);
    }
    assertThat(run(shop, "why").exit()).isZero();

    assertThat(launched()).containsOnlyOnce("server").hasSize(5);
  }

  @Test
  void at_a_terminal_only_a_question_needs_the_process_that_was_called() throws Exception {
    run(shop, "status");
    awaitServer();

    var noted = terminal("note 'at a terminal'");
    assertThat(launched()).containsExactly("status", "server");
    assertThat(noted.out()).contains("at a terminal");
    var asked = terminal("start implement/other; " + client + " start implement/other");

    assertThat(asked.out()).contains("Resume implement from implementation? [Y/n]", "Now: begin");
    assertThat(launched()).containsExactly("status", "server", "start");
    assertThat(run(shop, "history", "other").out().split("run started", -1)).hasSize(2);
  }

  /// Has a person run a line of the client and say yes.
  private Ran terminal(String line) {
    var typed = "echo y | script -qec \"" + client + " " + line + "\" /dev/null";
    return ChildProcess.command(shop, List.of("sh", "-c", typed)).end();
  }

  @Test
  void server_stop_ends_it() throws Exception {
    run(shop, "status");
    var server = awaitServer();

    var ran = run(shop, "server", "stop");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).startsWith("ended ");
    assertThat(server.isAlive()).isFalse();
    assertThat(run(shop, "server", "stop").out()).isEqualTo("ended 0 servers\n");
  }

  @Test
  void it_ends_where_the_home_of_its_user_is_gone() throws Exception {
    run(shop, "status");
    var server = awaitServer();

    delete(home);

    server.onExit().get(60, TimeUnit.SECONDS);
  }

  @Test
  void what_a_terminal_shows_is_the_same_from_a_server() throws Exception {
    var terminal = shop.with("TERM", "xterm").with("LC_ALL", "C.UTF-8");
    for (var i = 0; i < 3; i++) {
      earlier.after("start state implement/a-run-with-a-rather-long-name-" + i);
    }
    run(shop, "status");
    awaitServer();
    boolean coloured = false;
    var verbs = Proofs.sample(List.of("list", "status shop", "resume shop", "history shop"), 2);
    var widths = List.of("50", "120");
    for (var verb : verbs) {
      for (var columns : widths) {
        var line = "stty rows 24 cols " + columns + "; " + client + " " + verb;
        var words = List.of("script", "-qec", line, "/dev/null");
        var cold = ChildProcess.command(terminal.with("TIDEMARK_SERVER", "off"), words).end().out();
        var served = ChildProcess.command(terminal, words).end().out();

        assertThat(served).as(verb).isEqualTo(cold);
        coloured |= served.contains("\u001b[");
      }
    }
    assertThat(coloured).as("a terminal has colours").isTrue();
    assertThat(launched())
        .as("nothing but the cold ones")
        .hasSize(2 + verbs.size() * widths.size());
  }

  @Test
  void a_name_that_no_client_gives_is_refused() {
    var ran = shop.run("server ../x");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("is not the name of a user's server");
  }
}
