package dev.tidemark.history;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The phases of a run that passed their gates, by the evidence of the journal. The status of a
/// phase in the document does not count.
///
/// A phase that begins again makes the passages of all later phases void: their gates are asked
/// again.
public final class GatePassages {
  private static final Passage NONE = new Passage();

  private final Map<PhaseName, Passage> passages = new HashMap<>();

  /// Reads the evidence of a run.
  ///
  /// @param phases the phases of the workflow, in their order
  public GatePassages(List<PhaseName> phases, Evidence evidence) {
    int at = 0;
    for (var proof : evidence.proofs()) {
      at++;
      if (proof.claim() instanceof Claim.GatePassed it && it.phase() != null) {
        var passage = passageOf(it.phase());
        if (it.ended()) {
          passage.ended = at;
        } else {
          passage.begun = at;
        }
      } else if (proof.claim() instanceof Claim.GateCleared it) {
        passageOf(it.phase()).cleared = at;
      }
    }
    int again = 0;
    for (var phase : phases) {
      var passage = passages.get(phase);
      if (passage != null) {
        passage.again = again;
        again = Math.max(again, passage.begun);
      }
    }
  }

  /// Passages of the gates of a phase: the index of the claim in the evidence; 0 for never.
  private static final class Passage {
    private int begun;
    private int ended;
    private int cleared;

    /// When an earlier phase last began.
    private int again;

    private int lastPassed() {
      return Math.max(ended, cleared);
    }
  }

  private Passage passageOf(PhaseName phase) {
    var known = passages.get(phase);
    if (known == null) {
      known = new Passage();
      passages.put(phase, known);
    }
    return known;
  }

  private Passage recordedPassage(@Nullable PhaseName phase) {
    var known = passages.get(phase);
    return known == null ? NONE : known;
  }

  /// Returns whether a phase passed the gates of its beginning and is not through since.
  public boolean hasBegun(PhaseName phase) {
    var passage = recordedPassage(phase);
    return passage.begun > passage.lastPassed() && passage.begun > passage.again;
  }

  /// Returns whether a phase passed all its gates: it ended, or they were asked afterwards.
  public boolean isThrough(PhaseName phase) {
    var passage = recordedPassage(phase);
    return passage.lastPassed() > passage.begun && passage.lastPassed() > passage.again;
  }

  /// Returns whether the journal records that a phase ended and did not begin again.
  public boolean hasEnded(PhaseName phase) {
    var passage = recordedPassage(phase);
    return passage.lastPassed() > passage.begun;
  }
}
