package dev.tidemark.app.hook.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Commands and words of a shell line.
class ShellLineTest {
  @Test
  void separators_of_a_shell_end_a_command_and_redirections_do_not() {
    assertThat(ShellLine.commands("a; b && c | d\ne `f` $(g) > h >| i 2>&1"))
        .map(String::strip)
        .filteredOn(command -> !command.isEmpty())
        .containsExactly("a", "b", "c", "d", "e", "f", "$", "g", "> h >| i 2>&1");
    assertThat(ShellLine.commands("")).containsExactly("");
  }

  @Test
  void words_end_at_blanks_of_every_kind() {
    assertThat(ShellLine.words(" a\t b\n  c ")).isEqualTo(List.of("a", "b", "c"));
    assertThat(ShellLine.words("  ")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"A=1, true", "a_b=x/y, true", "=1, false", "1=2, false", "a, false", "'', false"})
  void a_word_with_a_name_before_an_equals_sign_sets_a_variable(String word, boolean is) {
    assertThat(ShellLine.isAssignment(word)).isEqualTo(is);
  }

  @ParameterizedTest
  @CsvSource({"/usr/bin/git, git", "\"tidemark\", tidemark", "./x, x", "x, x"})
  void a_program_is_named_without_its_folder_and_quotes(String word, String name) {
    assertThat(ShellLine.program(word)).isEqualTo(name);
  }
}
