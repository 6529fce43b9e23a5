package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for the project and the program.
final class HouseVerbs {
  private HouseVerbs() {}

  static Verb init() {
    return new Verb(
        "init",
        Group.HOUSE,
        WRITES,
        "prepare the project: its folder, its settings, its ignore rules",
        List.of(),
        List.of(
            Option.value(
                "dialect",
                "NAME",
                Values.suggested("state"),
                "the dialect of runs that name none")),
        List.of(new Example("tidemark init --dialect state", "remember the project's dialect")));
  }

  static Verb adopt() {
    return new Verb(
        "adopt",
        Group.HOUSE,
        WRITES,
        "list the documents that are here already and record them",
        List.of(),
        List.of(),
        List.of(
            new Example("tidemark adopt --dry-run", "what is here, what of it can be read"),
            new Example("tidemark adopt", "record each as the beginning of its journal")));
  }

  static Verb doctor() {
    return new Verb(
        "doctor",
        Group.HOUSE,
        WRITES,
        "look for damage, leftovers and wrong settings, each with its cure",
        List.of(),
        List.of(Option.flag("fix", "cure what can be cured safely")),
        List.of(
            new Example("tidemark doctor", "look only; exit 1 when an error was found"),
            new Example("tidemark doctor --fix", "and cure")));
  }

  static Verb gitignore() {
    return new Verb(
        "gitignore",
        Group.HOUSE,
        WRITES,
        "keep the files of runs out of git",
        List.of(),
        List.of(Option.flag("check", "only say which lines are missing; exit 1 when any is")),
        List.of(
            new Example("tidemark gitignore", "add the lines that are missing"),
            new Example("tidemark gitignore --check", "for a script")));
  }

  static Verb configShow() {
    return new Verb(
        "config show",
        Group.HOUSE,
        READS,
        "show every setting",
        List.of(),
        List.of(Option.flag("origin", "also where each value comes from")),
        List.of(new Example("tidemark config show --origin", "what holds here, and why")));
  }

  static Verb configGet() {
    return new Verb(
        "config get",
        Group.HOUSE,
        READS,
        "print one setting",
        List.of(Argument.required("KEY", Values.NAME, "the setting, for example dialect")),
        List.of(),
        List.of(new Example("tidemark config get dialect", "the project's dialect")));
  }

  static Verb configSet() {
    return new Verb(
        "config set",
        Group.HOUSE,
        WRITES,
        "change one setting of the project",
        List.of(
            Argument.required("KEY", Values.NAME, "the setting, for example dialect"),
            Argument.required("VALUE", Values.TEXT, "its new value")),
        List.of(),
        List.of(new Example("tidemark config set dialect state", "for all users of the project")));
  }

  static Verb trust() {
    return new Verb(
        "trust",
        Group.HOUSE,
        WRITES,
        "list what the project's files ask for beyond it, and trust it",
        List.of(),
        List.of(Option.flag("revoke", "forget what is trusted in this project")),
        List.of(
            new Example("tidemark trust --dry-run", "see store, commands and webhooks"),
            new Example("tidemark trust", "let exactly these take effect; asks at a terminal")));
  }

  static Verb completion() {
    return new Verb(
        "completion",
        Group.HOUSE,
        READS,
        "print the script that teaches a shell to complete these commands",
        List.of(
            Argument.required("SHELL", Values.oneOf("bash", "zsh", "fish"), "bash, zsh or fish")),
        List.of(),
        List.of(
            new Example(
                "tidemark completion bash > ~/.local/share/bash-completion/completions/tidemark",
                "for bash"),
            new Example(
                "tidemark completion fish > ~/.config/fish/completions/tidemark.fish", "fish")));
  }

  static Verb version() {
    return new Verb(
        "version",
        Group.HOUSE,
        READS,
        "print the versions of Tidemark and Java",
        List.of(),
        List.of(),
        List.of(new Example("tidemark version --json", "for a program")));
  }

  static Verb help() {
    return new Verb(
        "help",
        Group.HOUSE,
        READS,
        "explain a verb or a topic, or list the verbs",
        List.of(
            Argument.rest(
                "VERB", Values.VERBS, "the verb, or a topic: " + String.join(", ", Topic.names()))),
        List.of(),
        List.of(
            new Example("tidemark help", "all verbs"),
            new Example("tidemark help done", "one of them"),
            new Example("tidemark done --help", "the same"),
            new Example("tidemark help postgres", "the page about the shared store")));
  }

  static Verb tour() {
    return new Verb(
        "tour",
        Group.HOUSE,
        READS,
        "show the main job on a scratch project: crash, resume, restore",
        List.of(),
        List.of(),
        List.of(new Example("tidemark tour", "under 30 seconds, leaves nothing behind")));
  }
}
