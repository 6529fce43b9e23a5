package dev.tidemark.brief;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines to type next, and which words in them are names and nothing else.
class CommandsTest {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "A", "Z", "0", "9", "a-b", "v1.5", "x_y", "src/a", "."})
  void a_name_stands_as_it_is(String name) {
    assertThat(Commands.isPlain(name)).isTrue();
    assertThat(Commands.word(name)).isEqualTo(name);
    assertThat(Commands.enter(new PhaseName(name), ID))
        .isEqualTo("tidemark enter " + name + " --run state/implement/auth");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-a", "a b", "a:", "@", "[", "`", "{", "$x", "a;b", "a\nb", "\u00fc", "a\\b"})
  void anything_else_is_quoted(String text) {
    assertThat(Commands.isPlain(text)).isFalse();
    assertThat(Commands.word(text)).isEqualTo("'" + text + "'");
  }

  @Test
  void a_name_is_not_long() {
    assertThat(Commands.isPlain("x".repeat(64))).isTrue();
    assertThat(Commands.isPlain("x".repeat(65))).isFalse();
  }

  @Test
  void what_begins_like_an_option_stands_behind_all_options() {
    assertThat(Commands.done(new PhaseName("-x"), ID))
        .isEqualTo("tidemark done --run state/implement/auth -- '-x'");
    assertThat(Commands.done(new PhaseName("x"), ID))
        .isEqualTo("tidemark done x --run state/implement/auth");
    assertThat(Commands.of("show", ID)).isEqualTo("tidemark show --run state/implement/auth");
  }
}
