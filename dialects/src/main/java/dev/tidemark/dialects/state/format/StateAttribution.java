package dev.tidemark.dialects.state.format;

import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.JsonKeys;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;

/// Attribution of documents of the unified schema, in all versions of it.
///
/// Other tools keep JSON files in the same folder, some with names such as
/// `implement-checkpoint.json` (R-004-48). A document of this schema has the required fields
/// (T-002-A), or nothing but fields of the schema.
final class StateAttribution {
  private StateAttribution() {}

  static Attribution of(String document) {
    try {
      if (JsonText.parse(document) instanceof JsonObject root) {
        return isOfSchema(root)
            ? Attribution.of(root.string(SchemaFields.COMMAND), root.string(SchemaFields.FEATURE))
            : Attribution.FOREIGN;
      }
      return Attribution.FOREIGN;
    } catch (JsonException problem) {
      return problem.reason() == JsonException.Reason.SYNTAX
          ? ofRemains(document)
          : Attribution.UNKNOWN;
    }
  }

  private static Attribution ofRemains(String document) {
    var keys = new JsonKeys(document);
    var known = new ArrayList<>(SchemaFields.DOCUMENT_ORDER);
    known.addAll(SchemaFields.STATE_ORDER);
    return keys.isForeign(known)
        ? Attribution.FOREIGN
        : Attribution.of(keys.text(SchemaFields.COMMAND), keys.text(SchemaFields.FEATURE));
  }

  /// A missing or odd part is damage; a document with two required fields is of the schema.
  private static boolean isOfSchema(JsonObject root) {
    boolean command = root.find(SchemaFields.COMMAND) instanceof JsonString;
    boolean version = root.find(SchemaFields.VERSION) instanceof JsonNumber;
    boolean state = hasState(root);
    boolean phases = hasPhases(root);
    return (command && version)
        || (state && phases)
        || ((command || version) && (state || phases))
        || hasNothingElse(root);
  }

  private static boolean hasState(JsonObject root) {
    var state = root.object(SchemaFields.STATE);
    if (state == null) {
      return false;
    }
    for (var key : SchemaFields.STATE_ORDER) {
      if (state.has(key)) {
        return true;
      }
    }
    return state.size() == 0;
  }

  private static boolean hasPhases(JsonObject root) {
    var phases = root.object(SchemaFields.PHASES);
    if (phases == null) {
      return false;
    }
    for (var phase : phases.members()) {
      if (!(phase.value() instanceof JsonObject)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasNothingElse(JsonObject root) {
    boolean odd =
        (!DocumentHeader.isMissing(root, SchemaFields.STATE) && !hasState(root))
            || (!DocumentHeader.isMissing(root, SchemaFields.PHASES) && !hasPhases(root));
    for (var member : root.members()) {
      if (odd || !SchemaFields.DOCUMENT_ORDER.contains(member.key())) {
        return false;
      }
    }
    return root.size() > 0;
  }
}
