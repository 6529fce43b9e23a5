package dev.tidemark.workflow.policy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TaskList;
import java.util.List;

/// Shell quoting: builds command lines for hints and next steps. Text of a file is always one word
/// to the shell.
public final class CommandLines {
  private static final int PLAIN_MAX = 64;

  private CommandLines() {}

  /// Returns the command that begins a phase, or begins it again.
  public static String enter(PhaseName phase, CheckpointId run) {
    return onPhase("enter", phase, run);
  }

  /// Returns the command that begins a phase of the only open run.
  public static String enter(PhaseName phase) {
    var name = phase.value();
    return "tidemark enter " + (name.startsWith("-") ? "-- " : "") + word(name);
  }

  /// Returns the command that adds a phase which the run does not have, and begins it.
  public static String enterNew(PhaseName phase, CheckpointId run) {
    return onPhase("enter --new", phase, run);
  }

  /// Returns the command that completes a phase.
  public static String done(PhaseName phase, CheckpointId run) {
    return onPhase("done", phase, run);
  }

  /// Returns the command that leaves a phase out.
  public static String skip(PhaseName phase, CheckpointId run) {
    return onPhase("skip", phase, run);
  }

  /// Returns the command of a verb that takes no other words.
  public static String of(String verb, CheckpointId run) {
    return "tidemark " + verb + runOption(run);
  }

  /// Returns the hint for a task that a run does not have: a text can be added, a number cannot.
  public static String unknownTask(String words, CheckpointId run) {
    return TaskList.isNumber(words)
        ? "See the tasks: " + of("status", run)
        : "Add it: " + of("task add " + word(words), run);
  }

  private static String onPhase(String verb, PhaseName phase, CheckpointId run) {
    var name = phase.value();
    var word = word(name);
    return name.startsWith("-")
        ? "tidemark " + verb + runOption(run) + " -- " + word
        : "tidemark " + verb + " " + word + runOption(run);
  }

  private static String runOption(CheckpointId run) {
    return " --run " + word(run.toString());
  }

  /// Returns whether a text is a name and nothing else: no blank, no sign that means something to a
  /// shell, and not long. Only such texts are printed outside of quoted data.
  public static boolean isPlain(String text) {
    if (text.isEmpty() || text.length() > PLAIN_MAX || text.charAt(0) == '-') {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && c != '.' && c != '_' && c != '/' && c != '-') {
        return false;
      }
    }
    return true;
  }

  /// Returns a text as one word of a shell.
  public static String word(String text) {
    return isPlain(text) ? text : inQuotes(text);
  }

  /// Returns a word of a command of the project as a shell takes it.
  public static String quoted(String word) {
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && "-_./=:,+@".indexOf(c) < 0) {
        return inQuotes(word);
      }
    }
    return word.isEmpty() ? "''" : word;
  }

  private static String inQuotes(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }

  /// Returns a command of the project, as a shell takes its words.
  public static String command(List<String> words) {
    var text = new StringBuilder();
    for (var word : words) {
      text.append(text.isEmpty() ? "" : " ").append(quoted(word));
    }
    return text.toString();
  }
}
