package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for external services: trackers, deployments, webhooks.
final class OutsideVerbs {
  private OutsideVerbs() {}

  private static Option known() {
    return Option.value(
        "issue", "ID", Values.NAME, "the issue; left out, the one the run knows of");
  }

  static Verb issue() {
    return new Verb(
        "issue",
        Group.SERVICES,
        WRITES,
        "say which issue a run is for; make it in Linear",
        List.of(),
        List.of(
            Option.flag("create", "it is needed: fail where none can be made"),
            Option.value("title", "TEXT", Values.TEXT, "its title; left out, the run's item"),
            Option.value("description", "TEXT", Values.TEXT, "what it is about; - reads it"),
            Option.value("issue", "ID", Values.NAME, "it is this one; Linear is not asked"),
            Option.value("url", "URL", Values.TEXT, "with --issue: where it can be seen")),
        List.of(
            new Example("tidemark issue --title \"Log in with a key\"", "as configured"),
            new Example("tidemark issue --create", "and fail where that cannot be"),
            new Example("tidemark issue --issue BAS-6", "it is there already")));
  }

  static Verb issueBranch() {
    return new Verb(
        "issue branch",
        Group.SERVICES,
        READS,
        "print what to call the branch for an issue",
        List.of(),
        List.of(
            known(), Option.value("slug", "WORDS", Values.TEXT, "a few words on what it is about")),
        List.of(
            new Example("tidemark issue branch --slug foundation", "for the run's own issue"),
            new Example("tidemark issue branch --issue BAS-6", "for another")));
  }

  static Verb issuePr() {
    return new Verb(
        "issue pr",
        Group.SERVICES,
        READS,
        "print a pull request's text that closes the issue",
        List.of(),
        List.of(
            known(),
            Option.value("text", "TEXT", Values.TEXT, "the text; - reads it from standard input")),
        List.of(
            new Example(
                "tidemark issue pr --text \"Adds the log-in page\"", "and closes the issue"),
            new Example("tidemark issue pr --text - < body.md", "from a file")));
  }

  static Verb integrationsInit() {
    return new Verb(
        "integrations init",
        Group.SERVICES,
        WRITES,
        "write a sample of .claude/config/integrations.json",
        List.of(),
        List.of(),
        List.of(new Example("tidemark integrations init", "where there is no such file yet")));
  }

  static Verb integrationsTest() {
    return new Verb(
        "integrations test",
        Group.SERVICES,
        WRITES,
        "show what would be sent where, and whether it arrives",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark integrations test --dry-run", "without sending anything"),
            new Example("tidemark integrations test", "listeners get a test message")));
  }

  static Verb deliver() {
    return new Verb(
        "deliver",
        Group.SERVICES,
        WRITES,
        "tell listeners what they have not heard yet",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark deliver", "after a failure, or from time to time"),
            new Example("tidemark deliver --dry-run", "what is left to tell")));
  }
}
