package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.Proves;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Commands of each dialect, killed with SIGKILL at any moment, and what is found afterwards.
@Proves({"R-USR-07", "R-COM-06"})
class KillsTest {
  private static final int ROUNDS = Integer.getInteger("tidemark.proof.kills", Proofs.tries(50, 2));

  private static final int MILLIS_MAX = 30;
  private static final Pattern NUMBER = Pattern.compile("Update (\\d+)\\.|\"id\":\"task-(\\d+)\"");

  @TempDir private Path temp;

  /// Returns the run whose document the changes are in.
  private static String changed(Protocol protocol) {
    return protocol == Protocol.FLOW ? "flow-tasks/develop" : protocol.run();
  }

  /// Returns a change that leaves `Update n.` in the document.
  private static String change(Protocol protocol) {
    return switch (protocol) {
      case STATE -> "done implementation --summary 'Update #.' --run " + protocol.run();
      case PHASE -> "done 3-build --complete --summary 'Update #.' --run phase/dev";
      case FLOW -> "task add task-# --run flow/develop";
      case ITEM -> "note --decision 'Update #.' --run " + protocol.run();
    };
  }

  @ParameterizedTest
  @EnumSource
  void kills_lose_no_acknowledged_change_and_leave_no_half_document(Protocol protocol)
      throws Exception {
    var tidemark = Protocol.all(temp).after("adopt");
    int acknowledged =
        survived(tidemark, protocol.name(), changed(protocol), change(protocol), () -> {});
    tidemark.after("adopt", change(protocol).replace("#", "0"));
    assertThat(tidemark.run("doctor").out())
        .doesNotContain("error", "journal", "behind", "left by a writer");
    int found = protocol == Protocol.FLOW ? 0 : 1;
    assertThat(tidemark.run("history --run " + changed(protocol)).lines())
        .filteredOn(line -> !line.endsWith("evidence noted"))
        .as("the document found, every change, and the last one")
        .hasSize(found + acknowledged + 1);
  }

  @LongProof
  @Test
  void kills_lose_no_acknowledged_change_of_a_shared_store() throws Exception {
    var address = PostgresServer.running().fresh();
    var tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_STORE", address)
            .after("start implement auth --phases build", "enter build");
    var run = "implement/auth";

    int acknowledged =
        survived(
            tidemark,
            "PostgreSQL",
            run,
            "done build --summary 'Update #.' --run " + run,
            new DatabaseSessions(PostgresServer.running()));

    assertThat(tidemark.run("doctor").out()).doesNotContain("error", "journal", "behind");
    assertThat(tidemark.run("history --run " + run).lines())
        .as("start, enter, and every change once")
        .hasSize(2 + acknowledged);
  }

  /// Kills process after process, and returns the last change that is there.
  ///
  /// @param settled waits until nothing that a killed process has asked for can still happen
  private static int survived(
      CommandLineHarness tidemark, String name, String run, String change, Settled settled)
      throws Exception {
    var random = new Random(name.length());
    int acknowledged = 0;
    for (int round = 1; round <= ROUNDS; round++) {
      var child = KillChild.start(tidemark, acknowledged + 1, change);
      int said = killed(child, 1 + round % 2, random.nextInt(MILLIS_MAX));
      settled.await();
      int least = Math.max(acknowledged, said);

      var show = tidemark.run("show --raw --run " + run);
      int there = newest(show.out());

      assertThat(show.exit()).as("round %s: %s", round, show).isZero();
      assertThat(there).as("round %s", round).isBetween(least, least + 1);
      assertThat(tidemark.run("validate --run " + run).exit()).isZero();
      acknowledged = there;
    }
    assertThat(acknowledged).isGreaterThan(ROUNDS);
    System.out.printf(
        "kills: %s: %d processes killed, %d changes acknowledged%n", name, ROUNDS, acknowledged);
    return acknowledged;
  }

  private interface Settled {
    void await() throws Exception;
  }

  /// The sessions of killed processes at the server: a statement that was on its way is still
  /// executed and committed after its client is dead.
  private static final class DatabaseSessions implements Settled {
    private static final String OPEN =
        "select pid from pg_stat_activity where application_name = 'tidemark'";
    private final PostgresServer server;
    private final List<Integer> ours;

    DatabaseSessions(PostgresServer server) throws SQLException {
      this.server = server;
      this.ours = open();
    }

    @Override
    public void await() throws Exception {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (!ours.containsAll(open())) {
        assertThat(System.nanoTime()).as("a killed client's session goes on").isLessThan(end);
        Thread.sleep(5);
      }
    }

    private List<Integer> open() throws SQLException {
      var pids = new ArrayList<Integer>();
      try (var connection = server.connect("public");
          var statement = connection.createStatement();
          var found = statement.executeQuery(OPEN)) {
        while (found.next()) {
          pids.add(found.getInt(1));
        }
      }
      return pids;
    }
  }

  /// Kills a process some time after so many of its changes were acknowledged; returns the last
  /// that was.
  private static int killed(Process child, int changes, int afterMillis) throws Exception {
    int last = 0;
    try (var output = output(child)) {
      for (int count = 0; count < changes; count++) {
        last = acknowledged(output.readLine());
      }
      Thread.sleep(afterMillis);
      // Through the handle, because the process object would close what we are reading.
      child.toHandle().destroyForcibly();
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        last = acknowledged(line);
      }
    }
    assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return last;
  }

  private static BufferedReader output(Process child) {
    return new BufferedReader(
        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
  }

  private static int acknowledged(String line) {
    assertThat(line).startsWith("ACK ");
    return Integer.parseInt(line.substring("ACK ".length()));
  }

  private static int newest(String document) {
    int newest = 0;
    var matcher = NUMBER.matcher(document);
    while (matcher.find()) {
      var number = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      newest = Math.max(newest, Integer.parseInt(number));
    }
    return newest;
  }

  @ParameterizedTest
  @ValueSource(strings = {"before-recording", "before-publishing", "before-folder-is-forced"})
  void a_phase_killed_before_its_commit_is_committed_once_by_the_next_call(String step)
      throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var git = tidemark.scratch();
    tidemark.after("start item/epic/EPIC-001");
    var before = git.git("rev-list", "--count", "HEAD");

    ChildProcess.killedAt(tidemark, step, "done 0 --summary 'Synced.'");
    assertThat(git.git("rev-list", "--count", "HEAD")).isEqualTo(before);
    tidemark.after("done 0 --summary 'Synced.'", "done 0 --summary 'Synced.'");

    assertThat(git.git("rev-list", "--count", "HEAD"))
        .isEqualTo(Integer.toString(Integer.parseInt(before) + 1));
    assertThat(git.git("status", "--porcelain")).isEmpty();
    assertThat(Files.readString(git.root().resolve("docs/checkpoints/epic-EPIC-001.md")))
        .contains("| 0 | Decision Sync | done |", "Synced.");
    assertThat(tidemark.run("doctor").lines()).containsExactly("all is well");
  }

  @ParameterizedTest
  @EnumSource
  void killed_while_adopting_the_beginning_is_recorded_once(Protocol protocol) {
    var tidemark = Protocol.all(temp);

    ChildProcess.killedAt(tidemark, "before-recording", protocol.change());
    tidemark.after("adopt", "adopt");

    assertThat(tidemark.run("history --run " + protocol.run()).out())
        .containsOnlyOnce("found here");
    assertThat(tidemark.run("show --raw --run " + protocol.run()).out())
        .isEqualTo(protocol.document());
  }

  @Test
  void a_removal_killed_half_way_is_finished_by_the_next_call() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start item/epic/EPIC-001");
    for (int i = 0; i < 6; i++) {
      tidemark.after("done " + i);
    }

    ChildProcess.killedAt(tidemark, "before-publishing", "finish");
    assertThat(tidemark.run("list --json").each("runs", "run")).isEmpty();
    tidemark.after("doctor --fix");

    assertThat(tidemark.scratch().root().resolve("docs/checkpoints/epic-EPIC-001.md"))
        .doesNotExist();
  }
}
