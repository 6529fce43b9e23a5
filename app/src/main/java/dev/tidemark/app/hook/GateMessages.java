package dev.tidemark.app.hook;

import dev.tidemark.app.hook.event.ProjectProbe;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.ShipJudgement;
import java.util.ArrayList;
import java.util.List;

/// Messages about a closed gate: the gate, the reason, and the next step.
final class GateMessages {
  private GateMessages() {}

  /// Returns one line with every reason and its remedy.
  static String sentence(CheckpointId run, List<Blocker> shut) {
    var name = QuotedText.name(run.toString());
    return said("a mandatory gate of " + name, shut, "tidemark why --run " + name);
  }

  /// Returns why shipping is refused now: one line with every reason, and the objections of reviews
  /// and checks.
  static String ship(ShipJudgement judgement) {
    var shut = new ArrayList<>(judgement.blockers());
    for (var bullet : judgement.objections()) {
      shut.add(Blocker.refused("gate-blocked", bullet, ""));
    }
    return said("the ship gate", shut, "tidemark gate ship");
  }

  /// Returns that a prompt cannot force the gate. An agent could have fed it to the hook.
  static String unforced() {
    return " --force in a prompt opens nothing. A person forces the gate at a terminal:"
        + " tidemark gate ship --force --reason TEXT";
  }

  private static String said(String gate, List<Blocker> shut, String more) {
    var text = new StringBuilder(gate).append(" is closed: ");
    for (int i = 0; i < shut.size(); i++) {
      var blocker = shut.get(i);
      text.append(i == 0 ? "" : "; ").append(QuotedText.sentence(blocker.reason()));
      if (!blocker.hint().isEmpty()) {
        text.append(" (").append(QuotedText.sentence(blocker.hint())).append(')');
      }
    }
    return text.append(". More: ").append(more).toString();
  }

  /// Returns why a file is not the tool's to change.
  static String guarded(String file) {
    return file.equals(ProjectProbe.OWN)
        ? ".tidemark holds the journal of this project's runs; only the command tidemark changes"
            + " it. To change a run: tidemark enter, done, fail, note. To change a setting:"
            + " tidemark config set KEY VALUE. To put an earlier state back: tidemark restore."
        : file
            + " decides whether a mandatory gate opens, so it is not edited while that gate is"
            + " closed. The gate and what opens it: tidemark gate";
  }
}
