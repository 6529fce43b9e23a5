package dev.tidemark.app.command;

import static dev.tidemark.app.main.CommandLineHarness.ageless;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A project with more runs than anybody wants to read: what is listed out of the index is what
/// would be listed without it.
class ManyRunsTest {
  private static final int RUNS = 40;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path index;

  @BeforeEach
  void prepare() throws IOException {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    for (int i = 0; i < RUNS; i++) {
      tidemark.after("start implement/f" + i + " --phases design,code");
    }
    tidemark.completed("implement/f7").after("done design --run f8");
    index = tidemark.scratch().state().resolve("index/state");
    settle();
  }

  /// Lets everything have been changed long ago, as in a project that somebody comes back to.
  private void settle() throws IOException {
    try (var all = Files.walk(tidemark.scratch().root())) {
      for (var path : all.toList()) {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(60)));
      }
    }
  }

  private String list(String options) {
    var indexed = ageless(tidemark.run("list " + options).out());
    assertThat(ageless(tidemark.run("list " + options).out())).isEqualTo(indexed);
    return indexed;
  }

  private String listWithoutIndex(String options) throws IOException {
    Files.delete(index);
    return ageless(tidemark.run("list " + options).out());
  }

  @Proves("R-USR-01")
  @Test
  void a_list_out_of_the_index_is_the_list() throws IOException {
    for (var options : new String[] {"", "--all", "--json", "--json --all"}) {
      var indexed = list(options);
      assertThat(index).exists();
      assertThat(listWithoutIndex(options)).isEqualTo(indexed);
    }
    // A header and the usual command beside those that are open, which all but one are.
    assertThat(list("").lines()).hasSize(RUNS + 1);
    assertThat(list("--json")).contains("\"finished_not_shown\":1");
  }

  @Test
  void the_run_of_a_branch_is_found_in_the_index() {
    list("");
    tidemark.scratch().git("checkout", "--quiet", "-b", "topic");
    tidemark.after("start review/mine");

    assertThat(tidemark.run("enter analysis --json").string("run")).isEqualTo("state/review/mine");
    assertThat(tidemark.run("resume --json").string("run")).isEqualTo("state/review/mine");
    assertThat(tidemark.run("status --run f3 --json").string("run"))
        .isEqualTo("state/implement/f3");
    assertThat(tidemark.run("enter code --run f").err()).contains("there is no run f");
  }

  @Test
  void a_workflow_that_is_defined_otherwise_is_listed_otherwise() {
    tidemark.after("start release --any-command");
    list("");
    assertThat(list("--json")).doesNotContain("publish");

    tidemark.scratch().write(".tidemark/workflows/release.yaml", "phases: [publish, tell]\n");

    assertThat(tidemark.run("status release --json").string("phase")).isEqualTo("publish");
    assertThat(list("--json")).contains("\"phase\":\"publish\"");
  }

  @Test
  void the_index_is_private_and_ignored() throws IOException {
    list("");

    assertThat(Files.getPosixFilePermissions(index)).hasSize(2);
    assertThat(tidemark.scratch().git("status", "--porcelain", "--untracked-files=all"))
        .doesNotContain("index");
  }
}
