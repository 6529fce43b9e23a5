package dev.tidemark.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agentic.scope.AgenticScopeKey;
import dev.langchain4j.agentic.scope.AgenticScopePersister;
import dev.langchain4j.agentic.scope.AgenticScopeRegistry;
import dev.tidemark.library.Project;
import dev.tidemark.testkit.KilledJvm;
import dev.tidemark.testkit.Proofs;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that save a scope are killed at random times: no acknowledged state is lost.
class KilledAgentTest {
  @TempDir private Path root;

  @Test
  void no_acknowledged_state_is_lost_when_its_process_is_killed() throws Exception {
    int rounds = Proofs.tries(50, 2);
    var random = new Random(7);
    for (int round = 0; round < rounds; round++) {
      var out = root.resolve("out" + round);
      var lines = KilledJvm.lines(random, out, Main.class, root.toString());
      int acknowledged = Integer.parseInt(lines.getLast());

      var store = new TidemarkScopeStore(Project.at(root).open());
      var scope = store.load(new AgenticScopeKey("agent", "m1")).orElseThrow();
      assertThat((Integer) scope.readState("n")).isBetween(acknowledged, acknowledged + 1);
    }
  }

  /// The process: counts in a scope until it is killed, and prints each number when it is saved.
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      AgenticScopePersister.setStore(new TidemarkScopeStore(Project.at(Path.of(args[0])).open()));
      var registry = new AgenticScopeRegistry("agent");
      var known = registry.get("m1");
      var scope = known == null ? registry.create("m1") : known;
      for (int n = scope.readState("n", 0) + 1; n < 100_000; n++) {
        scope.writeState("n", n);
        scope.checkpoint(registry);
        System.out.println(n);
      }
    }
  }
}
