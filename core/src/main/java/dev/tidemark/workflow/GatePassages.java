package dev.tidemark.workflow;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Evidence;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The phases of a run that passed their gates, by the evidence of the journal. The status of a
/// phase in the document does not count.
///
/// A phase that begins again makes the passages of all later phases void: their gates are asked
/// again.
public final class GatePassages {
  private static final Stand NONE = new Stand();

  private final Map<PhaseName, Stand> stands = new HashMap<>();

  /// Reads the evidence of a run.
  ///
  /// @param definition the workflow, for the order of its phases
  public GatePassages(WorkflowDefinition definition, Evidence evidence) {
    int at = 0;
    for (var proof : evidence.proofs()) {
      at++;
      if (proof.claim() instanceof Claim.GatePassed it && it.phase() != null) {
        var stand = stand(it.phase());
        if (it.ended()) {
          stand.ended = at;
        } else {
          stand.begun = at;
        }
      } else if (proof.claim() instanceof Claim.GateCleared it) {
        stand(it.phase()).cleared = at;
      }
    }
    int again = 0;
    for (var phase : definition.phases()) {
      var stand = stands.get(phase.name());
      if (stand != null) {
        stand.again = again;
        again = Math.max(again, stand.begun);
      }
    }
  }

  /// Order of a phase's passages: the index of the claim in the evidence; 0 for never.
  private static final class Stand {
    private int begun;
    private int ended;
    private int cleared;

    /// When an earlier phase last began.
    private int again;

    private int through() {
      return Math.max(ended, cleared);
    }
  }

  private Stand stand(PhaseName phase) {
    var known = stands.get(phase);
    if (known == null) {
      known = new Stand();
      stands.put(phase, known);
    }
    return known;
  }

  private Stand known(@Nullable PhaseName phase) {
    var known = stands.get(phase);
    return known == null ? NONE : known;
  }

  /// Returns whether a phase passed the gates of its beginning and is not through since.
  public boolean hasBegun(PhaseName phase) {
    var stand = known(phase);
    return stand.begun > stand.through() && stand.begun > stand.again;
  }

  /// Returns whether a phase passed all its gates: it ended, or they were asked afterwards.
  public boolean isThrough(PhaseName phase) {
    var stand = known(phase);
    return stand.through() > stand.begun && stand.through() > stand.again;
  }

  /// Returns whether the journal records that a phase ended and did not begin again.
  public boolean hasEnded(PhaseName phase) {
    var stand = known(phase);
    return stand.through() > stand.begun;
  }
}
