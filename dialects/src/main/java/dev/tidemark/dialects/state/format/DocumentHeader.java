package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.DesignQuestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fields that every save updates in a document.
public final class DocumentHeader {
  private DocumentHeader() {}

  /// Returns a new document in which nothing has happened yet.
  public static StateCheckpoint blank(
      CheckpointId id, String command, @Nullable String feature, List<String> pending) {
    var state =
        JsonObject.builder()
            .add(SchemaFields.CURRENT_PHASE, JsonNull.NULL)
            .add(SchemaFields.COMPLETED_PHASES, JsonArray.EMPTY)
            .add(SchemaFields.PENDING_PHASES, JsonArray.ofStrings(pending))
            .build();
    var root =
        JsonObject.builder()
            .add(SchemaFields.COMMAND, command)
            .addIfPresent(SchemaFields.FEATURE, feature)
            .add(SchemaFields.VERSION, StateFormat1.VERSION)
            .add(SchemaFields.STATE, state)
            .add(SchemaFields.PHASES, JsonObject.EMPTY)
            .build();
    return new StateCheckpoint(id, root);
  }

  /// Returns a new document as saved now.
  public static JsonObject stampedNew(JsonObject root, Facts facts) {
    var commit = commit(facts);
    var now = timestamp(facts);
    var stamped =
        SchemaFields.insert(root, SchemaFields.HEAD_COMMIT, commit, SchemaFields.DOCUMENT_ORDER);
    if (isMissing(stamped, SchemaFields.STARTED_AT)) {
      stamped =
          SchemaFields.insert(stamped, SchemaFields.STARTED_AT, now, SchemaFields.DOCUMENT_ORDER);
    }
    return SchemaFields.insert(stamped, SchemaFields.UPDATED_AT, now, SchemaFields.DOCUMENT_ORDER);
  }

  /// Returns an existing document as saved now; new fields stand at its end (R-004-23).
  public static JsonObject withSaveTime(JsonObject root, Facts facts) {
    var stamped = root.with(SchemaFields.HEAD_COMMIT, commit(facts));
    if (isMissing(stamped, SchemaFields.STARTED_AT)) {
      stamped = stamped.with(SchemaFields.STARTED_AT, timestamp(facts));
    }
    return stamped.with(SchemaFields.UPDATED_AT, timestamp(facts));
  }

  /// Returns whether a document differs from a new one in nothing but its times and commit: no work
  /// was recorded in it.
  public static boolean isUnchanged(JsonObject there, JsonObject fresh) {
    return unstamped(there).equals(unstamped(fresh));
  }

  private static JsonObject unstamped(JsonObject root) {
    return root.without(SchemaFields.HEAD_COMMIT)
        .without(SchemaFields.STARTED_AT)
        .without(SchemaFields.UPDATED_AT);
  }

  /// Returns the document with the names of its run, where it lacks them.
  public static JsonObject named(JsonObject root, CheckpointId id, @Nullable String item) {
    var named = root;
    if (isMissing(named, SchemaFields.COMMAND)) {
      named = named.with(SchemaFields.COMMAND, id.workflow());
    }
    var feature = item == null || item.isBlank() ? id.item() : item;
    var stored = named.find(SchemaFields.FEATURE);
    boolean none = stored instanceof JsonString text && text.value().isEmpty();
    if (feature != null && (none || isMissing(named, SchemaFields.FEATURE))) {
      named = named.with(SchemaFields.FEATURE, feature);
    }
    return named;
  }

  /// Returns a new document with the names of its run, where it lacks them.
  public static JsonObject namedNew(JsonObject root, CheckpointId id, @Nullable String item) {
    var named = named(root, id, item);
    var command = named.find(SchemaFields.COMMAND);
    var feature = named.find(SchemaFields.FEATURE);
    if (command != null && !root.has(SchemaFields.COMMAND)) {
      named = moved(named, SchemaFields.COMMAND, command);
    }
    return feature != null && !root.has(SchemaFields.FEATURE)
        ? moved(named, SchemaFields.FEATURE, feature)
        : named;
  }

  private static JsonObject moved(JsonObject root, String key, Json value) {
    return SchemaFields.insert(root.without(key), key, value, SchemaFields.DOCUMENT_ORDER);
  }

  /// Returns the document with the goal of its run, which follows the item of the run.
  public static JsonObject withGoal(JsonObject root, String goal) {
    return SchemaFields.insert(
        root, SchemaFields.GOAL, JsonString.of(goal), SchemaFields.DOCUMENT_ORDER);
  }

  /// Returns the time of a change as the schema writes it.
  public static JsonString timestamp(Facts facts) {
    return JsonString.of(Timestamps.millis(facts.now()));
  }

  public static boolean isMissing(JsonObject object, String key) {
    var value = object.find(key);
    return value == null || value instanceof JsonNull;
  }

  /// Returns the object with the members of another laid over it, key by key (R-004-31).
  ///
  /// A null removes a key. Maps of tasks are merged task by task, so that workers who report
  /// different tasks do not undo each other (R-004-O6), and answers one by one (R-004-O4).
  public static JsonObject overlaid(JsonObject under, JsonObject over) {
    var result = under;
    for (var member : over.members()) {
      var key = member.key();
      var value = member.value();
      if (value instanceof JsonNull) {
        result = result.without(key);
      } else if (key.equals(SchemaFields.TASKS) && value instanceof JsonObject tasks) {
        result = result.with(key, tasks(result.object(key), tasks));
      } else if (key.equals(DesignQuestion.ANSWERS) && value instanceof JsonObject answers) {
        var known = result.object(key);
        result = result.with(key, overlaid(known == null ? JsonObject.EMPTY : known, answers));
      } else {
        result = result.with(key, value);
      }
    }
    return result;
  }

  private static JsonObject tasks(@Nullable JsonObject under, JsonObject over) {
    var result = under == null ? JsonObject.EMPTY : under;
    for (var member : over.members()) {
      var task = member.key();
      var known = result.object(task);
      if (member.value() instanceof JsonNull) {
        result = result.without(task);
      } else if (known != null && member.value() instanceof JsonObject update) {
        result = result.with(task, overlaid(known, update));
      } else {
        result = result.with(task, member.value());
      }
    }
    return result;
  }

  private static Json commit(Facts facts) {
    var commit = facts.get(FactQuery.HEAD).orElse(Head.NONE).commit();
    return commit == null ? JsonNull.NULL : JsonString.of(commit);
  }
}
