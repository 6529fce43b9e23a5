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

/// Verbs for the project and the program.
final class HouseVerbs {
  private HouseVerbs() {}

  static CommandSpec init() {
    return new CommandSpec(
        "init",
        CommandGroup.SETUP,
        WRITES,
        "set up the project: folder, settings, ignore rules",
        List.of(),
        List.of(
            Option.value(
                "dialect",
                "NAME",
                ValueKind.suggested("state"),
                "the format of runs that name none")),
        List.of(new Example("tidemark init --dialect state", "set the project's default format")));
  }

  static CommandSpec adopt() {
    return new CommandSpec(
        "adopt",
        CommandGroup.SETUP,
        WRITES,
        "record existing checkpoint files",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark adopt --dry-run", "list the files and whether they are valid"),
            new Example("tidemark adopt", "record each as the first entry of its journal")));
  }

  static CommandSpec doctor() {
    return new CommandSpec(
        "doctor",
        CommandGroup.SETUP,
        WRITES,
        "check for damage, leftovers and wrong settings",
        List.of(),
        List.of(Option.flag("fix", "repair what can be repaired safely")),
        List.of(
            new Example("tidemark doctor", "check only; exit code 1 if there is an error"),
            new Example("tidemark doctor --fix", "and repair")));
  }

  static CommandSpec gitignore() {
    return new CommandSpec(
        "gitignore",
        CommandGroup.SETUP,
        WRITES,
        "add the ignore rules for checkpoint files to git",
        List.of(),
        List.of(Option.flag("check", "only check; exit code 1 if a line is missing")),
        List.of(
            new Example("tidemark gitignore", "add the missing lines"),
            new Example("tidemark gitignore --check", "for a script")));
  }

  static CommandSpec configShow() {
    return new CommandSpec(
        "config show",
        CommandGroup.SETUP,
        READS,
        "show all settings",
        List.of(),
        List.of(Option.flag("origin", "with the origin of each value")),
        List.of(new Example("tidemark config show --origin", "all values with their origin")));
  }

  static CommandSpec configGet() {
    return new CommandSpec(
        "config get",
        CommandGroup.SETUP,
        READS,
        "print one setting",
        List.of(Argument.required("KEY", ValueKind.NAME, "the setting, for example dialect")),
        List.of(),
        List.of(new Example("tidemark config get dialect", "the project's default format")));
  }

  static CommandSpec configSet() {
    return new CommandSpec(
        "config set",
        CommandGroup.SETUP,
        WRITES,
        "change one setting of the project",
        List.of(
            Argument.required("KEY", ValueKind.NAME, "the setting, for example dialect"),
            Argument.required("VALUE", ValueKind.TEXT, "its new value")),
        List.of(),
        List.of(new Example("tidemark config set dialect state", "for all users of the project")));
  }

  static CommandSpec trust() {
    return new CommandSpec(
        "trust",
        CommandGroup.SETUP,
        WRITES,
        "review and trust the project's store, commands, webhooks",
        List.of(),
        List.of(Option.flag("revoke", "revoke all trust in this project")),
        List.of(
            new Example("tidemark trust --dry-run", "list them"),
            new Example("tidemark trust", "trust exactly these values; asks at a terminal")));
  }

  static CommandSpec completion() {
    return new CommandSpec(
        "completion",
        CommandGroup.SETUP,
        READS,
        "print the completion script for a shell",
        List.of(
            Argument.required(
                "SHELL", ValueKind.oneOf("bash", "zsh", "fish"), "bash, zsh or fish")),
        List.of(),
        List.of(
            new Example(
                "tidemark completion bash > ~/.local/share/bash-completion/completions/tidemark",
                "for bash"),
            new Example(
                "tidemark completion fish > ~/.config/fish/completions/tidemark.fish",
                "for fish")));
  }

  static CommandSpec version() {
    return new CommandSpec(
        "version",
        CommandGroup.SETUP,
        READS,
        "print the versions of Tidemark and Java",
        List.of(),
        List.of(),
        List.of(new Example("tidemark version --json", "for a program")));
  }

  static CommandSpec help() {
    return new CommandSpec(
        "help",
        CommandGroup.SETUP,
        READS,
        "explain a verb or a topic, or list the verbs",
        List.of(Argument.rest("VERB", ValueKind.VERBS, "a verb or a topic; topics: tidemark help")),
        List.of(Option.flag("all", "list all verbs; of a topic, print the whole page")),
        List.of(
            new Example("tidemark help", "the daily verbs"),
            new Example("tidemark help --all", "all verbs"),
            new Example("tidemark help done", "one verb; the same as tidemark done --help"),
            new Example("tidemark help gates", "a topic"),
            new Example("tidemark help options", "the options of every verb")));
  }

  static CommandSpec tour() {
    return new CommandSpec(
        "tour",
        CommandGroup.SETUP,
        READS,
        "demonstrate crash, resume and restore",
        List.of(),
        List.of(),
        List.of(new Example("tidemark tour", "in a temporary project, under 30 seconds")));
  }
}
