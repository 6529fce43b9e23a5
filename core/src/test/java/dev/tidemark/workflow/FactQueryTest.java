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
          FactQuery::ignored,
          FactQuery::exists,
          FactQuery::fileText,
          FactQuery::files,
          FactQuery::filesBelow,
          FactQuery::digest,
          FactQuery::fingerprint,
          FactQuery::commitRelation,
          FactQuery::gitStatus,
          FactQuery::textAtHead,
          FactQuery::program,
          FactQuery::movedSince,
          FactQuery::shipVerdict,
          about -> FactQuery.document(new CheckpointId("state", "design", about)));

  @Test
  void the_same_question_about_the_same_thing_is_one_and_any_other_is_another() {
    var all = new HashSet<FactQuery<?>>(List.of(FactQuery.HEAD, FactQuery.TREE));
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
    var ask = FactQuery.exists("a");
    var facts = new Facts(Scene.NOW, SummaryLimit.DEFAULT, Map.of(ask, Fact.known(true)));
    var more = new HashMap<FactQuery<?>, Fact<?>>();
    more.put(FactQuery.exists("b"), Fact.partial(false, "not all was read"));
    more.put(FactQuery.exists("c"), Fact.unknown("access is denied"));

    var all = facts.with(more);

    assertThat(facts.has(FactQuery.exists("b"))).isFalse();
    assertThat(all.get(FactQuery.exists("a")).reason()).isEmpty();
    assertThat(all.get(FactQuery.exists("b")).isKnown()).isTrue();
    assertThat(all.get(FactQuery.exists("b")).reason()).isEqualTo("not all was read");
    assertThat(all.get(FactQuery.exists("c")).isKnown()).isFalse();
    assertThat(all.get(FactQuery.exists("c")).reason()).isEqualTo("access is denied");
  }

  @Test
  void what_is_not_answered_yet_is_assumed() {
    var scene = new Scene();
    var ask = FactQuery.exists("a");
    var known = scene.situation(Map.of(ask, Fact.known(true)));

    assertThat(known.answer(ask, false)).isTrue();
    assertThat(scene.situation(Map.of(ask, Fact.unknown("no"))).answer(ask, false)).isFalse();
    assertThat(scene.situation(Map.of()).answer(ask, true)).isTrue();
    assertThat(scene.situation(Map.of()).answer(ask, false)).isFalse();
  }

  @Test
  void a_query_has_its_options() {
    var run = new CheckpointId("state", "design", "auth");

    assertThat(FactQuery.mergeSides("a", true).committed()).isTrue();
    assertThat(FactQuery.mergeSides("a", false).committed()).isFalse();
    assertThat(FactQuery.mergeSides("a", true)).isNotEqualTo(FactQuery.mergeSides("a", false));
    assertThat(FactQuery.changes("c1", 2_000).millis()).isEqualTo(2_000);
    assertThat(FactQuery.changes("c1", 2_000)).hasToString("CHANGES c1");
    assertThat(FactQuery.changes(null, 2_000)).isEqualTo(FactQuery.changes("", 2_000));
    assertThat(FactQuery.document(run).run()).isEqualTo(run);
    assertThat(FactQuery.document(run)).hasToString("DOCUMENT state/design/auth");
  }
}
