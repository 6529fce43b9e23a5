package dev.tidemark.workflow.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The questions around the writing of a design.
class DesignQuestionTest {
  @Test
  void six_are_asked_before_it_and_six_after() {
    assertThat(DesignQuestion.questions(false))
        .extracting(DesignQuestion::key)
        .containsExactly(
            "understanding", "approach", "assumptions", "trade_offs", "scope", "unknowns");
    assertThat(DesignQuestion.questions(true))
        .extracting(DesignQuestion::key)
        .containsExactly("what_built", "decisions", "risks", "omissions", "confidence", "approval");
  }

  @ParameterizedTest
  @CsvSource({
    "research planning specs, specs",
    "research write validate, write",
    "research planning specs write, write",
    "research, write"
  })
  void an_answer_is_kept_with_the_research_or_with_the_phase_that_writes(
      String phases, String writing) {
    var names = List.of(phases.split(" "));

    assertThat(DesignQuestion.questions(false))
        .extracting(designQuestion -> designQuestion.phase(names))
        .containsOnly("research");
    assertThat(DesignQuestion.questions(true))
        .extracting(designQuestion -> designQuestion.phase(names))
        .containsOnly(writing);
  }

  @ParameterizedTest
  @CsvSource({"scope, scope", "Trade-Offs, trade_offs", "WHAT_BUILT, what_built"})
  void one_is_found_by_its_key_however_it_is_written(String key, String found) {
    assertThat(DesignQuestion.find(key)).extracting(DesignQuestion::key).isEqualTo(found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "what", "trade offs"})
  void there_are_no_others(String key) {
    assertThat(DesignQuestion.find(key)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "stop, true",
    "Cancel, true",
    "STOP, true",
    "no, false",
    "'', false",
    "stop it, false"
  })
  void stop_and_cancel_pause_the_work(String answer, boolean pauses) {
    assertThat(DesignQuestion.isPause(answer)).isEqualTo(pauses);
  }
}
