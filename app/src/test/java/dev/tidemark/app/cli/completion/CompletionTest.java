package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.Shell;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.main.CommandRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void the_shell_can_read_its_script(String shell) throws Exception {
    Shell real = new Shell(shell, folder);
    assertThat(real.run(List.of("-n", real.script().toString()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void a_script_knows_every_option_and_verb_that_is_not_hidden(String shell) {
    String script = Completion.script(shell, CommandRegistry.VERBS.shown());
    for (CommandSpec commandSpec : CommandRegistry.VERBS.all()) {
      String last = commandSpec.name().substring(commandSpec.name().indexOf(' ') + 1);
      assertThat(script.contains(last)).as(commandSpec.name()).isEqualTo(!commandSpec.isHidden());
      for (Option option : Completion.options(commandSpec.options())) {
        assertThat(script).contains(option.name());
      }
    }
  }

  @Test
  void an_option_takes_a_value_with_every_verb_or_with_none() {
    Map<String, Boolean> flags = new HashMap<>();
    List<Option> options = new ArrayList<>(Globals.OPTIONS);
    CommandRegistry.VERBS.all().forEach(commandSpec -> options.addAll(commandSpec.options()));
    for (Option option : options) {
      Boolean before = flags.put(option.name(), option.isFlag());
      assertThat(before == null || before == option.isFlag()).as(option.name()).isTrue();
    }
  }
}
