package dev.tidemark.app.cli.help;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Globals;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.terminal.Console;
import dev.tidemark.app.cli.terminal.OutputOptions;
import dev.tidemark.app.cli.terminal.Terminal;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.app.main.CommandRegistryTest;
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
    ParsedCommand parsedCommand = (ParsedCommand) CommandRegistry.parse(words);
    assertThat(parsedCommand.name()).isEqualTo("help");
    Console console = new Console(out, err, OutputOptions.of(Terminal.NONE, parsedCommand));
    return console.close(Help.print(CommandRegistry.VERBS, parsedCommand, console, null));
  }

  private List<String> lines() {
    return out.toString(UTF_8).lines().toList();
  }

  static Stream<CommandSpec> verbs() {
    return CommandRegistry.VERBS.all().stream();
  }

  @Test
  void the_overview_fits_one_screen_and_points_to_everything_else() {
    assertThat(help()).isEqualTo(ExitCode.SUCCESS);
    assertThat(lines()).hasSizeLessThanOrEqualTo(Help.SCREEN);
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines())
        .startsWith("Saves the progress of AI-agent workflows and resumes them.")
        .contains("Start and record", "Let an agent work", "Resume and inspect");
    assertThat(String.join(" ", lines()))
        .contains("tidemark help --all", "tidemark help VERB", "tidemark help TOPIC")
        .contains(String.join(", ", HelpTopic.names()));
  }

  @Test
  void help_all_has_every_verb_that_is_not_hidden_on_one_line() {
    assertThat(help("help", "--all")).isEqualTo(ExitCode.SUCCESS);
    for (CommandSpec commandSpec : CommandRegistry.VERBS.all()) {
      List<String> own =
          lines().stream()
              .filter(line -> line.startsWith("  " + commandSpec.name() + " "))
              .filter(line -> line.endsWith(" " + commandSpec.summary()))
              .toList();
      assertThat(own).as(commandSpec.name()).hasSize(commandSpec.isHidden() ? 0 : 1);
    }
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines())
        .contains("Setup", "History", "Resume and inspect", "Hand-off", "Servers")
        .doesNotContain("Plumbing");
  }

  @Test
  void the_options_of_every_verb_and_the_exit_codes_are_a_topic() {
    assertThat(help("help", "options")).isEqualTo(ExitCode.SUCCESS);
    for (Option option : Globals.OPTIONS) {
      assertThat(lines()).anyMatch(line -> line.startsWith("  " + option.usage() + " "));
    }
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines()).contains("  3   blocked by a mandatory gate");
  }

  @Proves("R-USR-05")
  @ParameterizedTest
  @MethodSource("verbs")
  void every_verb_has_a_page_of_30_lines_with_its_options_first_and_an_example(
      CommandSpec commandSpec) {
    String[] words = (commandSpec.name() + " --help").split(" ", -1);
    assertThat(help(words)).isEqualTo(ExitCode.SUCCESS);
    assertThat(lines())
        .startsWith(
            "tidemark " + commandSpec.name() + " - " + commandSpec.summary(),
            "Usage: " + commandSpec.usage())
        .endsWith("Global options: tidemark help options");
    for (Option option : commandSpec.options()) {
      assertThat(lines().stream().anyMatch(line -> line.startsWith("  " + option.usage())))
          .as(option.usage())
          .isEqualTo(!option.isHidden());
    }
    assertThat(lines()).anyMatch(line -> line.startsWith("Example"));
    assertThat(lines()).hasSizeLessThanOrEqualTo(Help.VERB_LINES);
    assertThat(lines()).allMatch(line -> line.length() <= Help.WIDTH);
    assertThat(lines()).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void options_that_only_some_formats_take_name_them() {
    help("done", "--help");
    assertThat(lines())
        .contains(
            "  --context TEXT          phase, item: what the next phase must know; repeatable",
            "  --skip-to               item: skip the phases in between");
  }

  static Stream<String> topics() {
    return HelpTopic.names().stream();
  }

  @ParameterizedTest
  @MethodSource("topics")
  void a_short_topic_has_15_to_40_lines_and_its_commands_parse(String name) {
    HelpTopic helpTopic = requireNonNull(HelpTopic.find(name));
    if (!helpTopic.brief()) {
      return;
    }
    List<String> text = helpTopic.text(false, word -> false).lines().toList();
    assertThat(text).hasSizeBetween(15, 40).allMatch(line -> line.length() <= Help.WIDTH);
    List<String> commands = text.stream().filter(line -> line.startsWith("  tidemark ")).toList();
    assertThat(commands).isNotEmpty();
    for (String command : commands) {
      List<String> words = CommandRegistryTest.split(command.strip());
      words.removeFirst();
      assertThat(CommandRegistry.parse(words.toArray(new String[0])))
          .as(command)
          .isInstanceOf(ParsedCommand.class);
    }
  }

  @ParameterizedTest
  @MethodSource("topics")
  void a_topic_is_plain_text(String name) {
    help("help", name, "--all");
    assertThat(lines())
        .noneMatch(line -> line.contains("**") || line.contains("```") || line.contains("]("))
        .noneMatch(line -> line.contains(".md)") || line.startsWith("|") || line.startsWith("#"))
        .allMatch(line -> line.length() <= Help.WIDTH || line.startsWith("  "));
  }

  @Test
  void a_word_that_opens_others_lists_them() {
    assertThat(help("handoff", "--help")).isEqualTo(ExitCode.SUCCESS);
    assertThat(lines())
        .startsWith(
            "tidemark handoff",
            "  handoff request   print or check a request for a worker",
            "  handoff response  check a worker's response and apply it to the run");
  }

  @Proves("R-USR-05")
  @Test
  void help_about_a_verb_that_does_not_exist_is_wrong_usage() {
    assertThat(help("help", "stauts")).isEqualTo(ExitCode.USAGE);
    assertThat(lines()).isEmpty();
    assertThat(err.toString(UTF_8))
        .isEqualTo("tidemark: unknown verb \"stauts\"\nhint: did you mean status?\n");
  }

  @Proves("R-USR-04")
  @Test
  void the_table_can_be_had_as_json() {
    assertThat(help("--json")).isEqualTo(ExitCode.SUCCESS);
    JsonObject all = (JsonObject) JsonText.parse(out.toString(UTF_8));
    assertThat(names(all))
        .isEqualTo(CommandRegistry.VERBS.shown().stream().map(CommandSpec::name).toList());
    out.reset();
    help("done", "--help", "--json");
    JsonObject one = (JsonObject) JsonText.parse(out.toString(UTF_8));
    assertThat(names(one)).containsExactly("done");
    assertThat(out.toString(UTF_8)).contains("\"--created\"").doesNotContain("--task\"");
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
}
