package dev.tidemark.dialects.flow;

import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Makes documents at random: with the protocol's fields in right and wrong types, and with others.
public final class RandomTrees {
  private static final Arbitrary<String> TEXTS =
      Arbitraries.oneOf(
          Arbitraries.strings().ofMaxLength(12),
          Arbitraries.of(
              "",
              "REQUIREMENTS",
              "REFLECTION",
              "in_progress",
              "complete",
              "running",
              "task-001",
              "2026-01-29T10:30:00.000Z",
              "memory/reports/demand.json",
              "../x",
              "\u00e9\ud800"));

  private static final Arbitrary<String> KEYS =
      Arbitraries.oneOf(
          Arbitraries.of(
              "workflow_id",
              "started_at",
              "last_updated",
              "current_phase",
              "phase_status",
              "completed_phases",
              "user_checkpoints",
              "interruption_safe",
              "baseline",
              "phase",
              "output",
              "completed_at",
              "approved_at",
              "tasks",
              "id",
              "status",
              "attempts"),
          Arbitraries.strings().ofMaxLength(6));

  private RandomTrees() {}

  public static Arbitrary<JsonObject> objects() {
    return object(3);
  }

  private static Arbitrary<JsonObject> object(int depth) {
    var member = Combinators.combine(KEYS, value(depth)).as(JsonMember::of);
    return member.list().ofMaxSize(7).map(JsonObject::of);
  }

  private static Arbitrary<Json> value(int depth) {
    Arbitrary<Json> leaf =
        Arbitraries.oneOf(
            TEXTS.map(JsonString::of),
            Arbitraries.integers().map(JsonNumber::of),
            Arbitraries.of(true, false).map(JsonBoolean::of),
            Arbitraries.just(JsonNull.NULL));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<List<Json>> many = value(depth - 1).list().ofMaxSize(3);
    return Arbitraries.oneOf(leaf, object(depth - 1).map(o -> o), many.map(JsonArray::of));
  }
}
