package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.ParsedCommand;

/// Remote execution policy: which calls a server of the same project can execute in place of this
/// process.
///
/// Calls that need the terminal, standard input, the environment or other files of the caller stay
/// local, and so do all that require a person's presence.
public final class RemoteVerbs {
  private RemoteVerbs() {}

  /// Returns whether a call can be carried out by a server.
  public static boolean isPossible(ParsedCommand parsedCommand) {
    if (!parsedCommand.verb().served()
        || parsedCommand.has("local")
        || parsedCommand.has("verbose")) {
      return false;
    }
    if (parsedCommand.has("allow-network-fs")
        || (parsedCommand.name().equals("claim") && parsedCommand.has("hold"))) {
      return false;
    }
    return !readsInput(parsedCommand)
        && !readsFile(parsedCommand, "summary-file")
        && !readsFile(parsedCommand, "plan");
  }

  private static boolean readsFile(ParsedCommand parsedCommand, String option) {
    return parsedCommand.verb().option(option) != null && parsedCommand.has(option);
  }

  private static boolean readsInput(ParsedCommand parsedCommand) {
    return parsedCommand.arguments().contains("-") || parsedCommand.givenValues().contains("-");
  }
}
