package dev.tidemark.app.main;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `store move` is killed in the middle, at moments spread over all of it, and said again: every
/// run is in one place then, with the record that it had, byte for byte.
@LongProof
class MoveKilledTest {
  private static final int KILLS = Integer.getInteger("tidemark.move.kills", 6);
  private static final List<String> RUNS =
      List.of("state/implement/auth", "state/design/key", "item/epic/EPIC-001");

  @TempDir private Path folder;
  private TcpRelay network;
  private CommandLineHarness tree;
  private String shared;
  private Map<String, String> before;

  @BeforeEach
  void prepare() throws IOException {
    var postgres = PostgresServer.running();
    network = TcpRelay.from("127.0.0.1", postgres.port());
    shared = postgres.fresh().replace(":" + postgres.port(), ":" + network.port());
    tree = CommandLineHarness.in(ScratchRepository.in(folder));
    tree.after(
        "init",
        "start implement auth --phases design,build",
        "enter design",
        "done design --summary 'Tokens, not sessions.'",
        "start design/key --phases a,b",
        "start item/epic/EPIC-001",
        "done 0 --run EPIC-001 --no-commit");
    before = records();
    assertThat(before).hasSizeGreaterThanOrEqualTo(RUNS.size());
  }

  @AfterEach
  void end() {
    network.close();
  }

  /// Returns what is recorded in files, by their names.
  private Map<String, String> records() throws IOException {
    var all = new TreeMap<String, String>();
    var journal = tree.folder().resolve(STATE + "/journal");
    if (!Files.exists(journal)) {
      return all;
    }
    try (var files = Files.walk(journal)) {
      for (var file : files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
        all.put(journal.relativize(file).toString(), Files.readString(file));
      }
    }
    return all;
  }

  private Map<String, String> histories() {
    var all = new TreeMap<String, String>();
    for (var run : RUNS) {
      all.put(run, tree.run("history --json --run " + run).out());
    }
    return all;
  }

  private Ran move(String from, String to) {
    return tree.words("store", "move", to, "--from", from);
  }

  /// Counts what a whole move sends to the database.
  private int messages(String from, String to) {
    network.counting(number -> {});
    assertThat(move(from, to).exit()).isZero();
    network.counting(number -> {});
    return network.messages();
  }

  /// Moves, in a process that is killed when it sends a message to the database, or just after.
  private void killed(String from, String to, int message, int microseconds) throws IOException {
    var words = ChildProcess.program();
    words.addAll(List.of("store", "move", to, "--from", from));
    var builder = new ProcessBuilder(words).directory(tree.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(tree.environment());
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    var started = new java.util.concurrent.CompletableFuture<Process>();
    network.counting(
        number -> {
          if (number == message) {
            LockSupport.parkNanos(microseconds * 1_000L);
            started.join().destroyForcibly();
          }
        });
    started.complete(builder.start());
    try {
      started.join().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    network.counting(number -> {});
    assertThat(started.join().exitValue()).as("killed at message %s", message).isEqualTo(137);
  }

  @Test
  void nothing_is_lost_and_nothing_doubled_on_the_way_to_the_database() throws IOException {
    var told = histories();
    int all = count("files", shared);
    for (int kill = 0; kill < KILLS; kill++) {
      killed("files", shared, 1 + kill * (all - 1) / KILLS, kill % 2 * 700);
      assertThat(move("files", shared).exit()).as("after kill %s", kill).isZero();
      assertThat(records()).as("left in files").isEmpty();
      assertThat(histories()).isEqualTo(told);
      assertThat(tree.run("doctor").exit()).isZero();
      assertThat(move(shared, "files").exit()).isZero();
      assertThat(records()).as("after kill %s", kill).isEqualTo(before);
    }
  }

  @Test
  void nothing_is_lost_and_nothing_doubled_on_the_way_back() throws IOException {
    var told = histories();
    int all = count(shared, "files");
    for (int kill = 0; kill < KILLS; kill++) {
      assertThat(move("files", shared).exit()).isZero();
      killed(shared, "files", 1 + kill * (all - 1) / KILLS, kill % 2 * 700);
      assertThat(move(shared, "files").exit()).as("after kill %s", kill).isZero();
      assertThat(records()).as("after kill %s", kill).isEqualTo(before);
      assertThat(histories()).isEqualTo(told);
      assertThat(tree.run("doctor").exit()).isZero();
      assertThat(tree.words("list", "--all", "--json").each("runs", "run"))
          .containsExactlyInAnyOrderElementsOf(RUNS);
    }
  }

  /// Moves there and back once, and counts the messages of one of the two.
  private int count(String from, String to) {
    int there = messages("files", shared);
    int back = messages(shared, "files");
    return from.equals("files") ? there : back;
  }
}
