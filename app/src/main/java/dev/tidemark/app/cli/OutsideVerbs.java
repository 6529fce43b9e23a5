package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// The verbs about services outside: trackers, deployments, listeners.
final class OutsideVerbs {
  private OutsideVerbs() {}

  private static Option issue() {
    return Option.value(
        "issue", "ID", Values.NAME, "the issue; left out, the one the run knows of");
  }

  static Verb issueBranch() {
    return new Verb(
        "issue branch",
        Group.SERVICES,
        READS,
        "print what to call the branch for an issue",
        List.of(),
        List.of(
            issue(), Option.value("slug", "WORDS", Values.TEXT, "a few words on what it is about")),
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
            issue(),
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
}
