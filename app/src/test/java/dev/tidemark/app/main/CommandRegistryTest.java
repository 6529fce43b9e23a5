package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParseResult;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class CommandRegistryTest {
  private static final List<String> WRITING =
      List.of(
          "start",
          "enter",
          "done",
          "fail",
          "skip",
          "finish",
          "note",
          "task",
          "approve",
          "run",
          "run stop",
          "worker",
          "plan",
          "question",
          "gate",
          "gate set",
          "gate run",
          "resume",
          "merge",
          "restore",
          "undo",
          "archive",
          "prune",
          "redact",
          "export",
          "import",
          "handoff response",
          "issue",
          "webhooks",
          "claim",
          "store move",
          "store sync",
          "init",
          "adopt",
          "doctor",
          "config",
          "trust",
          "install",
          "hook",
          "statusline",
          "serve token",
          "merge driver");

  static Stream<CommandSpec> verbs() {
    return CommandRegistry.VERBS.all().stream();
  }

  @Test
  void every_verb_is_found_by_its_name_and_only_by_it() {
    List<String> names = verbs().map(CommandSpec::name).toList();
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(25);
    for (CommandSpec commandSpec : CommandRegistry.VERBS.all()) {
      CommandSpec found = CommandRegistry.VERBS.find(commandSpec.name());
      assertThat(found).isNotNull();
      assertThat(found.name()).isEqualTo(commandSpec.name());
    }
    assertThat(CommandRegistry.VERBS.find("DONE")).isNull();
    assertThat(CommandRegistry.VERBS.find("gate s")).isNull();
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_examples_that_parse_as_that_verb(CommandSpec commandSpec) {
    assertThat(commandSpec.examples()).isNotEmpty();
    for (Example example : commandSpec.examples()) {
      List<String> words = split(example.line());
      assertThat(words.removeFirst()).isEqualTo("tidemark");
      ParseResult parseResult = CommandRegistry.parse(words.toArray(new String[0]));
      assertThat(parseResult)
          .as("%s: %s", example.line(), parseResult)
          .isInstanceOf(ParsedCommand.class);
      String called = ((ParsedCommand) parseResult).name();
      assertThat(called.equals(commandSpec.name()) || commandSpec.name().equals("help")).isTrue();
    }
  }

  @Proves("R-USR-03")
  @ParameterizedTest
  @MethodSource("verbs")
  void a_verb_has_a_dry_run_exactly_when_it_writes(CommandSpec commandSpec) {
    assertThat(commandSpec.option("dry-run") != null).isEqualTo(writes(commandSpec));
  }

  private static boolean writes(CommandSpec commandSpec) {
    return commandSpec.effect().writes()
        || commandSpec.modes().stream().anyMatch(mode -> mode.effect().writes());
  }

  @Proves("R-USR-03")
  @Test
  void the_verbs_that_write_are_these() {
    assertThat(verbs().filter(CommandRegistryTest::writes).map(CommandSpec::name))
        .containsExactlyElementsOf(WRITING);
  }

  @Proves("R-USR-04")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_the_options_that_every_verb_has(CommandSpec commandSpec) {
    for (Option global : Globals.OPTIONS) {
      assertThat(commandSpec.option(global.name())).isSameAs(global);
    }
    assertThat(commandSpec.options()).extracting(Option::name).doesNotHaveDuplicates();
  }

  /// The verbs without a place for the run as a word: their words are a workflow, a text or a file,
  /// or they are not about one run.
  private static final List<String> WITHOUT_RUN =
      List.of(
          "worker",
          "start",
          "plan",
          "note",
          "validate",
          "verify",
          "schema",
          "workflows",
          "list",
          "import",
          "webhooks",
          "store move",
          "init",
          "adopt",
          "doctor",
          "config",
          "trust",
          "completion",
          "server stop",
          "help",
          "tour",
          "install",
          "hook",
          "statusline",
          "mcp",
          "serve",
          "serve token",
          "watch");

  @Test
  void every_verb_about_a_run_takes_its_name_as_a_word_but_behind_a_phase() {
    var without =
        CommandRegistry.VERBS.shown().stream()
            .filter(
                verb ->
                    verb.arguments().isEmpty()
                        || !verb.arguments().getFirst().name().equals("PHASE")
                        || verb.name().startsWith("handoff "))
            .filter(verb -> verb.arguments().stream().noneMatch(Argument::isRun))
            .map(CommandSpec::name);

    assertThat(without).containsExactlyInAnyOrderElementsOf(WITHOUT_RUN);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void the_run_is_the_last_word_except_of_a_hand_off(CommandSpec commandSpec) {
    var names = commandSpec.arguments().stream().map(Argument::name).toList();
    int at = names.indexOf("RUN");

    assertThat(at < 0 || at == names.size() - 1 || commandSpec.name().startsWith("handoff "))
        .isTrue();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void texts_keep_one_form(CommandSpec commandSpec) {
    List<String> texts = new ArrayList<>(List.of(commandSpec.summary()));
    commandSpec.arguments().forEach(a -> texts.add(a.meaning()));
    commandSpec.options().forEach(o -> texts.add(o.described()));
    commandSpec.examples().forEach(e -> texts.add(e.meaning()));
    assertThat(texts)
        .allSatisfy(
            text -> {
              assertThat(text).isNotBlank().doesNotEndWith(".").doesNotContain("\n");
              assertThat(Character.isUpperCase(text.charAt(0))).as(text).isFalse();
              assertThat(text.length()).isLessThanOrEqualTo(78);
            });
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void only_the_last_argument_may_be_a_rest_and_none_is_required_behind_an_optional_one(
      CommandSpec commandSpec) {
    boolean optional = false;
    for (int i = 0; i < commandSpec.arguments().size(); i++) {
      Argument.Arity arity = commandSpec.arguments().get(i).arity();
      assertThat(optional && arity == Argument.Arity.REQUIRED).isFalse();
      assertThat(arity == Argument.Arity.REST && i < commandSpec.arguments().size() - 1).isFalse();
      optional = arity == Argument.Arity.OPTIONAL;
    }
  }

  @Test
  void the_lines_scripts_rely_on_parse() {
    List<String> contract =
        List.of(
            "tidemark init --format state",
            "tidemark start implement/auth",
            "tidemark start implement auth",
            "tidemark start item/epic/EPIC-001",
            "tidemark start flow/develop",
            "tidemark enter implementation",
            "tidemark done implementation --summary \"x\" --created src/a.ts --modified src/b.ts"
                + " --decision \"y\"",
            "tidemark done 3-build --run phase/dev",
            "tidemark done \"Decision Sync\" --run item/epic/EPIC-001",
            "tidemark resume --run flow --json");
    for (String line : contract) {
      List<String> words = split(line);
      words.removeFirst();
      assertThat(CommandRegistry.parse(words.toArray(new String[0])))
          .as(line)
          .isInstanceOf(ParsedCommand.class);
    }
  }

  /// Splits a line as a shell does, as far as the examples need it: blanks, double quotes, and
  /// redirections, which the program never sees.
  public static List<String> split(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char c : (line + " ").toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c != ' ' || quoted) {
        word.append(c);
      } else {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).equals("<") || words.get(i).equals(">")) {
        return new ArrayList<>(words.subList(0, i));
      }
    }
    return words;
  }

  @Test
  void no_server_executes_what_depends_on_who_calls_or_could_not_be_recognised_again() {
    for (var name :
        List.of(
            "approve",
            "trust",
            "question",
            "serve token",
            "validate",
            "config",
            "gate set",
            "issue",
            "finish",
            "undo",
            "merge",
            "restore",
            "claim")) {
      var spec = CommandRegistry.VERBS.find(name);
      assertThat(spec).as(name).isNotNull();
      assertThat(spec).extracting(CommandSpec::served).as(name).isEqualTo(false);
    }
  }
}
