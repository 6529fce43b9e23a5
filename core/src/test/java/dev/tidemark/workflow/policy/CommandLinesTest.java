package dev.tidemark.workflow.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Command lines to type next, and which words in them are names and nothing else.
class CommandLinesTest {
  private static final CheckpointId ID = new CheckpointId("state", "implement", "auth");

  @ParameterizedTest
  @ValueSource(strings = {"a", "z", "A", "Z", "0", "9", "a-b", "v1.5", "x_y", "src/a", "."})
  void a_name_stands_as_it_is(String name) {
    assertThat(CommandLines.isPlain(name)).isTrue();
    assertThat(CommandLines.word(name)).isEqualTo(name);
    assertThat(CommandLines.enter(new PhaseName(name), ID))
        .isEqualTo("tidemark enter " + name + " --run state/implement/auth");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-a", "a b", "a:", "@", "[", "`", "{", "$x", "a;b", "a\nb", "\u00fc", "a\\b"})
  void anything_else_is_quoted(String text) {
    assertThat(CommandLines.isPlain(text)).isFalse();
    assertThat(CommandLines.word(text)).isEqualTo("'" + text + "'");
  }

  @Test
  void a_name_is_not_long() {
    assertThat(CommandLines.isPlain("x".repeat(64))).isTrue();
    assertThat(CommandLines.isPlain("x".repeat(65))).isFalse();
  }

  @Test
  void what_begins_like_an_option_stands_behind_all_options() {
    assertThat(CommandLines.done(new PhaseName("-x"), ID))
        .isEqualTo("tidemark done --run state/implement/auth -- '-x'");
    assertThat(CommandLines.done(new PhaseName("x"), ID))
        .isEqualTo("tidemark done x --run state/implement/auth");
    assertThat(CommandLines.of("show", ID)).isEqualTo("tidemark show --run state/implement/auth");
  }

  @Test
  void a_phase_is_begun_added_or_left_out() {
    var build = new PhaseName("build");
    var dashed = new PhaseName("-x");

    assertThat(CommandLines.enter(build)).isEqualTo("tidemark enter build");
    assertThat(CommandLines.enter(dashed)).isEqualTo("tidemark enter -- '-x'");
    assertThat(CommandLines.enterNew(build, ID))
        .isEqualTo("tidemark enter --new build --run state/implement/auth");
    assertThat(CommandLines.skip(build, ID))
        .isEqualTo("tidemark skip build --run state/implement/auth");
  }
}
