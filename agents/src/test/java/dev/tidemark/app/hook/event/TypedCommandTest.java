package dev.tidemark.app.hook.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedCommandTest {
  @ParameterizedTest
  @CsvSource({
    "/vt-c-5-finalize, 5-finalize",
    "/vt-ship, ship",
    "/virtual-team:vt-handoff now, handoff",
    "/Design auth --phase=research, design",
    "/5-finalize, 5-finalize",
  })
  void a_command_is_known_by_its_name_without_what_sets_put_before_it(String prompt, String name) {
    var command = TypedCommand.of(prompt);

    assertThat(command).isNotNull();
    assertThat(command.name()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "go on", "/ design", "/home/ann/file is broken", "//", "/-x"})
  void anything_else_is_no_command(String prompt) {
    assertThat(TypedCommand.of(prompt)).isNull();
  }

  @Test
  void a_name_that_is_only_a_prefix_is_none() {
    assertThat(TypedCommand.of("/vt-c-")).isNull();
  }
}
