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
  /// waits until it shows what is expected, twenty seconds at most.
  private static final String TYPING =
      """
      zmodload zsh/zpty
      zpty -b z zsh -f
      zpty -w z 'fpath=('"${1:h}"' $fpath); autoload -Uz compinit; compinit -u -D; PS1="<G""O>"'
      shown=
      await() {
        local piece i
        for ((i = 0; i < 400; i++)); do
          while zpty -r -t z piece; do shown+=$piece; done
          [[ $shown == *$1* ]] && return
          sleep 0.05
        done
      }
      await '<GO>'
      zpty -w -n z "$2"$'\\C-d'
      await "$3"
      print -r -- "$shown"
      zpty -d z
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "'tidemark handoff ', print or check a request",
    "'tidemark done --run auth ', Decision",
    "'tidemark install codex --dry', --dry-run",
    "'tidemark start ', item/epic",
    "'tidemark done x --cre', files the phase created",
    "'tidemark --json status impl', implement/auth",
    "'tidemark validate --tokens READ', README.md"
  })
  void zsh_completes(String line, String offered) throws Exception {
    Shell shell = new Shell("zsh", folder);
    Path typing = Files.writeString(folder.resolve("typing"), TYPING);
    var script = shell.script().toString();
    List<String> shown = shell.run(List.of("-f", typing.toString(), script, line, offered));
    assertThat(String.join("\n", shown)).contains(offered);
  }
}
