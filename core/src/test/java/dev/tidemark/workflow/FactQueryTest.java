package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Answers are found by their questions.
class FactQueryTest {
  /// Every question that is about something, made of what it is about.
  private static final List<Function<String, FactQuery<?>>> ABOUT =
      List.of(
          FactQuery.Ignored::new,
          FactQuery.Exists::new,
          FactQuery.Text::new,
          FactQuery.Files::new,
          FactQuery.FilesBelow::new,
          FactQuery.Digest::new,
          FactQuery.Print::new,
          FactQuery.Since::new,
          FactQuery.InGit::new,
          FactQuery.Committed::new,
          FactQuery.Program::new,
          FactQuery.MovedSince::new,
          FactQuery.ShipReady::new,
          about -> new FactQuery.DocumentOf(new CheckpointId("state", "design", about)));

  @Test
  void the_same_question_about_the_same_thing_is_one_and_any_other_is_another() {
    var all = new HashSet<FactQuery<?>>(List.of(FactQuery.HeadNow.HEAD, FactQuery.TreeNow.TREE));
    for (var question : ABOUT) {
      var one = question.apply("one");
      var other = question.apply("other");

      assertThat(one).isEqualTo(question.apply("one")).isNotEqualTo(other);
      assertThat(one).hasSameHashCodeAs(question.apply("one")).doesNotHaveSameHashCodeAs(other);
      all.add(one);
      all.add(other);
    }
    assertThat(all).hasSize(2 + 2 * ABOUT.size());
  }

  @Test
  void facts_are_added_to_and_asked_for_by_question() {
    var ask = new FactQuery.Exists("a");
    var facts = new Facts(Scene.NOW, SummaryLimit.DEFAULT, Map.of(ask, Fact.known(true)));
    var more = new HashMap<FactQuery<?>, Fact<?>>();
    more.put(new FactQuery.Exists("b"), Fact.partial(false, "not all was read"));
    more.put(new FactQuery.Exists("c"), Fact.unknown("access is denied"));

    var all = facts.with(more);

    assertThat(facts.has(new FactQuery.Exists("b"))).isFalse();
    assertThat(all.get(new FactQuery.Exists("a")).reason()).isEmpty();
    assertThat(all.get(new FactQuery.Exists("b")).isKnown()).isTrue();
    assertThat(all.get(new FactQuery.Exists("b")).reason()).isEqualTo("not all was read");
    assertThat(all.get(new FactQuery.Exists("c")).isKnown()).isFalse();
    assertThat(all.get(new FactQuery.Exists("c")).reason()).isEqualTo("access is denied");
  }

  @Test
  void what_is_not_answered_yet_is_assumed() {
    var scene = new Scene();
    var ask = new FactQuery.Exists("a");
    var known = scene.situation(Map.of(ask, Fact.known(true)));

    assertThat(known.answer(ask, false)).isTrue();
    assertThat(scene.situation(Map.of(ask, Fact.unknown("no"))).answer(ask, false)).isFalse();
    assertThat(scene.situation(Map.of()).answer(ask, true)).isTrue();
    assertThat(scene.situation(Map.of()).answer(ask, false)).isFalse();
  }
}
