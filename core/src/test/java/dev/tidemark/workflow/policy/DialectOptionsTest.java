package dev.tidemark.workflow.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Blocker.Kind;
import dev.tidemark.workflow.CleanTree;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.Gate.Moment;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.Scene;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Effect;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What callers say beyond a change, what a change does beside its document, and what can be asked
/// back.
class DialectOptionsTest {
  private static final DialectOptions SAID =
      new DialectOptions(
          Map.of(
              "sealed", List.of(""),
              "passed", List.of("yes", "no"),
              "open", List.of("a", "b"),
              "none", List.of()));

  @Test
  void a_word_has_the_value_that_was_said_last() {
    assertThat(SAID.value("open")).isEqualTo("b");
    assertThat(SAID.values("open")).containsExactly("a", "b");
    assertThat(SAID.value("sealed")).isEmpty();
    assertThat(SAID.value("none")).isNull();
    assertThat(SAID.value("unsaid")).isNull();
    assertThat(SAID.values("unsaid")).isEmpty();
    assertThat(SAID.words()).containsExactlyInAnyOrder("sealed", "passed", "open", "none");
  }

  @ParameterizedTest
  @CsvSource({
    "sealed, true, true, false",
    "open, true, true, false",
    "passed, true, false, true",
    "none, true, false, false",
    "unsaid, false, false, false"
  })
  void a_flag_means_yes_and_only_no_means_no(String word, boolean has, boolean yes, boolean no) {
    assertThat(SAID.has(word)).isEqualTo(has);
    assertThat(SAID.isYes(word)).isEqualTo(yes);
    assertThat(SAID.isNo(word)).isEqualTo(no);
  }

  @Test
  void words_that_nobody_knows_are_found() {
    assertThat(SAID.except(Set.of("sealed", "open", "else")))
        .containsExactlyInAnyOrder("passed", "none");
    assertThat(DialectOptions.NONE.except(Set.of())).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("effects")
  void what_the_document_depends_on_is_done_before_it_is_written(Effect effect, boolean first) {
    assertThat(effect.comesFirst()).isEqualTo(first);
  }

  static Stream<Arguments> effects() {
    var other = new CheckpointId("flow", "tasks", null);
    return Stream.of(
        Arguments.of(new Effect.PutFile("a", "text"), true),
        Arguments.of(new Effect.CopyFile("a", "b"), true),
        Arguments.of(new Effect.MoveFile("a", "b"), true),
        Arguments.of(new Effect.ReplaceDocument(other, null, List.of()), true),
        Arguments.of(new Effect.Archive(true), true),
        Arguments.of(new Effect.Archive(false), false),
        Arguments.of(new Effect.Commit("message", List.of("a")), false),
        Arguments.of(new Effect.StageRemoval(List.of("a")), true),
        Arguments.of(new Effect.RunCommand(List.of("true")), false),
        Arguments.of(new Effect.RemoveFolders(List.of("a")), true));
  }

  @ParameterizedTest
  @CsvSource({
    "CONFIRM, true",
    "OFFER, true",
    "ASK, false",
    "USAGE, false",
    "REFUSED, false",
    "GATE, false",
    "INVALID, false"
  })
  void no_is_an_answer_where_one_is_asked_for(Kind kind, boolean takesNo) {
    assertThat(new Blocker(kind, "code", "reason", "hint").takesNo()).isEqualTo(takesNo);
  }

  @Test
  void a_strategy_of_counting_is_found_by_its_word() {
    for (var strategy : CountingStrategy.values()) {
      assertThat(CountingStrategy.find(strategy.word())).isEqualTo(strategy);
    }
    assertThat(CountingStrategy.find("letters")).isNull();
    assertThat(SummaryLimit.DEFAULT.strategy()).isEqualTo("words");
  }

  @Test
  void the_reason_why_somebody_is_taken_for_a_person_has_a_word() {
    assertThat(Stream.of(ApprovalEvidence.values()).map(ApprovalEvidence::word))
        .containsExactly("terminal", "interaction", "login", "policy");
  }

  @Test
  void gates_are_those_of_the_phase_and_a_phase_that_is_not_defined_has_none() {
    var gate = new Gate("tidy", Moment.ENTER, true, new CleanTree());
    var plan = new PhaseDefinition(Scene.PLAN);
    var build = new PhaseDefinition(Scene.BUILD, null, List.of(gate));
    var definition =
        new WorkflowDefinition("state", "x", List.of(plan, build), null, "x.yaml", false, "");

    assertThat(definition.gates(Scene.BUILD)).containsExactly(gate);
    assertThat(definition.gates(Scene.PLAN)).isEmpty();
    assertThat(definition.gates(new PhaseName("docs"))).isEmpty();
    assertThat(definition.hasGates()).isTrue();
  }
}
