package dev.tidemark.app.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.ConsolePrompt.Answers;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves("R-COM-15")
class ConsolePromptTest {
  private static final String QUESTION = "Resume workflow from ARCHITECTURE?";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private ConsolePrompt prompt(String typed, Answers answers) {
    Console console = new Console(out, err, OutputOptions.plain(Terminal.NONE));
    return new ConsolePrompt(new ByteArrayInputStream(typed.getBytes(UTF_8)), console, answers);
  }

  private String said() {
    return err.toString(UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "'y\n', false, true", "'YES\n', false, true", "'n\n', true, false", "'No\r\n', true, false",
    "'\n', true, true", "'\n', false, false", "'  \n', true, true", "'y', false, true"
  })
  void answers_count_in_any_case_and_enter_is_the_default(
      String typed, boolean otherwise, boolean answer) {
    assertThat(prompt(typed, Answers.PERSON).confirm(QUESTION, otherwise)).isEqualTo(answer);
    assertThat(said()).isEqualTo(QUESTION + (otherwise ? " [Y/n] " : " [y/N] "));
    assertThat(out.size()).isZero();
  }

  @Test
  @Proves({"R-COM-15", "R-003-12"})
  void an_offer_is_not_taken_by_saying_yes_to_everything() {
    assertThat(prompt("", Answers.YES).offer("Start fresh?")).isFalse();
    assertThat(prompt("y\n", Answers.PERSON).offer("Start fresh?")).isTrue();
    assertThat(prompt("\n", Answers.PERSON).offer("Start fresh?")).isFalse();
  }

  @Test
  void another_answer_asks_again() {
    assertThat(prompt("maybe\ny\n", Answers.PERSON).confirm("Sure?", false)).isTrue();
    assertThat(said()).isEqualTo("Sure? [y/N] Please answer yes or no.\nSure? [y/N] ");
  }

  @ParameterizedTest
  @CsvSource({
    "'1\n', true",
    "'y\n', true",
    "'2\n', false",
    "'n\n', false",
    "'\n', false",
    "'3\na\n?\n1\n', false"
  })
  @Proves("R-000-44")
  void the_first_of_two_options_is_chosen_by_number_or_by_yes(String typed, boolean first) {
    assertThat(prompt(typed, Answers.PERSON).first("Go on?")).isEqualTo(first);
    assertThat(said()).startsWith("Go on? [y/N] ");
  }

  @Test
  void three_answers_that_are_neither_take_the_default_and_say_so() {
    ConsolePrompt consolePrompt = prompt("a\nb\nc\nn\n", Answers.PERSON);
    assertThat(consolePrompt.confirm("Sure?", true)).isTrue();
    assertThat(said()).endsWith("Please answer yes or no.\nSure? [Y/n] yes (default)\n");
    assertThat(consolePrompt.confirm("Next?", true)).isFalse();
  }

  @Test
  void the_end_of_the_input_takes_the_default_and_says_so() {
    assertThat(prompt("", Answers.PERSON).confirm(QUESTION, true)).isTrue();
    assertThat(said()).isEqualTo(QUESTION + " [Y/n] yes (default)\n");
  }

  @Test
  void without_a_person_nothing_is_read_and_the_default_is_printed() {
    assertThat(prompt("y\n", Answers.DEFAULT).confirm("Start fresh?", false)).isFalse();
    assertThat(said()).isEqualTo("Start fresh? [y/N] no (default)\n");
  }

  @Test
  void yes_answers_yes_to_everything() {
    assertThat(prompt("n\n", Answers.YES).confirm("Start fresh?", false)).isTrue();
    assertThat(said()).isEqualTo("Start fresh? [y/N] yes (--yes)\n");
  }

  @Proves("R-USR-04")
  @ParameterizedTest
  @CsvSource({
    "true,  status,                         PERSON",
    "false, status,                         DEFAULT",
    "true,  status --non-interactive,       DEFAULT",
    "true,  status --yes,                   YES",
    "false, status --non-interactive --yes, YES"
  })
  void who_answers_follows_from_the_terminal_and_the_options(
      boolean input, String words, Answers answers) {
    Terminal terminal = Terminal.of(input, true, "UTF-8", Map.of());
    ParsedCommand parsedCommand = (ParsedCommand) CommandRegistry.parse(words.split(" ", -1));
    assertThat(Answers.of(terminal, parsedCommand)).isEqualTo(answers);
    assertThat(prompt("", answers).isInteractive()).isEqualTo(answers == Answers.PERSON);
  }
}
