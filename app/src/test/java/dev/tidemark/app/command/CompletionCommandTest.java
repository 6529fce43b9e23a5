package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("start implement/auth --phases design,code,test");
  }

  private List<String> complete(String line) {
    return tidemark.run("completion bash -- " + line).lines();
  }

  @Test
  void a_shell_is_offered_what_the_project_has() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/implement.yaml",
            "phases: [design, {name: code, gates: [{review: true}, {clean-tree: true}]}]\n");

    assertThat(complete("status ''")).containsExactly("implement/auth");
    assertThat(complete("done ''")).containsExactly("design", "code", "test");
    assertThat(complete("start ''")).contains("implement", "item/epic");
    assertThat(complete("gate run ''")).containsExactly("review", "clean-tree");
    assertThat(complete("done --run implement/auth c")).containsExactly("code");
    assertThat(tidemark.run("completion bash --json -- done ''").json().strings("words"))
        .containsExactly("design", "code", "test");
  }

  @Test
  void a_run_has_its_short_name_where_that_is_unambiguous() {
    tidemark.after("start item/epic/auth", "start state/epic/auth --phases a,b");

    assertThat(complete("status ''"))
        .containsExactlyInAnyOrder("implement/auth", "item/epic/auth", "state/epic/auth");
    assertThat(complete("status state/i")).containsExactly("state/implement/auth");
  }

  @Test
  void words_have_their_meaning_behind_a_tab() {
    assertThat(complete("done x --cre")).containsExactly("--created\tfiles the phase created");
    assertThat(complete("done x --created ''")).containsExactly(":files");
    assertThat(complete("--root ''")).containsExactly(":folders");
    assertThat(complete("no-such-verb ''")).isEmpty();
  }
}
