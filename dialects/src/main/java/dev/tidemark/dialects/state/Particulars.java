package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Detail;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Everything a document says beyond what all dialects can say, other tools' fields included: each
/// under its path, such as `phases.research.tasks.T001`.
final class Particulars {
  /// What is told in other words; times of saving tell nothing.
  private static final Set<String> ELSEWHERE =
      Set.of(
          Fields.HEAD_COMMIT,
          Fields.UPDATED_AT,
          Fields.COMPLETED_AT,
          Fields.STATE + "." + Fields.CURRENT_PHASE,
          Fields.STATE + "." + Fields.COMPLETED_PHASES,
          Fields.STATE + "." + Fields.PENDING_PHASES);

  private static final Set<String> ELSEWHERE_IN_PHASES =
      Set.of(
          Fields.STATUS,
          Fields.UPDATED_AT,
          Fields.CONTEXT_SUMMARY,
          Fields.FILES_CREATED,
          Fields.FILES_MODIFIED,
          Fields.ERROR,
          Fields.DECISIONS);

  private final List<Detail> details = new ArrayList<>();

  private Particulars() {}

  static List<Detail> of(StateCheckpoint checkpoint) {
    var all = new Particulars();
    for (var member : checkpoint.root().members()) {
      if (!member.key().equals(Fields.PHASES)) {
        all.add(member.key(), member.value());
      }
    }
    for (var phase : checkpoint.entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        for (var member : entry.members()) {
          if (!ELSEWHERE_IN_PHASES.contains(member.key())) {
            all.add(Fields.PHASES + "." + phase.key() + "." + member.key(), member.value());
          }
        }
      }
    }
    return List.copyOf(all.details);
  }

  /// Returns the times that [#of] passes over.
  static List<Detail> times(StateCheckpoint checkpoint) {
    var all = new ArrayList<Detail>();
    for (var key : List.of(Fields.UPDATED_AT, Fields.COMPLETED_AT)) {
      add(all, key, checkpoint.root().string(key));
    }
    for (var phase : checkpoint.entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var path = Fields.PHASES + "." + phase.key() + "." + Fields.UPDATED_AT;
        add(all, path, entry.string(Fields.UPDATED_AT));
      }
    }
    return List.copyOf(all);
  }

  private static void add(List<Detail> all, String path, @Nullable String text) {
    if (text != null) {
      all.add(new Detail(path, text));
    }
  }

  private void add(String path, Json value) {
    if (ELSEWHERE.contains(path)) {
      return;
    }
    if (value instanceof JsonObject object) {
      for (var member : object.members()) {
        add(path + "." + member.key(), member.value());
      }
    } else if (value instanceof JsonArray array) {
      for (var element : array.elements()) {
        details.add(new Detail(path, text(element)));
      }
    } else {
      details.add(new Detail(path, text(value)));
    }
  }

  private static String text(Json value) {
    return value instanceof JsonString string ? string.value() : JsonText.compact(value);
  }
}
