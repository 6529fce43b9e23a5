package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.app.socket.CallHandler.CallResult;
import dev.tidemark.app.socket.CallRequest;
import dev.tidemark.app.socket.CallSocket;
import dev.tidemark.app.socket.OpenSockets;
import dev.tidemark.testkit.Proofs;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The native client, compiled from `build/dist/client.c`: what it sends, what it prints, and when
/// it becomes the launcher. The launcher is a script that says so.
class NativeClientTest {
  private static final String LAUNCHER =
      "#!/bin/sh\nprintf 'launched %s|' \"${TIDEMARK_REPEATED:-once}\" \"$@\"\ncat\nexit 7\n";

  @TempDir private static Path tools;
  private static Path program;

  @TempDir private Path temp;
  private Path project;
  private final Map<String, String> variables = new HashMap<>();
  private final ConcurrentLinkedQueue<CallRequest> calls = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void compile() throws Exception {
    assumeTrue(isCompiler() || "1".equals(System.getenv("TIDEMARK_CI")), "cc is not installed");
    // A busy machine takes its time to accept a call.
    program = compile("tidemark", "-DACCEPT_MILLIS=60000", "-DHOOK_ACCEPT_MILLIS=60000");
  }

  private static Path compile(String name, String... options) throws Exception {
    return compile(tools.resolve(name), options);
  }

  /// Compiles the client to a file, for a launcher `tidemark.sh` beside it.
  static Path compile(Path file, String... options) throws Exception {
    var source = Repository.root().resolve("build/dist/client.c").toString();
    var words = new ArrayList<>(List.of("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror"));
    words.addAll(List.of("-Wno-format-truncation", "-O2", "-DBUILD=\"\""));
    words.addAll(List.of(options));
    words.addAll(List.of("-o", file.toString(), source));
    var compiler = new ProcessBuilder(words).inheritIO().start();
    assertThat(compiler.waitFor()).as("cc").isZero();
    return file;
  }

  private static boolean isCompiler() {
    for (var folder : System.getenv("PATH").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, "cc"))) {
        return true;
      }
    }
    return false;
  }

  @BeforeEach
  void prepare() throws IOException {
    launcher(LAUNCHER);
    project = temp.resolve("project");
    Files.createDirectories(project.resolve(".git"));
    Files.createDirectories(project.resolve("a folder"));
  }

  private static void launcher(String script) throws IOException {
    var file = Files.writeString(tools.resolve("tidemark.sh"), script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ran run(Path folder, String input, String... words) {
    var command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    try {
      var builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.environment().put("MARK", "größer=\n");
      builder.environment().put("TIDEMARK_SERVER", "");
      builder.environment().put("CI", "1");
      builder.environment().putAll(variables);
      var in = Files.writeString(temp.resolve("input"), input).toFile();
      var out = temp.resolve("out").toFile();
      var err = temp.resolve("err").toFile();
      var process = builder.redirectInput(in).redirectOutput(out).redirectError(err).start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
      return new Ran(process.exitValue(), text(out), text(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(File file) throws IOException {
    return Files.readString(file.toPath());
  }

  private CallSocket listening(boolean accepting) throws IOException {
    return CallSocket.open(
        project,
        callRequest -> {
          calls.add(callRequest);
          return accepting
              ? () -> {
                try {
                  var input = new String(callRequest.input().readAllBytes(), UTF_8);
                  return new CallResult(203, "out größer\n", "err " + input);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
              : null;
        });
  }

  @Test
  void a_server_executes_the_call_with_everything_that_the_process_has() throws IOException {
    try (var _ = listening(true)) {
      var ran = run(project.resolve("a folder"), "not read", "note", "", "größer\nals 'x'", "-");

      assertThat(ran).isEqualTo(new Ran(203, "out größer\n", "err "));
      var call = calls.element();
      assertThat(call.words()).containsExactly("note", "", "größer\nals 'x'", "-");
      assertThat(call.folder()).isEqualTo(project.resolve("a folder").toRealPath());
      assertThat(call.environment()).containsEntry("MARK", "größer=\n").containsKey("PATH");
      assertThat(call.process()).isPositive();
    }
  }

  @Test
  void outside_git_the_server_of_the_nearest_initialized_folder_executes_the_call()
      throws IOException {
    var folder = project.resolve("a folder");
    Files.delete(project.resolve(".git"));
    Files.createDirectories(project.resolve(".tidemark"));
    try (var _ = listening(true)) {
      assertThat(run(folder, "", "note", "x").exit()).isEqualTo(203);

      Files.createDirectories(folder.resolve(".tidemark"));

      assertThat(run(folder, "", "note", "x").out()).startsWith("launched once|");
      assertThat(run(project, "", "note", "x").exit()).isEqualTo(203);
    }
  }

  @Test
  void hooks_and_the_status_line_send_their_input() throws IOException {
    try (var _ = listening(true)) {
      var event = "{\"cwd\":\"" + "x".repeat(200_000) + "\"}\n";
      assertThat(run(project, event, "hook", "codex", "Stop").err()).isEqualTo("err " + event);
      assertThat(run(project, "{}", "statusline").err()).isEqualTo("err {}");
    }
  }

  @Test
  void without_a_server_or_declined_the_launcher_gets_arguments_and_input() throws IOException {
    var event = "{\"cwd\":\"" + "x".repeat(200_000) + "\"}\n";
    var launched = new Ran(7, "launched once|launched hook|launched codex|" + event, "");

    assertThat(run(project, event, "hook", "codex").out())
        .isEqualTo(launched.out().replace("launched hook|", "launched hook|"));
    try (var _ = listening(false)) {
      assertThat(run(project, event, "hook", "codex")).isEqualTo(launched);
      assertThat(run(project, "text", "done", "a b").out())
          .isEqualTo("launched once|launched done|launched a b|text");
      assertThat(calls).hasSize(2);
    }
  }

  @Test
  void what_no_server_can_execute_is_not_sent() throws IOException {
    try (var _ = listening(true)) {
      for (var verb : lasting()) {
        assertThat(run(project, "", verb).exit()).as(verb).isEqualTo(7);
      }
      assertThat(run(project, "").exit()).isEqualTo(7);
      assertThat(run(temp, "", "status").exit()).as("another project").isEqualTo(7);
      for (var variable : List.of("TIDEMARK_SERVER", "TIDEMARK_JAVA_OPTS")) {
        variables.put(variable, "off");
        assertThat(run(project, "", "status").exit()).as(variable).isEqualTo(7);
        variables.clear();
      }
      assertThat(calls).isEmpty();
      var nested = Files.createDirectories(project.resolve("nested/.git")).getParent();
      assertThat(run(nested, "", "status").exit()).as("a nested project").isEqualTo(7);
      assertThat(calls).isEmpty();
    }
  }

  private static List<String> lasting() throws IOException {
    var source = Files.readString(Repository.root().resolve("build/dist/client.c"));
    int begin = source.indexOf("LASTING[] = {");
    var list = source.substring(begin, source.indexOf("};", begin));
    return Pattern.compile("\"([a-z]+)\"").matcher(list).results().map(it -> it.group(1)).toList();
  }

  @Test
  void the_client_knows_the_verbs_that_last() throws IOException {
    for (var verb : lasting()) {
      var spec = CommandRegistry.VERBS.find(verb);
      assertThat(spec).as(verb).isNotNull();
      assertThat(spec.served()).as(verb).isFalse();
    }
  }

  @Test
  void a_call_that_a_person_has_to_answer_is_launched() throws IOException {
    try (var _ =
        CallSocket.open(
            project,
            callRequest -> {
              calls.add(callRequest);
              return () -> null;
            })) {
      assertThat(run(project, "text", "done", "x").out())
          .isEqualTo("launched once|launched done|launched x|text");
      assertThat(calls).hasSize(1);
    }
  }

  @Test
  void a_call_may_take_longer_than_a_server_may_be_silent() throws Exception {
    var patient = program;
    try (var _ =
        CallSocket.open(
            project,
            callRequest ->
                () -> {
                  try {
                    Thread.sleep(4_000);
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  return new CallResult(0, "late", "");
                })) {
      program = compile("strict", "-DSILENCE_MILLIS=2500");

      assertThat(run(project, "", "gate").out()).isEqualTo("late");
    } finally {
      program = patient;
    }
  }

  @Test
  void a_call_whose_server_ends_is_launched_again_and_nothing_is_printed_twice() throws Exception {
    var whole =
        ByteBuffer.allocate(32)
            .put((byte) 'A')
            .put((byte) 'A')
            .put((byte) 'R')
            .put((byte) 0)
            .putInt(3)
            .putInt(0);
    whole.put("out".getBytes(UTF_8)).flip();
    for (int length = 0; length < whole.limit(); length++) {
      var part = whole.slice(0, length);
      try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        var socket = abandoned();
        server.bind(UnixDomainSocketAddress.of(socket));
        var answering =
            Thread.ofPlatform()
                .start(
                    () -> {
                      try (var connection = server.accept()) {
                        connection.read(ByteBuffer.allocate(1 << 20));
                        connection.write(part.duplicate());
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    });

        var ran = run(project, "", "done", "x");

        answering.join();
        Files.delete(socket);
        assertThat(ran)
            .as("after %d bytes", length)
            .isEqualTo(new Ran(7, "launched 1|launched done|launched x|", ""));
      }
    }
  }

  @Test
  void a_hook_is_launched_where_the_server_stands_still() throws Exception {
    var patient = program;
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      program = compile("usual");
      var socket = abandoned();
      server.bind(UnixDomainSocketAddress.of(socket));

      var ran = run(project, "event", "hook", "codex", "Stop");

      Files.delete(socket);
      assertThat(ran.out())
          .isEqualTo("launched 1|launched hook|launched codex|launched Stop|event");
    } finally {
      program = patient;
    }
  }

  /// Returns the name of a socket of a server of the project that is not there.
  private Path abandoned() throws IOException {
    try (var _ = listening(false)) {
      var own = OpenSockets.socket(project);
      var name = own.getFileName().toString();
      return own.resolveSibling(name.substring(0, name.indexOf('.') + 1) + "1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"before-recording", "before-publishing", "before-folder-is-forced"})
  void a_change_that_its_server_was_killed_in_is_made_once(String step) throws Exception {
    var harness = real();
    try (var server = ServerProcess.stopping(harness, step)) {
      await(harness);
      var done = List.of(program.toString(), "done", "implementation", "--summary", "Works.");
      var client = ChildProcess.command(harness, done);
      server.awaitStop();

      server.kill();

      var ran = client.end();
      assertThat(ran.exit()).as(ran.toString()).isZero();
      assertThat(ran.err().contains("applied already")).isEqualTo(!step.equals("before-recording"));
    }
    assertThat(harness.run("history").out().split("implementation complete", -1)).hasSize(2);
    assertThat(harness.run("show").out()).contains("Works.");
    assertThat(harness.run("doctor").exit()).isZero();
  }

  @Test
  void servers_that_are_killed_at_any_time_lose_no_note_and_make_none_twice() throws Exception {
    var harness = real();
    var random = new Random(11);
    int tries = Proofs.tries(60, 2);
    for (int i = 0; i < tries; i++) {
      try (var server = ServerProcess.start(harness, "codex-mcp-client")) {
        await(harness);
        var words = List.of(program.toString(), "note", "number " + i + ".");
        var client = ChildProcess.command(harness, words);
        Thread.sleep(random.nextInt(i % 2 == 0 ? 40 : 400));
        server.kill();
        var ran = client.end();
        assertThat(ran.exit()).as(ran.toString()).isZero();
      }
    }
    var history = harness.run("history").out();
    for (int i = 0; i < tries; i++) {
      assertThat(history.split("noted: number " + i + "\\.", -1)).as("note %d", i).hasSize(2);
    }
  }

  private CommandLineHarness real() throws IOException {
    launcher("#!/bin/sh\nexec " + quoted(ChildProcess.program()) + " \"$@\"\n");
    return CommandLineHarness.fresh(temp.resolve("real"))
        .with("CI", "1")
        .after("init", "start implement/auth", "enter implementation");
  }

  private static void await(CommandLineHarness harness) throws IOException {
    while (!OpenSockets.listens(harness.scratch().root())) {
      Thread.onSpinWait();
    }
  }

  private static String quoted(List<String> words) {
    return "'" + String.join("' '", words) + "'";
  }
}
