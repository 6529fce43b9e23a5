package dev.tidemark.app.cli.spec;

import org.jspecify.annotations.Nullable;

/// Named option: `--json`, `--summary TEXT`.
///
/// @param name without the two dashes
/// @param value how usage lines call its value; absent for a flag
/// @param values the allowed values; [ValueKind#TEXT] for a flag
/// @param times whether it may be given more than once; flags always may
/// @param shown whether help, documentation and completion show it
/// @param formats the formats that take it, such as `item, flow`; empty where every format does
/// @param meaning its description, in a few words
public record Option(
    String name,
    @Nullable String value,
    ValueKind values,
    Times times,
    Shown shown,
    String formats,
    String meaning) {

  /// How often an option may be given.
  public enum Times {
    /// Giving it twice is refused: one of the two would be lost.
    ONCE,
    /// Every value counts, in the order given.
    REPEATED
  }

  /// Visibility in help.
  enum Shown {
    /// In help, documentation and completion.
    OPENLY,
    /// As above; its value is passed to the dialect of the run, which may not support it.
    PROTOCOL,
    /// For Tidemark's own scripts.
    HIDDEN
  }

  public static Option flag(String name, String meaning) {
    return new Option(name, null, ValueKind.TEXT, Times.ONCE, Shown.OPENLY, "", meaning);
  }

  public static Option value(String name, String value, ValueKind valueKind, String meaning) {
    return new Option(name, value, valueKind, Times.ONCE, Shown.OPENLY, "", meaning);
  }

  public Option repeated() {
    return new Option(name, value, values, Times.REPEATED, shown, formats, meaning);
  }

  public Option hidden() {
    return new Option(name, value, values, times, Shown.HIDDEN, formats, meaning);
  }

  /// Returns this option, handed on to the rules of the run's format.
  ///
  /// @param only the formats that take it; empty where every format does
  public Option ofProtocol(String only) {
    return new Option(name, value, values, times, Shown.PROTOCOL, only, meaning);
  }

  public boolean isDetail() {
    return shown == Shown.PROTOCOL;
  }

  public boolean isFlag() {
    return value == null;
  }

  public boolean isRepeated() {
    return times == Times.REPEATED;
  }

  /// Returns whether all words behind it are its values, up to the next option: one that takes
  /// files, as often as wanted.
  public boolean takesSeveral() {
    return isRepeated() && values.kind() == ValueKind.Kind.FILES;
  }

  /// Returns what the option does, after the formats that take it.
  public String described() {
    return formats.isEmpty() ? meaning : formats + ": " + meaning;
  }

  public boolean isHidden() {
    return shown == Shown.HIDDEN;
  }

  /// Returns how help shows it: `--json`, `--summary TEXT`, `--created FILE...`.
  public String usage() {
    var shown = value == null ? "--" + name : "--" + name + " " + value;
    return takesSeveral() ? shown + "..." : shown;
  }
}
