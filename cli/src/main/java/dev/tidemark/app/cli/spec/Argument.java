package dev.tidemark.app.cli.spec;

/// Positional argument.
///
/// @param name in capitals, as usage lines show it
/// @param arity whether it must be there
/// @param values the value type
/// @param meaning its description, in a few words
public record Argument(String name, Arity arity, ValueKind values, String meaning) {
  private static final String RUN = "RUN";

  /// How many words the argument takes.
  public enum Arity {
    /// Exactly one.
    REQUIRED,
    /// One or none.
    OPTIONAL,
    /// All that are left, which may be none.
    REST
  }

  public static Argument required(String name, ValueKind valueKind, String meaning) {
    return new Argument(name, Arity.REQUIRED, valueKind, meaning);
  }

  public static Argument optional(String name, ValueKind valueKind, String meaning) {
    return new Argument(name, Arity.OPTIONAL, valueKind, meaning);
  }

  public static Argument rest(String name, ValueKind valueKind, String meaning) {
    return new Argument(name, Arity.REST, valueKind, meaning);
  }

  /// Returns the run as a word, which means the same as `--run`.
  public static Argument run() {
    return run("the only open one");
  }

  /// Returns the run as a word, for a verb that acts on something else where none is named.
  ///
  /// @param otherwise the default
  public static Argument run(String otherwise) {
    return optional(RUN, ValueKind.RUNS, "the run; default: " + otherwise);
  }

  /// Returns whether it is the run.
  public boolean isRun() {
    return name.equals(RUN);
  }

  /// Returns how a usage line shows it: `PHASE`, `[RUN]`, `[WORD]...`.
  public String shown() {
    if (arity == Arity.REQUIRED) {
      return name;
    }
    return arity == Arity.OPTIONAL ? "[" + name + "]" : "[" + name + "]...";
  }
}
