package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineHarnessTest {
  @TempDir private Path temp;

  @Test
  void a_process_of_its_own_answers_as_this_one_does() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");

    var here = tidemark.run("show --json");
    var there = tidemark.child("show --json");

    assertThat(there).isEqualTo(here);
    assertThat(here.json().string("run")).isEqualTo("state/implement/auth");
  }

  @Test
  void a_change_of_one_byte_changes_the_tree() {
    var scratch = CommandLineHarness.fresh(temp).scratch();
    var before = Tree.of(temp);

    scratch.write("README.md", "# scratch\n");

    assertThat(Tree.of(temp)).isNotEqualTo(before);
  }
}
