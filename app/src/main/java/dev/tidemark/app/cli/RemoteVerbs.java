package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.CommandEffect;
import dev.tidemark.app.cli.spec.ParsedCommand;
import java.util.ArrayList;
import java.util.List;

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

  /// Returns whether a call may change something.
  public static boolean changes(ParsedCommand parsedCommand) {
    return parsedCommand.verb().effect() == CommandEffect.WRITES && !parsedCommand.has("dry-run");
  }

  /// Returns the words of a call in a canonical order: without the root, which a server has, and
  /// without the actor, which is sent separately.
  public static List<String> words(ParsedCommand parsedCommand) {
    var words = new ArrayList<String>();
    int blank = parsedCommand.name().indexOf(' ');
    words.add(blank < 0 ? parsedCommand.name() : parsedCommand.name().substring(0, blank));
    if (blank >= 0) {
      words.add(parsedCommand.name().substring(blank + 1));
    }
    for (int i = 0; i < parsedCommand.givenNames().size(); i++) {
      var name = parsedCommand.givenNames().get(i);
      var option = parsedCommand.verb().option(name);
      if (option == null || name.equals("root") || name.equals("as")) {
        continue;
      }
      words.add(
          option.isFlag() ? "--" + name : "--" + name + "=" + parsedCommand.givenValues().get(i));
    }
    words.add("--");
    words.addAll(parsedCommand.arguments());
    return words;
  }
}
