package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentLocator.Tracking;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;

/// Ignore rule check: whether git ignores or tracks the documents of each dialect as its format
/// requires.
final class GitRules {
  private final Session session;
  private final DiagnosticReport diagnosticReport;

  GitRules(Session session, DiagnosticReport diagnosticReport) {
    this.session = session;
    this.diagnosticReport = diagnosticReport;
  }

  void examine(List<Dialect<?>> dialects) {
    lock();
    for (var dialect : dialects) {
      if (!examine(dialect)) {
        return;
      }
    }
  }

  /// Git makes no commit while its index is locked; a git that was killed leaves the lock.
  private void lock() {
    var lock = session.project().root().resolve(".git/index.lock");
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
      diagnosticReport.add(
          Severity.WARNING,
          "git-locked",
          ".git/index.lock locks the index of git: a git command is running, or one was killed",
          "When no git command runs: rm .git/index.lock");
    }
  }

  /// Returns whether git could be asked.
  private boolean examine(Dialect<?> dialect) {
    var paths = paths(dialect);
    var asked = session.project().repository().ignored(paths);
    if (!asked.isKnown()) {
      diagnosticReport.add(
          Severity.WARNING,
          "git-unknown",
          "git did not report its ignore rules: " + asked.reason(),
          "Install git, or check the repository.");
      return false;
    }
    var statuses = asked.orElse(List.of());
    for (int i = 0; i < statuses.size(); i++) {
      judge(dialect, paths.get(i), statuses.get(i));
    }
    return true;
  }

  private static List<String> paths(Dialect<?> dialect) {
    if (dialect.locator().tracking() == Tracking.COMMITTED) {
      return dialect.locator().roots();
    }
    var paths = new ArrayList<String>();
    for (var line : dialect.locator().ignoreLines()) {
      if (!line.startsWith("#")) {
        paths.add(line);
      }
    }
    return paths;
  }

  private void judge(Dialect<?> dialect, String path, IgnoreStatus status) {
    boolean ignored = dialect.locator().tracking() == Tracking.IGNORED;
    if (ignored && status == IgnoreStatus.VISIBLE) {
      diagnosticReport.repair(
          new Diagnostic(
              Severity.WARNING,
              "not-ignored",
              "",
              path + " is not ignored by git",
              "Run tidemark gitignore."),
          "Added to .gitignore.",
          this::ignore);
    } else if (ignored && status == IgnoreStatus.TRACKED) {
      diagnosticReport.add(
          Severity.ERROR,
          "tracked",
          path + " is tracked by git, so ignoring it has no effect",
          "Run git rm --cached -r " + path);
    } else if (!ignored && status == IgnoreStatus.IGNORED) {
      diagnosticReport.add(
          Severity.ERROR,
          "ignored",
          path + " is ignored by git, but belongs into its history",
          "Remove the rule; git check-ignore -v " + path + " names it.");
    }
  }

  private boolean ignore() {
    try {
      new SetupCommands(session).ignore();
      return true;
    } catch (IOException failure) {
      throw new UncheckedIOException(
          ".gitignore cannot be written: " + DiskReason.of(failure), failure);
    }
  }
}
