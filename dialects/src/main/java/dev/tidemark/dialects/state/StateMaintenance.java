package dev.tidemark.dialects.state;

import static dev.tidemark.checkpoint.Diagnostic.Severity.NOTE;

import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;

/// Diagnostics of the files of other tools beside the checkpoints: archives of finished ones.
final class StateMaintenance {
  private static final String FOLDER = StateLocator.FOLDER + "/archive";
  private static final FactQuery<List<FileFact>> ARCHIVES = new FactQuery.Files(FOLDER);
  private static final FactQuery<List<FileFact>> DOCUMENTS =
      new FactQuery.Files(StateLocator.FOLDER);

  /// A run whose document was archived still has a journal.
  private static final String RECORDED = ".tidemark/journal/state";

  private static final FactQuery<List<FileFact>> RECORDS = new FactQuery.Files(RECORDED);
  private static final String END = ".json.gz";

  private StateMaintenance() {}

  static List<FactQuery<?>> asks() {
    return List.of(ARCHIVES, DOCUMENTS, RECORDS);
  }

  static List<FileDiagnostic> examine(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    for (var archive : facts.get(ARCHIVES).orElse(List.of())) {
      var document = documentOf(archive.path());
      boolean known =
          isThere(DOCUMENTS, StateLocator.FOLDER + "/" + document, facts)
              || isThere(RECORDS, RECORDED + "/" + document, facts);
      if (document.isEmpty() || !known) {
        diagnostics.add(
            new FileDiagnostic(
                NOTE,
                "orphan-archive",
                archive.path() + " is an archive of a run that is not there any more",
                "Delete it when you no longer need it."));
      }
    }
    return diagnostics;
  }

  /// Returns which document an archive `NAME-STAMP.json.gz` or `NAME-STAMP-2.json.gz` is a copy of;
  /// empty if it is none.
  private static String documentOf(String path) {
    var name = path.substring(FOLDER.length() + 1);
    if (!name.endsWith(END)) {
      return "";
    }
    var stem = name.substring(0, name.length() - END.length());
    int stamp = stem.lastIndexOf('-');
    if (stamp > 0 && stem.charAt(stamp - 1) == 'Z' && isNumber(stem.substring(stamp + 1))) {
      stamp = stem.lastIndexOf('-', stamp - 1);
    }
    return stamp < 1 ? "" : stem.substring(0, stamp) + ".json";
  }

  private static boolean isNumber(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isThere(FactQuery<List<FileFact>> folder, String path, Facts facts) {
    for (var file : facts.get(folder).orElse(List.of())) {
      if (file.path().equals(path)) {
        return true;
      }
    }
    return false;
  }
}
