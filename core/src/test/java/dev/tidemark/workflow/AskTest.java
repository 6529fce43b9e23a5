package dev.tidemark.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Answers are found by their questions.
class AskTest {
  /// Every question that is about something, made of what it is about.
  private static final List<Function<String, Ask<?>>> ABOUT =
      List.of(
          Ask.Ignored::new,
          Ask.Exists::new,
          Ask.Text::new,
          Ask.Files::new,
          Ask.FilesBelow::new,
          Ask.Digest::new,
          Ask.Print::new,
          Ask.Since::new,
          Ask.InGit::new,
          Ask.Committed::new,
          Ask.Program::new,
          Ask.MovedSince::new,
          Ask.ShipReady::new,
          about -> new Ask.DocumentOf(new CheckpointId("state", "design", about)));

  @Test
  void the_same_question_about_the_same_thing_is_one_and_any_other_is_another() {
    var all = new HashSet<Ask<?>>(List.of(Ask.HeadNow.HEAD, Ask.TreeNow.TREE));
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
    var ask = new Ask.Exists("a");
    var facts = new Facts(Scene.NOW, SummaryLimit.DEFAULT, Map.of(ask, Fact.known(true)));
    var more = new HashMap<Ask<?>, Fact<?>>();
    more.put(new Ask.Exists("b"), Fact.partly(false, "not all was read"));
    more.put(new Ask.Exists("c"), Fact.unknown("nobody may look"));

    var all = facts.and(more);

    assertThat(facts.has(new Ask.Exists("b"))).isFalse();
    assertThat(all.get(new Ask.Exists("a")).reason()).isEmpty();
    assertThat(all.get(new Ask.Exists("b")).isKnown()).isTrue();
    assertThat(all.get(new Ask.Exists("b")).reason()).isEqualTo("not all was read");
    assertThat(all.get(new Ask.Exists("c")).isKnown()).isFalse();
    assertThat(all.get(new Ask.Exists("c")).reason()).isEqualTo("nobody may look");
  }

  @Test
  void what_is_not_answered_yet_is_assumed() {
    var scene = new Scene();
    var ask = new Ask.Exists("a");
    var known = scene.situation(Map.of(ask, Fact.known(true)));

    assertThat(known.answer(ask, false)).isTrue();
    assertThat(scene.situation(Map.of(ask, Fact.unknown("no"))).answer(ask, false)).isFalse();
    assertThat(scene.situation(Map.of()).answer(ask, true)).isTrue();
    assertThat(scene.situation(Map.of()).answer(ask, false)).isFalse();
  }
}
