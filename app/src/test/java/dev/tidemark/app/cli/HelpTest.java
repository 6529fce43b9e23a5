package dev.tidemark.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelpTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private ExitCode help(String... words) {
    Call call = (Call) Words.parse(words);
    assertThat(call.name()).isEqualTo("help");
    Screen screen = new Screen(out, err, Look.of(Terminal.NONE, call));
    return screen.close(Help.print(call, screen));
  }

  private List<String> lines() {
    return out.toString(UTF_8).lines().toList();
  }

  static Stream<Verb> verbs() {
    return CommandTable.all().stream();
  }

  @Test
  void the_overview_has_every_verb_that_is_not_hidden_on_one_line() {
    assertThat(help()).isEqualTo(ExitCode.SUCCESS);
    for (Verb verb : CommandTable.all()) {
      List<String> own =
          lines().stream()
              .filter(line -> line.startsWith("  " + verb.name() + " "))
              .filter(line -> line.endsWith(" " + verb.summary()))
              .toList();
      assertThat(own).as(verb.name()).hasSize(verb.isHidden() ? 0 : 1);
    }
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines()).contains("  3   blocked by a mandatory gate");
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_a_page_with_its_places_options_and_an_example(Verb verb) {
    String[] words = (verb.name() + " --help").split(" ", -1);
    assertThat(help(words)).isEqualTo(ExitCode.SUCCESS);
    assertThat(lines()).startsWith("tidemark " + verb.name(), Help.sentence(verb.summary()));
    assertThat(lines()).contains("  " + verb.usage(), "Examples", "Every verb also takes");
    for (Option option : verb.options()) {
      assertThat(lines().stream().anyMatch(line -> line.startsWith("  " + option.usage())))
          .as(option.usage())
          .isEqualTo(!option.isHidden());
    }
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines()).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void a_word_that_opens_others_lists_them() {
    assertThat(help("config", "--help")).isEqualTo(ExitCode.SUCCESS);
    assertThat(lines())
        .containsExactly(
            "tidemark config",
            "  config show  show every setting",
            "  config get   print one setting",
            "  config set   change one setting of the project");
  }

  @Proves("R-USR-05")
  @Test
  void help_about_a_verb_that_does_not_exist_is_wrong_usage() {
    assertThat(help("help", "stauts")).isEqualTo(ExitCode.USAGE);
    assertThat(lines()).isEmpty();
    assertThat(err.toString(UTF_8))
        .isEqualTo("tidemark: unknown verb stauts; did you mean status?\n");
  }

  @Proves("R-USR-04")
  @Test
  void the_table_can_be_had_as_json() {
    assertThat(help("--json")).isEqualTo(ExitCode.SUCCESS);
    JsonObject all = (JsonObject) JsonText.parse(out.toString(UTF_8));
    assertThat(names(all)).isEqualTo(CommandTable.shown().stream().map(Verb::name).toList());
    out.reset();
    help("list", "--help", "--json");
    JsonObject one = (JsonObject) JsonText.parse(out.toString(UTF_8));
    assertThat(names(one)).containsExactly("list");
    assertThat(out.toString(UTF_8)).contains("\"--all\"").doesNotContain("--names");
  }

  private static List<String> names(JsonObject help) {
    List<String> names = new ArrayList<>();
    JsonArray verbs = (JsonArray) help.find("verbs");
    verbs.elements().forEach(verb -> names.add(((JsonObject) verb).string("name")));
    return names;
  }

  @Test
  void long_examples_are_broken_so_that_a_shell_still_reads_one_command() {
    assertThat(Help.shell("tidemark done x --summary \"one two three\" --yes", 30))
        .containsExactly("tidemark done x \\", "    --summary \"one two three\" \\", "    --yes");
  }

  @Test
  void text_is_broken_at_blanks_only() {
    assertThat(Help.wrap("one two three", 8)).containsExactly("one two", "three");
    assertThat(Help.wrap("a verylongword b", 5)).containsExactly("a", "verylongword", "b");
  }
}
