package dev.tidemark.app.command.plan;

import dev.tidemark.engine.run.Run;
import dev.tidemark.library.Project;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Design files: the files that the phase `write` of a design has reported, and those in
/// `specs/<feature>`.
final class DesignFiles {
  private final Project project;

  DesignFiles(Project project) {
    this.project = project;
  }

  /// Returns the folder that the files of a design usually are in.
  static String folder(Run run) {
    var item = run.id().item();
    return "specs/" + (item == null ? run.id().workflow() : item);
  }

  /// Returns those that are there, from the project root.
  List<String> of(Run run) {
    var files = new TreeSet<String>();
    var checkpoint = run.checkpoint();
    if (checkpoint != null) {
      for (var phase : checkpoint.phases()) {
        if (phase.name().value().equals("write")) {
          phase.artifacts().forEach(artifact -> files.add(artifact.path()));
        }
      }
    }
    files.removeIf(path -> !Files.isRegularFile(project.root().resolve(path)));
    var folder = project.root().resolve(folder(run));
    if (Files.isDirectory(folder)) {
      try (var inside = Files.list(folder)) {
        inside
            .filter(Files::isRegularFile)
            .forEach(file -> files.add(folder(run) + "/" + file.getFileName()));
      } catch (IOException failure) {
        throw new UncheckedIOException("the spec files could not be listed", failure);
      }
    }
    return new ArrayList<>(files);
  }
}
