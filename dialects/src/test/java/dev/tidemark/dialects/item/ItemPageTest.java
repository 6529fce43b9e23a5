package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemFrontMatter;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page about this dialect says what is so.
class ItemPageTest {
  private static final Path PAGE = Path.of("..", "docs", "formats", "item.md");

  private static String fenced(String language) throws IOException {
    var pattern = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    var matcher = pattern.matcher(Files.readString(PAGE));
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Test
  @Proves("T-001-C")
  void its_example_is_valid_without_warning() throws IOException {
    var dialect = ItemDialect.of(new Workflows(List.of()));
    var example = fenced("markdown");

    assertThat(dialect.validator().validate(example)).isEmpty();
    var checkpoint = dialect.format().decode(Desk.epic().id, example).checkpoint();
    assertThat(dialect.format().encode(checkpoint, example)).isEqualTo(example);
  }

  @Test
  @Proves({"A-41", "T-001-A"})
  void its_definition_of_a_workflow_gives_these_numbers() throws IOException {
    var definition = WorkflowFilesReader.read("plan.yaml", fenced("yaml"));
    var desk = new Desk("plan", "FEAT-007", List.of(definition));

    assertThat(desk.start().done("0").rows())
        .containsExactly(
            "0 Arch Gate done",
            "1 Codebase Analysis in_progress",
            "1.5 Design Alternatives pending",
            "2 Write Plan pending");
  }

  @Test
  @Proves("T-001-A")
  void its_phases_are_those_built_in() throws IOException {
    var page = Files.readString(PAGE);
    assertThat(ItemWorkflows.builtIn()).hasSize(5);
    for (var definition : ItemWorkflows.builtIn()) {
      var phases =
          definition.phases().stream().map(phase -> phase.number() + " " + phase.name()).toList();
      var cell = phases.isEmpty() ? "the headings" : String.join(", ", phases);

      assertThat(page).contains("| " + definition.name() + " | " + cell);
    }
  }

  @Test
  @Proves({"T-001-B", "T-001-C"})
  void it_names_every_field_and_section() throws IOException {
    var page = Files.readString(PAGE);

    assertThat(ItemFrontMatter.KEYS).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    assertThat(
            List.of(
                ItemFormat.PHASES,
                ItemFormat.DETAIL,
                ItemFormat.STATE,
                ItemFormat.DECISIONS,
                ItemFormat.ARTIFACTS,
                ItemFormat.CONTEXT))
        .allSatisfy(title -> assertThat(page).contains("| `## " + title + "` |"));
  }
}
