package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BashCompletionTest {
  /// Does what readline does before and after it asks for completions.
  private static final String ASKING =
      """
      source "$1"
      shift
      COMP_WORDS=(tidemark "$@")
      COMP_CWORD=$#
      _tidemark
      printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
      """;

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void start() throws IOException {
    shell = new Shell("bash", folder);
  }

  private List<String> bash(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("--norc", "-c", ASKING, "bash"));
    command.add(shell.script().toString());
    command.addAll(List.of(words));
    List<String> answer = new ArrayList<>(shell.run(command));
    answer.remove("");
    return answer;
  }

  @Test
  void bash_completes_words_runs_and_phases() throws Exception {
    assertThat(bash("--json", "conf")).containsExactly("config");
    assertThat(bash("status", "")).containsExactly("implement/auth", "implement/login");
    assertThat(bash("done", "--run", "=", "implement/l")).containsExactly("implement/login");
    assertThat(bash("done", "--run=implement/l")).containsExactly("--run=implement/login");
    assertThat(bash("done", "--run", "implement/auth", "r")).containsExactly("research");
    assertThat(bash("status", "a", "")).isEmpty();
  }

  @Test
  void bash_quotes_names() throws Exception {
    assertThat(bash("done", "--run", "auth", "De")).containsExactly("Decision\\ Sync");
    assertThat(bash("done", "--run", "'auth'", "Decision\\ ")).containsExactly("Decision\\ Sync");
    assertThat(bash("done", "--run", "auth", "\"De")).containsExactly("Decision Sync");
  }

  @Test
  void bash_completes_files_and_folders() throws Exception {
    Files.writeString(shell.project().resolve("notes one.md"), "");
    Files.createDirectory(shell.project().resolve("notebook"));
    assertThat(bash("done", "x", "--created", "a", "b", "not"))
        .containsExactlyInAnyOrder("notes one.md", "notebook");
    assertThat(bash("validate", "--tokens", "notes")).containsExactly("notes one.md");
    assertThat(bash("--root", "not")).containsExactly("notebook");
  }
}
