package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.app.settings.file.TextFileReplacement;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.integrations.git.IgnoreFile;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Rules of the project's `.gitignore` for the checkpoint files that the formats keep out of git
/// (R-COM-13, R-004-47). They are committed; the ones that Tidemark needs itself are in git's
/// `info/exclude`.
final class IgnoreRules {
  private static final String FILE = ".gitignore";
  private static final String COMMENT = "# State of agent workflows (local to this work tree)";

  private final Path root;

  IgnoreRules(Session session) {
    this.root = session.project().root();
  }

  /// Returns the file with what it lacks; outside git it lacks nothing.
  ///
  /// @throws dev.tidemark.store.StoreException.ForbiddenException if the file resolves outside the
  ///   project
  IgnoreFile edited(List<Dialect<?>> dialects) throws IOException {
    if (StateFolder.of(root).excludeFile().isEmpty()) {
      return new IgnoreFile("", List.of(), List.of());
    }
    new ProjectFile(root).check(FILE);
    var text = text();
    var added = new ArrayList<String>();
    var notices = new ArrayList<Notice>();
    for (var dialect : dialects) {
      var lines = dialect.locator().ignoreLines();
      boolean own = !lines.isEmpty() && lines.getFirst().startsWith("#");
      var edited =
          IgnoreFile.with(text, own ? lines.getFirst() : COMMENT, dialect.locator().untracked());
      text = edited.text();
      added.addAll(edited.added());
      notices.addAll(edited.notices());
    }
    return new IgnoreFile(text, added, notices);
  }

  /// Writes the file, if it lacked anything.
  void write(IgnoreFile edited) throws IOException {
    if (!edited.added().isEmpty()) {
      new TextFileReplacement().replace(root.resolve(FILE), text(), edited.text());
    }
  }

  private String text() throws IOException {
    var file = root.resolve(FILE);
    return Files.exists(file) ? BoundedFile.text(file) : "";
  }

  /// Returns the added rules without comments.
  static List<String> added(IgnoreFile edited) {
    return edited.added().stream().filter(line -> !line.startsWith("#")).toList();
  }
}
