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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st                            | start status store statusline",
        "--json conf                   | config",
        "config ''                     | show get set",
        "config set sec                | secrets",
        "config get retention.         | retention.keep retention.days",
        "start imp                     | implement",
        "workflows show ''             | implement item/epic",
        "gate run te                   | tests",
        "gate re                       | review",
        "gate i                        | import",
        "install g                     | git gemini",
        "install --dry-run code        | codex",
        "install codex --uni           | --uninstall",
        "install --uni                 | --uninstall",
        "help gat                      | gate gates",
        "done x --cre                  | --created",
        "list --na                     | ''",
        "list --a                      | --all --as --allow-network-fs",
        "completion ''                 | bash zsh fish",
        "context tokens --strategy ''          | words bpe:o200k_base bpe:cl100k_base",
        "done x --summary ''           | ''",
        "help sta                      | start status statusline",
        "help config ''                | show get set",
        "status impl                   | implement/auth implement/login",
        "done --run = implement/l      | implement/login",
        "done --run =                  | implement/auth implement/login",
        "done --run=implement/l        | --run=implement/login",
        "status a ''                   | ''",
        "done -- --                    | ''",
        "done r                        | research"
      })
  void bash_completes(String words, String answer) throws Exception {
    String[] line = words.replace("''", "").strip().split(" ", -1);
    String[] typed = words.endsWith("''") ? append(words.substring(0, words.length() - 3)) : line;
    assertThat(String.join(" ", bash(typed))).isEqualTo(answer.replace("''", ""));
  }

  private static String[] append(String words) {
    return (words + " ").split(" ", -1);
  }

  @Test
  void bash_quotes_names_and_asks_for_the_run_on_the_line() throws Exception {
    assertThat(bash("done", "--run", "implement/auth", "De")).containsExactly("Decision\\ Sync");
    assertThat(bash("done", "\"De")).containsExactly("Decision Sync");
    assertThat(bash("--root", "/p", "status", "implement/l")).containsExactly("implement/login");
    assertThat(shell.calls())
        .containsExactly(
            "list --names phases --run=implement/auth",
            "list --names phases",
            "list --names runs --root=/p");
    assertThat(bash("gate", "run", "--run", "implement/auth", "t")).containsExactly("tests");
    assertThat(shell.calls()).last().isEqualTo("list --names gates --run=implement/auth");
  }

  @Test
  void bash_completes_files_and_folders() throws Exception {
    Files.writeString(folder.resolve("notes one.md"), "");
    Files.createDirectory(folder.resolve("notebook"));
    assertThat(bash("done", "x", "--created", "not"))
        .containsExactlyInAnyOrder("notes one.md", "notebook");
    assertThat(bash("done", "x", "--created", "a", "b", "note"))
        .containsExactlyInAnyOrder("notes one.md", "notebook");
    assertThat(bash("done", "--created", "a", "b", "--modi")).containsExactly("--modified");
    assertThat(bash("done", "--created", "a", "--summary", "s", "De"))
        .containsExactly("Decision\\ Sync");
    assertThat(bash("context", "tokens", "notes")).containsExactly("notes one.md");
    assertThat(bash("--root", "not")).containsExactly("notebook");
  }
}
