package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for history, and for the validation of texts and files.
final class PastVerbs {
  private PastVerbs() {}

  static Verb history() {
    return new Verb(
        "history",
        Group.PAST,
        READS,
        "show what happened to a run: when, by whom, what",
        List.of(TakeoverVerbs.run()),
        List.of(
            Option.value("limit", "N", Values.COUNT, "only the newest N entries"),
            Option.value("phase", "PHASE", Values.PHASES, "only what happened to that phase"),
            Option.value("by", "NAME", Values.NAME, "only what NAME did, or a kind: person, agent"),
            Option.value("event", "KIND", Values.NAME, "only such events: phase.completed, phase"),
            Option.value(
                "since",
                "WHEN",
                Values.SINCE,
                "only what is younger: 90m, 12h, 30d, or since a date or time: 2026-11-21")),
        List.of(
            new Example("tidemark history", "all of it, newest last"),
            new Example("tidemark history --limit 5", "the newest five"),
            new Example("tidemark history --by agent --since 12h", "what agents did today"),
            new Example("tidemark history --event phase.completed", "how phases ended")));
  }

  static Verb diff() {
    return new Verb(
        "diff",
        Group.PAST,
        READS,
        "show by meaning what changed between two saves of a run",
        List.of(TakeoverVerbs.run()),
        List.of(
            Option.value("from", "N", Values.COUNT, "from entry N; 0 = from nothing"),
            Option.value("to", "N", Values.COUNT, "to entry N; left out, to what there is now"),
            Option.flag("all", "time stamps and commits too"),
            Option.flag("unified", "the lines of the files instead, as patch reads them")),
        List.of(
            new Example("tidemark diff", "what the last save changed, or who edited since"),
            new Example("tidemark diff --from 3 --to 7", "between two entries of the history"),
            new Example("tidemark diff --from 0", "all there is, as added")));
  }

  static Verb undo() {
    return new Verb(
        "undo",
        Group.PAST,
        WRITES,
        "take back the last save of a run; the history keeps both",
        List.of(TakeoverVerbs.run()),
        List.of(),
        List.of(
            new Example("tidemark undo", "the file as it was before"),
            new Example("tidemark undo --dry-run", "see what that would change")));
  }

  static Verb show() {
    return new Verb(
        "show",
        Group.PAST,
        READS,
        "show the checkpoint of a run, as it is or as it was",
        List.of(TakeoverVerbs.run()),
        List.of(
            Option.flag("raw", "the bytes of the file, nothing else"),
            Option.value("at", "N", Values.COUNT, "as it was after entry N of the history")),
        List.of(
            new Example("tidemark show", "as it is"),
            new Example("tidemark show --at 3 --raw", "the file after the third entry")));
  }

  static Verb restore() {
    return new Verb(
        "restore",
        Group.PAST,
        WRITES,
        "put the file of a run back from the journal",
        List.of(TakeoverVerbs.run()),
        List.of(
            Option.value(
                "to", "N", Values.COUNT, "to entry N of the history, not to the last good"),
            Option.value(
                "from",
                "SIDE",
                Values.oneOf("ours", "theirs"),
                "take one side of a git merge; both sides stay in the history")),
        List.of(
            new Example("tidemark restore", "a damaged file, to its last good state"),
            new Example("tidemark restore --from theirs", "the other side of a git merge"),
            new Example("tidemark restore --to 3 --dry-run", "see what entry 3 would bring back")));
  }

  static Verb prune() {
    return new Verb(
        "prune",
        Group.PAST,
        WRITES,
        "clear away old states, files and archives of finished runs",
        List.of(),
        List.of(
            Option.value(
                "keep", "N", Values.COUNT, "keep the newest N states of each run, at least 10"),
            Option.value(
                "older-than",
                "AGE",
                Values.AGE,
                "what is older, files and archives included: 30d, 12h, 2w"),
            Option.flag("include-open", "also states of runs that are not finished")),
        List.of(
            new Example("tidemark prune --older-than 30d --dry-run", "see what would go"),
            new Example("tidemark prune --keep 10", "keep ten states of each finished run")));
  }

  static Verb tokens() {
    return new Verb(
        "tokens",
        Group.CONTRACTS,
        READS,
        "count the tokens of a text against the limit of a summary",
        List.of(Argument.optional("FILE", Values.FILES, "the text; - or left out = stdin")),
        List.of(
            Option.value("max", "N", Values.COUNT, "the limit, instead of the configured one"),
            Option.value(
                "strategy",
                "NAME",
                Values.oneOf("words", "bpe:o200k_base", "bpe:cl100k_base"),
                "how tokens are counted, instead of as configured")),
        List.of(
            new Example("tidemark tokens summary.md", "exit 1 when it is too long"),
            new Example("tidemark tokens --max 200 - < summary.md", "another limit, from stdin"),
            new Example(
                "tidemark tokens --strategy bpe:o200k_base summary.md", "as a model counts")));
  }

  static Verb validate() {
    return new Verb(
        "validate",
        Group.CONTRACTS,
        READS,
        "check a state file against its format and name every fault",
        List.of(
            Argument.optional("FILE", Values.FILES, "the file; - = stdin; left out, the run's")),
        List.of(
            Option.value(
                "dialect", "NAME", Values.suggested("state"), "the format to check against")),
        List.of(
            new Example("tidemark validate", "the file of the one open run"),
            new Example(
                "tidemark validate --dialect state - < implement-auth.json",
                "any text, from stdin")));
  }
}
