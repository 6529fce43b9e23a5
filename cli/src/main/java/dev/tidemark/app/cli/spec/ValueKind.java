package dev.tidemark.app.cli.spec;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Value type of an argument or option: it defines validation at parsing and shell completion.
///
/// @param kind the kind of value
/// @param words the words of a fixed or suggested set; for [Kind#VERBS] those that are offered too;
///   for [Kind#NAME] what a project has such names of, if completion offers them; else empty
public record ValueKind(Kind kind, List<String> words) {

  /// The kinds of values.
  public enum Kind {
    /// Free text, which may be empty.
    TEXT,
    /// A name.
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

  public static final ValueKind TEXT = new ValueKind(Kind.TEXT, List.of());
  public static final ValueKind NAME = new ValueKind(Kind.NAME, List.of());
  static final ValueKind RUNS = new ValueKind(Kind.RUNS, List.of());
  public static final ValueKind PHASES = new ValueKind(Kind.PHASES, List.of());
  public static final ValueKind FILES = new ValueKind(Kind.FILES, List.of());
  public static final ValueKind FOLDERS = new ValueKind(Kind.FOLDERS, List.of());
  public static final ValueKind COUNT = new ValueKind(Kind.COUNT, List.of());
  public static final ValueKind AGE = new ValueKind(Kind.AGE, List.of());
  public static final ValueKind SINCE = new ValueKind(Kind.SINCE, List.of());

  /// A name that the project has.
  ///
  /// @param listed of what: `workflows`, `gates`
  public static ValueKind named(String listed) {
    return new ValueKind(Kind.NAME, List.of(listed));
  }

  /// A verb, or another word that `help` explains.
  public static ValueKind verbs(List<String> topics) {
    return new ValueKind(Kind.VERBS, topics);
  }

  public static ValueKind oneOf(String... words) {
    return new ValueKind(Kind.WORDS, List.of(words));
  }

  public static ValueKind suggested(String... words) {
    return new ValueKind(Kind.SUGGESTED, List.of(words));
  }

  /// Returns whether any text may stand there.
  public boolean isText() {
    return kind == Kind.TEXT;
  }

  /// Returns the error of a value, or null if it is valid.
  ///
  /// @param label how the place is called in a message: `--limit` or `SHELL`
  @Nullable
  public String problem(String label, String value) {
    if (kind == Kind.TEXT) {
      return null;
    }
    if (value.isEmpty()) {
      return label + " must not be empty";
    }
    if (kind == Kind.PHASES && value.length() > NAME_MAX) {
      return label + " takes at most " + NAME_MAX + " characters, not " + value.length();
    }
    if (kind == Kind.COUNT && ParsedCommand.count(value) < 0) {
      return label + " takes a whole number from 0, not " + value;
    }
    if (kind == Kind.AGE && AgeReader.parse(value) == null) {
      return label + " takes a number and a unit (30d, 12h, 2w), not " + value;
    }
    if (kind == Kind.SINCE && AgeReader.since(value, Instant.EPOCH) == null) {
      return label
          + " takes a date (2026-11-21), a date and a time (2026-11-21T09:30Z) or an age (30d, 12h,"
          + " 2w), not "
          + value;
    }
    if (kind == Kind.WORDS && !words.contains(value)) {
      return UsageError.notOneOf(label, value, words);
    }
    return null;
  }
}
