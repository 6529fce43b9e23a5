package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.Shell;
import java.nio.file.Path;
import java.util.List;
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
}
