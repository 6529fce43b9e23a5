package dev.tidemark.app.cli.spec;

import java.util.List;

/// Mode of a verb: the calls of it in which an option, or a word, is given.
///
/// @param given the name of the option, or of the place of the word, in capitals
/// @param effect what such a call may change
/// @param own the options that only this mode takes
/// @param excluded the options of the verb that this mode does not take
public record Mode(String given, CommandEffect effect, List<String> own, List<String> excluded) {
  /// Returns how messages name it.
  public String shown() {
    return isWord() ? given : "--" + given;
  }

  /// Returns whether a call is in this mode.
  public boolean isOf(ParsedCommand parsedCommand) {
    return isWord() ? parsedCommand.argument(given) != null : parsedCommand.has(given);
  }

  private boolean isWord() {
    return Character.isUpperCase(given.charAt(0));
  }
}
