package dev.tidemark.app.hook;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.text.PlainText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.ShipAllowed.ShipJudgement;
import java.util.ArrayList;
import java.util.List;

/// Messages of hooks about closed gates: the gate, the reason, and the next step. Untrusted words
/// in a message that a model reads are quoted: short, on one line, and marked as a quotation.
final class HookMessages {
  private static final int NAME_MAX = 64;
  private static final int TEXT_MAX = 300;

  private HookMessages() {}

  /// Returns one line with every reason and its remedy.
  static String gateClosed(CheckpointId run, List<Blocker> shut) {
    var name = quotedName(run.toString());
    return gateClosed("a mandatory gate of " + name, shut, "tidemark why --run " + name);
  }

  /// Returns why shipping is refused now: one line with every reason, and the objections of reviews
  /// and checks.
  static String shipGateClosed(ShipJudgement judgement) {
    var shut = new ArrayList<>(judgement.blockers());
    for (var bullet : judgement.objections()) {
      shut.add(Blocker.refused("gate-blocked", bullet, ""));
    }
    return gateClosed("the ship gate", shut, "tidemark gate ship");
  }

  /// Returns why a guard that could not decide says no.
  static String undecided(String why) {
    return "Tidemark cannot tell whether a gate forbids this: "
        + quotedSentence(why)
        + ". Try it again; if it stays so, ask the user to run: tidemark doctor";
  }

  /// Returns that a prompt cannot force the gate. An agent could have fed it to the hook.
  static String promptCannotForce() {
    return " --force in a prompt opens nothing. A person forces the gate at a terminal:"
        + " tidemark gate ship --force --reason TEXT";
  }

  private static String gateClosed(String gate, List<Blocker> shut, String more) {
    var text = new StringBuilder(gate).append(" is closed: ");
    for (int i = 0; i < shut.size(); i++) {
      var blocker = shut.get(i);
      text.append(i == 0 ? "" : "; ").append(quotedSentence(blocker.reason()));
      if (!blocker.hint().isEmpty()) {
        text.append(" (").append(quotedSentence(blocker.hint())).append(')');
      }
    }
    return text.append(". More: ").append(more).toString();
  }

  /// Returns why a tool does not change a folder of Tidemark.
  static String ownFolder(String folder) {
    return folder
        + " holds the settings or the journal of this project's runs; only the command tidemark"
        + " changes it. To change a run: tidemark enter, done, fail, note. To change a setting:"
        + " tidemark config KEY VALUE. To put an earlier state back: tidemark restore.";
  }

  /// Returns why a tool does not change an input of a gate.
  static String gateInput(String file) {
    return file
        + " decides whether a mandatory gate opens, so it is not edited while that gate is closed."
        + " The gate and what opens it: tidemark gate";
  }

  /// Returns a name if it is nothing but letters, digits, blanks and the signs of names, in quotes
  /// where it has blanks; for anything else, where to look it up.
  static String quotedName(String name) {
    boolean blank = false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      blank |= c == ' ';
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!letter && c != ' ' && c != '.' && c != '_' && c != '/' && c != '-') {
        return "(named in: tidemark status)";
      }
    }
    if (name.isEmpty() || name.length() > NAME_MAX || name.charAt(0) == '-') {
      return "(named in: tidemark status)";
    }
    return blank ? "\"" + name + "\"" : name;
  }

  /// Returns a sentence on one line, without invisible and control characters, truncated.
  private static String quotedSentence(String text) {
    var line = PlainText.line(text);
    return line.length() <= TEXT_MAX ? line : line.substring(0, TEXT_MAX).strip() + " ...";
  }
}
