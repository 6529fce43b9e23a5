package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SynonymsTest {
  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({
    "log --limit 5, history",
    "begin implement/auth, start",
    "revert, undo or restore --to N",
    "open, serve",
    "deliver --dry-run, webhooks",
    "integrations test, webhooks",
    "questions, question",
    "goal Ship, note --goal TEXT",
    "context check, status --percent P",
    "release implement/auth, claim --release",
    "version --json, --version",
    "worker drain --off, worker --drain",
    "store sql, store move --sql",
    "log --help, history",
    "help log, history"
  })
  void a_word_of_another_program_is_answered_with_the_verb_and_does_nothing(
      String line, String verb) {
    var ran = CommandLineHarness.fresh(temp).run(line);

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("hint: did you mean " + verb + "?");
  }
}
