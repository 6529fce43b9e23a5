package dev.tidemark.app.command.change;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.command.session.InputException;
import dev.tidemark.app.command.session.Session;
import dev.tidemark.app.settings.Integrations;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.port.Issue;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Outcome.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Texts about the issue of a run: `issue --branch`, `issue --pr`.
final class IssueText {
  private final Session session;
  private final ParsedCommand parsedCommand;

  IssueText(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Names a branch (R-004-62).
  ExitCode branch() {
    var issue = issue();
    if (issue == null) {
      return unissue();
    }
    var branch = issue.branch(integrations().linear().branchPrefix(), parsedCommand.value("slug"));
    session.show(
        JsonObject.builder().add("issue", issue.identifier()).add("branch", branch).build(),
        List.of(branch));
    return ExitCode.SUCCESS;
  }

  /// Writes the text of a pull request. Only where Linear follows pull requests itself does the
  /// text name the issue; elsewhere its state is changed when the run is complete (R-004-65).
  ExitCode request() {
    var issue = issue();
    if (issue == null) {
      return unissue();
    }
    var given = session.inputs().text(parsedCommand.value("text"));
    var text = given == null ? "" : given;
    var written = integrations().linear().isNative() ? issue.closedBy(text) : text;
    session.show(
        JsonObject.builder().add("issue", issue.identifier()).add("text", written).build(),
        written.lines().toList());
    return ExitCode.SUCCESS;
  }

  private Integrations integrations() {
    var integrations = Integrations.read(session.project().root());
    session.printNotices(integrations.notices());
    return integrations;
  }

  /// Returns the issue of the run; null if there is none.
  ///
  /// @throws InputException if the given issue is invalid
  private @Nullable Issue issue() {
    var word = parsedCommand.value("issue");
    if (word != null) {
      return named(word, null);
    }
    return session.select() instanceof Selected run ? Specification.recorded(session, run) : null;
  }

  /// Returns an issue as the user named it.
  ///
  /// @throws InputException if the given issue is invalid
  static Issue named(String word, @Nullable String url) {
    if (!Issue.isIdentifier(word)) {
      throw new InputException(word + " is no issue", "Name one such as BAS-6.");
    }
    return new Issue(word, url);
  }

  private ExitCode unissue() {
    var blocker =
        Blocker.refused(
            "no-issue",
            "no issue is recorded",
            "Name it with --issue ID, or the run that has one with --run NAME");
    return session.refused("", new Refusal<>(List.of(blocker), List.of()));
  }
}
