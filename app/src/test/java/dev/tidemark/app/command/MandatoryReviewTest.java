package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The mandatory review of the phase checkpoint: the journal knows a build that was not reviewed,
/// whatever the checkpoint says.
class MandatoryReviewTest {
  private static final String RUN = " --run phase/dev";
  private static final String FINALIZE = "enter 5-finalize --continue --yes" + RUN;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private Path file;

  @BeforeEach
  void built() {
    tidemark = CommandLineHarness.fresh(temp);
    file = tidemark.scratch().root().resolve(".claude-checkpoint.md");
    tidemark.after("done 2-plan" + RUN, "done 3-build --complete" + RUN);
  }

  private void assertClosed() {
    for (var line : new String[] {FINALIZE, "done 5-finalize" + RUN, "enter 6-operate" + RUN}) {
      var ran = tidemark.run(line);
      assertThat(ran.exit()).as(line + "\n" + ran.out() + ran.err()).isEqualTo(3);
      assertThat(ran.err()).contains("needs a review first", "4-review");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "done 3-build --next activate",
        "finish",
        "done complete",
        "done 2-plan",
        "done 0-start",
        "done 1-bootstrap",
        "done 3-build --partial",
        "done kw-3-review --result pass",
        "done 3-build --next 5-finalize",
        "done 3-build --next 6-operate",
        "done 2-plan --next activate",
        "done 4-review --result fail",
        "enter 5-finalize --yes",
        "done 4-review --result fail --next activate",
        "restore --to 1",
        "start phase/dev"
      })
  void no_verb_passes_it(String words) {
    tidemark.run(words.startsWith("start") ? words : words + RUN);

    assertClosed();
    assertThat(tidemark.run("finish" + RUN).exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"next", "delete", "garbage", "delete and start"})
  void no_edit_of_the_file_passes_it_once_there_is_a_journal(String how) throws IOException {
    switch (how) {
      case "next" ->
          Files.writeString(
              file,
              Files.readString(file).replace("next_phase: 4-review", "next_phase: 5-finalize"));
      case "garbage" -> Files.writeString(file, "garbage");
      default -> {
        Files.delete(file);
        assertThat(tidemark.run(FINALIZE).exit()).isEqualTo(5);
        tidemark.run(how.endsWith("start") ? "start phase/dev --fresh" : "restore" + RUN);
      }
    }

    assertClosed();
  }

  @Test
  void a_review_that_passed_opens_it_until_the_next_build() {
    tidemark.after("done 4-review --result pass" + RUN, FINALIZE);

    tidemark.after("done 3-build --complete" + RUN, "done 2-plan" + RUN);
    assertClosed();
  }

  @Test
  void a_build_that_others_recorded_counts_from_the_first_change_on() throws IOException {
    var text = Files.readString(file);
    var other = CommandLineHarness.fresh(temp.resolve("other"));
    Files.writeString(other.scratch().root().resolve(".claude-checkpoint.md"), text);

    other.after("done 2-plan" + RUN);

    assertThat(other.run(FINALIZE).exit()).isEqualTo(3);
  }
}
