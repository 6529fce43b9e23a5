package dev.tidemark.app.cli.terminal;

import dev.tidemark.app.cli.spec.ParsedCommand;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Output options: the format requested by the caller, within the terminal's capabilities.
///
/// @param json one JSON document instead of text
/// @param quiet results and problems only
/// @param verbose whether file accesses are traced
/// @param colour whether text may be coloured
/// @param terminal the target of the text
/// @param zone the zone that times are shown in; absent to show them as they are, in UTC
public record OutputOptions(
    boolean json,
    boolean quiet,
    boolean verbose,
    boolean colour,
    Terminal terminal,
    @Nullable ZoneId zone) {

  /// Returns the same look with times as they are in a zone.
  public OutputOptions withZone(ZoneId other) {
    return new OutputOptions(json, quiet, verbose, colour, terminal, other);
  }

  /// Returns the look for a line that made no call: plain text.
  public static OutputOptions plain(Terminal terminal) {
    return new OutputOptions(false, false, false, false, terminal, null);
  }

  /// Returns the output options of a call.
  public static OutputOptions of(Terminal terminal, ParsedCommand parsedCommand) {
    return new OutputOptions(
        parsedCommand.has("json"),
        parsedCommand.has("quiet"),
        parsedCommand.has("verbose"),
        terminal.colour() && !parsedCommand.has("no-color"),
        terminal,
        null);
  }
}
