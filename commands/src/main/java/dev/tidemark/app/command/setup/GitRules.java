package dev.tidemark.app.command.setup;

import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.ProjectFile;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Diagnostic.Severity;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentLocator.Tracking;
import dev.tidemark.stores.file.path.StateFolder;
import dev.tidemark.text.DiskReason;
import dev.tidemark.workflow.fact.IgnoreStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;

/// Ignore rule check: whether git ignores or tracks the documents of each dialect as its format
/// requires, and leaves the files of this machine alone.
final class GitRules {
  private final Session session;
  private final DiagnosticReport diagnosticReport;

  GitRules(Session session, DiagnosticReport diagnosticReport) {
    this.session = session;
    this.diagnosticReport = diagnosticReport;
  }

  void examine(List<Dialect<?>> dialects) {
    lock();
    try {
      committedRules();
      if (examineDialects(dialects)) {
        lostRules(dialects);
        gitignore(dialects);
      }
    } catch (IOException failure) {
      diagnosticReport.add(
          Severity.ERROR,
          "unreadable-rules",
          "the ignore rules of git cannot be read: " + DiskReason.located(failure),
          "Make the file readable.");
    }
  }

  private boolean examineDialects(List<Dialect<?>> dialects) {
    for (var dialect : dialects) {
      if (!examine(dialect)) {
        return false;
      }
    }
    return true;
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
    return dialect.locator().tracking() == Tracking.COMMITTED
        ? dialect.locator().roots()
        : dialect.locator().untracked();
  }

  private void judge(Dialect<?> dialect, String path, IgnoreStatus status) {
    boolean ignored = dialect.locator().tracking() == Tracking.IGNORED;
    if (ignored && status == IgnoreStatus.VISIBLE) {
      // The first write of a run adds the rules.
      if (SetupCommands.hasRuns(session, dialect)) {
        visible(path, dialect.locator().untracked());
      }
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

  /// Reports a file that git would commit.
  ///
  /// @param rules the rules to add
  private void visible(String path, List<String> rules) {
    diagnosticReport.repair(
        new Diagnostic(
            Severity.WARNING,
            "not-ignored",
            "",
            path + " is not ignored by git",
            "Run tidemark doctor --fix; if that does not help, a rule with ! takes it back."),
        "Added to git's info/exclude.",
        () -> exclude(rules) && isIgnored(path));
  }

  private boolean isIgnored(String path) {
    var statuses = session.project().repository().ignored(List.of(path)).orElse(List.of());
    return statuses.contains(IgnoreStatus.IGNORED);
  }

  private boolean exclude(List<String> rules) {
    try {
      var exclude = stateFolder().excludeFile();
      return exclude.isPresent() && exclude.get().add(rules);
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "git's info/exclude cannot be written: " + DiskReason.of(failure), failure);
    }
  }

  /// Reports files that `install` or a run of another format has put into git's `info/exclude`, and
  /// which are not there any more.
  private void lostRules(List<Dialect<?>> dialects) throws IOException {
    var exclude = stateFolder().excludeFile();
    if (exclude.isEmpty()) {
      return;
    }
    var lost = new ArrayList<>(exclude.get().lost());
    for (var dialect : dialects) {
      lost.removeAll(dialect.locator().untracked());
    }
    var statuses = session.project().repository().ignored(lost).orElse(List.of());
    for (int i = 0; i < statuses.size(); i++) {
      var path = lost.get(i);
      boolean there =
          Files.exists(session.project().root().resolve(path), LinkOption.NOFOLLOW_LINKS);
      if (there && statuses.get(i) == IgnoreStatus.VISIBLE) {
        visible(path, lost);
      }
    }
  }

  /// A project that `init` was called for commits the rules of its formats.
  private void gitignore(List<Dialect<?>> dialects) throws IOException {
    var file = new ProjectFile(session.project().root());
    if (file.missing().contains(ProjectFile.CONFIG) || !file.isInside(".gitignore")) {
      return;
    }
    var rules = new IgnoreRules(session);
    var edited = rules.edited(dialects);
    var added = IgnoreRules.added(edited);
    // A rule that takes one back is a decision of the project.
    if (!added.isEmpty() && edited.notices().isEmpty()) {
      diagnosticReport.repair(
          new Diagnostic(
              Severity.NOTE,
              "gitignore-incomplete",
              "",
              ".gitignore has no rule for " + String.join(", ", added),
              "Run tidemark init."),
          "Added to .gitignore.",
          () -> complete(rules, dialects));
    }
  }

  private static boolean complete(IgnoreRules rules, List<Dialect<?>> dialects) {
    try {
      rules.write(rules.edited(dialects));
      return true;
    } catch (IOException failure) {
      throw new UncheckedIOException(
          ".gitignore cannot be written: " + DiskReason.of(failure), failure);
    }
  }

  /// Rules of an earlier version, from when the journals were in `.tidemark`: they keep prompts and
  /// other files that belong into commits out of them.
  private void committedRules() throws IOException {
    var folder = stateFolder();
    if (folder.location().isInGit() && folder.hasEarlierRules()) {
      diagnosticReport.repair(
          new Diagnostic(
              Severity.WARNING,
              "old-rules",
              "",
              StateFolder.EARLIER_RULES
                  + " of an earlier version keeps files out of git that belong into it",
              "Run tidemark doctor --fix, or git rm --force " + StateFolder.EARLIER_RULES + "."),
          "Removed.",
          () -> removed(folder));
    }
  }

  private static boolean removed(StateFolder folder) {
    try {
      folder.removeEarlierRules();
      return true;
    } catch (IOException failure) {
      throw new UncheckedIOException(
          StateFolder.EARLIER_RULES + " cannot be removed: " + DiskReason.of(failure), failure);
    }
  }

  private StateFolder stateFolder() {
    return StateFolder.of(session.project().root());
  }
}
