package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proofs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// No state behind a mandatory gate is reached without its evidence: model checking of workflow
/// definitions. `-Dtidemark.gates=full` explores all of those below; `-P proofs` explores some, and
/// a build a sample of these.
///
/// One phase with gates, of up to five phases, with each kind of gate at its beginning, its end or
/// both, is explored completely: sequences of any length are covered ([HavocModel]). Definitions of
/// one and two phases are also explored move by move ([GateModel]).
///
/// Why one phase with gates is enough: the gates of a change are a conjunction, and what one phase
/// records matters to the gates of another only where an earlier phase begins, with gates or
/// without. So what a definition allows, each of its phases alone allows too, and a way round one
/// gate among many is a way round it alone. Two phases with gates are explored all the same, and
/// [GateProperties] tries definitions with any gates at random.
///
/// Why no key has the history: `undo` and `restore` put back a document and leave the evidence, so
/// they lead nowhere where the edit to that document does not lead, and every document is an edit
/// of one move. A file that cannot be read stands for the newest recorded one that can, which is
/// another such edit. [StateSpace] compares merged states.
@Tag(FormatContract.THOROUGH)
class GateModelTest {
  private static final boolean FULL = "full".equals(System.getProperty("tidemark.gates"));
  private static final int COMPLETE = GateSurvey.COMPLETE;

  /// Kinds that differ in what opens them: the world alone, evidence, and other phases.
  private static final List<Kind> CLASSES = List.of(Kind.ARTIFACT, Kind.APPROVAL, Kind.PHASES);

  private static final GateShape BOTH = new GateShape(true, true, Kind.ARTIFACT);

  private static int tries(int full, int sample) {
    return FULL ? full : Proofs.tries(full, sample);
  }

  private static List<GateShape> shapes(int phases, int gated, GateShape shape) {
    var shapes = new ArrayList<>(Collections.nCopies(phases, GateShape.NONE));
    shapes.set(gated, shape);
    return shapes;
  }

  private static void explicit(GateSurvey survey, int phases, Kind kind, int depth) {
    for (int gated = 0; gated < phases; gated++) {
      for (var shape : GateShape.of(kind)) {
        survey.explicit(shapes(phases, gated, shape), depth);
      }
    }
  }

  @Test
  void no_gate_of_one_or_two_phases_is_got_round() {
    var survey = new GateSurvey();
    for (var kind : FULL ? List.of(Kind.values()) : List.of(Kind.ARTIFACT, Kind.PHASES)) {
      explicit(survey, 1, kind, COMPLETE);
      explicit(survey, 2, kind, tries(COMPLETE, 3));
    }
    survey.run("one or two phases, move by move");
  }

  @Test
  void no_kind_of_gate_is_got_round() {
    var survey = new GateSurvey();
    for (var kind : Kind.values()) {
      explicit(survey, 1, kind, tries(GateSurvey.SEQUENCE, 3));
      explicit(survey, 2, kind, tries(3, 2));
      survey.havocked(shapes(1, 0, new GateShape(true, true, kind)));
    }
    survey.run("each kind");
  }

  @Test
  void no_gate_of_three_phases_is_got_round_whatever_the_file() {
    var survey = new GateSurvey();
    for (int gated = 0; gated < 3; gated += tries(1, 2)) {
      survey.havocked(shapes(3, gated, BOTH));
    }
    survey.run("three phases");
  }

  @Test
  void no_gate_among_up_to_five_phases_is_got_round_by_any_sequence() {
    if (!FULL) {
      var survey = new GateSurvey();
      survey.havocked(shapes(5, 0, BOTH));
      survey.run("five phases");
      return;
    }
    for (int phases = 5; phases > 0; phases--) {
      for (var kind : Kind.values()) {
        var survey = new GateSurvey();
        for (int gated = phases - 1; gated >= 0; gated--) {
          for (var shape : GateShape.of(kind)) {
            survey.havocked(shapes(phases, gated, shape));
          }
        }
        survey.run(kind + " in one of " + phases + " phases");
      }
    }
  }

  @LongProof
  @Test
  void no_two_gated_phases_open_each_other() {
    var survey = new GateSurvey();
    for (var first : FULL ? CLASSES : List.of(Kind.ARTIFACT)) {
      for (var second : FULL ? CLASSES : List.of(Kind.ARTIFACT, Kind.PHASES)) {
        if (tries(0, 1) == 1 && second == Kind.PHASES) {
          survey.havocked(List.of(BOTH, new GateShape(true, true, second)));
          continue;
        }
        pairs(survey, first, second);
      }
    }
    survey.run("two gated phases");
  }

  private static void pairs(GateSurvey survey, Kind first, Kind second) {
    for (var one : GateShape.of(first)) {
      for (var other : GateShape.of(second)) {
        // A sample has the gates of both phases at the same places.
        if (tries(0, 1) == 1 && !one.equals(other)) {
          continue;
        }
        survey.havocked(List.of(one, other));
        if (FULL && one.enter() && one.done() && other.enter() && other.done()) {
          survey.havocked(List.of(one, other, GateShape.NONE));
          survey.havocked(List.of(one, GateShape.NONE, other));
          survey.havocked(List.of(GateShape.NONE, one, other));
        }
      }
    }
  }

  /// With the defence switched off, a review file that an agent wrote opens the gate of the review,
  /// and one that claims to be newer than a recorded refusal opens the ship gate.
  @ParameterizedTest
  @EnumSource(names = {"REVIEW", "SHIP"})
  void a_forged_verdict_that_counts_is_found(Kind kind) {
    var model = new GateModel(List.of(new GateShape(true, true, kind)), true);

    assertThat(new StateSpace<>(model, 3).counterexample()).startsWith("forge p0; ");
  }
}
