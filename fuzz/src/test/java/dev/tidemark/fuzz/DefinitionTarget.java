package dev.tidemark.fuzz;

import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import java.util.List;

/// A project's own workflow, in YAML.
final class DefinitionTarget implements Target {
  @Override
  public void read(byte[] input) {
    try {
      var definition = WorkflowFilesReader.read(".tidemark/workflows/own.yaml", Claims.text(input));
      Dialects.workflows(List.of(definition));
      Claims.holds(!definition.phases().isEmpty(), "a workflow has phases");
    } catch (DefinitionException expected) {
      Claims.explains(expected);
    }
  }
}
