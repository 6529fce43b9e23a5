package dev.tidemark.app.main.project;

import dev.tidemark.app.settings.YamlCache;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Workflow files: loads the workflows that a project defines for itself.
final class WorkflowFiles {
  private static final String WORKFLOWS = ".tidemark/workflows";

  private WorkflowFiles() {}

  /// Returns the definitions of a project.
  ///
  /// @param edition the collector of the fingerprint of these definitions
  static List<WorkflowDefinition> read(Path root, YamlCache yaml, StringBuilder edition) {
    var all = new ArrayList<WorkflowDefinition>();
    for (var file : yaml.list(root.resolve(WORKFLOWS))) {
      var tree = yaml.read(file);
      if (tree != null) {
        edition.append(yaml.name(file)).append(' ').append(JsonText.compact(tree)).append('\n');
        all.add(
            WorkflowFilesReader.of(
                yaml.name(file), tree, path -> line(yaml.name(file), file, path)));
      }
    }
    return all;
  }

  /// The cache has no line numbers; an error message reads the file again.
  static int line(String name, Path file, String path) {
    try {
      return YamlTree.read(name, BoundedFile.text(file)).line(path);
    } catch (IOException gone) {
      return 1;
    }
  }
}
