package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tokens` and `validate`.
class TextVerbsTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Proves("R-004-06")
  @Test
  void tokens_prints_count_limit_and_verdict() {
    tidemark.scratch().write("notes.md", "one two  three\n");

    var fits = tidemark.run("validate --tokens notes.md");
    var tooLong = tidemark.given("a b c").run("validate --tokens --max 2 -");
    var piped = tidemark.given("a b c").run("validate --tokens --json");

    assertThat(fits.exit()).isZero();
    assertThat(fits.lines()).containsExactly("3 tokens (words), limit 500: within the limit");
    assertThat(tooLong.exit()).isEqualTo(1);
    assertThat(tooLong.out()).contains("Context summary exceeds 2 token limit (actual: 3 tokens)");
    assertThat(piped.json())
        .hasToString("{\"tokens\":3,\"limit\":500,\"strategy\":\"words\",\"valid\":true}");
  }

  @Proves({"R-004-06", "R-004-91"})
  @Test
  void tokens_are_counted_as_asked() {
    var words = "internationalization ".repeat(300);

    var counted = tidemark.given(words).run("validate --tokens");
    var tooLong = tidemark.given(words).run("validate --tokens --strategy bpe:cl100k_base");
    var shown = tidemark.given(words).run("validate --tokens --strategy bpe:o200k_base --json");

    assertThat(counted.exit()).isZero();
    assertThat(tooLong.exit()).isEqualTo(1);
    assertThat(tooLong.lines())
        .containsExactly(
            "601 tokens (bpe:cl100k_base), limit 500:"
                + " Context summary exceeds 500 token limit (actual: 601 tokens)");
    assertThat(shown.json().string("strategy")).isEqualTo("bpe:o200k_base");
  }

  @Proves("R-004-91")
  @Test
  void the_configured_strategy_holds_wherever_a_summary_is_checked() {
    tidemark.after("init", "config summary.strategy bpe:o200k_base", "start implement/auth");
    tidemark.after("enter implementation");
    var words = "\u00dcberl\u00e4ufe \u6587\u5b57\u5316\u3051 ".repeat(150).strip();

    var done = tidemark.words("done", "implementation", "--summary", words);
    var hint = "Shorten it to 500 tokens (counted as bpe:o200k_base)";

    assertThat(done.exit()).isEqualTo(1);
    assertThat(done.err())
        .containsPattern("exceeds 500 token limit .actual: \\d+ tokens")
        .contains(hint);
    tidemark.after("config summary.strategy words");
    assertThat(tidemark.words("done", "implementation", "--summary", words).exit()).isZero();
    tidemark.after("config summary.strategy bpe:cl100k_base");
    var found = tidemark.run("validate --run auth");
    assertThat(found.exit()).isEqualTo(5);
    assertThat(found.out()).contains("context_summary: Context summary exceeds 500 token limit");
  }

  @Test
  void a_text_that_cannot_be_read_is_refused() throws Exception {
    java.nio.file.Files.write(
        tidemark.scratch().root().resolve("binary"), new byte[] {(byte) 0xc3, 0x28});

    assertThat(tidemark.run("validate --tokens nowhere.md").err())
        .contains("nowhere.md cannot be read");
    assertThat(tidemark.run("validate --tokens binary").err()).contains("binary is not UTF-8 text");
    assertThat(tidemark.run("validate --tokens .").exit()).isEqualTo(1);
    assertThat(tidemark.words("validate", "--tokens", "a\0b").exit()).isEqualTo(1);
    assertThat(tidemark.run("validate --tokens --strategy bpe:gpt2 -").exit()).isEqualTo(2);
  }

  @Proves("R-002-02")
  @Test
  void validate_names_every_fault_of_a_file() {
    var invalid = tidemark.given("{}").run("validate -");

    assertThat(invalid.exit()).isEqualTo(5);
    assertThat(invalid.lines())
        .contains("error  $.command: must be the name of a command (found undefined)", "-: invalid")
        .hasSizeGreaterThan(3);
  }

  @Test
  void validate_takes_the_format_of_a_file_from_its_path() {
    tidemark.after("start item/epic/EPIC-001", "done 0 --run item/epic/EPIC-001");
    tidemark.after("start flow/develop", "start phase/dev", "done 0-start --run phase/dev");

    for (var file :
        List.of(
            "docs/checkpoints/epic-EPIC-001.md",
            "memory/state/phase.json",
            ".claude-checkpoint.md")) {
      assertThat(tidemark.run("validate " + file).exit()).as(file).isZero();
    }
  }

  @Test
  void validate_checks_the_open_run_where_no_file_is_named() {
    tidemark.after("start implement/auth");

    var ran = tidemark.run("validate");

    assertThat(ran.exit()).isZero();
    assertThat(ran.lines()).containsExactly(".claude/state/implement-auth.json: valid");
    assertThat(tidemark.run("validate --json --run auth").string("result")).isEqualTo("valid");
  }

  @Test
  void validate_knows_its_dialects() {
    var ran = tidemark.given("{}").run("validate - --format scrum --json");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.json().object("error").string("hint"))
        .isEqualTo("There are: state phase item flow");
  }

  @Test
  void validate_says_that_a_run_has_no_document() throws Exception {
    tidemark.after("start implement/auth");
    java.nio.file.Files.delete(
        tidemark.scratch().root().resolve(".claude/state/implement-auth.json"));

    var ran = tidemark.run("validate --run auth");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("there is no document");
  }
}
