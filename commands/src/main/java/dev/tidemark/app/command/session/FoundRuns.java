package dev.tidemark.app.command.session;

import dev.tidemark.engine.run.ForeignFile;
import dev.tidemark.engine.run.Run;
import dev.tidemark.library.Project;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Run listing: the runs found, and the reasons why others could not be read.
///
/// @param runs ordered by id; one that cannot be read is there too, with its problem
/// @param foreign the files with the name of a checkpoint file that are no runs, ordered by path
/// @param unlisted the reasons why the runs of some dialects could not be listed
public record FoundRuns(List<Run> runs, List<ForeignFile> foreign, List<StoreException> unlisted) {
  /// Looks for all runs.
  ///
  /// @param parts whether documents that are parts of runs are wanted too
  /// @throws StoreException if a store that several machines share cannot be asked: there it is one
  ///   for all dialects
  public static FoundRuns of(Project project, boolean parts) {
    return of(project, parts, run -> {});
  }

  /// Looks for all runs, as the other.
  ///
  /// @param each takes each run right after it was read, when reading it again costs least
  public static FoundRuns of(Project project, boolean parts, Consumer<Run> each) {
    var runRepository = project.runs();
    var names = new ArrayList<>(runRepository.names());
    if (parts) {
      names.addAll(runRepository.parts());
    }
    var found = new ArrayList<Run>();
    var foreign = new ArrayList<ForeignFile>();
    var unlisted = new ArrayList<StoreException>();
    for (var name : names) {
      try {
        runRepository.each(
            name,
            run -> {
              each.accept(run);
              found.add(run);
            },
            foreign::add);
      } catch (StoreException failure) {
        keep(failure, project, unlisted);
      }
    }
    found.sort((one, other) -> one.id().toString().compareTo(other.id().toString()));
    foreign.sort((one, other) -> one.path().compareTo(other.path()));
    return new FoundRuns(found, foreign, unlisted);
  }

  /// Keeps for later why one dialect cannot be listed, unless that holds for all of them.
  public static void keep(StoreException failure, Project project, List<StoreException> unlisted) {
    if (project.mirror().isPresent()) {
      throw failure;
    }
    unlisted.add(failure);
  }
}
