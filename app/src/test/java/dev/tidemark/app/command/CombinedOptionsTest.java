package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Options of one verb that exclude each other, or need another one, and verbs of which an option
/// only reads.
class CombinedOptionsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
  }

  @ParameterizedTest
  @CsvSource({
    "gate set --status ready --allowed true, --status and --allowed exclude each other",
    "gate set preview --status ready --report a.xml, --status and --report exclude each other",
    "gate set preview --status failed --blocker No, --status and --blocker exclude each other",
    "gate set unit --report a.xml --allowed true, --report and --allowed exclude each other",
    "gate set unit --report a.xml --blocker No, --report and --blocker exclude each other",
    "gate set unit --report a.xml --url https://x.test, --url is an option of gate set --status",
    "gate set --allowed true --url https://x.test, --url is an option of gate set --status",
    "gate set --allowed true --blocker No, --allowed true and --blocker contradict each other",
    "gate set preview --url https://x.test, --url is an option of gate set --status",
    "gate set --status ready, --status is for the gate preview only",
    "gate set review --status ready, --status is for the gate preview only",
    "gate set --report a.xml, --report needs the name of a report gate",
    "gate set preview, --allowed is missing",
    "claim --release --for 60, --release and --for exclude each other",
    "claim implement/auth --hold --release, --release and --hold exclude each other",
    "list --all --queue, --queue and --all exclude each other",
    "store move --sql --from files, --sql and --from exclude each other",
    "store move, store move needs STORE",
    "worker --drain --tags gpu, --drain and --tags exclude each other",
    "worker --drain --off --poll 1, --drain and --poll exclude each other",
    "worker --off, --off is an option of worker --drain"
  })
  void options_that_do_not_fit_together_are_a_usage_error_that_names_both(
      String line, String message) {
    var before = Tree.of(temp);

    var ran = tidemark.run(line);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).startsWith("tidemark: " + message).contains("\nhint: ");
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"list --queue", "worker --drain", "claim --release", "worker"})
  void without_a_shared_store_there_is_no_queue_and_no_claim(String line) {
    var ran = tidemark.run(line + " --json");

    assertThat(ran.exit()).isOne();
    assertThat(ran.json().object("error").string("code")).isEqualTo("not-shared");
    assertThat(ran.err()).contains("hint: Keep them in a shared store: tidemark help postgres");
  }

  @Test
  void a_run_in_a_file_store_that_no_runner_drives_cannot_be_stopped() {
    assertThat(tidemark.run("run stop --json").each("blockers", "code"))
        .containsExactly("not-running");
  }

  @Test
  void the_sql_of_a_store_is_printed_and_nothing_is_moved() {
    var before = Tree.of(temp);

    var ran = tidemark.run("store move --sql postgresql://db/teams?schema=shop --json");

    assertThat(ran.exit()).isZero();
    assertThat(ran.string("sql")).contains("create table").contains("shop");
    assertThat(tidemark.run("store move --sql").out()).contains("create table");
    assertThat(tidemark.run("store move --sql files").exit()).isOne();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }
}
