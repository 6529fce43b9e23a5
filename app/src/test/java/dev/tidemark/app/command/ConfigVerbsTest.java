package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `config`, and values that can be used nowhere.
class ConfigVerbsTest {
  private static final String FILE = ".tidemark/config.yaml";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    tidemark.scratch().write("some.json", "{}");
  }

  @Test
  void every_dialect_can_be_the_usual_one_and_no_other() {
    var known = tidemark.run("validate some.json --format nope --json").json();
    var listed = String.valueOf(known.object("error").string("hint")).split(" ");
    assertThat(listed).contains("state", "phase", "item", "flow");
    for (int i = 2; i < listed.length; i++) {
      tidemark.after("config format " + listed[i]);
    }

    var ran = tidemark.run("config format nope");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("format cannot be nope\nhint: Give state, phase, item or flow.");
  }

  @Test
  void a_setting_of_a_new_project_is_written_and_no_other(@TempDir Path folder) {
    var fresh = CommandLineHarness.fresh(folder);
    fresh.after("config secrets refuse");
    assertThat(fresh.folder().resolve(FILE)).hasContent("secrets: refuse\n");
  }

  @Test
  void a_dialect_that_there_is_not_is_refused_wherever_it_stands() {
    assertThat(tidemark.with("TIDEMARK_FORMAT", "nope").run("start auth").err())
        .contains("TIDEMARK_FORMAT: format is \"nope\"; expected state, phase, item or flow");
    tidemark.scratch().write(FILE, "format: nope\n");

    var ran = tidemark.run("start auth");

    assertThat(ran.exit()).isNotZero();
    assertThat(ran.err()).contains(FILE + ":1: format is \"nope\"");
  }

  @Test
  void what_only_the_user_may_set_is_not_written_into_a_project() {
    var before = Tree.of(temp);

    var ran = tidemark.run("config approval.agents allow");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("approval.agents is for no project to set", "config.yaml");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }
}
