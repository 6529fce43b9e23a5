package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Size limits of documents and context summaries: refuses a document that readers would reject,
/// and warns before that (R-004-O7). Only new summaries are checked: an overlong one of another
/// tool must not block the run.
public final class DocumentLimits {
  /// More characters than this are worth a warning: 50 KB.
  static final int COMFORTABLE_CHARS = 50 * 1024;

  private DocumentLimits() {}

  /// Returns the warning about a large document.
  static Notice large(int length) {
    return new Notice(
        "large-document",
        "the checkpoint has " + length / 1024 + " KB; agents read it whole, so keep it below 50");
  }

  /// Returns the blocker for nesting deeper than readers accept, or null.
  ///
  /// Asked before anything else is done with a caller's data: only then can it be printed.
  public static @Nullable Blocker tooDeep(JsonObject document) {
    return isDeeper(document, JsonText.MAX_DEPTH)
        ? Blocker.refused(
            "too-deep",
            "the document would nest deeper than " + JsonText.MAX_DEPTH + " levels",
            "Flatten the data")
        : null;
  }

  /// Returns why no reader would accept so large a document, or null if readers would; adds the
  /// warning if it just became large.
  ///
  /// @param before the length of the document so far, 0 if new
  /// @param added how many characters it can have grown by at most
  public static @Nullable Blocker tooLarge(
      JsonObject document, int before, int added, List<Notice> notices) {
    if (before + added <= COMFORTABLE_CHARS) {
      return null;
    }
    int length = Utf8.length(JsonText.pretty(document));
    if (length > JsonText.MAX_BYTES) {
      return Blocker.refused(
          "too-large",
          "the document would be larger than " + JsonText.MAX_BYTES + " bytes",
          "Keep bulky data in files of their own and record their paths");
    }
    if (length > COMFORTABLE_CHARS && before <= COMFORTABLE_CHARS) {
      notices.add(large(length));
    }
    return null;
  }

  /// Returns how long the text of a parsed document is, 0 if it was not parsed.
  public static int length(JsonObject document) {
    return document.start() < 0 ? 0 : document.end() - document.start();
  }

  /// Returns by how many characters the data can make a document longer, at most: each may be
  /// indented, and time stamps, names and lists come on top.
  public static int growth(JsonObject data) {
    return 3 * JsonText.compact(data).length() + 1024;
  }

  private static boolean isDeeper(Json value, int levels) {
    if (value instanceof JsonObject object) {
      if (levels == 0) {
        return true;
      }
      for (var member : object.members()) {
        if (isDeeper(member.value(), levels - 1)) {
          return true;
        }
      }
    } else if (value instanceof JsonArray array) {
      if (levels == 0) {
        return true;
      }
      for (var element : array.elements()) {
        if (isDeeper(element, levels - 1)) {
          return true;
        }
      }
    }
    return false;
  }

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
