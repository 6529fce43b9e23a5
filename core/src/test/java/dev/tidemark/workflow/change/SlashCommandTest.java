package dev.tidemark.workflow.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Proves("R-004-O1")
class SlashCommandTest {
  private static final List<String> SEVEN =
      List.of("start", "design", "reconcile", "research", "implement", "ship", "review");
  private static final List<String> PHASES = List.of("research", "write", "validate");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          '/design feat --phase=research' | design
          '/DESIGN feat'                  | design
          '  /ship'                       | ship
          '/review'                       | review
          '/start x'                      | start
          '/reconcile x'                  | reconcile
          '/research x'                   | research
          '/Implement x'                  | implement
          '/invalid'                      | none
          'start'                         | none
          ''                              | none
          '/'                             | none
          '/designer'                     | none
          '/design-feat'                  | none
          'please /design feat'           | none
          """)
  void a_command_stands_at_the_start(String text, String command) {
    assertThat(new SlashCommand(text).name(SEVEN)).isEqualTo(command);
  }

  @ParameterizedTest
  @CsvSource({
    "'/ship --force', true",
    "'/ship --FORCE now', true",
    "'/ship x --dry --force', true",
    "'/ship --force-push', false",
    "'/ship --force=yes', false",
    "'/ship x--force', false",
    "'/ship force', false",
    "'/ship', false"
  })
  void a_flag_is_a_whole_word(String text, boolean has) {
    assertThat(new SlashCommand(text).hasFlag("force")).isEqualTo(has);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "'/design feat --phase=research', research",
        "'/design --PHASE=research', research",
        "'/design --phase=write --phase=research', write",
        "'/design --phase', none",
        "'/design --phase=', none",
        "'/design --phases=write', none",
        "'/design', none"
      })
  void a_value_is_that_of_the_first_occurrence(String text, String value) {
    var found = new SlashCommand(text).value("phase", PHASES);

    assertThat(found.value()).isEqualTo(value);
    assertThat(found.warning()).isNull();
  }

  @Test
  void a_value_that_is_not_allowed_is_none_with_a_warning() {
    var found = new SlashCommand("/design --phase=foo --phase=write").value("phase", PHASES);

    assertThat(found.value()).isNull();
    assertThat(found.warning().text())
        .isEqualTo("--phase cannot be foo, only one of research, write, validate");
  }

  @Test
  void a_value_ends_at_white_space() {
    var command = new SlashCommand("/ship auth --msg=hello world");

    assertThat(command.value("msg", List.of()).value()).isEqualTo("hello");
    assertThat(command.arguments()).containsExactly("auth", "world");
  }
}
