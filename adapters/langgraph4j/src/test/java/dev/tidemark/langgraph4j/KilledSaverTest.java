package dev.tidemark.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.library.Project;
import dev.tidemark.testkit.KilledJvm;
import dev.tidemark.testkit.Proofs;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Processes that save checkpoints are killed at random times: no acknowledged one is lost.
class KilledSaverTest {
  @TempDir private Path root;

  @Test
  void no_acknowledged_checkpoint_is_lost_when_its_process_is_killed() throws Exception {
    int rounds = Proofs.tries(100, 14);
    var random = new Random(7);
    var acknowledged = new HashSet<String>();
    for (int round = 0; round < rounds; round++) {
      var out = root.resolve("out" + round);
      var lines = KilledJvm.lines(random, out, Main.class, root.toString(), "r" + round);
      acknowledged.addAll(lines);
    }

    var project = Graphs.project(root);
    var saver = new TidemarkSaver(project, Graphs.json());
    var found = saver.list(Graphs.thread("t1")).stream().map(Checkpoint::getId).toList();
    assertThat(acknowledged).hasSizeGreaterThan(rounds);
    assertThat(found).containsAll(acknowledged).doesNotHaveDuplicates();
    assertThat(found.size()).isLessThanOrEqualTo(acknowledged.size() + rounds);
    saver.put(Graphs.thread("t1"), Graphs.checkpoint("last", "n1", "n2", Map.of()));
    assertThat(project.history().verify(run(project))).isEmpty();
  }

  private static CheckpointId run(Project project) {
    return project.runs().overview(true).runs().getFirst().id();
  }

  /// The process: saves checkpoints until it is killed, and prints the id of each when it is saved.
  static final class Main {
    private Main() {}

    public static void main(String[] args) {
      var saver = new TidemarkSaver(Graphs.project(Path.of(args[0])), Graphs.json());
      for (int i = 0; i < 10_000; i++) {
        var id = args[1] + "-" + i;
        var state = Map.<String, Object>of("x", id.repeat(i % 500));
        saver.put(Graphs.thread("t1"), Graphs.checkpoint(id, "n" + i % 3, "n9", state));
        System.out.println(id);
      }
    }
  }
}
