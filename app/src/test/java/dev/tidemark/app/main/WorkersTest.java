package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.MortalPostgres;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.Proofs;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Workers as processes, each with a clone of its own, and everything that can happen to them.
@EnabledOnOs(value = OS.LINUX, disabledReason = "signals, and agents are looked for in /proc")
class WorkersTest {
  private static final int PHASES = 4;
  private static final int FAULTS =
      Integer.getInteger("tidemark.proof.worker-faults", Proofs.tries(6, 3));
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      sleep 0.3
      [ ! -e hang ] || sleep 600
      echo "$TIDEMARK_RUN" >> "$TIDEMARK_PHASE.txt"
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"findings":{},"context_summary":"done"}'
      """;

  @TempDir private Path temp;
  private final List<ChildProcess> workers = new ArrayList<>();
  private MortalPostgres mortal;
  private ScratchRepository scratch;
  private String address;
  private CommandLineHarness user;

  @BeforeEach
  void prepare() {
    address = PostgresServer.running().fresh();
    scratch = ScratchRepository.in(temp.resolve("user"));
    scratch.write(".gitignore", ".claude/\n.tidemark/*\n!.tidemark/workflows\n");
    scratch.write("agent.sh", AGENT);
    assertThat(scratch.root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
    workflow("chain", "run: {command: [./agent.sh]}\nphases: [a, b, c, d]\n");
    scratch.git("init", "--quiet", "--bare", origin().toString());
    scratch.git("remote", "add", "origin", origin().toString());
    scratch.git("push", "--quiet", "origin", "main");
    user = harness(scratch.root());
  }

  private Path origin() {
    return temp.resolve("origin").toAbsolutePath();
  }

  private void workflow(String name, String yaml) {
    scratch.write(".tidemark/workflows/" + name + ".yaml", yaml).commit(name);
  }

  private CommandLineHarness harness(Path clone) {
    return CommandLineHarness.in(scratch.at(clone)).with("TIDEMARK_STORE", address);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    for (var worker : workers) {
      worker.signal("KILL");
    }
    if (mortal != null) {
      mortal.close();
    }
  }

  private CommandLineHarness clone(String name) {
    var folder = temp.resolve(name).toAbsolutePath();
    if (!Files.exists(folder)) {
      scratch.git("clone", "--quiet", origin().toString(), folder.toString());
    }
    return harness(folder);
  }

  private ChildProcess worker(String name, String options) {
    var worker =
        clone(name).start("worker --yes --poll 1 --lease " + LEASE.toSeconds() + " " + options);
    workers.add(worker);
    return worker;
  }

  private void queue(String run, String options) {
    user.after("start " + run, "run " + run + " --yes --queue " + options);
  }

  private List<JsonObject> entries() {
    var entries = new ArrayList<JsonObject>();
    var ran = user.run("worker list --json");
    var json = ran.exit() == 0 ? (JsonObject) JsonText.parse(ran.out()) : JsonObject.EMPTY;
    var queue = json.array("queue");
    if (queue == null) {
      entries.add(JsonObject.EMPTY); // The database is away.
    } else {
      queue.elements().forEach(entry -> entries.add((JsonObject) entry));
    }
    return entries;
  }

  /// Queues another run when there is little left to do, so that faults meet work.
  private void refill(List<String> runs) {
    if (entries().size() < 2) {
      var run = "chain/r" + runs.size();
      queue(run, "");
      runs.add(run);
    }
  }

  private void awaitEmpty() throws InterruptedException {
    await(List::isEmpty);
  }

  private interface Condition {
    boolean holds(List<JsonObject> entries);
  }

  private void await(Condition condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofMinutes(4).toNanos();
    var entries = entries();
    while (!condition.holds(entries)) {
      assertThat(System.nanoTime()).as("queue: %s", entries).isLessThan(end);
      Thread.sleep(200);
      entries = entries();
    }
  }

  private String state(String run) {
    for (var entry : entries()) {
      if (("state/" + run).equals(entry.string("run"))) {
        return String.valueOf(entry.string("state"));
      }
    }
    return "";
  }

  /// Each phase is complete once, the journal has no gap, and the branch has the files of each.
  private void assertDoneOnce(String run) {
    var history = (JsonObject) JsonText.parse(user.run("history " + run + " --json").out());
    var entries = history.array("entries");
    int completed = 0;
    long sequence = 0;
    for (var element : entries == null ? JsonArray.EMPTY.elements() : entries.elements()) {
      var entry = (JsonObject) element;
      var number = entry.number("entry");
      assertThat(number == null ? -1 : number.wholeValue().orElse(-1)).isEqualTo(++sequence);
      var events = entry.array("events");
      for (var event : events == null ? JsonArray.EMPTY.elements() : events.elements()) {
        completed += "phase.completed".equals(((JsonObject) event).string("kind")) ? 1 : 0;
      }
    }
    assertThat(completed).as(run).isEqualTo(PHASES);
    assertThat(user.run("status " + run + " --json").out()).as(run).contains("\"state\":\"done\"");
    var branch = "tidemark/state/" + run;
    for (var phase : List.of("a", "b", "c", "d")) {
      assertThat(scratch.at(origin()).git("show", branch + ":" + phase + ".txt"))
          .as(run)
          .isNotBlank();
    }
  }

  private List<String> survivors() throws IOException {
    var found = new ArrayList<String>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        try {
          var words = Files.readString(process.resolve("cmdline")).replace('\0', ' ');
          if (words.contains("agent.sh")
              && Path.of("" + process.resolve("cwd").toRealPath()).startsWith(temp.toRealPath())) {
            found.add(process.getFileName() + " " + words);
          }
        } catch (IOException gone) {
          // It has ended.
        }
      }
    }
    return found;
  }

  @Test
  void two_machines_drive_queued_runs_and_their_files_travel() throws Exception {
    queue("chain/one", "");
    queue("chain/two", "--priority 3");
    assertThat(user.run("worker list").out())
        .isEqualTo("state/chain/two  queued\nstate/chain/one  queued\n");
    worker("first", "");
    worker("second", "");
    awaitEmpty();
    assertDoneOnce("chain/one");
    assertDoneOnce("chain/two");
    scratch.git("fetch", "--quiet", "origin");
    scratch.git("merge", "--quiet", "origin/tidemark/state/chain/one");
    assertThat(scratch.root().resolve("d.txt")).hasContent("state/chain/one");
    assertThat(clone("first").folder().resolve(".tidemark/workspaces/state-chain-one"))
        .doesNotExist();
  }

  @Test
  void a_run_waits_for_a_person_and_goes_on_by_itself_on_another_machine() throws Exception {
    workflow(
        "feature",
        "run: {command: [./agent.sh]}\nphases: [a, {name: b, gates: [{approval: a}]}]\n");
    queue("feature/x", "");
    var first = worker("first", "");
    await(entries -> state("feature/x").equals("waiting"));
    assertThat(user.run("worker list").out())
        .isEqualTo("state/feature/x  waiting: waiting for approval of a\n");
    first.stop();
    assertThat(first.end().exit()).isEqualTo(143);
    worker("second", "");
    scratch.git("fetch", "--quiet", "origin");
    scratch.git("merge", "--quiet", "origin/tidemark/state/feature/x");
    user.consenting(ApprovalEvidence.INTERACTION).after("approve a --run feature/x");
    awaitEmpty();
    assertThat(user.run("run log feature/x").out())
        .isEqualTo("1  a  command  applied\n2  b  command  applied\n");
  }

  @Test
  void a_phase_is_worked_at_where_its_tags_are() throws Exception {
    workflow(
        "tagged", "run: {command: [./agent.sh]}\nphases: [a, {name: b, run: {tags: [gpu]}}, c]\n");
    queue("tagged/x", "");
    worker("plain", "");
    await(
        entries ->
            entries.size() == 1 && "[\"gpu\"]".equals("" + entries.getFirst().array("tags")));
    worker("able", "--tags gpu,linux");
    awaitEmpty();
    var owners = user.run("history tagged/x").out();
    assertThat(owners).containsSubsequence("/plain/", "b complete", "c complete");
    assertThat(owners.substring(0, owners.indexOf("b complete"))).contains("/able/");
  }

  @Test
  void no_more_runs_of_a_workflow_are_driven_at_the_same_time_than_it_allows() throws Exception {
    workflow("few", "run: {command: [./agent.sh], runs: 1}\nphases: [a, b, c, d]\n");
    for (int i = 0; i < 3; i++) {
      queue("few/r" + i, "");
    }
    worker("first", "--jobs 3");
    awaitEmpty();
    for (int i = 0; i < 3; i++) {
      assertDoneOnce("few/r" + i);
    }
  }

  @Test
  void drained_workers_finish_their_phases_and_ctrl_c_ends_one_after_its_phases() throws Exception {
    queue("chain/one", "");
    // Tests may run where the signal is ignored.
    var words = new ArrayList<>(List.of("env", "--default-signal=INT"));
    words.addAll(ChildProcess.program());
    words.addAll(List.of("worker", "--yes", "--poll", "1"));
    var first = ChildProcess.command(clone("first"), words);
    workers.add(first);
    await(entries -> state("chain/one").equals("working"));
    user.after("worker drain");
    await(entries -> state("chain/one").equals("queued"));
    assertThat(user.run("worker list").out()).contains("drained: workers take nothing until");
    user.after("worker drain --off");
    await(entries -> state("chain/one").equals("working"));
    first.signal("INT");
    var ran = first.end();
    assertThat(ran.out()).contains("finishes its phases and takes no more");
    assertThat(ran.exit()).isZero();
    assertThat(state("chain/one")).isIn("queued", "");
    worker("second", "");
    awaitEmpty();
    assertDoneOnce("chain/one");
  }

  @Test
  void workers_that_are_killed_or_stopped_for_too_long_lose_and_repeat_nothing() throws Exception {
    var runs = new ArrayList<String>();
    var random = new Random(20261126);
    var names = List.of("first", "second", "third");
    var processes = new ArrayList<ChildProcess>();
    for (var name : names) {
      processes.add(worker(name, "--jobs 2"));
    }
    for (int fault = 0; fault < FAULTS; fault++) {
      refill(runs);
      Thread.sleep(600 + random.nextInt(1500));
      int victim = random.nextInt(names.size());
      var process = processes.get(victim);
      if (random.nextBoolean()) {
        process.signal("KILL");
        process.end();
        processes.set(victim, worker(names.get(victim), "--jobs 2"));
      } else {
        process.signal("STOP");
        Thread.sleep(LEASE.toMillis() + 2_000);
        process.signal("CONT");
      }
    }
    awaitEmpty();
    for (var run : runs) {
      assertDoneOnce(run);
    }
    for (var process : processes) {
      process.signal("KILL");
      process.end();
    }
    assertThat(survivors()).isEmpty();
  }

  @Test
  void another_worker_takes_over_from_one_that_was_killed() throws Exception {
    scratch.write("hang", "").commit("hang");
    queue("chain/one", "");
    var first = worker("first", "");
    await(_ -> user.run("run log chain/one").out().contains("command"));
    worker("second", "");
    first.signal("KILL");
    await(_ -> user.run("run log chain/one").out().contains("2  a  command"));
    assertThat(user.run("run log chain/one").out()).startsWith("1  a  command  orphaned");
    assertThat(user.run("history chain/one").out()).containsSubsequence("/first/", "/second/");
  }

  @Test
  void a_database_that_is_killed_and_a_repository_that_refuses_lose_nothing() throws Exception {
    mortal = MortalPostgres.in(temp.resolve("pg"));
    address = mortal.address("team");
    user = harness(scratch.root());
    var runs = new ArrayList<String>();
    for (var name : List.of("first", "second")) {
      var refused = clone(name).with("REFUSING", "1");
      workers.add(refused.start("worker --yes --poll 1 --jobs 2 --lease " + LEASE.toSeconds()));
    }
    var hook = origin().resolve("hooks/pre-receive");
    // Of the pushes of workers one in three is refused.
    Files.writeString(
        hook, "#!/bin/sh\n[ -z \"$REFUSING\" ] || [ $(($(date +%N | sed 's/^0*//') % 3)) != 0 ]\n");
    assertThat(hook.toFile().setExecutable(true)).isTrue();
    for (int fault = 0; fault < FAULTS; fault++) {
      refill(runs);
      Thread.sleep(1_500);
      mortal.killAll();
    }
    Files.delete(hook);
    awaitEmpty();
    for (var run : runs) {
      assertDoneOnce(run);
    }
  }

  /// By the clock of its own machine each of them would look dead to the others.
  @Test
  void clocks_that_differ_by_an_hour_change_nothing() throws Exception {
    var library = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    boolean needed = "1".equals(System.getenv("TIDEMARK_CI"));
    Assumptions.assumeTrue(needed || Files.exists(library), "faketime is not installed");
    for (int i = 0; i < 6; i++) {
      queue("chain/r" + i, "");
    }
    for (var hours : List.of("-1", "+0", "+1")) {
      var worker =
          clone("at" + hours)
              .with("LD_PRELOAD", library.toString())
              .with("FAKETIME", hours + "h")
              .start("worker --yes --poll 1 --lease " + LEASE.toSeconds());
      workers.add(worker);
    }
    awaitEmpty();
    for (int i = 0; i < 6; i++) {
      assertDoneOnce("chain/r" + i);
      assertThat(user.run("run log chain/r" + i).out()).doesNotContain("orphaned");
    }
  }

  @Test
  void workers_whose_network_is_cut_lose_and_repeat_nothing() throws Exception {
    var runs = new ArrayList<String>();
    var port = PostgresServer.running().port();
    try (var one = Machine.make(1);
        var two = Machine.make(2);
        var near = TcpRelay.from(one.host(), port);
        var far = TcpRelay.from(two.host(), port)) {
      Assumptions.assumeTrue(one.isApart() && two.isApart(), "no network namespaces here");
      var here = new ArrayList<>(List.of(one, two));
      var relays = List.of(near, far);
      for (int i = 0; i < 2; i++) {
        var there =
            clone("machine" + i)
                .with(
                    "TIDEMARK_STORE",
                    address.replace(
                            "127.0.0.1:" + port, here.get(i).host() + ":" + relays.get(i).port())
                        + "&sslmode=disable")
                .with("PGSSLMODE", "disable");
        workers.add(
            here.get(i)
                .start(there, "worker --yes --poll 1 --jobs 2 --lease " + LEASE.toSeconds()));
      }
      var random = new Random(7);
      for (int fault = 0; fault < FAULTS; fault++) {
        refill(runs);
        Thread.sleep(1_000 + random.nextInt(1_500));
        int victim = random.nextInt(2);
        if (random.nextBoolean()) {
          here.get(victim).cut(true);
          Thread.sleep(LEASE.toMillis() + 1_000);
          here.get(victim).cut(false);
        } else {
          // After so many messages of the worker, so that answers of commits are lost too.
          int after = random.nextInt(40);
          relays.get(victim).counting(number -> cutAt(relays.get(victim), number, after));
          Thread.sleep(1_500);
          relays.get(victim).counting(number -> {});
          relays.get(victim).fail();
          relays.get(victim).comeBack();
        }
      }
      awaitEmpty();
      for (var run : runs) {
        assertDoneOnce(run);
      }
      end();
    }
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

  /// On the other one the run goes on.
  @Test
  void a_worker_whose_disk_is_full_says_so_and_records_nothing_half() throws Exception {
    var folder = temp.resolve("small").toAbsolutePath();
    Files.createDirectory(folder);
    var script =
        "mount -t tmpfs -o size=3m none \"$0\" && git clone --quiet \"$1\" \"$0/clone\" && { dd"
            + " if=/dev/zero of=\"$0/filler\" bs=4k 2>/dev/null; cd \"$0/clone\" && shift && exec"
            + " \"$@\"; }";
    var words =
        new ArrayList<>(
            List.of("unshare", "-m", "sh", "-c", script, folder.toString(), origin().toString()));
    words.addAll(ChildProcess.program());
    words.addAll(List.of("worker", "--yes", "--poll", "1", "--lease", "3"));
    queue("chain/one", "");
    var small = ChildProcess.command(user, words);
    workers.add(small);
    Thread.sleep(6_000);
    Assumptions.assumeTrue(small.isAlive(), "no mount for this user");
    assertThat(user.run("run log chain/one").out()).isEqualTo("state/chain/one has no attempts\n");
    worker("first", "");
    awaitEmpty();
    assertDoneOnce("chain/one");
    small.signal("KILL");
    assertThat(small.end().out()).containsIgnoringCase("no space left");
  }

  @Test
  void settings_that_an_agent_changes_need_trust_before_the_next_phase() throws Exception {
    var edit = "sed -i 's/retries: 1/retries: 2/' .tidemark/workflows/open.yaml";
    scratch.write("agent.sh", AGENT.replace("sleep 0.3", edit));
    workflow("open", "run: {command: [./agent.sh], sandbox: off, retries: 1}\nphases: [a, b]\n");
    queue("open/x", "");
    var asked = user.run("trust --dry-run").out();
    var trusted = asked.substring(asked.indexOf("TIDEMARK_TRUST=") + 15).strip();
    workers.add(clone("first").with("TIDEMARK_TRUST", trusted).start("worker --poll 1"));
    await(entries -> state("open/x").equals("waiting"));
    assertThat(user.run("worker list").out()).contains("are not trusted yet");
    assertThat(user.run("run log open/x").out()).isEqualTo("1  a  command  applied\n");
  }

  @Test
  void files_travel_over_ssh() throws Exception {
    boolean needed = "1".equals(System.getenv("TIDEMARK_CI"));
    Assumptions.assumeTrue(
        needed || Files.exists(Path.of("/usr/sbin/sshd")), "openssh-server is not installed");
    var home = Files.createDirectory(temp.resolve("ssh")).toAbsolutePath();
    for (var key : List.of("host", "user")) {
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", home.resolve(key).toString());
    }
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(
        home.resolve("sshd_config"),
        """
        ListenAddress 127.0.0.1:%d
        HostKey %s/host
        AuthorizedKeysFile %s/user.pub
        StrictModes no
        UsePAM no
        PidFile none
        """
            .formatted(port, home, home));
    if (Files.isWritable(Path.of("/run"))) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    var server =
        new ProcessBuilder("/usr/sbin/sshd", "-D", "-e", "-f", "" + home.resolve("sshd_config"))
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("log").toFile())
            .start();
    try {
      var ssh =
          "ssh -i %s/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
              .formatted(home);
      var url = "ssh://" + System.getProperty("user.name") + "@127.0.0.1:" + port + origin();
      scratch.git("remote", "set-url", "origin", url);
      user = user.with("GIT_SSH_COMMAND", ssh);
      queue("chain/one", "");
      var worker = clone("first");
      scratch.at(worker.folder()).git("remote", "set-url", "origin", url);
      workers.add(worker.with("GIT_SSH_COMMAND", ssh).start("worker --yes --poll 1"));
      awaitEmpty();
      assertDoneOnce("chain/one");
      assertThat(home.resolve("log")).content().contains("Accepted publickey");
    } finally {
      server.destroy();
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void what_cannot_be_queued_is_told() {
    user.after("start chain/x");
    assertThat(CommandLineHarness.in(scratch).run("run chain/x --queue --yes").err())
        .contains("so no other machine can work on them");
    scratch.write("new.txt", "1\n");
    assertThat(user.run("run chain/x --queue --yes").err())
        .contains("these files differ from it: new.txt", "hint: Commit them, or stash them");
    scratch.commit("new");
    assertThat(user.run("run chain/x --queue --yes --tags GPU").err()).contains("`GPU` is no tag");
    assertThat(user.run("run chain/x --queue --yes --priority x").err()).contains("whole number");
    assertThat(user.run("run chain/x --queue --yes --after soon").err()).contains("--after takes");
    assertThat(user.run("worker remove chain/x").err()).contains("is not queued");
    user.after("run chain/x --queue --yes --after 2h", "worker remove chain/x");
    assertThat(user.run("worker list").out()).isEqualTo("nothing is queued\n");
    scratch.git("reset", "--quiet", "--hard", "HEAD~1");
    scratch.write("other.txt", "1\n").commit("other");
    assertThat(user.run("run chain/x --queue --yes").err())
        .contains(
            "has commits of workers that are not in this branch", "git merge origin/tidemark/");
    scratch.git("remote", "remove", "origin");
    assertThat(user.run("run chain/x --queue --yes").err()).contains("cannot be pushed");
  }
}
