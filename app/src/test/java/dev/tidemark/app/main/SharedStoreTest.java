package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A project whose runs are kept in a PostgreSQL, from the command line.
class SharedStoreTest {
  @TempDir private Path folder;

  private CommandLineHarness tree(String name, String address) {
    var scratch = ScratchRepository.in(folder.resolve(name));
    return CommandLineHarness.in(scratch).with("TIDEMARK_STORE", address);
  }

  @Test
  void two_work_trees_share_a_run() throws Exception {
    var address = PostgresServer.running().fresh();
    var one = tree("one", address);
    var two = tree("two", address);
    one.after("start implement auth --phases design,build", "enter design");
    assertThat(two.run("status --run implement/auth").out()).contains("design");
    two.after("done design --run implement/auth --summary 'Tokens, not sessions.'");
    assertThat(one.run("resume --run implement/auth").out()).contains("Tokens, not sessions.");
    assertThat(one.run("history --run implement/auth").out()).contains("design");
    assertThat(two.run("list").out()).contains("implement/auth");
    assertThat(Files.exists(folder.resolve("one/.tidemark/journal"))).isFalse();
  }
}
