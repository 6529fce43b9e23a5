package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.spec.CommandEffect.READS;
import static dev.tidemark.app.cli.spec.CommandEffect.WRITES;

import dev.tidemark.app.cli.spec.Argument;
import dev.tidemark.app.cli.spec.CommandGroup;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Example;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.List;

/// Verbs for external services: trackers, deployments, webhooks.
final class OutsideVerbs {
  private OutsideVerbs() {}

  private static Option known() {
    return Option.value(
        "issue", "ID", ValueKind.NAME, "the issue; default: the one recorded in the run");
  }

  static CommandSpec issue() {
    return new CommandSpec(
        "issue",
        CommandGroup.INTEGRATIONS,
        WRITES,
        "record the issue of a run, or create it in Linear",
        List.of(Argument.run()),
        List.of(
            Option.flag("create", "fail if it cannot be created"),
            Option.value(
                "title", "TEXT", ValueKind.TEXT, "the title; default: the item of the run"),
            Option.value("description", "TEXT", ValueKind.TEXT, "the description; - = stdin"),
            Option.value("issue", "ID", ValueKind.NAME, "an existing issue; Linear is not called"),
            Option.value("url", "URL", ValueKind.TEXT, "with --issue: its address")),
        List.of(
            new Example("tidemark issue --title \"Log in with a key\"", "as configured"),
            new Example("tidemark issue --create", "fail if it cannot be created"),
            new Example("tidemark issue --issue BAS-6", "an existing issue")));
  }

  static CommandSpec issueBranch() {
    return new CommandSpec(
        "issue branch",
        CommandGroup.INTEGRATIONS,
        READS,
        "print the branch name for an issue",
        List.of(Argument.run()),
        List.of(known(), Option.value("slug", "WORDS", ValueKind.TEXT, "a few words for the name")),
        List.of(
            new Example("tidemark issue branch --slug foundation", "for the issue of the run"),
            new Example("tidemark issue branch --issue BAS-6", "for another issue")));
  }

  static CommandSpec issuePr() {
    return new CommandSpec(
        "issue pr",
        CommandGroup.INTEGRATIONS,
        READS,
        "print the text of a pull request that closes an issue",
        List.of(Argument.run()),
        List.of(known(), Option.value("text", "TEXT", ValueKind.TEXT, "the text; - = stdin")),
        List.of(
            new Example(
                "tidemark issue pr --text \"Adds the log-in page\"",
                "with a line that closes the issue"),
            new Example("tidemark issue pr --text - < body.md", "from a file")));
  }

  static CommandSpec integrationsInit() {
    return new CommandSpec(
        "integrations init",
        CommandGroup.INTEGRATIONS,
        WRITES,
        "create a sample integrations.json",
        List.of(),
        List.of(),
        List.of(
            new Example(
                "tidemark integrations init",
                ".claude/config/integrations.json, if there is none")));
  }

  static CommandSpec integrationsTest() {
    return new CommandSpec(
        "webhooks test",
        CommandGroup.INTEGRATIONS,
        WRITES,
        "send a test message to every subscriber",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark webhooks test --dry-run", "show what would be sent"),
            new Example("tidemark webhooks test", "send it")));
  }

  static CommandSpec deliver() {
    return new CommandSpec(
        "webhooks retry",
        CommandGroup.INTEGRATIONS,
        WRITES,
        "retry undelivered webhooks",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark webhooks retry", "after a failure, or from a timer"),
            new Example("tidemark webhooks retry --dry-run", "list what is undelivered")));
  }
}
