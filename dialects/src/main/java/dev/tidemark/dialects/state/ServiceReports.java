package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialects.state.format.DocumentHeader;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.history.Event.ReportKept;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change.KeepReport;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.Outcome.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Results of external services: an object of its own for each, among the fields that the schema
/// leaves open (R-004-63, R-004-72).
final class ServiceReports {
  /// The fields of one deployment.
  private static final List<String> OF_DEPLOYMENT =
      List.of("preview_status", "preview_url", "deployment_id", "production_url");

  /// The fields of one issue beside its identifier.
  private static final List<String> OF_ISSUE = List.of("url");

  private static final String IDENTIFIER = "identifier";

  private ServiceReports() {}

  static Outcome<StateCheckpoint> outcome(
      CheckpointId id, @Nullable StateCheckpoint before, KeepReport keep, Facts facts) {
    if (before == null && keep.source().equals("vercel")) {
      // A preview is kept with the run of shipping, where there is one.
      return Transition.untouched(null);
    }
    if (before == null) {
      return Outcome.refusal(
          "no-checkpoint",
          "there is no checkpoint for the report of " + keep.source(),
          "List the runs: tidemark list --all");
    }
    if (!KeepReport.SOURCES.contains(keep.source())) {
      throw new IllegalArgumentException("documents have no place for " + keep.source());
    }
    var known = before.root().object(keep.source());
    var told = told(keep, known == null ? JsonObject.EMPTY : known);
    if (told.equals(known)) {
      return Transition.untouched(before);
    }
    var root = DocumentHeader.stamped(before.root().with(keep.source(), told), facts);
    return Outcome.transition(
        new StateCheckpoint(id, root), List.of(new ReportKept(keep.source(), gist(keep))));
  }

  /// Merges a report into the service's previous one, and drops the fields of another subject: a
  /// failed preview does not keep the address of the one before it.
  private static JsonObject told(KeepReport keep, JsonObject known) {
    var report = keep.report();
    var told = DocumentHeader.laidOver(known, report);
    for (var key : replaced(keep, known)) {
      if (!report.has(key)) {
        told = told.without(key);
      }
    }
    return told;
  }

  private static List<String> replaced(KeepReport keep, JsonObject known) {
    if (keep.source().equals("vercel")) {
      return OF_DEPLOYMENT;
    }
    var named = keep.report().string(IDENTIFIER);
    return named == null || named.equals(known.string(IDENTIFIER)) ? List.of() : OF_ISSUE;
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
