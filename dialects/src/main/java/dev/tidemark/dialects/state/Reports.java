package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event.ReportKept;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Change.KeepReport;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.Outcome;
import dev.tidemark.workflow.Outcome.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What services outside said: an object of its own for each, among the fields that the schema
/// leaves open (R-004-63, R-004-72).
final class Reports {
  private Reports() {}

  static Outcome<StateCheckpoint> outcome(
      CheckpointId id, @Nullable StateCheckpoint before, KeepReport keep, Facts facts) {
    if (before == null && keep.source().equals("vercel")) {
      // A preview is kept with the run of shipping, where there is one.
      return Transition.untouched(null);
    }
    if (before == null) {
      return Outcome.no(
          "no-checkpoint",
          "there is no checkpoint that could keep what " + keep.source() + " said",
          "See the runs there are: tidemark list --all");
    }
    if (!KeepReport.SOURCES.contains(keep.source())) {
      throw new IllegalArgumentException("documents have no place for " + keep.source());
    }
    var known = before.root().object(keep.source());
    var told = Documents.laidOver(known == null ? JsonObject.EMPTY : known, keep.report());
    if (told.equals(known)) {
      return Transition.untouched(before);
    }
    var root = Documents.stamped(before.root().with(keep.source(), told), facts);
    return Outcome.yes(
        new StateCheckpoint(id, root), List.of(new ReportKept(keep.source(), gist(keep))));
  }

  /// Returns the first text of a report.
  private static String gist(KeepReport keep) {
    for (var member : keep.report().members()) {
      if (member.value() instanceof JsonString text) {
        return text.value();
      }
    }
    return "";
  }
}
