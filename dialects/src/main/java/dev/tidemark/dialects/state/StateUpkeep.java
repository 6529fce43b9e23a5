package dev.tidemark.dialects.state;

import static dev.tidemark.dialect.Ailment.Weight.NOTE;

import dev.tidemark.dialect.Ailment;
import dev.tidemark.workflow.Ask;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.FileFact;
import java.util.ArrayList;
import java.util.List;

/// What other tools of the protocol keep beside its checkpoints: archives of finished ones.
final class StateUpkeep {
  private static final String FOLDER = StatePlace.FOLDER + "/archive";
  private static final Ask<List<FileFact>> ARCHIVES = new Ask.Files(FOLDER);
  private static final Ask<List<FileFact>> DOCUMENTS = new Ask.Files(StatePlace.FOLDER);
  private static final String END = ".json.gz";

  private StateUpkeep() {}

  static List<Ask<?>> asks() {
    return List.of(ARCHIVES, DOCUMENTS);
  }

  static List<Ailment> examine(Facts facts) {
    var ailments = new ArrayList<Ailment>();
    for (var archive : facts.get(ARCHIVES).orElse(List.of())) {
      var document = documentOf(archive.path());
      if (document.isEmpty() || !isThere(document, facts)) {
        ailments.add(
            new Ailment(
                NOTE,
                "orphan-archive",
                archive.path() + " is an archive of a run that is not there any more",
                "Delete it when you no longer need it."));
      }
    }
    return ailments;
  }

  /// Returns which document an archive `NAME-STAMP.json.gz` is a copy of; empty if it is none.
  private static String documentOf(String path) {
    var name = path.substring(FOLDER.length() + 1);
    int stamp = name.endsWith(END) ? name.lastIndexOf('-', name.length() - END.length() - 1) : -1;
    return stamp < 1 ? "" : StatePlace.FOLDER + "/" + name.substring(0, stamp) + ".json";
  }

  private static boolean isThere(String document, Facts facts) {
    for (var file : facts.get(DOCUMENTS).orElse(List.of())) {
      if (file.path().equals(document)) {
        return true;
      }
    }
    return false;
  }
}
