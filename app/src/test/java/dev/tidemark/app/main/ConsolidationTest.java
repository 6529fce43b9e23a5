package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The one command of the user's own choice that the end of a phase runs.
@Proves("R-000-31")
class ConsolidationTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("docs/vt-c-journal/2026-02/entries/a.md", "A decision.");
  }

  private Ran done(Path home, String command) throws IOException {
    var file = tidemark.scratch().home().resolve(".config/tidemark/config.yaml");
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "phase.consolidation: " + command + "\n");
    if (home.equals(tidemark.scratch().home())) {
      return tidemark.run("done 2-plan --run phase/dev");
    }
    var words = ChildProcess.program("-Duser.home=" + tidemark.scratch().home());
    words.addAll(List.of("done", "2-plan", "--run", "phase/dev"));
    return ChildProcess.command(tidemark, words).end();
  }

  private Path file(String path) {
    return tidemark.scratch().root().resolve(path);
  }

  @Test
  void it_runs_after_the_checkpoint_is_saved() throws IOException {
    var ran = done(tidemark.scratch().home(), "cp .claude-checkpoint.md seen");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(file("seen")).hasSameTextualContentAs(file(".claude-checkpoint.md"));
  }

  @Test
  void one_that_fails_is_told_and_the_checkpoint_stays() throws IOException {
    var ran = done(tidemark.scratch().home(), "cp missing seen");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("the checkpoint is saved, but cp did not succeed: ended with exit code 1");
    assertThat(file(".claude-checkpoint.md")).exists();
  }

  @Test
  void one_of_somebody_else_is_never_run() throws IOException {
    tidemark.scratch().write(".tidemark/config.yaml", "phase.consolidation: cp x seen\n");
    var ran = done(temp, "cp .claude-checkpoint.md seen");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("phase.consolidation counts only in the user's own file");
    assertThat(file("seen")).doesNotExist();
  }
}
