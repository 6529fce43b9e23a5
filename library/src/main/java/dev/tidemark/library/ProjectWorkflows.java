package dev.tidemark.library;

import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Loader of the workflow files of a project, without the cache of the command line.
final class ProjectWorkflows {
  private static final String FOLDER = ".tidemark/workflows";

  private ProjectWorkflows() {}

  /// Returns the definitions in the folder, ordered by file name; none without the folder.
  ///
  /// @throws dev.tidemark.dialects.definition.DefinitionException if a file is no definition
  /// @throws UncheckedIOException if a file cannot be read
  static List<WorkflowDefinition> read(Path root) {
    var folder = root.resolve(FOLDER);
    var definitions = new ArrayList<WorkflowDefinition>();
    if (!Files.isDirectory(folder)) {
      return definitions;
    }
    try {
      for (var file : files(folder)) {
        var name = root.relativize(file).toString().replace('\\', '/');
        definitions.add(WorkflowFilesReader.read(name, BoundedFile.text(file)));
      }
      return definitions;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    var files = new ArrayList<Path>();
    try (var entries = Files.newDirectoryStream(folder, "*.{yaml,yml}")) {
      for (var file : entries) {
        if (!file.getFileName().toString().startsWith(".")) {
          files.add(file);
        }
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    files.sort(null);
    return files;
  }
}
