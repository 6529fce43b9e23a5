package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is told and mended around the documents of the dialect flow.
@Proves("R-USR-02")
class DoctorFlowTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private ScratchRepository git;

  @BeforeEach
  void prepare() {
    tidemark = Protocol.all(temp);
    git = tidemark.scratch();
    git.write(".gitignore", DoctorRulesTest.RULES).write("docs/checkpoints/.gitkeep", "");
    git.git("add", "docs", ".gitignore");
    git.commit("Checkpoints");
    tidemark.after("adopt");
  }

  private List<String> findings(String line) {
    return Findings.of(tidemark, line);
  }

  private Path file(String path) {
    return git.root().resolve(path);
  }

  @Test
  void archives_of_workflows_are_looked_through() {
    var folder = "memory/state/.archive/";
    for (int i = 1; i <= 6; i++) {
      git.write(folder + "wf-" + i + "_2026110" + i + "T000000Z/phase.json", "{}");
    }
    assertThat(file(folder + "wf-0_20261101T000000Z").toFile().mkdirs()).isTrue();
    git.write(folder + "mine/notes.txt", "mine");

    assertThat(findings("doctor")).hasSize(3).contains("note old-archives", "note orphan-archive");
    assertThat(findings("doctor --fix")).contains("fixed orphan-archive", "note orphan-archive");
    assertThat(file(folder + "wf-0_20261101T000000Z")).doesNotExist();
    assertThat(file(folder + "mine/notes.txt")).exists();
    assertThat(file(folder + "wf-1_20261101T000000Z/phase.json")).exists();
  }

  @Test
  void a_temporary_file_that_may_be_all_there_is_of_a_workflow_is_told() throws IOException {
    git.write("memory/state/phase.json.tmp", "{}");
    Files.delete(file(Protocol.FLOW.path()));

    assertThat(tidemark.run("doctor").out()).contains("tidemark start flow/develop offers it");
  }

  @Test
  void what_an_interrupted_workflow_left_is_told() throws IOException {
    git.write("memory/state/phase.json.tmp", "{}").write("memory/state/execution.json", "{}");
    assertThat(tidemark.run("doctor").out())
        .contains("warning  memory/state/phase.json.tmp was left by a writer that was stopped");

    Files.delete(file(Protocol.FLOW.path()));

    assertThat(findings("doctor")).contains("warning orphan-tasks", "error missing");
  }
}
