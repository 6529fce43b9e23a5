package dev.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The scripts, in the real shells. A shell that is not installed skips its tests, but fails them
/// with `TIDEMARK_CI=1`.
class CompletionTest {
  private static final int SECONDS = 60;

  /// Answers `list --names` as the program would, and tells on its error stream what it was asked.
  private static final String PROGRAM =
      """
      #!/bin/sh
      echo "$*" >> "$0.calls"
      case "$3" in
        runs) printf 'implement/auth\\nimplement/login\\n' ;;
        phases) printf 'research\\nDecision Sync\\n' ;;
      esac
      """;

  @TempDir Path folder;

  @BeforeEach
  void put_a_program_on_the_path() throws IOException {
    Path program = folder.resolve("tidemark");
    Files.writeString(program, PROGRAM);
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private static void needs(String shell) {
    boolean there = false;
    for (String place : System.getenv("PATH").split(":", -1)) {
      there |= Files.isExecutable(Path.of(place, shell));
    }
    if (!"1".equals(System.getenv("TIDEMARK_CI"))) {
      assumeTrue(there, shell + " is not installed: its completion is not tested");
    }
    assertThat(there).as("%s is installed", shell).isTrue();
  }

  /// Runs a shell over a script of ours and returns the lines of its output.
  private List<String> run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", folder + ":" + System.getenv("PATH"));
    environment.put("HOME", folder.toString());
    environment.put("TERM", "dumb");
    builder.environment().clear();
    builder.environment().putAll(environment);
    Path output = folder.resolve("output");
    Process shell = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    shell.getOutputStream().close();
    if (!shell.waitFor(SECONDS, TimeUnit.SECONDS)) {
      shell.destroyForcibly();
    }
    String text = Files.readString(output, UTF_8);
    assertThat(shell.waitFor()).as("%s: %s", List.of(command), text).isZero();
    return text.lines().toList();
  }

  private Path script(String shell) throws IOException {
    return Files.writeString(folder.resolve("script"), Completion.script(shell));
  }

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("tidemark.calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void the_shell_can_read_its_script(String shell) throws Exception {
    needs(shell);
    assertThat(run(shell, "-n", script(shell).toString())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void a_script_knows_every_option_and_verb_that_is_not_hidden(String shell) {
    String script = Completion.script(shell);
    for (Verb verb : CommandTable.all()) {
      String last = verb.name().substring(verb.name().indexOf(' ') + 1);
      assertThat(script.contains(last)).as(verb.name()).isEqualTo(!verb.isHidden());
      for (Option option : Completion.options(verb.options())) {
        assertThat(script).contains(option.name());
      }
    }
  }

  @Test
  void an_option_takes_a_value_with_every_verb_or_with_none() {
    Map<String, Boolean> flags = new HashMap<>();
    List<Option> options = new ArrayList<>(Globals.OPTIONS);
    CommandTable.all().forEach(verb -> options.addAll(verb.options()));
    for (Option option : options) {
      Boolean before = flags.put(option.name(), option.isFlag());
      assertThat(before == null || before == option.isFlag()).as(option.name()).isTrue();
    }
  }

  private List<String> bash(String... words) throws Exception {
    needs("bash");
    List<String> command = new ArrayList<>(List.of("bash", "--norc", "-c"));
    command.add(
        "source \"$1\"; shift; COMP_WORDS=(tidemark \"$@\"); COMP_CWORD=$#; _tidemark;"
            + " printf '%s\\n' ${COMPREPLY[@]+\"${COMPREPLY[@]}\"}");
    command.add("bash");
    command.add(script("bash").toString());
    command.addAll(List.of(words));
    List<String> answer = new ArrayList<>(run(command.toArray(new String[0])));
    answer.remove("");
    return answer;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "st                            | start status",
        "--json conf                   | config",
        "config ''                     | show get set",
        "config set ''                 | ''",
        "done x --cre                  | --created",
        "list --na                     | ''",
        "list --a                      | --all --as --allow-network-fs",
        "completion ''                 | bash zsh fish",
        "tokens --strategy ''          | words",
        "done x --summary ''           | ''",
        "help sta                      | start status",
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
    assertThat(calls())
        .containsExactly(
            "list --names phases --run=implement/auth",
            "list --names phases",
            "list --names runs --root=/p");
  }

  @Test
  void bash_completes_files_and_folders() throws Exception {
    Files.writeString(folder.resolve("notes one.md"), "");
    Files.createDirectory(folder.resolve("notebook"));
    assertThat(bash("done", "x", "--created", "not"))
        .containsExactlyInAnyOrder("notes one.md", "notebook");
    assertThat(bash("tokens", "notes")).containsExactly("notes one.md");
    assertThat(bash("--root", "not")).containsExactly("notebook");
  }

  private List<String> fish(String line) throws Exception {
    needs("fish");
    List<String> answer = new ArrayList<>();
    String[] command = {
      "fish",
      "--no-config",
      "-c",
      "source $argv[1]; complete -C $argv[2]",
      script("fish").toString(),
      line
    };
    for (String found : run(command)) {
      answer.add(found.split("\t", -1)[0]);
    }
    return answer;
  }

  @Test
  void fish_completes() throws Exception {
    assertThat(fish("tidemark st")).containsExactly("start", "status");
    assertThat(fish("tidemark --json conf")).containsExactly("config");
    assertThat(fish("tidemark config ")).containsExactlyInAnyOrder("show", "get", "set");
    assertThat(fish("tidemark config set ")).isEmpty();
    assertThat(fish("tidemark done x --cre")).containsExactly("--created");
    assertThat(fish("tidemark status x --cre")).isEmpty();
    assertThat(fish("tidemark list --nam")).isEmpty();
    assertThat(fish("tidemark completion ")).containsExactlyInAnyOrder("bash", "fish", "zsh");
    assertThat(fish("tidemark tokens --strategy ")).containsExactly("words");
    assertThat(fish("tidemark help sta")).containsExactly("start", "status");
    assertThat(fish("tidemark status a ")).isEmpty();
    assertThat(calls()).isEmpty();
  }

  @Test
  void fish_asks_for_runs_and_phases() throws Exception {
    assertThat(fish("tidemark status impl")).containsExactly("implement/auth", "implement/login");
    assertThat(fish("tidemark done --run implement/l")).containsExactly("implement/login");
    assertThat(fish("tidemark --root /p done --run implement/auth "))
        .containsExactlyInAnyOrder("Decision Sync", "research");
    assertThat(calls())
        .containsExactly(
            "list --names runs",
            "list --names runs",
            "list --names phases --root=/p --run=implement/auth");
  }

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

  @ParameterizedTest
  @CsvSource({
    "'tidemark config ', print one setting",
    "'tidemark done ', research",
    "'tidemark done x --cre', a file the phase created",
    "'tidemark done --run impl', implement/auth",
    "'tidemark --json status impl', implement/auth"
  })
  void zsh_completes(String line, String offered) throws Exception {
    needs("zsh");
    Files.writeString(folder.resolve("_tidemark"), Completion.script("zsh"));
    Path typing = Files.writeString(folder.resolve("typing"), TYPING);
    assertThat(String.join("\n", run("zsh", "-f", typing.toString(), line, offered)))
        .contains(offered);
  }
}
