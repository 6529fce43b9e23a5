package dev.tidemark.app.cli;

/// How results are to appear: what the caller asked for, as far as the terminal can do it.
///
/// @param json one JSON document instead of text
/// @param quiet results and problems only
/// @param verbose also what was read and written
/// @param colour whether text may be coloured
/// @param terminal what the text is for
public record Look(
    boolean json, boolean quiet, boolean verbose, boolean colour, Terminal terminal) {

  /// Returns the look for a line that made no call: plain text.
  public static Look plain(Terminal terminal) {
    return new Look(false, false, false, false, terminal);
  }

  /// Returns the look that a call asks for.
  public static Look of(Terminal terminal, Call call) {
    return new Look(
        call.has("json"),
        call.has("quiet"),
        call.has("verbose"),
        terminal.colour() && !call.has("no-color"),
        terminal);
  }
}
