package dev.tidemark.app.main.project;

import dev.tidemark.app.settings.SettingsException;
import dev.tidemark.app.settings.YamlCache;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialect.Workflows.BrokenFile;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Workflow files: loads the workflows that a project defines for itself. A file that is no
/// definition concerns the runs of its workflow only. Beyond a limit in number or size no file is
/// read, and every run of the project stands still: any of the files may have its gates.
final class WorkflowFiles {
  private static final String WORKFLOWS = ".tidemark/workflows";
  private static final String NAME = "name";

  /// The limits of files, and of the characters in all of them: each verb and hook reads them.
  static final int FILES_MAX = 1_000;

  static final int CHARS_MAX = 4_000_000;

  private WorkflowFiles() {}

  /// Returns the definitions of a project.
  ///
  /// @param edition the collector of the fingerprint of these definitions
  static Workflows read(Path root, YamlCache yaml, StringBuilder edition) {
    var all = new ArrayList<WorkflowDefinition>();
    var broken = new ArrayList<BrokenFile>();
    var ignored = new ArrayList<String>();
    var files = yaml.list(root.resolve(WORKFLOWS));
    if (files.size() > FILES_MAX) {
      return tooMany(
          files.size() + " definitions, and at most " + FILES_MAX + " are read", edition);
    }
    for (var file : files) {
      if (edition.length() > CHARS_MAX) {
        return tooMany("definitions of more than " + CHARS_MAX + " characters", edition);
      }
      var name = yaml.name(file);
      JsonObject tree = null;
      try {
        tree = yaml.read(file);
        if (tree != null) {
          edition.append(name).append(' ').append(JsonText.compact(tree)).append('\n');
          var definition =
              WorkflowFilesReader.of(name, tree, path -> line(name, file, root, path), ignored);
          Dialects.check(definition);
          all.add(definition);
        }
      } catch (DefinitionException | SettingsException unreadable) {
        var problem = String.valueOf(unreadable.getMessage());
        edition.append(name).append(' ').append(problem).append('\n');
        broken.add(new BrokenFile(names(name, file, root, tree), problem));
      }
    }
    return new Workflows(all, broken, ignored);
  }

  /// Returns no definition, and a problem of every workflow.
  private static Workflows tooMany(String what, StringBuilder edition) {
    var problem = WORKFLOWS + " has " + what + ": move unused ones out of it";
    edition.setLength(0);
    edition.append(problem);
    return new Workflows(List.of(), List.of(new BrokenFile(List.of(), problem)), List.of());
  }

  /// Returns the names that the workflow of a file may have: that of the file, and that in it;
  /// where it is no YAML, those in each of its lines.
  private static List<String> names(String name, Path file, Path root, @Nullable JsonObject tree) {
    var names = new ArrayList<>(List.of(WorkflowFilesReader.stem(name)));
    if (tree != null) {
      var own = tree.string(NAME);
      names.add(own == null ? names.getFirst() : own);
      return names;
    }
    try {
      for (var line : BoundedFile.text(file, root).lines().toList()) {
        if (line.startsWith(NAME + ":")) {
          names.add(line.substring(NAME.length() + 1).replaceAll("['\"]|\\s#.*", "").strip());
        }
      }
    } catch (IOException unreadable) {
      // Nothing but the name of the file is known.
    }
    return names;
  }

  /// The cache has no line numbers; an error message reads the file again.
  static int line(String name, Path file, Path root, String path) {
    try {
      return YamlTree.read(name, BoundedFile.text(file, root)).line(path);
    } catch (IOException gone) {
      return 1;
    }
  }
}
