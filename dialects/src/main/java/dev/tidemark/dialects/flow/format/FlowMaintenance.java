package dev.tidemark.dialects.flow.format;

import static dev.tidemark.checkpoint.Diagnostic.Severity.NOTE;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import java.util.ArrayList;
import java.util.List;

/// Auxiliary files of a workflow: archives, and the remains of an interrupted writer.
final class FlowMaintenance {
  private static final FactQuery<List<FileFact>> ARCHIVES =
      new FactQuery.Files(FlowArchives.FOLDER);
  private static final FactQuery<List<FileFact>> FILES = new FactQuery.Files(FlowLocator.FOLDER);

  private FlowMaintenance() {}

  static List<FactQuery<?>> asks(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(ARCHIVES, FILES));
    if (known.has(ARCHIVES)) {
      for (var folder : known.get(ARCHIVES).orElse(List.of())) {
        asks.add(new FactQuery.Files(folder.path()));
      }
    }
    return asks;
  }

  static List<FileDiagnostic> examine(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    boolean workflow = isThere(FlowLocator.FILE, facts);
    if (isThere(FlowLocator.PASSAGE, facts)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "left-over",
              FlowLocator.PASSAGE + " was left by a writer that was stopped",
              workflow
                  ? "The next start or resume keeps it in the archive."
                  : "It may be all there is: tidemark start flow/develop offers it."));
    }
    if (!workflow && isThere(TasksLocator.FILE, facts)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "orphan-tasks",
              TasksLocator.FILE + " has tasks, but there is no " + FlowLocator.FILE,
              "The next start keeps it in the archive."));
    }
    archives(facts, diagnostics);
    return diagnostics;
  }

  private static void archives(Facts facts, List<FileDiagnostic> diagnostics) {
    var own = new ArrayList<FileFact>();
    for (var found : facts.get(ARCHIVES).orElse(List.of())) {
      if (!FlowArchives.isOwn(found)) {
        diagnostics.add(
            new FileDiagnostic(
                NOTE,
                "orphan-archive",
                found.path() + " is no archive of a workflow",
                "Move it away when you no longer need it there."));
      } else if (facts.get(new FactQuery.Files(found.path())).orElse(List.of()).isEmpty()) {
        var cure = List.<Effect>of(new Effect.RemoveFolders(List.of(found.path())));
        var text = found.path() + " is an archive with nothing in it";
        diagnostics.add(
            new FileDiagnostic(NOTE, "orphan-archive", text, "Run tidemark doctor --fix.", cure));
      } else {
        own.add(found);
      }
    }
    int beyond = own.size() - FlowArchives.KEPT;
    if (beyond > 0) {
      diagnostics.add(
          new FileDiagnostic(
              NOTE,
              "old-archives",
              "there are "
                  + own.size()
                  + " archives in "
                  + FlowArchives.FOLDER
                  + "; "
                  + FlowArchives.KEPT
                  + " stay",
              "Nothing to do: the next archive pushes the oldest out."));
    }
  }

  private static boolean isThere(String path, Facts facts) {
    for (var file : facts.get(FILES).orElse(List.of())) {
      if (file.path().equals(path)) {
        return true;
      }
    }
    return false;
  }
}
