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

/// Verbs for history, and for the validation of texts and files.
final class PastVerbs {
  private PastVerbs() {}

  static CommandSpec history() {
    return new CommandSpec(
        "history",
        CommandGroup.HISTORY,
        READS,
        "show the entries of a run: time, actor, change",
        List.of(Argument.run()),
        List.of(
            Option.value("limit", "N", ValueKind.COUNT, "the newest N entries"),
            Option.value("phase", "PHASE", ValueKind.PHASES, "entries about this phase"),
            Option.value(
                "by", "NAME", ValueKind.NAME, "entries of this actor or kind: person, agent"),
            Option.value(
                "event", "KIND", ValueKind.NAME, "entries of this kind: phase.completed, phase"),
            Option.value(
                "since",
                "WHEN",
                ValueKind.SINCE,
                "entries newer than 90m, 12h, 30d or 2026-11-21")),
        List.of(
            new Example("tidemark history", "all entries, newest last"),
            new Example("tidemark history --limit 5", "the newest five"),
            new Example(
                "tidemark history --by agent --since 12h",
                "changes by agents in the last 12 hours"),
            new Example("tidemark history --event phase.completed", "completed phases")));
  }

  static CommandSpec diff() {
    return new CommandSpec(
        "diff",
        CommandGroup.HISTORY,
        READS,
        "show what changed between two entries of a run",
        List.of(Argument.run()),
        List.of(
            Option.value("from", "N", ValueKind.COUNT, "from entry N; 0 = from the empty run"),
            Option.value("to", "N", ValueKind.COUNT, "to entry N; default: the current file"),
            Option.flag("all", "include time stamps and commits"),
            Option.flag("unified", "as a unified diff of the checkpoint files")),
        List.of(
            new Example("tidemark diff", "the last change, or external edits since then"),
            new Example("tidemark diff --from 3 --to 7", "between two entries of the history"),
            new Example("tidemark diff --from 0", "the whole run as added")));
  }

  static CommandSpec undo() {
    return new CommandSpec(
        "undo",
        CommandGroup.HISTORY,
        WRITES,
        "undo the last change of a run; the history keeps it",
        List.of(Argument.run()),
        List.of(),
        List.of(
            new Example("tidemark undo", "restore the previous state"),
            new Example("tidemark undo --dry-run", "show what would change")));
  }

  static CommandSpec show() {
    return new CommandSpec(
        "show",
        CommandGroup.HISTORY,
        READS,
        "show the checkpoint of a run, current or earlier",
        List.of(Argument.run()),
        List.of(
            Option.flag("raw", "print the bytes of the file"),
            Option.value("at", "N", ValueKind.COUNT, "the state after entry N of the history")),
        List.of(
            new Example("tidemark show", "the current state"),
            new Example("tidemark show --at 3 --raw", "the file after the third entry")));
  }

  static CommandSpec restore() {
    return new CommandSpec(
        "restore",
        CommandGroup.HISTORY,
        WRITES,
        "restore the checkpoint file of a run from the journal",
        List.of(Argument.run()),
        List.of(
            Option.value(
                "to", "N", ValueKind.COUNT, "the state of entry N; default: the last valid one"),
            Option.value(
                "from", "SIDE", ValueKind.oneOf("ours", "theirs"), "take one side of a git merge")),
        List.of(
            new Example("tidemark restore", "a damaged file, to its last valid state"),
            new Example("tidemark restore --from theirs", "the other side of a git merge"),
            new Example("tidemark restore --to 3 --dry-run", "show what entry 3 would restore")));
  }

  static CommandSpec prune() {
    return new CommandSpec(
        "prune",
        CommandGroup.HISTORY,
        WRITES,
        "delete old states, files and archives of finished runs",
        List.of(Argument.run("all finished ones")),
        List.of(
            Option.value(
                "keep", "N", ValueKind.COUNT, "keep the newest N states of each run, at least 10"),
            Option.value(
                "older-than",
                "AGE",
                ValueKind.AGE,
                "delete what is older, with archives: 30d, 12h, 2w"),
            Option.flag("include-open", "include open runs")),
        List.of(
            new Example("tidemark prune --older-than 30d --dry-run", "show what would be deleted"),
            new Example("tidemark prune --keep 10", "keep ten states of each finished run")));
  }

  static CommandSpec tokens() {
    return new CommandSpec(
        "context tokens",
        CommandGroup.HANDOFF,
        READS,
        "count the tokens of a text against the summary limit",
        List.of(Argument.optional("FILE", ValueKind.FILES, "the text; default or - = stdin")),
        List.of(
            Option.value("max", "N", ValueKind.COUNT, "the limit; default: as configured"),
            Option.value(
                "strategy",
                "NAME",
                ValueKind.oneOf("words", "bpe:o200k_base", "bpe:cl100k_base"),
                "the way of counting; default: as configured")),
        List.of(
            new Example("tidemark context tokens summary.md", "exit 1 when it is too long"),
            new Example(
                "tidemark context tokens --max 200 - < summary.md",
                "with another limit, from stdin"),
            new Example(
                "tidemark context tokens --strategy bpe:o200k_base summary.md",
                "with the tokenizer of a model")));
  }

  static CommandSpec validate() {
    return new CommandSpec(
        "validate",
        CommandGroup.HANDOFF,
        READS,
        "check a checkpoint file against its format",
        List.of(
            Argument.optional(
                "FILE", ValueKind.FILES, "the file; - = stdin; default: the file of the run")),
        List.of(
            Option.value(
                "dialect", "NAME", ValueKind.suggested("state"), "the format to check against")),
        List.of(
            new Example("tidemark validate", "the file of the only open run"),
            new Example(
                "tidemark validate --dialect state - < implement-auth.json", "a text from stdin")));
  }
}
