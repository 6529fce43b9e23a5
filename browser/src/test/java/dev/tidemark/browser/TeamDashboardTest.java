package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Machine;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.main.TcpRelay;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// Two machines share a database; a third one looks on.
@LongProof
class TeamDashboardTest {
  private static final String RUN = " --run implement/auth";

  @TempDir private Path folder;
  private String address;
  private TcpRelay network;
  private Machine first;
  private Machine second;
  private CommandLineHarness one;
  private CommandLineHarness two;

  @BeforeEach
  void connect(TestReporter reporter) throws IOException {
    var postgres = PostgresServer.running();
    address = postgres.fresh();
    first = Machine.make(1);
    second = Machine.make(2);
    boolean apart = first.isApart() && second.isApart();
    reporter.publishEntry("machines", apart ? "two network namespaces" : "none can be made here");
    // The database listens to this machine only.
    network = TcpRelay.from(apart ? "0.0.0.0" : "127.0.0.1", postgres.port());
    one = tree("one", by(first, postgres.port()));
    two = tree("two", by(second, postgres.port()));
  }

  private String by(Machine machine, int port) {
    return address.replace("127.0.0.1:" + port, machine.host() + ":" + network.port())
        + "&sslmode=disable";
  }

  private CommandLineHarness tree(String name, String store) {
    return CommandLineHarness.in(ScratchRepository.in(folder.resolve(name)))
        .with("TIDEMARK_STORE", store)
        .with("HOSTNAME", "desk-" + name);
  }

  @AfterEach
  void disconnect() {
    network.close();
    first.close();
    second.close();
  }

  private static Locator remark(Visitor visitor, String text) {
    var has = new Locator.FilterOptions().setHasText(text);
    return visitor.page().locator("tr.row").filter(has);
  }

  @Test
  void who_sleeps_beyond_the_lease_is_overtaken_and_refused_and_all_of_it_is_seen_live()
      throws Exception {
    try (var chromium = Chromium.start();
        var served = Served.at(tree("desk", address));
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served);
      first.after(one, "start implement auth --phases design,build", "enter design" + RUN);
      ann.see(ann.runs("running"), 1);

      var sleeper = first.start(one, "claim --for 5 --hold" + RUN);
      try {
        ann.see(remark(ann, "claimed by ann@desk-one"), 1);
        assertThat(second.run(two, "done design --summary Mine." + RUN).err())
            .contains("is claimed by ann@desk-one");
        sleeper.signal("STOP");
        ann.see(remark(ann, "claimed by ann@desk-one"), 0);
        var taken = second.run(two, "claim --for 600 --json" + RUN);
        assertThat(taken.json().string("taken_from")).contains("ann@desk-one");
        ann.see(remark(ann, "claimed by ann@desk-two"), 1);

        second.after(two, "done design --summary Tokens." + RUN, "enter build" + RUN);
        ann.see(remark(ann, "build"), 1);
        second.after(two, "done build --summary Built." + RUN, "finish" + RUN);
        ann.see(ann.runs("running"), 0);
        ann.link("Show").click();
        ann.see(ann.count("done", 1), 1);
      } finally {
        sleeper.signal("CONT");
      }
      var woken = sleeper.end();
      assertThat(woken.exit()).isOne();
      assertThat(woken.err()).contains("is no longer claimed here").contains("ann@desk-two");
      var late = first.run(one, "start implement auth --phases design,build --fresh --json");
      assertThat(late.exit()).isOne();
      assertThat(late.json().object("error").string("code")).isEqualTo("stale-owner");

      ann.open(served, "/runs/state%2Fimplement%2Fauth");
      ann.see("ann@desk-two").see("Tokens.").see("Built.");
      ann.see("taken over from ann@desk-one");
      assertThat(ann.wrong()).isEmpty();
    }
    assertThat(second.run(two, "history --json" + RUN).out()).doesNotContain("Mine.");
  }
}
