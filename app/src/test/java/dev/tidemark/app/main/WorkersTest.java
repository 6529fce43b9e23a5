package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Workers as processes, each with a clone of its own.
@EnabledOnOs(value = OS.LINUX, disabledReason = "signals, and agents are looked for in /proc")
class WorkersTest {
  @TempDir private Path temp;
  private Team team;

  @BeforeEach
  void prepare() {
    team = new Team(temp, PostgresServer.running().fresh());
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    team.killWorkers();
  }

  @LongProof
  @Test
  void two_machines_drive_queued_runs_and_their_files_travel() throws Exception {
    team.queue("chain/one", "");
    team.queue("chain/two", "--priority 3");
    assertThat(team.user().run("list --queue").out())
        .isEqualTo("state/chain/two  queued\nstate/chain/one  queued\n");
    team.start("first", "");
    team.start("second", "");
    team.awaitEmpty();
    team.assertDoneOnce("chain/one");
    team.assertDoneOnce("chain/two");
    team.scratch().git("fetch", "--quiet", "origin");
    team.scratch().git("merge", "--quiet", "origin/tidemark/state/chain/one");
    assertThat(team.scratch().root().resolve("d.txt")).hasContent("state/chain/one");
    assertThat(team.clone("first").folder().resolve(".tidemark/workspaces/state-chain-one"))
        .doesNotExist();
  }

  @LongProof
  @Test
  void a_run_waits_for_a_person_and_goes_on_by_itself_on_another_machine() throws Exception {
    team.define(
        "feature",
        "run: {command: [./agent.sh]}\nphases: [a, {name: b, gates: [{approval: a}]}]\n");
    team.queue("feature/x", "");
    var first = team.start("first", "");
    team.await(entries -> team.state("feature/x").equals("waiting"));
    assertThat(team.user().run("list --queue").out())
        .isEqualTo("state/feature/x  waiting: waiting for approval of a\n");
    first.stop();
    assertThat(first.end().exit()).isEqualTo(143);
    team.start("second", "");
    team.scratch().git("fetch", "--quiet", "origin");
    team.scratch().git("merge", "--quiet", "origin/tidemark/state/feature/x");
    team.user().consenting(ApprovalEvidence.INTERACTION).after("approve a --run feature/x");
    team.awaitEmpty();
    assertThat(team.user().run("run log feature/x").out())
        .isEqualTo("1  a  command  applied\n2  b  command  applied\n");
  }

  @LongProof
  @Test
  void a_phase_is_worked_at_where_its_tags_are() throws Exception {
    team.define(
        "tagged", "run: {command: [./agent.sh]}\nphases: [a, {name: b, run: {tags: [gpu]}}, c]\n");
    team.queue("tagged/x", "");
    team.start("plain", "");
    team.await(
        entries ->
            entries.size() == 1 && "[\"gpu\"]".equals("" + entries.getFirst().array("tags")));
    team.start("able", "--tags gpu,linux");
    team.awaitEmpty();
    var owners = team.user().run("history tagged/x").out();
    assertThat(owners).containsSubsequence("/plain/", "b complete", "c complete");
    assertThat(owners.substring(0, owners.indexOf("b complete"))).contains("/able/");
  }

  @LongProof
  @Test
  void no_more_runs_of_a_workflow_are_driven_at_the_same_time_than_it_allows() throws Exception {
    team.define("few", "run: {command: [./agent.sh], runs: 1}\nphases: [a, b, c, d]\n");
    for (int i = 0; i < 3; i++) {
      team.queue("few/r" + i, "");
    }
    team.start("first", "--jobs 3");
    team.awaitEmpty();
    for (int i = 0; i < 3; i++) {
      team.assertDoneOnce("few/r" + i);
    }
  }

  @LongProof
  @Test
  void drained_workers_finish_their_phases_and_ctrl_c_ends_one_after_its_phases() throws Exception {
    team.queue("chain/one", "");
    // Tests may run where the signal is ignored.
    var words = new ArrayList<>(List.of("env", "--default-signal=INT"));
    words.addAll(ChildProcess.program());
    words.addAll(List.of("worker", "--yes", "--poll", "1"));
    var first = ChildProcess.command(team.clone("first"), words);
    team.started(first);
    team.await(entries -> team.state("chain/one").equals("working"));
    team.user().after("worker --drain");
    team.await(entries -> team.state("chain/one").equals("queued"));
    assertThat(team.user().run("list --queue").out())
        .contains("drained: workers take nothing until");
    team.user().after("worker --drain --off");
    team.await(entries -> team.state("chain/one").equals("working"));
    first.signal("INT");
    var ran = first.end();
    assertThat(ran.out()).contains("finishes its phases and takes no more");
    assertThat(ran.exit()).isZero();
    assertThat(team.state("chain/one")).isIn("queued", "");
    team.start("second", "");
    team.awaitEmpty();
    team.assertDoneOnce("chain/one");
  }

  @Test
  void another_worker_takes_over_from_one_that_was_killed() throws Exception {
    team.scratch().write("hang", "").commit("hang");
    team.queue("chain/one", "");
    var first = team.start("first", "");
    team.await(_ -> team.user().run("run log chain/one").out().contains("command"));
    team.start("second", "");
    first.signal("KILL");
    team.await(_ -> team.user().run("run log chain/one").out().contains("2  a  command"));
    assertThat(team.user().run("run log chain/one").out()).startsWith("1  a  command  orphaned");
    assertThat(team.user().run("history chain/one").out())
        .containsSubsequence("/first/", "/second/");
  }

  @Test
  void settings_that_an_agent_changes_need_trust_before_the_next_phase() throws Exception {
    var edit = "sed -i 's/retries: 1/retries: 2/' .tidemark/workflows/open.yaml";
    team.scratch().write("agent.sh", Team.AGENT.replace("sleep 0.3", edit));
    team.define("open", "run: {command: [./agent.sh], sandbox: off, retries: 1}\nphases: [a, b]\n");
    team.queue("open/x", "");
    var asked = team.user().run("trust --dry-run").out();
    var trusted = asked.substring(asked.indexOf("TIDEMARK_TRUST=") + 15).strip();
    team.started(team.clone("first").with("TIDEMARK_TRUST", trusted).start("worker --poll 1"));
    team.await(entries -> team.state("open/x").equals("waiting"));
    assertThat(team.user().run("list --queue").out()).contains("are not trusted yet");
    assertThat(team.user().run("run log open/x").out()).isEqualTo("1  a  command  applied\n");
  }

  @LongProof
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
      var url = "ssh://" + System.getProperty("user.name") + "@127.0.0.1:" + port + team.origin();
      team.scratch().git("remote", "set-url", "origin", url);
      var user = team.user().with("GIT_SSH_COMMAND", ssh);
      user.after("start chain/one", "run chain/one --yes --queue");
      var worker = team.clone("first");
      team.scratch().at(worker.folder()).git("remote", "set-url", "origin", url);
      team.started(worker.with("GIT_SSH_COMMAND", ssh).start("worker --yes --poll 1"));
      team.awaitEmpty();
      team.assertDoneOnce("chain/one");
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
    team.user().after("start chain/x");
    assertThat(CommandLineHarness.in(team.scratch()).run("run chain/x --queue --yes").err())
        .contains("so no other machine can work on them");
    team.scratch().write("new.txt", "1\n");
    assertThat(team.user().run("run chain/x --queue --yes").err())
        .contains("these files differ from it: new.txt", "hint: Commit them, or stash them");
    team.scratch().commit("new");
    assertThat(team.user().run("run chain/x --queue --yes --tags GPU").err())
        .contains("`GPU` is no tag");
    assertThat(team.user().run("run chain/x --queue --yes --priority x").err())
        .contains("whole number");
    assertThat(team.user().run("run chain/x --queue --yes --after soon").err())
        .contains("--after takes");
    assertThat(team.user().run("run stop chain/x").err()).contains("it is not queued");
    team.user().after("run chain/x --queue --yes --after 2h");
    assertThat(team.user().run("run stop chain/x --dry-run").out()).contains("not queued any more");
    assertThat(team.state("chain/x")).isEqualTo("queued");
    assertThat(team.user().run("run stop chain/x --json").out())
        .isEqualTo("{\"ok\":true,\"run\":\"state/chain/x\"}\n");
    assertThat(team.user().run("list --queue").out()).isEqualTo("nothing is queued\n");
    team.scratch().git("reset", "--quiet", "--hard", "HEAD~1");
    team.scratch().write("other.txt", "1\n").commit("other");
    assertThat(team.user().run("run chain/x --queue --yes").err())
        .contains(
            "has commits of workers that are not in this branch", "git merge origin/tidemark/");
    team.scratch().git("remote", "remove", "origin");
    assertThat(team.user().run("run chain/x --queue --yes").err()).contains("cannot be pushed");
  }
}
