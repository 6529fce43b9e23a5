package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandTableTest {
  private static final List<String> WRITING =
      List.of(
          "start",
          "enter",
          "done",
          "fail",
          "skip",
          "finish",
          "note",
          "goal",
          "task",
          "approve",
          "plan",
          "question answer",
          "gate",
          "gate set",
          "gate run",
          "gate preview",
          "resume",
          "restore",
          "undo",
          "archive",
          "archive restore",
          "prune",
          "redact",
          "export",
          "import",
          "handoff response",
          "issue",
          "integrations init",
          "webhooks test",
          "webhooks retry",
          "claim",
          "release",
          "store move",
          "store sync",
          "init",
          "adopt",
          "doctor",
          "gitignore",
          "config set",
          "trust",
          "install",
          "hook",
          "statusline",
          "serve token");

  static Stream<Verb> verbs() {
    return CommandTable.all().stream();
  }

  @Test
  void every_verb_is_found_by_its_name_and_only_by_it() {
    List<String> names = verbs().map(Verb::name).toList();
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(25);
    for (Verb verb : CommandTable.all()) {
      Verb found = CommandTable.find(verb.name());
      assertThat(found).isNotNull();
      assertThat(found.name()).isEqualTo(verb.name());
    }
    assertThat(CommandTable.find("DONE")).isNull();
    assertThat(CommandTable.find("config")).isNull();
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_examples_that_parse_as_that_verb(Verb verb) {
    assertThat(verb.examples()).isNotEmpty();
    for (Example example : verb.examples()) {
      List<String> words = split(example.line());
      assertThat(words.removeFirst()).isEqualTo("tidemark");
      Parsed parsed = Words.parse(words.toArray(new String[0]));
      assertThat(parsed).as("%s: %s", example.line(), parsed).isInstanceOf(Call.class);
      String called = ((Call) parsed).name();
      assertThat(called.equals(verb.name()) || verb.name().equals("help")).isTrue();
    }
  }

  @Proves("R-USR-03")
  @ParameterizedTest
  @MethodSource("verbs")
  void a_verb_has_a_dry_run_exactly_when_it_writes(Verb verb) {
    assertThat(verb.option("dry-run") != null).isEqualTo(verb.effect() == Effect.WRITES);
  }

  @Proves("R-USR-03")
  @Test
  void the_verbs_that_write_are_these() {
    assertThat(verbs().filter(v -> v.effect() == Effect.WRITES).map(Verb::name))
        .containsExactlyElementsOf(WRITING);
  }

  @Proves("R-USR-04")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_the_options_that_every_verb_has(Verb verb) {
    for (Option global : Globals.OPTIONS) {
      assertThat(verb.option(global.name())).isSameAs(global);
    }
    assertThat(verb.options()).extracting(Option::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void texts_keep_one_form(Verb verb) {
    List<String> texts = new ArrayList<>(List.of(verb.summary()));
    verb.arguments().forEach(a -> texts.add(a.meaning()));
    verb.options().forEach(o -> texts.add(o.described()));
    verb.examples().forEach(e -> texts.add(e.meaning()));
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
  void only_the_last_argument_may_be_a_rest_and_none_is_required_behind_an_optional_one(Verb verb) {
    boolean optional = false;
    for (int i = 0; i < verb.arguments().size(); i++) {
      Argument.Arity arity = verb.arguments().get(i).arity();
      assertThat(optional && arity == Argument.Arity.REQUIRED).isFalse();
      assertThat(arity == Argument.Arity.REST && i < verb.arguments().size() - 1).isFalse();
      optional = arity == Argument.Arity.OPTIONAL;
    }
  }

  @Test
  void the_lines_scripts_rely_on_parse() {
    List<String> contract =
        List.of(
            "tidemark init --dialect state",
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
      assertThat(Words.parse(words.toArray(new String[0]))).as(line).isInstanceOf(Call.class);
    }
  }

  /// Splits a line as a shell does, as far as the examples need it: blanks, double quotes, and
  /// redirections, which the program never sees.
  static List<String> split(String line) {
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
}
