package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.JsonFields;
import dev.tidemark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Extra fields of a document, other tools' fields included, beyond the common model.
final class ExtraFields {
  /// Fields with an event or detail of their own; times of saving are no difference.
  private static final Set<String> ELSEWHERE =
      Set.of(
          SchemaFields.HEAD_COMMIT,
          SchemaFields.UPDATED_AT,
          SchemaFields.COMPLETED_AT,
          SchemaFields.PHASES,
          SchemaFields.STATE + "." + SchemaFields.CURRENT_PHASE,
          SchemaFields.STATE + "." + SchemaFields.COMPLETED_PHASES,
          SchemaFields.STATE + "." + SchemaFields.PENDING_PHASES);

  private static final List<String> ELSEWHERE_IN_PHASES =
      List.of(
          SchemaFields.STATUS,
          SchemaFields.UPDATED_AT,
          SchemaFields.CONTEXT_SUMMARY,
          SchemaFields.FILES_CREATED,
          SchemaFields.FILES_MODIFIED,
          SchemaFields.ERROR,
          SchemaFields.DECISIONS);

  private ExtraFields() {}

  static List<DocumentField> of(StateCheckpoint checkpoint) {
    var all = new ArrayList<>(JsonFields.of("", checkpoint.root(), ELSEWHERE));
    for (var phase : checkpoint.entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var rest = entry;
        for (var key : ELSEWHERE_IN_PHASES) {
          rest = rest.without(key);
        }
        all.addAll(JsonFields.of(SchemaFields.PHASES + "." + phase.key(), rest, Set.of()));
      }
    }
    return all;
  }

  /// Returns the times that [#of] passes over.
  static List<DocumentField> times(StateCheckpoint checkpoint) {
    var all = new ArrayList<DocumentField>();
    for (var key : List.of(SchemaFields.UPDATED_AT, SchemaFields.COMPLETED_AT)) {
      add(all, key, checkpoint.root().string(key));
    }
    for (var phase : checkpoint.entries().members()) {
      if (phase.value() instanceof JsonObject entry) {
        var path = SchemaFields.PHASES + "." + phase.key() + "." + SchemaFields.UPDATED_AT;
        add(all, path, entry.string(SchemaFields.UPDATED_AT));
      }
    }
    return List.copyOf(all);
  }

  private static void add(List<DocumentField> all, String path, @Nullable String text) {
    if (text != null) {
      all.add(new DocumentField(path, text));
    }
  }
}
