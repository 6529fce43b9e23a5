package dev.tidemark.dialects.state.ship;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.workflow.change.Change.SetGate;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// File that may hold a verdict of the ship gate.
///
/// @param path the file, from the project root
/// @param origin the owner of the file
/// @param text its content; absent if it is no text
/// @param modifiedAt when it was last written, by the file system
/// @param evidence the recorded evidence of its run
/// @param recorded whether there is a journal of its run
public record ShipSource(
    String path,
    Origin origin,
    @Nullable String text,
    Instant modifiedAt,
    Evidence evidence,
    boolean recorded) {

  /// The owner of the file.
  public enum Origin {
    /// Shipping's own checkpoint, whose gate has the failures on the way.
    SHIP,
    /// The checkpoint of a review.
    REVIEW,
    /// Another tool's.
    LOOP
  }

  /// Returns the verdict that was recorded last; null if none was.
  @Nullable Proof verdict() {
    return evidence.proof(Claim.Verdict.WORD, SetGate.SHIP);
  }

  /// Returns the override of the gate; null if there is none.
  Claim.@Nullable Bypass bypass() {
    var proof = evidence.proof(Claim.Bypass.WORD, SetGate.SHIP);
    return proof == null ? null : (Claim.Bypass) proof.claim();
  }
}
