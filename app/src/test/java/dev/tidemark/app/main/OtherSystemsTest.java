package dev.tidemark.app.main;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.dialects.definition.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Rules of Windows and macOS that can be tested elsewhere.
class OtherSystemsTest {
  @TempDir private Path temp;

  /// The state of a disk that ignores case: one document and one journal for both names.
  @Test
  void a_run_whose_name_differs_by_case_only_does_not_replace_the_other() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var started = tidemark.run("start implement/Auth --phases design --goal One");
    assertThat(started.exit()).as(started.toString()).isZero();
    var root = tidemark.scratch().root();
    var state = root.resolve(".claude/state");
    var one = Files.readString(state.resolve("implement-Auth.json"));
    for (var folder : List.of(state, root.resolve(STATE + "/journal/state"))) {
      Files.move(folder.resolve("implement-Auth.json"), folder.resolve("implement-auth.json"));
    }

    for (var fresh : List.of("", " --fresh")) {
      var refused = tidemark.run("start implement/auth --phases design --goal Two" + fresh);

      assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
      assertThat(refused.err())
          .contains("state/implement/auth would be kept in the file of state/implement/Auth");
      assertThat(state.resolve("implement-auth.json")).hasContent(one);
    }
  }

  @Test
  void a_document_of_another_tool_that_differs_by_case_only_is_kept_in_the_history()
      throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.run("start implement/Auth --phases design --goal One");
    var root = tidemark.scratch().root();
    var state = root.resolve(".claude/state");
    Files.move(state.resolve("implement-Auth.json"), state.resolve("implement-auth.json"));

    var refused = tidemark.run("start implement/auth --phases design --goal Two");
    assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
    assertThat(refused.err()).contains("state/implement/auth is open with another goal: One");

    var replaced = tidemark.run("start implement/auth --phases design --goal Two --fresh");
    assertThat(replaced.exit()).as(replaced.toString()).isZero();
    var restored = tidemark.run("restore implement/auth --to 1");
    assertThat(restored.exit()).as(restored.toString()).isZero();
    assertThat(Files.readString(state.resolve("implement-auth.json"))).contains("\"One\"");
  }

  @Test
  void the_matrix_builds_and_starts_on_linux_macos_and_windows() throws IOException {
    var text = Files.readString(Repository.root().resolve("build/ci/github.yml"));
    var jobs = YamlTree.read("github.yml", text).root().object("jobs");

    assertThat(jobs.object("linux").string("runs-on")).startsWith("ubuntu-");
    var systems = jobs.object("other").object("strategy").object("matrix").strings("os");
    assertThat(systems).anyMatch(os -> os.startsWith("macos-"));
    assertThat(systems).anyMatch(os -> os.startsWith("windows-"));
    assertThat(text).contains("run: mvn --batch-mode verify", "tidemark.cmd tour", ".ci/run");
  }
}
