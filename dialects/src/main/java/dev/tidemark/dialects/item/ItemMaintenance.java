package dev.tidemark.dialects.item;

import static dev.tidemark.checkpoint.Diagnostic.Severity.NOTE;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import java.util.ArrayList;
import java.util.List;

/// Diagnostics of the folder of checkpoints, and of its ignore status in git.
final class ItemMaintenance {
  private static final FactQuery<List<FileFact>> FILES = new FactQuery.Files(ItemLocator.FOLDER);
  private static final FactQuery<Boolean> GIT = new FactQuery.Program("git");
  private static final String KEEP = ItemLocator.FOLDER + "/.gitkeep";

  /// Git is queried one file at a time, so the number of files is limited.
  private static final int FILES_MAX = 50;

  private final ItemLocator place;

  ItemMaintenance(ItemLocator place) {
    this.place = place;
  }

  List<FactQuery<?>> asks(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(FILES, GIT));
    boolean git = !known.get(FactQuery.HeadNow.HEAD).orElse(Head.NONE).equals(Head.NONE);
    if (git && known.has(FILES)) {
      for (var path : documents(known)) {
        asks.add(new FactQuery.InGit(path));
      }
    }
    return asks;
  }

  List<FileDiagnostic> examine(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    var files = facts.get(FILES).orElse(List.of());
    if (!facts.get(GIT).orElse(true)) {
      diagnostics.add(
          new FileDiagnostic(
              WARNING,
              "no-program",
              "the program git is not there, so no checkpoint can be committed",
              "Install git, or use --no-commit."));
    }
    if (!files.isEmpty() && files.stream().noneMatch(file -> file.path().equals(KEEP))) {
      diagnostics.add(
          new FileDiagnostic(
              NOTE,
              "no-gitkeep",
              ItemLocator.FOLDER + " has no .gitkeep, so git forgets the folder with its last file",
              "Run tidemark doctor --fix, which makes it.",
              List.of(new Effect.PutFile(KEEP, ""))));
    }
    for (var path : documents(facts)) {
      var ask = new FactQuery.InGit(path);
      var fact = facts.has(ask) ? facts.get(ask) : null;
      if (fact != null && fact.isKnown()) {
        uncommitted(path, fact.orElse(GitFile.UNKNOWN), diagnostics);
      }
    }
    return diagnostics;
  }

  private static void uncommitted(String path, GitFile file, List<FileDiagnostic> diagnostics) {
    if (!file.inHead() || file.changed()) {
      diagnostics.add(
          new FileDiagnostic(
              NOTE,
              "uncommitted",
              path + (file.inHead() ? " has changes that are not" : " is not") + " committed",
              "The next phase done commits it, or: git add " + path + " && git commit"));
    }
  }

  private List<String> documents(Facts facts) {
    var paths = new ArrayList<String>();
    for (var file : facts.get(FILES).orElse(List.of())) {
      boolean document = !file.folder() && place.idOf(file.path()).isPresent();
      if (document && paths.size() < FILES_MAX) {
        paths.add(file.path());
      }
    }
    return paths;
  }
}
