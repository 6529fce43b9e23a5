package dev.tidemark.app.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.main.CommandRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompleterTest {
  private static Completer of(List<String> line) {
    return new Completer(CommandRegistry.VERBS.shown(), line);
  }

  /// Returns the words that complete a line, whose last word is empty behind a blank.
  private static Completer of(String line) {
    return of(List.of(line.split(" ", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st                                  | start status store statusline",
        "--json conf                         | config",
        "handoff _                           | request response",
        "config sec                      | secrets",
        "config retention.               | retention.keep retention.days",
        "install g                           | gemini git",
        "install --dry-run code              | codex",
        "install codex --uni                 | --uninstall",
        "install --uni                       | --uninstall",
        "help gat                            | gate gates",
        "help sta                            | start status statusline",
        "help handoff _                      | request response",
        "done x --cre                        | --created",
        "done --created a b --modi           | --modified",
        "list --al                           | --all --allow-network-fs",
        "completion _                        | bash zsh fish",
        "validate --tokens --strategy _         | words bpe:o200k_base bpe:cl100k_base",
        "validate --tokens --strategy=w         | --strategy=words",
        "done -- --                          | ''",
        "done --no-such-option --cre         | --created",
        "no-such-verb _                      | ''"
      })
  void words_of_the_table(String line, String words) {
    assertThat(String.join(" ", of(line.replace("_", "")).words().keySet())).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start imp                  | NAME   | {}",
        "workflows _           | NAME   | {}",
        "gate run --run a/b te      | NAME   | {run=a/b}",
        "status imp                 | RUNS   | {}",
        "done --run = imp           | RUNS   | {}",
        "done --run =               | RUNS   | {}",
        "done --run=imp             | RUNS   | {}",
        "--root /p done --run=a/b r | PHASES | {root=/p, run=a/b}",
        "done --created a -- r      | PHASES | {}",
        "done --summary s r         | PHASES | {}",
        "done x --created a b n     | FILES  | {}",
        "--root n                   | FOLDERS| {}",
        "done x --summary _         |        | {}",
        "status a _                 |        | {}"
      })
  void what_the_project_or_the_shell_has_to_name(String line, String kind, String given) {
    var completer = of(line.replace("_", ""));

    var listed = completer.listed();

    assertThat(listed == null ? null : listed.kind().name()).isEqualTo(kind);
    assertThat(completer.given()).hasToString(given);
  }

  @Test
  void names_go_on_with_what_was_typed() {
    var completer = of("done --run=implement/l");

    completer.add("implement/auth");
    completer.add("implement/login");

    assertThat(completer.words().keySet()).containsExactly("--run=implement/login");
  }

  @Test
  void every_verb_and_option_that_is_not_hidden_is_offered_with_its_meaning() {
    var first = of("").words();
    for (CommandSpec verb : CommandRegistry.VERBS.shown()) {
      var words = new ArrayList<>(List.of(verb.name().split(" ", -1)));
      assertThat(first.get(words.getFirst())).as(verb.name()).isNotEmpty();
      if (words.size() == 2) {
        assertThat(of(words.getFirst() + " ").words())
            .containsEntry(words.getLast(), verb.summary());
      }
      words.add("--");
      var options = of(words).words();
      for (Option option : verb.options()) {
        assertThat(options.containsKey("--" + option.name()))
            .as("%s --%s", verb.name(), option.name())
            .isEqualTo(!option.isHidden());
      }
    }
    assertThat(first).doesNotContainKeys("crash-child", "version");
    assertThat(first.get("handoff")).isEqualTo("request, response");
  }
}
