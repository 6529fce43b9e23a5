package dev.tidemark.app.command;

import dev.tidemark.app.view.ListView.Row;
import dev.tidemark.library.Project;
import dev.tidemark.store.Leases.Lease;
import dev.tidemark.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The runs of a project as they are listed, ordered by id.
///
/// @param rows what is said of each
/// @param left how many finished ones are left out
public record Listed(List<Row> rows, int left) {
  /// Looks at the runs.
  ///
  /// @param all whether finished ones are wanted too
  /// @throws StoreException if the store cannot be listed
  public static Listed of(Project project, boolean all) {
    var runs = project.runs();
    var overview = runs.overview(all);
    var leases = project.leases().orElse(null);
    // Where runs are kept in files nobody works on one alone.
    Map<?, Lease> held = leases == null ? Map.of() : leases.held();
    var rows = new ArrayList<Row>(overview.runs().size());
    for (var glance : overview.runs()) {
      rows.add(new Row(glance, runs.pathOf(glance.id()), held.get(glance.id())));
    }
    return new Listed(rows, overview.left());
  }
}
