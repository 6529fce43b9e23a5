package dev.tidemark.app.command.session;

import dev.tidemark.app.view.run.ListView.Row;
import dev.tidemark.engine.run.Run;
import dev.tidemark.engine.run.RunOverview;
import dev.tidemark.engine.run.RunSummary;
import dev.tidemark.library.Project;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Run list of a project, ordered by id.
///
/// @param rows the entries
/// @param left how many finished ones are left out
public record RunListing(List<Row> rows, int left) {
  /// Lists the runs.
  ///
  /// @param all whether finished ones are wanted too
  /// @throws StoreException if the store cannot be listed
  public static RunListing of(Project project, boolean all) {
    return of(project, project.runs().overview(all));
  }

  /// Lists the readable runs.
  ///
  /// @param all whether finished ones are wanted too
  /// @param unread where it goes why some cannot be found or read
  /// @throws StoreException if a store that several machines share cannot be asked
  public static RunListing of(Project project, boolean all, List<StoreException> unread) {
    var runRepository = project.runs();
    var glances = new ArrayList<RunSummary>();
    int left = 0;
    var names = new ArrayList<>(runRepository.names());
    // An overview is ordered by id, and an id begins with the name of its dialect and a slash: in
    // this order of names, all of them together are ordered.
    names.sort((one, other) -> (one + "/").compareTo(other + "/"));
    for (var name : names) {
      try {
        var runOverview = runRepository.overview(List.of(name), all);
        glances.addAll(runOverview.runs());
        left += runOverview.omitted();
        for (var run : runOverview.read().values()) {
          unread(project, run, unread);
        }
      } catch (StoreException failure) {
        FoundRuns.keep(failure, project, unread);
      }
    }
    return of(project, new RunOverview(glances, left, Map.of()));
  }

  /// A malformed document is shown in the list; an inaccessible one is a problem.
  private static void unread(Project project, Run run, List<StoreException> unread) {
    if (run.problem() == null || run.document().exists()) {
      return;
    }
    try {
      project.store().find(run.id());
    } catch (StoreException failure) {
      unread.add(failure);
    }
  }

  private static RunListing of(Project project, RunOverview runOverview) {
    var runRepository = project.runs();
    var leases = project.leases().orElse(null);
    // Runs in files cannot be claimed.
    Map<?, Lease> held = leases == null ? Map.of() : leases.currentLeases();
    var rows = new ArrayList<Row>(runOverview.runs().size());
    for (var runSummary : runOverview.runs()) {
      rows.add(
          new Row(runSummary, runRepository.pathOf(runSummary.id()), held.get(runSummary.id())));
    }
    return new RunListing(rows, runOverview.omitted());
  }
}
