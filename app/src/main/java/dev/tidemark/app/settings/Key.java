package dev.tidemark.app.settings;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be set.
public enum Key {
  /// The protocol of runs whose name does not say it.
  DIALECT("dialect", "state"),
  /// How long a context summary may be.
  SUMMARY_TOKENS("summary.tokens", "500", 1, 1_000_000),
  /// How the length of a summary is counted.
  SUMMARY_STRATEGY("summary.strategy", "words"),
  /// How long to wait for another process that writes the same run, in milliseconds.
  LOCK_TIMEOUT("lock.timeout-ms", "5000", 0, 600_000),
  /// How many recorded states of a run outlive a prune.
  RETENTION_KEEP("retention.keep", "20", 1, 1_000_000),
  /// How many days a recorded state outlives a prune, however many there are.
  RETENTION_DAYS("retention.days", "90", 0, 36_500),
  /// What is done about secrets in what is to be recorded.
  SECRETS("secrets", "warn"),
  /// Whether a verdict that stands in a file opens a gate although nobody recorded it.
  GATES_TRUST("gates.trust", "journal"),
  /// Whether agents may approve for the user.
  APPROVAL_AGENTS("approval.agents", "refuse"),
  /// Who acts, if the environment does not say it better; empty to recognise it.
  ACTOR("actor", "");

  private static final int TEXT_MAX = 200;

  private final String word;
  private final String fallback;
  private final long least;
  private final long most;

  Key(String word, String fallback) {
    this(word, fallback, 0, -1);
  }

  Key(String word, String fallback, long least, long most) {
    this.word = word;
    this.fallback = fallback;
    this.least = least;
    this.most = most;
  }

  /// Returns its name in files and on the command line.
  public String word() {
    return word;
  }

  /// Returns the environment variable that sets it.
  public String variable() {
    var name = new StringBuilder("TIDEMARK_");
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      name.append(c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : '_');
    }
    return name.toString();
  }

  /// Returns what holds where nobody sets it.
  public String fallback() {
    return fallback;
  }

  /// Returns what may be set, for messages.
  public String expected() {
    if (isNumber()) {
      return "a whole number from " + least + " to " + most;
    }
    return switch (this) {
      case SUMMARY_STRATEGY -> "words";
      case SECRETS -> "warn, redact or refuse";
      case GATES_TRUST -> "journal or file";
      case APPROVAL_AGENTS -> "refuse or allow";
      default -> "one line of text";
    };
  }

  /// Returns whether it decides what gates hold. Then no variable sets it: whoever runs a command
  /// could.
  boolean isPolicy() {
    return this == GATES_TRUST || this == APPROVAL_AGENTS;
  }

  /// Returns whether only the user's own file sets it, because no project may speak for its users.
  public boolean isPersonal() {
    return this == APPROVAL_AGENTS;
  }

  /// Returns whether the value is a number.
  boolean isNumber() {
    return most >= least;
  }

  /// Returns whether the value may be set.
  public boolean accepts(String value) {
    if (isNumber()) {
      long number = number(value);
      return number >= least && number <= most;
    }
    return switch (this) {
      case SUMMARY_STRATEGY -> value.equals(fallback);
      case SECRETS -> value.equals(fallback) || value.equals("redact") || value.equals("refuse");
      case GATES_TRUST -> value.equals(fallback) || value.equals("file");
      case APPROVAL_AGENTS -> value.equals(fallback) || value.equals("allow");
      default -> isLine(value);
    };
  }

  /// Finds the setting of that name.
  public static @Nullable Key find(String word) {
    for (var key : values()) {
      if (key.word.equals(word)) {
        return key;
      }
    }
    return null;
  }

  /// Returns all names, in the order in which they are shown.
  static List<String> words() {
    var words = new ArrayList<String>();
    for (var key : values()) {
      words.add(key.word);
    }
    return words;
  }

  /// Returns the number that is meant, or -1 if it is none.
  static long number(String digits) {
    if (digits.isEmpty() || digits.length() > 9) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        return -1;
      }
      number = number * 10 + c - '0';
    }
    return number;
  }

  private static boolean isLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return false;
      }
    }
    return !text.isBlank() && text.length() <= TEXT_MAX;
  }
}
