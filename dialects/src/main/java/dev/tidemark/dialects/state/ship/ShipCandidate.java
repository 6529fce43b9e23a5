package dev.tidemark.dialects.state.ship;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.dialects.state.ship.ShipSource.Origin;
import dev.tidemark.json.JsonBoolean;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Ship gate verdict found in a file.
///
/// @param source the file
/// @param gate the verdict
/// @param writtenAt when it was given, as far as that is known
record ShipCandidate(ShipSource source, JsonObject gate, Instant writtenAt) {
  /// The recorded time takes precedence; a document's own time changes with every other change in
  /// it.
  static ShipCandidate of(ShipSource source, JsonObject root, JsonObject gate) {
    var proof = source.verdict();
    var updatedAt = root.string(SchemaFields.UPDATED_AT);
    var at = updatedAt == null ? null : Timestamps.parse(updatedAt).orElse(null);
    var candidate = new ShipCandidate(source, gate, at == null ? source.modifiedAt() : at);
    return proof != null && candidate.matches((Claim.Verdict) proof.claim())
        ? new ShipCandidate(source, gate, proof.at())
        : candidate;
  }

  @Nullable String commit() {
    var commit = gate.string(SchemaFields.HEAD_COMMIT);
    return commit == null || commit.isBlank() ? null : commit;
  }

  boolean isReview() {
    return source.origin() != Origin.SHIP;
  }

  /// Returns whether a recorded verdict has the same content.
  boolean matches(Claim.Verdict verdict) {
    boolean allowed = gate.find(SchemaFields.SHIP_ALLOWED) instanceof JsonBoolean it && it.value();
    var commit = gate.string(SchemaFields.HEAD_COMMIT);
    var recorded = verdict.position().commit();
    return verdict.passed() == allowed
        && verdict.blockers().equals(gate.strings(SchemaFields.BLOCKERS))
        && (commit == null ? recorded == null : commit.equals(recorded));
  }
}
