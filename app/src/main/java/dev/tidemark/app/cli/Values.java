package dev.tidemark.app.cli;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Value type of an argument or option: it defines validation at parsing and shell completion.
///
/// @param kind the kind of value
/// @param words the words of a fixed or suggested set; empty for every other kind
record Values(Kind kind, List<String> words) {

  /// The kinds of values.
  enum Kind {
    /// Free text, which may be empty.
    TEXT,
    /// A name without a list of candidates.
    NAME,
    /// A run, or an unambiguous short form of its name.
    RUNS,
    /// A phase of the run.
    PHASES,
    /// A file, or `-` where the description allows it.
    FILES,
    /// A folder.
    FOLDERS,
    /// A verb of this program.
    VERBS,
    /// One of a fixed set of words.
    WORDS,
    /// Any word; a few are offered.
    SUGGESTED,
    /// A whole number, not negative.
    COUNT,
    /// A length of time such as `30d`.
    AGE,
    /// A length of time before now, or an ISO date with or without a time.
    SINCE
  }

  /// The most characters of the name of a phase.
  private static final int NAME_MAX = 200;

  static final Values TEXT = new Values(Kind.TEXT, List.of());
  static final Values NAME = new Values(Kind.NAME, List.of());
  static final Values RUNS = new Values(Kind.RUNS, List.of());
  static final Values PHASES = new Values(Kind.PHASES, List.of());
  static final Values FILES = new Values(Kind.FILES, List.of());
  static final Values FOLDERS = new Values(Kind.FOLDERS, List.of());
  static final Values VERBS = new Values(Kind.VERBS, List.of());
  static final Values COUNT = new Values(Kind.COUNT, List.of());
  static final Values AGE = new Values(Kind.AGE, List.of());
  static final Values SINCE = new Values(Kind.SINCE, List.of());

  static Values oneOf(String... words) {
    return new Values(Kind.WORDS, List.of(words));
  }

  static Values suggested(String... words) {
    return new Values(Kind.SUGGESTED, List.of(words));
  }

  /// Returns whether any text may stand there.
  boolean isText() {
    return kind == Kind.TEXT;
  }

  /// Returns the error of a value, or null if it is valid.
  ///
  /// @param label how the place is called in a message: `--limit` or `SHELL`
  @Nullable String problem(String label, String value) {
    if (kind == Kind.TEXT) {
      return null;
    }
    if (value.isEmpty()) {
      return label + " must not be empty";
    }
    if (kind == Kind.PHASES && value.length() > NAME_MAX) {
      return label + " takes at most " + NAME_MAX + " characters, not " + value.length();
    }
    if (kind == Kind.COUNT && Call.count(value) < 0) {
      return label + " takes a whole number from 0, not " + value;
    }
    if (kind == Kind.AGE && Age.parse(value) == null) {
      return label + " takes a number and a unit (30d, 12h, 2w), not " + value;
    }
    if (kind == Kind.SINCE && Age.since(value, Instant.EPOCH) == null) {
      return label
          + " takes a date (2026-11-21), a date and a time (2026-11-21T09:30Z) or an age (30d, 12h,"
          + " 2w), not "
          + value;
    }
    if (kind == Kind.WORDS && !words.contains(value)) {
      return Mistakes.notOneOf(label, value, words);
    }
    return null;
  }
}
