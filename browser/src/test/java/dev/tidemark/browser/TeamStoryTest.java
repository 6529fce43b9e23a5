package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.Machine;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.main.TcpRelay;
import dev.tidemark.app.main.Team;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A team at work: a database, a repository that all push to, two machines with workers, a server,
/// and a person who looks on and approves.
@EnabledOnOs(value = OS.LINUX, disabledReason = "workers are stopped by signals")
@LongProof
class TeamStoryTest {
  private static final String RUN = "feature/login";
  private static final List<String> PHASES =
      List.of("plan", "split", "build", "test", "review", "ship");
  private static final int TASKS = 8;

  @TempDir private Path temp;
  private final List<Machine> machines = new ArrayList<>();
  private final List<TcpRelay> networks = new ArrayList<>();
  private String address;
  private Team team;

  @BeforeEach
  void prepare() throws IOException {
    var postgres = PostgresServer.running();
    address = postgres.fresh();
    team = new Team(temp, address);
    for (int number = 1; number <= 2; number++) {
      var machine = Machine.make(number);
      machines.add(machine);
      networks.add(TcpRelay.from(machine.host(), postgres.port()));
    }
    team.define(
        "feature",
        """
        run: {command: [./agent.sh]}
        phases:
          - plan
          - {name: split, gates: [{approval: plan}]}
          - {name: build, run: {each: tasks, jobs: 4}}
          - test
          - review
          - ship
        """);
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    team.killWorkers();
    for (var network : networks) {
      network.close();
    }
    for (var machine : machines) {
      machine.close();
    }
  }

  private ChildProcess worker(int machine) {
    var port = PostgresServer.running().port();
    var relay = machines.get(machine).host() + ":" + networks.get(machine).port();
    var store = address.replace("127.0.0.1:" + port, relay) + "&sslmode=disable";
    var clone = team.clone("machine" + machine).with("TIDEMARK_STORE", store);
    return team.started(machines.get(machine).start(clone, Team.worker("")));
  }

  /// Waits until so many attempts have been begun.
  private void awaitAttempts(int number) throws InterruptedException {
    team.await(_ -> team.user().run("run log " + RUN).out().lines().count() >= number);
  }

  @Test
  void one_worker_is_killed_and_the_other_paused_and_all_of_it_is_done_once() throws Exception {
    var user = team.user();
    user.after("start " + RUN);
    for (int task = 1; task <= TASKS; task++) {
      user.after("task add T00%d --run %s".formatted(task, RUN));
    }
    user.after("run " + RUN + " --yes --queue");
    try (var chromium = Chromium.start();
        var served = Served.byPerson(user);
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served);
      var first = worker(0);
      ann.page().locator("tbody.waiting a.button.primary").click();
      ann.button("Approve plan").click();
      ann.see("plan is approved. The run can go on.");
      ann.open(served, "/").see(ann.runs("running"), 1);

      awaitAttempts(4);
      first.signal("KILL");
      var second = worker(1);
      awaitAttempts(9);
      second.signal("STOP");
      worker(0);
      awaitAttempts(13);
      second.signal("CONT");

      team.awaitEmpty();
      ann.see(ann.count("done", 1), 1).see(ann.runs("running"), 0);
      assertThat(ann.wrong()).isEmpty();
    }

    assertThat(team.completed(RUN)).containsExactlyElementsOf(PHASES);
    assertThat(user.run("history " + RUN).out()).contains("/machine0/", "/machine1/", "orphaned");
    team.scratch().git("fetch", "--quiet", "origin");
    team.scratch().git("merge", "--quiet", "origin/tidemark/state/" + RUN);
    var files = new ArrayList<>(PHASES);
    files.remove("build");
    for (int task = 1; task <= TASKS; task++) {
      files.add("T00" + task);
    }
    for (var file : files) {
      assertThat(team.scratch().root().resolve(file + ".txt")).hasContent("state/" + RUN);
    }
    team.killWorkers();
    assertThat(team.agents()).isEmpty();
  }
}
