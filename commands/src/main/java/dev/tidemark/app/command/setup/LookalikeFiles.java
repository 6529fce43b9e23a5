package dev.tidemark.app.command.setup;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.run.ForeignFile;
import dev.tidemark.library.Project;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.workflow.policy.CommandLines;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Lookalike check: files with names like those of checkpoint files that are no runs: copies that
/// sync programs and editors made, and files of other tools.
final class LookalikeFiles {
  private static final String JSON = ".json";
  private static final String BACKUP = "~";

  private final Project project;
  private final DiagnosticReport diagnosticReport;
  private final List<ForeignFile> foreign;

  /// @param foreign the files with the name of a checkpoint file that are no runs
  LookalikeFiles(Project project, DiagnosticReport diagnosticReport, List<ForeignFile> foreign) {
    this.project = project;
    this.diagnosticReport = diagnosticReport;
    this.foreign = foreign;
  }

  void examine() {
    for (var foreignFile : foreign) {
      var original = foreignFile.original();
      if (original == null) {
        other(foreignFile.dialect(), foreignFile.path());
      } else {
        copy(foreignFile.path(), foreignFile.dialect().locator().pathOf(original));
      }
    }
    var dialects = new ArrayList<>(project.runs().dialects());
    for (var part : project.runs().parts()) {
      project.runs().part(part).ifPresent(dialects::add);
    }
    for (var dialect : dialects) {
      for (var root : dialect.locator().roots()) {
        around(dialect, root);
      }
    }
  }

  /// Returns whether a file is none of a run, although its name is that of a checkpoint file.
  boolean isForeign(String path) {
    for (var foreignFile : foreign) {
      if (foreignFile.path().equals(path)) {
        return true;
      }
    }
    return false;
  }

  /// Examines the files beside documents whose names are not those of documents.
  private void around(Dialect<?> dialect, String root) {
    var folder = root.substring(0, root.lastIndexOf('/') + 1);
    var documents = new LinkedHashSet<String>();
    var others = new ArrayList<String>();
    if (!folder.equals(root)) {
      documents.add(root);
    }
    for (var name : new ProtocolFiles(project).readable(folder)) {
      var path = folder + name;
      if (dialect.locator().idOf(path).isEmpty()) {
        others.add(path);
      } else if (!isForeign(path)) {
        documents.add(path);
      }
    }
    for (var path : others) {
      if (!isKnown(path)) {
        around(dialect, folder, path, documents);
      }
    }
  }

  private void around(Dialect<?> dialect, String folder, String path, Set<String> documents) {
    var original = "";
    for (var document : documents) {
      if (document.length() > original.length() && isCopy(dialect, folder, path, document)) {
        original = document;
      }
    }
    if (!original.isEmpty()) {
      copy(path, original);
    } else if (isLikeRun(dialect, path)) {
      other(dialect, path);
    }
  }

  /// Temporary and quarantined files have checks of their own.
  private static boolean isKnown(String path) {
    return path.endsWith(".tmp") || path.endsWith(".tidemark-tmp") || path.contains(".corrupt-");
  }

  /// Returns whether a file name contains that of a document, without its extension and as a word
  /// of its own; where a hyphen, an underscore or a dot joins it to more, the content decides.
  private boolean isCopy(Dialect<?> dialect, String folder, String path, String document) {
    var name = path.substring(folder.length());
    var stem = document.substring(folder.length(), document.lastIndexOf('.'));
    int at = name.indexOf(stem);
    int end = at + stem.length();
    if (at < 0 || (name.startsWith(".") && !stem.startsWith(".")) || end == name.length()) {
      return false;
    }
    char next = name.charAt(end);
    if (Character.isLetterOrDigit(next)
        || (at > 0 && !Character.isWhitespace(name.charAt(at - 1)))) {
      return false;
    }
    var extension = document.substring(document.lastIndexOf('.'));
    return "-_.".indexOf(next) < 0
        || name.startsWith(extension, end)
        || isOfFormat(dialect, path, document);
  }

  private boolean isOfFormat(Dialect<?> dialect, String path, String document) {
    var id = dialect.locator().idOf(document);
    try {
      var text = BoundedFile.text(project.root().resolve(path));
      if (id.isEmpty() || dialect.format().attribution(text).foreign()) {
        return false;
      }
      dialect.format().decode(id.get(), text);
      return true;
    } catch (IOException | FormatException unreadable) {
      return false;
    }
  }

  /// Returns whether a backup or a JSON file has the name of a checkpoint file but for its end.
  private static boolean isLikeRun(Dialect<?> dialect, String path) {
    if (!path.endsWith(JSON) && !path.endsWith(BACKUP)) {
      return false;
    }
    var usual = dialect.locator().pathOf(new CheckpointId(dialect.name(), "a", "b"));
    var extension = usual.substring(usual.lastIndexOf('.'));
    int dot = path.lastIndexOf('.');
    var stem = dot > path.lastIndexOf('/') ? path.substring(0, dot) : path;
    return dialect.locator().idOf(stem + extension).isPresent();
  }

  private void copy(String path, String original) {
    var word = CommandLines.word(path);
    boolean exists = Files.exists(project.root().resolve(original));
    diagnosticReport.add(
        Severity.NOTE,
        "copy",
        word + " is a copy of " + CommandLines.word(original) + ", and no run",
        exists
            ? "When nothing in it is needed, delete it: rm -- " + word
            : "To make it the run, give it that name: mv -- "
                + word
                + " "
                + CommandLines.word(original));
  }

  private void other(Dialect<?> dialect, String path) {
    var word = CommandLines.word(path);
    diagnosticReport.add(
        Severity.NOTE,
        "other-file",
        word
            + " has a name like a checkpoint file of the format "
            + dialect.name()
            + ", and is none",
        "Nothing to do; the reasons: tidemark validate --format " + dialect.name() + " -- " + word);
  }
}
