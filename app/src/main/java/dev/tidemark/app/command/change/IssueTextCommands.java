package dev.tidemark.app.command.change;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ParsedCommand;
import dev.tidemark.app.cli.spec.ValueKind;
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

/// The verbs that use a run's issue: `issue branch`, `issue pr`.
public final class IssueTextCommands {
  private final Session session;
  private final ParsedCommand parsedCommand;

  public IssueTextCommands(Session session) {
    this.session = session;
    this.parsedCommand = session.call();
  }

  /// Specification of `issue branch`.
  public static CommandSpec branchSpec() {
    return new CommandSpec(
            "issue branch",
            CommandGroup.INTEGRATIONS,
            READS,
            "print the branch name for an issue",
            List.of(Argument.run()),
            List.of(
                issueOption(),
                Option.value("slug", "WORDS", ValueKind.TEXT, "a few words for the name")),
            List.of(
                new Example("tidemark issue branch --slug foundation", "for the issue of the run"),
                new Example("tidemark issue branch --issue BAS-6", "for another issue")))
        .byServer();
  }

  /// Names a branch (R-004-62).
  public ExitCode branch() {
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

  /// Specification of `issue pr`.
  public static CommandSpec requestSpec() {
    return new CommandSpec(
            "issue pr",
            CommandGroup.INTEGRATIONS,
            READS,
            "print the text of a pull request that closes an issue",
            List.of(Argument.run()),
            List.of(
                issueOption(), Option.value("text", "TEXT", ValueKind.TEXT, "the text; - = stdin")),
            List.of(
                new Example(
                    "tidemark issue pr --text \"Adds the log-in page\"",
                    "with a line that closes the issue"),
                new Example("tidemark issue pr --text - < body.md", "from a file")))
        .byServer();
  }

  /// Writes the text of a pull request. Only where Linear follows pull requests itself does the
  /// text name the issue; elsewhere its state is changed when the run is complete (R-004-65).
  public ExitCode request() {
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

  private static Option issueOption() {
    return Option.value(
        "issue", "ID", ValueKind.NAME, "the issue; default: the one recorded in the run");
  }
}
