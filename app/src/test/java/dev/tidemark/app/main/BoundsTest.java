package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.command.session.ProcessContext;
import dev.tidemark.app.main.project.ProjectFactory;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.testkit.Proofs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The work of a verb or hook in a project that holds too much: counts of files read, as times
/// depend on the machine.
class BoundsTest {
  private static final String DOCUMENTS = ".claude/state";
  private static final String EVENT =
      "{\"session_id\":\"s\",\"source\":\"startup\",\"prompt\":\"%s\",\"tool_name\":\"Write\","
          + "\"tool_input\":{\"file_path\":\"a.txt\",\"content\":\"a\"}}";

  /// The runs beside the one that is worked on: more than a hook reads to find its own.
  private static final int RUNS = Proofs.tries(3_000, 250);

  private static final int DEFINITIONS_MAX = 1_000;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init", "start implement/auth", "enter implementation");
  }

  private void write(int definitions) {
    for (int i = 0; i < definitions; i++) {
      tidemark.scratch().write(".tidemark/workflows/w" + i + ".yaml", "phases: [a, b]\n");
    }
  }

  @Test
  void beyond_the_limit_no_definition_is_read_and_nothing_is_changed_in_any_run() {
    write(DEFINITIONS_MAX);
    assertThat(tidemark.run("start w999/x").err()).isEmpty();
    write(DEFINITIONS_MAX + 1);
    var problem = ".tidemark/workflows has 1001 definitions, and at most 1000 are read";

    for (var verb :
        List.of("status auth", "resume auth", "history --run auth", "note ok --run auth", "list")) {
      var ran = tidemark.run(verb);
      assertThat(ran.exit()).as(verb).isZero();
      assertThat(ran.err()).as(verb).startsWith("tidemark: " + problem);
    }
    assertThat(tidemark.run("doctor").out()).containsOnlyOnce("error  " + problem);
    for (var verb :
        List.of(
            "enter validation --run auth",
            "done implementation --run auth",
            "finish auth",
            "gate --run auth",
            "start review/x",
            "done a --run w999/x")) {
      var ran = tidemark.run(verb);
      assertThat(ran.exit()).as(verb).isNotZero();
      assertThat(ran.err()).as(verb).contains(problem);
    }
    var guard = tidemark.given(EVENT.formatted("go")).run("hook claude-code PreToolUse");
    assertThat(guard.err()).contains(problem);
    assertThat(guard.exit()).isEqualTo(2);
  }

  @Test
  void definitions_that_are_too_long_together_are_not_read() {
    for (int i = 0; i < 20; i++) {
      var purpose = "x".repeat(220_000);
      tidemark
          .scratch()
          .write(".tidemark/workflows/w" + i + ".yaml", "purpose: " + purpose + "\nphases: [a]\n");
    }

    assertThat(tidemark.run("done implementation --run auth").err())
        .contains(".tidemark/workflows has definitions of more than 4000000 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "list",
        "resume --run auth",
        "enter implementation --run auth --dry-run"
      })
  void a_verb_reads_no_document_of_another_run_again(String verb) throws IOException {
    addRuns();
    tidemark.after("list");

    assertThat(readBy(verb, "").keySet()).allMatch(name -> name.equals("implement-auth.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Stop", "PreCompact", "SessionEnd", "UserPromptSubmit", "SessionStart"})
  void a_hook_reads_a_few_documents_however_many_runs_there_are(String event) throws IOException {
    addRuns();
    tidemark.after("list");

    var read = readBy("hook claude-code " + event, "make the tests pass again, please");

    assertThat(read).hasSizeLessThanOrEqualTo(200);
    // Those that a session is recorded with are read by the store again.
    assertThat(read.values()).filteredOn(times -> times > 1).hasSizeLessThanOrEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UserPromptSubmit", "PreToolUse"})
  void a_guard_reads_every_document_once(String event) throws IOException {
    addRuns();
    write(1);
    tidemark.after("list");

    var read = readBy("hook claude-code " + event, "/implement auth");

    assertThat(read).hasSize(RUNS + 1);
    assertThat(read.values()).containsOnly(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"doctor", "adopt --dry-run"})
  void a_check_of_all_recorded_runs_reads_each_document_twice(String verb) throws IOException {
    addRuns();
    tidemark.after("adopt");

    var read = readBy(verb, "");

    assertThat(read).hasSize(RUNS + 1);
    read.values().removeIf(times -> times <= 2);
    // The first that is found shows that there are runs of the format.
    assertThat(read).hasSizeLessThanOrEqualTo(1);
  }

  /// Documents as a checkout brings them, from long ago.
  private void addRuns() throws IOException {
    var folder = tidemark.scratch().root().resolve(DOCUMENTS);
    var own = folder.resolve("implement-auth.json");
    var text = Files.readString(own);
    var settled = FileTime.from(Instant.now().minusSeconds(60));
    for (int i = 0; i < RUNS; i++) {
      var other = folder.resolve("implement-auth" + i + ".json");
      Files.writeString(other, text.replace("\"auth\"", "\"auth" + i + "\""));
      Files.setLastModifiedTime(other, settled);
    }
  }

  /// Returns how often each checkpoint file was read.
  private Map<String, Integer> readBy(String line, String prompt) {
    var reads = new TreeMap<String, Integer>();
    var disk = new CountingIo(tidemark.scratch().root().resolve(DOCUMENTS), reads);
    var input = new ByteArrayInputStream(EVENT.formatted(prompt).getBytes(UTF_8));
    try (var projectFactory = new ProjectFactory(disk, tidemark.scratch()::home)) {
      var environment = tidemark.environment();
      var place =
          new ProcessContext(
              tidemark.folder(), environment, input, projectFactory, () -> List.of("tidemark"));
      var terminal = Terminal.of(false, false, "UTF-8", Map.of());
      var err = new ByteArrayOutputStream();
      var streams = new CommandLine.Streams(new ByteArrayOutputStream(), err, terminal);

      int exit = new CommandLine(streams, place).code(line.split(" "));

      assertThat(exit).as(err.toString(UTF_8)).isZero();
    }
    return reads;
  }

  /// Disk that counts the reads of the files in a folder.
  private static final class CountingIo extends ForwardingIo {
    private final Path folder;
    private final Map<String, Integer> reads;

    CountingIo(Path folder, Map<String, Integer> reads) {
      super(new DiskIo());
      this.folder = folder;
      this.reads = reads;
    }

    @Override
    public byte @Nullable [] read(Path file, long offset, int length) throws IOException {
      if (folder.equals(file.getParent()) && offset == 0) {
        reads.merge(file.getFileName().toString(), 1, Integer::sum);
      }
      return super.read(file, offset, length);
    }
  }
}
