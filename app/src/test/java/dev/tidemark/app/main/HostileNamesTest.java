package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Names that are meant to break something end as a file in the state folder, or are refused.
@Proves("R-COM-10")
@LongProof
class HostileNamesTest {
  private static final String EXCLUDED = "project/.git/info/exclude";

  /// Documents and our own folder, and the user's list of journals.
  private static final String WRITTEN =
      "project/(\\.claude/state/[^/]+\\.json|\\.git/tidemark/.*)"
          + "|home/\\.config/tidemark/journals/[0-9a-f]{32}";

  @TempDir private Path temp;

  private void survives(Function<String, String[]> words) {
    var tidemark = CommandLineHarness.fresh(temp);
    var before = new HashMap<>(Tree.files(temp));
    before.remove(EXCLUDED);
    int started = 0;
    for (var name : Hostile.names()) {
      var ran = tidemark.words(words.apply(name));
      assertThat(ran.exit()).as("%s: %s", name, ran).isIn(0, 1, 2);
      started += ran.exit() == 0 ? 1 : 0;
    }
    var after = Tree.files(temp);

    assertThat(started).isGreaterThan(30);
    assertThat(after).containsAllEntriesOf(before);
    for (var path : after.keySet()) {
      if (!before.containsKey(path) && !path.equals(EXCLUDED)) {
        assertThat(path).matches(WRITTEN);
      }
    }
    assertThat(tidemark.run("list --all --json").json().array("runs").size()).isPositive();
    assertThat(tidemark.run("list").out()).doesNotContain("\u001b", "\u202e", "\u0007");
  }

  @Test
  void as_an_item() {
    survives(name -> new String[] {"start", "--", "implement", name});
  }

  @Test
  void as_a_workflow() {
    survives(name -> new String[] {"start", "--any-command", "--", name});
  }

  @Test
  void as_a_run_to_look_at() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    var before = Tree.of(temp);
    for (var name : Hostile.names()) {
      assertThat(tidemark.words("status", "--", name).exit()).as(name).isIn(0, 1, 2);
      assertThat(tidemark.words("finish", "--dry-run", "--run=" + name).exit()).as(name).isIn(1, 2);
    }
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Test
  void as_a_phase_and_a_file() {
    var tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    for (var name : Hostile.names()) {
      var ran = tidemark.words("done", "--created=" + name, "--json", "--", name);
      assertThat(ran.exit()).as("%s: %s", name, ran).isIn(0, 1, 2);
      assertThat(ran.json().size()).isPositive();
    }
    assertThat(tidemark.run("resume").out()).doesNotContain("\u001b", "\u202e", "\u0007");
    assertThat(tidemark.run("validate").exit()).isZero();
    assertThat(tidemark.run("doctor").exit()).isZero();
  }
}
