package dev.tidemark.dialects.state;

import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonNumber;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/// Makes documents at random: with the schema's fields in right and wrong types, and with others.
public final class Trees {
  private static final Arbitrary<String> TEXTS =
      Arbitraries.oneOf(
          Arbitraries.strings().ofMaxLength(12),
          Arbitraries.of(
              "", "research", "2026-01-29T10:30:00.000Z", "complete", "done", "é\ud800"));

  private static final Arbitrary<String> KEYS =
      Arbitraries.oneOf(
          Arbitraries.of(
              "command",
              "feature",
              "updated_at",
              "completed_at",
              "state",
              "phases",
              "current_phase",
              "completed_phases",
              "pending_phases",
              "status",
              "context_summary",
              "files_created",
              "decisions"),
          Arbitraries.strings().ofMaxLength(6));

  private Trees() {}

  public static Arbitrary<StateCheckpoint> checkpoints() {
    var root =
        Combinators.combine(
                members(3),
                Arbitraries.of(version("1"), version("1.0"), version("1e0")),
                members(3))
            .as(Trees::document);
    return root.map(tree -> new StateCheckpoint(Run.of("implement", "auth").id, tree));
  }

  /// A second version further on would be the one that counts.
  private static JsonObject document(
      List<JsonMember> before, JsonMember version, List<JsonMember> after) {
    var tree = JsonObject.of(before).without("version");
    for (var member : after) {
      tree = tree.with(member.key(), member.value());
    }
    var members = new ArrayList<>(tree.without("version").members());
    members.add(members.size() / 2, version);
    return JsonObject.of(members);
  }

  private static JsonMember version(String spelling) {
    return JsonMember.of("version", JsonNumber.spelled(spelling));
  }

  private static Arbitrary<List<JsonMember>> members(int depth) {
    return Combinators.combine(KEYS, values(depth)).as(JsonMember::of).list().ofMaxSize(5);
  }

  private static Arbitrary<Json> values(int depth) {
    Arbitrary<Json> scalars =
        Arbitraries.oneOf(
            TEXTS.map(JsonString::of),
            Arbitraries.longs().map(JsonNumber::of),
            Arbitraries.of("-0", "0.10", "1E+2", "1e400").map(JsonNumber::spelled),
            Arbitraries.of(true, false).map(JsonBoolean::of),
            Arbitraries.just(JsonNull.NULL));
    if (depth == 0) {
      return scalars;
    }
    return Arbitraries.oneOf(
        scalars,
        values(depth - 1).list().ofMaxSize(3).map(JsonArray::of),
        members(depth - 1).map(JsonObject::of));
  }
}
