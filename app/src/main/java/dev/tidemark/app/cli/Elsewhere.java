package dev.tidemark.app.cli;

import java.util.ArrayList;
import java.util.List;

/// Remote execution policy: which calls a server of the same project can execute in place of this
/// process.
///
/// Calls that need the terminal, standard input, the environment or other files of the caller stay
/// local, and so do all that require a person's presence.
public final class Elsewhere {
  private Elsewhere() {}

  /// Returns whether a call can be carried out by a server.
  public static boolean isPossible(Call call) {
    if (!isKnown(call.name()) || call.has("local") || call.has("verbose")) {
      return false;
    }
    if (call.has("allow-network-fs") || (call.name().equals("claim") && call.has("hold"))) {
      return false;
    }
    return !readsInput(call) && !readsFile(call, "summary-file") && !readsFile(call, "plan");
  }

  private static boolean isKnown(String verb) {
    return switch (verb) {
      case "start", "enter", "done", "fail", "skip", "finish", "note", "goal", "task" -> true;
      case "resume", "status", "list", "why", "history", "show", "diff" -> true;
      case "restore", "undo", "claim", "release" -> true;
      default -> false;
    };
  }

  private static boolean readsFile(Call call, String option) {
    return call.verb().option(option) != null && call.has(option);
  }

  private static boolean readsInput(Call call) {
    return call.arguments().contains("-") || call.givenValues().contains("-");
  }

  /// Returns whether a call may change something.
  public static boolean changes(Call call) {
    return call.verb().effect() == Effect.WRITES && !call.has("dry-run");
  }

  /// Returns the words of a call in a canonical order: without the root, which a server has, and
  /// without the actor, which is sent separately.
  public static List<String> words(Call call) {
    var words = new ArrayList<String>();
    int blank = call.name().indexOf(' ');
    words.add(blank < 0 ? call.name() : call.name().substring(0, blank));
    if (blank >= 0) {
      words.add(call.name().substring(blank + 1));
    }
    for (int i = 0; i < call.givenNames().size(); i++) {
      var name = call.givenNames().get(i);
      var option = call.verb().option(name);
      if (option == null || name.equals("root") || name.equals("as")) {
        continue;
      }
      words.add(option.isFlag() ? "--" + name : "--" + name + "=" + call.givenValues().get(i));
    }
    words.add("--");
    words.addAll(call.arguments());
    return words;
  }
}
