package dev.tidemark.app.hook;

import dev.tidemark.engine.Run;
import dev.tidemark.store.Document.Standing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Tells the user when a run was changed behind the back of its journal.
final class Tampering {
  private static final String JOURNAL = ".tidemark/journal";

  private Tampering() {}

  /// Returns the files whose changes the agent is asked to report: the documents of the open runs,
  /// and where their journals are.
  static List<String> watched(Path root, List<Run> runs) {
    var files = new ArrayList<String>();
    for (var run : runs) {
      files.add(root.resolve(run.dialect().place().pathOf(run.id())).toString());
    }
    if (!runs.isEmpty()) {
      files.add(root.resolve(JOURNAL).toString());
    }
    return files;
  }

  static HookAnswer answer(Path root, HookInput input, Desk desk) {
    var changed = input.changed();
    if (changed == null) {
      return HookAnswer.NOTHING;
    }
    var alarms = new ArrayList<String>();
    for (var run : desk.runs()) {
      var path = run.dialect().place().pathOf(run.id());
      if (root.resolve(path).equals(changed) && run.document().standing() == Standing.EDITED) {
        alarms.add(
            Quoted.name(path)
                + " was changed outside Tidemark; a verdict or approval in it opens no gate."
                + " What changed: tidemark history --run "
                + Quoted.name(run.id().toString()));
      } else if (changed.startsWith(root.resolve(JOURNAL))) {
        for (var problem : desk.project().past().verify(run.id())) {
          alarms.add(
              "the journal of "
                  + Quoted.name(run.id().toString())
                  + " is damaged: "
                  + Quoted.sentence(problem));
        }
      }
    }
    return alarms.isEmpty() ? HookAnswer.NOTHING : HookAnswer.message(String.join("\n", alarms));
  }
}
