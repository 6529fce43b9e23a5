package dev.tidemark.dialects.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.format.StateFormat;
import dev.tidemark.dialects.state.format.StateWorkflows;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page about this dialect says what is so.
@Proves("R-002-10")
class StatePageTest {
  private static final Path PAGE = Path.of("..", "docs", "formats", "state.md");

  private static List<String> fenced(String language) throws IOException {
    var blocks = new ArrayList<String>();
    var pattern = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    var matcher = pattern.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  private static List<String> row(String first) throws IOException {
    for (var line : Files.readAllLines(PAGE)) {
      var cells = line.split(" *\\| *");
      if (cells.length > 2 && cells[1].equals(first)) {
        return List.of(cells).subList(2, cells.length);
      }
    }
    throw new AssertionError("no row " + first);
  }

  @Test
  void its_examples_are_valid_without_warning() throws IOException {
    var validator = StateDialect.of(new Workflows(List.of())).validator();

    assertThat(fenced("json")).hasSize(2);
    for (var example : fenced("json")) {
      assertThat(validator.validate(example)).isEmpty();
      var id = Run.of("implement", "x").id;
      assertThat(new StateFormat().decode(id, example).notices()).isEmpty();
    }
  }

  @Test
  void its_definition_of_a_workflow_can_be_read() throws IOException {
    assertThat(fenced("yaml")).hasSize(1);

    var definition = WorkflowFilesReader.read("release.yaml", fenced("yaml").getFirst());

    assertThat(definition.name()).isEqualTo("release");
    assertThat(definition.summaryTokensMax()).isEqualTo(300);
  }

  @Test
  @Proves("T-002-F")
  void its_typical_phases_are_those_built_in() throws IOException {
    for (WorkflowDefinition definition : StateWorkflows.builtIn()) {
      var phases = definition.phaseNames().stream().map(PhaseName::value).toList();

      assertThat(row(definition.name()).getFirst()).isEqualTo(String.join(", ", phases));
    }
  }

  @Test
  void it_names_every_field() throws IOException {
    var page = Files.readString(PAGE);
    var fields = new ArrayList<>(SchemaFields.DOCUMENT_ORDER);
    fields.addAll(SchemaFields.PHASE_ORDER);
    fields.add("ship_allowed");
    fields.add("blockers");

    assertThat(fields).allSatisfy(field -> assertThat(page).contains(field));
  }
}
