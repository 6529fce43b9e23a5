package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.main.Traced.Fault;
import dev.tidemark.app.main.Traced.SystemCalls;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The system fails calls of a real process, one after the other: whatever `done` was about to do
/// to a file of the project, it says what it did not do, loses nothing, and the next one goes on.
///
/// Needs `strace`, and the right to trace.
@Proves({"R-USR-07", "R-COM-06"})
@LongProof
class FaultInjectionTest {
  @TempDir private Path temp;

  @Test
  void a_change_whose_system_calls_fail_says_what_it_did_not_do() throws IOException {
    assertThat(tried(Protocol.STATE)).isGreaterThan(10);
  }

  @Test
  @EnabledIfSystemProperty(named = "tidemark.proof.deep", matches = "true")
  void a_change_of_other_protocols_whose_system_calls_fail_says_what_it_did_not_do()
      throws IOException {
    for (var protocol : List.of(Protocol.PHASE, Protocol.ITEM, Protocol.FLOW)) {
      assertThat(tried(protocol)).isGreaterThan(10);
    }
  }

  /// Lets the calls fail that concern the project, with each of the errors, and returns how many
  /// there are; a sample lets some of them fail.
  private int tried(Protocol protocol) throws IOException {
    assumeTracing();
    int points = 0;
    for (var calls : SystemCalls.values()) {
      var concerned = concerned(protocol, calls);
      points += concerned.size();
      var outcomes = new TreeMap<String, Integer>();
      for (int i = 0; i < concerned.size(); i++) {
        var call = concerned.get(i);
        for (var error : List.of("EIO", "ENOSPC")) {
          outcomes.merge(failing(protocol, calls, new Fault(call, error)), 1, Integer::sum);
        }
      }
      System.out.printf(
          "system calls: %s, %s: %d calls of the change, failed with EIO and ENOSPC: %s%n",
          protocol, calls, concerned.size(), outcomes);
    }
    return points;
  }

  private CommandLineHarness project(Protocol protocol, String name) throws IOException {
    var tidemark = Protocol.all(Files.createDirectories(temp.resolve(name)));
    tidemark.after(protocol.change(), "adopt");
    return protocol == Protocol.FLOW
        ? tidemark.after("task add task-901 --run " + protocol.run())
        : tidemark;
  }

  /// Returns which of its calls concern the project, when nothing fails.
  private List<Traced.Call> concerned(Protocol protocol, SystemCalls calls) throws IOException {
    var tidemark = project(protocol, protocol + "-" + calls);
    var traced = Traced.run(tidemark, second(protocol), calls, null);
    assertThat(traced.ran().exit()).as("%s", traced.ran()).isZero();
    return traced.concerned();
  }

  private static String second(Protocol protocol) {
    return switch (protocol) {
      case STATE -> "done implementation --summary 'task-902' --run " + protocol.run();
      case PHASE -> "done 4-review --result pass --complete --summary 'task-902' --run phase/dev";
      case ITEM -> "note --decision 'task-902' --run " + protocol.run();
      case FLOW -> "task add task-902 --run flow/develop";
    };
  }

  /// Returns the run whose document the changes are in.
  private static String changed(Protocol protocol) {
    return protocol == Protocol.FLOW ? "flow-tasks/develop" : protocol.run();
  }

  /// Returns in a word what came of it.
  private String failing(Protocol protocol, SystemCalls calls, Fault fault) throws IOException {
    var name = protocol + "-" + fault.call().name() + fault.call().number() + fault.error();
    var tidemark = project(protocol, name);
    var before = tidemark.run("show --raw --run " + changed(protocol)).out();

    var traced = Traced.run(tidemark, second(protocol), calls, fault);

    var ran = traced.ran();
    assertThat(traced.injected()).as("%s", fault).isTrue();
    assertThat(ran.err()).as("%s", fault).doesNotContain("Exception in thread", "\tat ");
    var found = tidemark.run("show --raw --run " + changed(protocol));
    assertThat(found.exit()).as("%s: %s", fault, found).isZero();
    boolean changed = found.out().contains("task-902");
    if (!changed) {
      assertThat(found.out()).as("%s", fault).isEqualTo(before);
    }
    var history = tidemark.run("history --run " + changed(protocol)).lines();
    if (ran.exit() == 0) {
      assertThat(changed).as("%s: acknowledged, %s", fault, ran).isTrue();
    } else if (ran.err().contains("nothing was changed") && speaksOf(changed(protocol), ran)) {
      assertThat(changed).as("%s: %s", fault, ran.err()).isFalse();
    }
    goesOn(tidemark, protocol, fault, history.size());
    return ran.exit() == 0
        ? "done all the same"
        : changed ? "told that it is unknown, done" : "refused, nothing changed";
  }

  /// Returns whether a message is about that run: a workflow and its tasks are two documents, each
  /// spoken of by its name.
  private static boolean speaksOf(String run, Ran ran) {
    return !run.startsWith("flow-tasks/") || ran.err().contains(run);
  }

  private static void goesOn(
      CommandLineHarness tidemark, Protocol protocol, Fault fault, int entries) {
    var next = tidemark.run(second(protocol).replace("task-902", "task-903"));
    assertThat(next.exit()).as("%s, then: %s", fault, next).isZero();
    assertThat(tidemark.run("show --raw --run " + changed(protocol)).out()).contains("task-903");
    assertThat(tidemark.run("history --run " + changed(protocol)).lines().size())
        .isGreaterThan(entries);
    assertThat(tidemark.run("doctor").out())
        .as("%s", fault)
        .doesNotContain("journal", "behind", "left by a writer");
  }

  private static void assumeTracing() {
    boolean can = Traced.isPossible();
    if (!can && "1".equals(System.getenv("TIDEMARK_CI")) && Traced.isInstalled()) {
      System.out.println("skipped: this system does not let one process trace another");
    } else if (!can && "1".equals(System.getenv("TIDEMARK_CI"))) {
      fail("strace is not installed");
    }
    assumeTrue(can, "skipped: needs strace, and the right to trace");
  }
}
