package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.MortalPostgres;
import dev.tidemark.testkit.PostgresServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything that can happen to workers, on machines with a network of their own where such can be
/// made: after it each phase is done once, the journals have no gap, and no agent is left.
@EnabledOnOs(value = OS.LINUX, disabledReason = "signals, and agents are looked for in /proc")
@LongProof
class WorkerFaultsTest {
  private static final int FAULTS = Integer.getInteger("tidemark.proof.worker-faults", 4);
  private static final Path FAKETIME =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");

  @TempDir private Path temp;
  private final List<Machine> machines = new ArrayList<>();
  private final List<TcpRelay> networks = new ArrayList<>();
  private final List<ChildProcess> workers = new ArrayList<>();
  private final List<String> runs = new ArrayList<>();
  private final Random random = new Random(20261126);
  private String address;
  private Team team;

  /// A team whose database is that of all tests, and its machines.
  private void team(int size) throws IOException {
    address = PostgresServer.running().fresh();
    team = new Team(temp, address);
    for (int i = 0; i < size; i++) {
      join(ChildProcess.program());
    }
  }

  /// Adds a machine with a worker.
  private void join(List<String> program) throws IOException {
    var machine = Machine.make(machines.size() + 1);
    machines.add(machine);
    networks.add(TcpRelay.from(machine.host(), PostgresServer.running().port()));
    workers.add(worker(workers.size(), program));
  }

  /// Starts a worker on a machine, by words that start the program and with variables.
  private ChildProcess worker(int machine, List<String> program, String... variables) {
    var port = PostgresServer.running().port();
    var relay = machines.get(machine).host() + ":" + networks.get(machine).port();
    var store = address.replace("127.0.0.1:" + port, relay) + "&sslmode=disable";
    var clone = team.clone("machine" + machine).with("TIDEMARK_STORE", store);
    for (int i = 0; i < variables.length; i += 2) {
      clone = clone.with(variables[i], variables[i + 1]);
    }
    return team.started(machines.get(machine).start(clone, program, Team.worker("--jobs 2")));
  }

  private boolean isApart() {
    boolean apart = true;
    for (var machine : machines) {
      apart &= machine.isApart();
    }
    return apart;
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    if (team != null) {
      team.killWorkers();
    }
    for (var network : networks) {
      network.close();
    }
    for (var machine : machines) {
      machine.close();
    }
  }

  /// All runs come to their end, once; then all workers are killed.
  private void assertNothingLost() throws IOException, InterruptedException {
    team.awaitEmpty();
    for (var run : runs) {
      team.assertDoneOnce(run);
    }
    for (var worker : workers) {
      worker.signal("KILL");
      worker.end();
    }
    assertThat(team.agents()).isEmpty();
    System.out.printf("faults of workers: %d, in %d runs%n", FAULTS, runs.size());
  }

  /// Kills a worker and starts it again, or stops it for longer than its lease.
  private void harm(int victim, List<String> program, String... variables)
      throws IOException, InterruptedException {
    var worker = workers.get(victim);
    if (random.nextBoolean()) {
      worker.signal("KILL");
      worker.end();
      workers.set(victim, worker(victim, program, variables));
    } else {
      worker.signal("STOP");
      Thread.sleep(Team.LEASE.toMillis() + 2_000);
      worker.signal("CONT");
    }
  }

  private void work() throws InterruptedException {
    team.refill(runs);
    Thread.sleep(600 + random.nextInt(1_500));
  }

  /// Waits until a worker is at work: one that finds no database when it starts says so and ends.
  private void awaitWork() throws InterruptedException {
    team.refill(runs);
    team.await(_ -> team.state(runs.getFirst()).equals("working"));
    Thread.sleep(2_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void workers_that_are_killed_or_stopped_for_too_long_lose_and_repeat_nothing(int size)
      throws Exception {
    team(size);
    for (int fault = 0; fault < FAULTS; fault++) {
      work();
      harm(random.nextInt(size), ChildProcess.program());
    }
    assertNothingLost();
  }

  /// As while a team updates one machine after the other.
  @Test
  void workers_with_two_versions_of_the_scheduler_lose_and_repeat_nothing() throws Exception {
    team(0);
    join(older());
    team.refill(runs);
    team.awaitEmpty();
    for (var program : List.of(older(), ChildProcess.program(), ChildProcess.program())) {
      join(program);
    }
    for (int fault = 0; fault < FAULTS; fault++) {
      work();
      int victim = random.nextInt(4);
      harm(victim, victim < 2 ? older() : ChildProcess.program());
    }
    assertNothingLost();
  }

  /// Returns the words that start the program as it is on a machine that is not updated yet: with
  /// an older db-scheduler, and the worker compiled against it.
  private List<String> older() throws IOException {
    var words = new ArrayList<>(ChildProcess.program());
    int path = words.indexOf("-cp") + 1;
    var jars = new ArrayList<String>();
    for (var jar : words.get(path).split(File.pathSeparator)) {
      if (!jar.contains("db-scheduler")) {
        jars.add(jar);
      }
    }
    try (var older = Files.newDirectoryStream(Path.of("target/older"), "db-scheduler-*.jar")) {
      jars.addFirst(older.iterator().next().toAbsolutePath().toString());
    }
    var classes = temp.resolve("older").toAbsolutePath();
    if (!Files.exists(classes)) {
      compile(String.join(File.pathSeparator, jars), Files.createDirectory(classes));
    }
    jars.addFirst(classes.toString());
    words.set(path, String.join(File.pathSeparator, jars));
    return words;
  }

  private static void compile(String path, Path classes) throws IOException {
    var words = new ArrayList<>(List.of("-proc:none", "-nowarn", "-cp", path, "-d", "" + classes));
    var sources = Repository.root().resolve("worker/src/main/java/dev/tidemark/worker");
    try (var files = Files.newDirectoryStream(sources, "*.java")) {
      for (var file : files) {
        // It has another name there.
        var text =
            Files.readString(file).replace(".pollUsingFetch(", ".pollUsingFetchAndLockOnExecute(");
        words.add(Files.writeString(classes.resolve("" + file.getFileName()), text).toString());
      }
    }
    var javac = ToolProvider.getSystemJavaCompiler();
    assertThat(javac.run(null, null, null, words.toArray(new String[0]))).isZero();
  }

  /// By the clock of its own machine each of them would look dead to the others.
  @Test
  void workers_whose_clocks_differ_by_up_to_an_hour_lose_and_repeat_nothing() throws Exception {
    boolean needed = "1".equals(System.getenv("TIDEMARK_CI"));
    Assumptions.assumeTrue(needed || Files.exists(FAKETIME), "faketime is not installed");
    team(2);
    for (int fault = 0; fault < FAULTS; fault++) {
      work();
      int victim = fault % 2;
      workers.get(victim).signal("KILL");
      workers.get(victim).end();
      var offset = String.format("%+d", victim == 0 ? -random.nextInt(3_600) : 3_600);
      workers.set(
          victim,
          worker(victim, ChildProcess.program(), "LD_PRELOAD", "" + FAKETIME, "FAKETIME", offset));
    }
    assertNothingLost();
  }

  @Test
  void workers_whose_network_is_cut_lose_and_repeat_nothing() throws Exception {
    team(2);
    Assumptions.assumeTrue(isApart(), "no network namespaces here");
    awaitWork();
    for (int fault = 0; fault < FAULTS; fault++) {
      team.refill(runs);
      Thread.sleep(1_000 + random.nextInt(1_500));
      int victim = random.nextInt(2);
      var network = networks.get(victim);
      if (random.nextBoolean()) {
        machines.get(victim).cut(true);
        Thread.sleep(Team.LEASE.toMillis() + 1_000);
        machines.get(victim).cut(false);
      } else {
        // After so many messages of the worker, so that answers of commits are lost too.
        int after = random.nextInt(40);
        network.counting(number -> cutAt(network, number, after));
        Thread.sleep(1_500);
        network.counting(number -> {});
        network.fail();
        network.comeBack();
      }
    }
    assertNothingLost();
  }

  private static void cutAt(TcpRelay relay, int number, int after) {
    if (number == after) {
      try {
        relay.fail();
      } catch (IOException closed) {
        throw new UncheckedIOException(closed);
      }
    }
  }

  @Test
  void a_database_that_is_killed_and_a_repository_that_refuses_lose_nothing() throws Exception {
    try (var postgres = MortalPostgres.in(temp.resolve("pg"))) {
      team = new Team(temp, postgres.address("team"));
      for (var name : List.of("first", "second")) {
        var refused = team.clone(name).with("REFUSING", "1");
        workers.add(team.started(refused.start(Team.worker("--jobs 2"))));
      }
      var hook = team.origin().resolve("hooks/pre-receive");
      // Of the pushes of workers one in three is refused.
      var third = "[ $(($(date +%N | sed 's/^0*//') % 3)) != 0 ]";
      Files.writeString(hook, "#!/bin/sh\n[ -z \"$REFUSING\" ] || " + third + "\n");
      assertThat(hook.toFile().setExecutable(true)).isTrue();
      awaitWork();
      for (int fault = 0; fault < FAULTS; fault++) {
        team.refill(runs);
        Thread.sleep(1_500);
        postgres.killAll();
      }
      Files.delete(hook);
      assertNothingLost();
    }
  }

  /// What the disk has no place for is done by another one.
  @Test
  void a_worker_whose_disk_is_full_now_and_then_loses_and_repeats_nothing() throws Exception {
    team(1);
    var small = Files.createDirectory(temp.resolve("small")).toAbsolutePath();
    var script =
        "mount -t tmpfs -o size=3m none \"$0\" && git clone --quiet \"$1\" \"$0/clone\" && {"
            + " cd \"$0/clone\" && shift && exec \"$@\"; }";
    var words = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", script));
    words.addAll(List.of(small.toString(), team.origin().toString()));
    words.addAll(ChildProcess.program());
    words.addAll(List.of(Team.worker("").split(" ")));
    var worker = team.started(ChildProcess.command(team.user(), words));
    workers.add(worker);
    var filler = Path.of("/proc/" + worker.pid() + "/root" + small + "/filler");
    Thread.sleep(3_000);
    Assumptions.assumeTrue(worker.isAlive(), "no mount for this user");
    for (int fault = 0; fault < FAULTS; fault++) {
      work();
      fill(filler);
      Thread.sleep(1_000 + random.nextInt(2_000));
      Files.delete(filler);
    }
    assertNothingLost();
    assertThat(worker.end().out()).containsPattern("(?i)no space left|couldn't write");
  }

  private static void fill(Path filler) {
    var block = new byte[4_096];
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }
}
