package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZshCompletionTest {
  /// Types a line and the key that lists what may follow into a real zsh on a pseudo-terminal, and
  /// waits until it shows what is expected, ten seconds at most.
  private static final String TYPING =
      """
      zmodload zsh/zpty
      zpty -b z zsh -f
      zpty -w z 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; PS1="<G""O>"'
      shown=
      await() {
        local piece i
        for ((i = 0; i < 200; i++)); do
          while zpty -r -t z piece; do shown+=$piece; done
          [[ $shown == *$1* ]] && return
          sleep 0.05
        done
      }
      await '<GO>'
      zpty -w -n z "$1"$'\\C-d'
      await "$2"
      print -r -- "$shown"
      zpty -d z
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "'tidemark config ', print one setting",
    "'tidemark done ', research",
    "'tidemark install g', gemini",
    "'tidemark install codex --dry', --dry-run",
    "'tidemark gate run te', tests",
    "'tidemark start ', item/epic",
    "'tidemark help gat', gates",
    "'tidemark config set sec', secrets",
    "'tidemark done x --cre', files the phase created",
    "'tidemark done --run impl', implement/auth",
    "'tidemark --json status impl', implement/auth"
  })
  void zsh_completes(String line, String offered) throws Exception {
    Shell shell = new Shell("zsh", folder);
    Path typing = Files.writeString(folder.resolve("typing"), TYPING);
    List<String> shown = shell.run(List.of("-f", typing.toString(), line, offered));
    assertThat(String.join("\n", shown)).contains(offered);
  }
}
