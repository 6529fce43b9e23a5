package dev.tidemark.app.command.setup;

import dev.tidemark.library.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Document files of the dialects, by name.
final class ProtocolFiles {
  private final Project project;

  ProtocolFiles(Project project) {
    this.project = project;
  }

  /// Returns the visible files beside the documents of dialects that are no documents by their
  /// names, nor copies or temporary files of any.
  ///
  /// @throws IOException if a folder cannot be listed
  List<String> unknownFiles() throws IOException {
    var strangers = new TreeSet<String>();
    for (var dialect : project.runs().dialects()) {
      for (var root : dialect.locator().roots()) {
        for (var name : names(root)) {
          boolean ours = name.startsWith(".") || name.contains(".corrupt-");
          if (!ours && dialect.locator().idOf(root + name).isEmpty()) {
            strangers.add(root + name);
          }
        }
      }
    }
    return List.copyOf(strangers);
  }

  /// Returns the same as [#names]; none of a folder that may not be looked into.
  List<String> readable(String folder) {
    try {
      return names(folder);
    } catch (IOException closed) {
      return List.of();
    }
  }

  /// Returns the names of the files in a folder, sorted; none if it is no folder.
  ///
  /// @param folder from the project root, ending with a slash; empty for the root itself
  List<String> names(String folder) throws IOException {
    var path = project.root().resolve(folder);
    var names = new ArrayList<String>();
    if ((folder.isEmpty() || folder.endsWith("/")) && Files.isDirectory(path)) {
      try (var files = Files.list(path)) {
        files
            .filter(Files::isRegularFile)
            .forEach(file -> names.add(String.valueOf(file.getFileName())));
      }
    }
    names.sort(null);
    return names;
  }
}
