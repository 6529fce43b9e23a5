package dev.tidemark.dialects.state.format;

import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;

/// Length check of context summaries.
///
/// Only new summaries are checked: an overlong one of another tool must not block the run.
public final class SummaryLimits {
  private SummaryLimits() {}

  /// Returns the violation of the summary in an object; empty if there is none.
  public static String objection(JsonObject holder, SummaryLimit limit) {
    var summary = holder.find(SchemaFields.CONTEXT_SUMMARY);
    if (summary == null || summary instanceof JsonNull) {
      return "";
    }
    var text = summary instanceof JsonString string ? string.value() : JsonText.compact(summary);
    return limit.objection(text);
  }

  /// Returns the refusal of a summary.
  public static Blocker blocker(String whose, String objection, SummaryLimit limit) {
    return Blocker.refused(
        "summary-too-long",
        whose + objection,
        "Shorten it to " + limit.tokens() + " tokens (counted as " + limit.strategy() + ")");
  }

  /// Returns the refusals of all summaries of a document (R-004-20).
  public static List<Blocker> blockers(JsonObject root, SummaryLimit limit) {
    var blockers = new ArrayList<Blocker>();
    var state = root.object(SchemaFields.STATE);
    if (state != null) {
      add(blockers, "State ", objection(state, limit), limit);
    }
    var phases = root.object(SchemaFields.PHASES);
    if (phases != null) {
      for (var member : phases.members()) {
        if (member.value() instanceof JsonObject phase) {
          var whose = "Phase \"" + member.key() + "\" ";
          add(blockers, whose, objection(phase, limit), limit);
        }
      }
    }
    return blockers;
  }

  private static void add(
      List<Blocker> blockers, String whose, String objection, SummaryLimit limit) {
    if (!objection.isEmpty()) {
      blockers.add(blocker(whose, objection, limit));
    }
  }
}
