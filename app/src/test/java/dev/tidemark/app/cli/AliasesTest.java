package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.CommandRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasesTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @ParameterizedTest
  @CsvSource({
    "log --limit 5, history",
    "begin implement/auth, start",
    "revert, undo",
    "open, serve",
    "deliver --dry-run, webhooks retry",
    "integrations test, webhooks test",
    "questions, question list",
    "answer approach x, question answer",
    "workflows --json, workflows list",
    "preflight --percent 10, context check",
    "tokens -, context tokens"
  })
  void an_alias_is_parsed_as_its_verb(String line, String verb) {
    var parsedCommand = (ParsedCommand) CommandRegistry.parse(line.split(" ", -1));

    assertThat(parsedCommand.name()).isEqualTo(verb);
  }

  @ParameterizedTest
  @CsvSource({"deliver, webhooks retry", "questions, question list", "log, history"})
  void help_explains_the_verb_behind_an_alias(String alias, String verb) {
    assertThat(tidemark.run(alias + " --help").lines().getFirst())
        .startsWith("tidemark " + verb + " - ");
  }

  @Test
  void a_former_name_works_and_prints_the_new_one() {
    var ran = tidemark.run("workflows");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo(tidemark.run("workflows list").out());
    assertThat(ran.err()).isEqualTo("note: `workflows` is now `workflows list`\n");
  }

  @Test
  void an_alias_prints_no_note_with_json_or_quiet() {
    assertThat(tidemark.run("workflows --json").err()).isEmpty();
    assertThat(tidemark.run("workflows --quiet").err()).isEmpty();
  }

  @Test
  void revert_undoes_the_last_change_and_names_the_other_way() {
    tidemark.after("start implement/auth", "note one");

    var ran = tidemark.run("revert");

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).contains("note: `revert` runs `undo`", "tidemark restore --to N");
  }

  @Test
  void a_synonym_prints_no_note() {
    tidemark.after("start implement/auth");

    assertThat(tidemark.run("log").err()).doesNotContain("note:");
  }

  @Test
  void one_workflow_is_shown_with_its_gates() {
    var ran = tidemark.run("workflows show ship");

    assertThat(ran.lines())
        .contains(
            "state/ship  Blocks on errors by its gate", "    push", "      gate ship at both");
    assertThat(tidemark.run("workflows show item/epic").exit()).isZero();
    assertThat(tidemark.run("workflows show shpi").exit()).isEqualTo(2);
  }
}
