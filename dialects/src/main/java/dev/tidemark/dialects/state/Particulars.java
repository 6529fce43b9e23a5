package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.Detail;
import dev.tidemark.checkpoint.JsonDetails;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Extra fields of a document, other tools' fields included, beyond the common model.
final class Particulars {
  /// Fields with an event or detail of their own; times of saving are no difference.
  private static final Set<String> ELSEWHERE =
      Set.of(
          Fields.HEAD_COMMIT,
          Fields.UPDATED_AT,
          Fields.COMPLETED_AT,
          Fields.PHASES,
          Fields.STATE + "." + Fields.CURRENT_PHASE,
          Fields.STATE + "." + Fields.COMPLETED_PHASES,
          Fields.STATE + "." + Fields.PENDING_PHASES);

  private static final List<String> ELSEWHERE_IN_PHASES =
      List.of(
          Fields.STATUS,
          Fields.UPDATED_AT,
          Fields.CONTEXT_SUMMARY,
          Fields.FILES_CREATED,
          Fields.FILES_MODIFIED,
          Fields.ERROR,
          Fields.DECISIONS);

  private Particulars() {}

  static List<Detail> of(StateCheckpoint checkpoint) {
    var all = new ArrayList<>(JsonDetails.of("", checkpoint.root(), ELSEWHERE));
    for (var phase : checkpoint.entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var rest = entry;
        for (var key : ELSEWHERE_IN_PHASES) {
          rest = rest.without(key);
        }
        all.addAll(JsonDetails.of(Fields.PHASES + "." + phase.key(), rest, Set.of()));
      }
    }
    return all;
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
}
