package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.WRITER;
import static dev.tidemark.testkit.Samples.everyEvent;
import static dev.tidemark.testkit.Samples.evidence;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.RunStart;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException.ConflictException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What every store promises of the past of its documents, beside what [WriteContract] tests.
///
/// @param <S> the store
public abstract class PastContract<S extends CheckpointStore & HistoryStore>
    extends LimitsContract<S> {
  /// For implementations.
  protected PastContract() {}

  @Test
  void the_history_is_complete_and_free_of_gaps() {
    var revisions = new ArrayList<String>();
    for (int i = 1; i <= 25; i++) {
      revisions.add(put(open(), RUN, "state " + i).value());
    }
    var history = open().history(RUN);
    assertThat(history).extracting(HistoryEntry::revision).isEqualTo(revisions);
    for (int i = 0; i < history.size(); i++) {
      var entry = history.get(i);
      assertThat(entry.sequence()).isEqualTo(i + 1L);
      assertThat(entry.run()).isEqualTo(RUN);
      assertThat(entry.by()).isEqualTo(WRITER);
      assertThat(entry.at()).isEqualTo(NOW);
      assertThat(entry.events()).containsExactly(new Event.DocumentSaved());
    }
  }

  @Test
  void the_newest_entries_are_the_end_of_the_history() {
    assertThat(open().newest(RUN, 3)).isEmpty();
    for (int i = 1; i <= 7; i++) {
      put(open(), RUN, "state " + i);
    }
    var history = open().history(RUN);
    for (int count = 1; count <= 9; count++) {
      assertThat(open().newest(RUN, count)).isEqualTo(history.subList(Math.max(0, 7 - count), 7));
    }
  }

  @Test
  void the_newest_start_is_found_wherever_it_is_in_the_history() {
    put(open(), RUN, "{\"kind\":\"workflow.started\"}");
    assertThat(open().newestStart(RUN)).isEmpty();
    var older = new Event.WorkflowStarted(List.of());
    var newer = Event.WorkflowStarted.given(List.of(new PhaseName("design")));
    for (var event : List.of(older, new Event.DocumentSaved(), newer)) {
      var expected = open().find(RUN).orElseThrow().revision();
      open().replace(new DocumentWrite(RUN, "at " + event, expected, news(event)));
    }
    assertThat(open().newestStart(RUN)).hasValue(new RunStart(NOW, newer, false));
    put(open(), RUN, "later");
    var expected = open().find(RUN).orElseThrow().revision();
    var end = news(new Event.WorkflowCompleted(), new Event.DocumentSaved());
    open().replace(new DocumentWrite(RUN, "end", expected, end));
    assertThat(open().newestStart(RUN)).hasValue(new RunStart(NOW, newer, true));
  }

  @Test
  void the_newest_start_has_the_phases_of_the_newest_plan() {
    var begun = new Event.WorkflowStarted(List.of(new PhaseName("a")), "i", Map.of());
    var names = List.of(new PhaseName("a"), new PhaseName("b"));
    var older = new Event.PlanChanged(List.of(), Map.of(), names);
    var newer = new Event.PlanChanged(names, Map.of(), List.of());
    var expected = Revision.NONE;
    for (var event : List.of(older, begun, older, new Event.DocumentSaved(), newer)) {
      open().replace(new DocumentWrite(RUN, "at " + event, expected, news(event)));
      expected = open().find(RUN).orElseThrow().revision();
    }
    var known = new Event.WorkflowStarted(names, "i", Map.of("phases", List.of()));
    assertThat(open().newestStart(RUN)).hasValue(new RunStart(NOW, known, false));
  }

  @Test
  void every_event_and_all_evidence_come_back_as_they_were() {
    var recordMetadata = new RecordMetadata(NOW, WRITER, everyEvent(), evidence());
    open().replace(new DocumentWrite(RUN, "text", Revision.NONE, recordMetadata));
    assertThat(open().history(RUN).getFirst().events()).isEqualTo(everyEvent());
    assertThat(open().find(RUN).orElseThrow().evidence()).isEqualTo(evidence());
  }

  @Test
  void evidence_outlives_an_edit_made_behind_our_back() {
    var recordMetadata = new RecordMetadata(NOW, WRITER, List.of(), evidence());
    open().replace(new DocumentWrite(RUN, "text", Revision.NONE, recordMetadata));
    edit(RUN, "edited");
    assertThat(open().find(RUN).orElseThrow().evidence()).isEqualTo(evidence());
  }

  @Test
  void equal_and_backward_times_do_not_change_the_order() {
    var texts = List.of("a", "b", "c", "d");
    var revision = Revision.NONE;
    for (int i = 0; i < texts.size(); i++) {
      var at = i == 2 ? NOW.minusSeconds(9_000) : NOW;
      var recordMetadata = new RecordMetadata(at, WRITER, List.of(), evidence());
      revision = open().replace(new DocumentWrite(RUN, texts.get(i), revision, recordMetadata));
    }
    assertThat(open().history(RUN))
        .extracting(HistoryEntry::sequence)
        .containsExactly(1L, 2L, 3L, 4L);
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo("d");
    assertThat(open().stateAt(RUN, 3)).contains("c");
  }

  @Test
  void every_state_can_be_told_again() {
    var random = new Random(42);
    var texts = new ArrayList<String>();
    var text = new StringBuilder("\u00e4\u20ac\ud83d\ude00 begin ".repeat(20));
    for (int i = 0; i < 60; i++) {
      int at = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length())));
      text.insert(
          at, random.nextBoolean() ? "\u00f6\ud83d\ude01" : "x".repeat(1 + random.nextInt(90)));
      if (i % 7 == 6) {
        text.delete(0, text.offsetByCodePoints(0, 5));
      }
      texts.add(text.toString());
      put(open(), RUN, text.toString());
    }
    var store = open();
    for (int i = 0; i < texts.size(); i++) {
      assertThat(store.stateAt(RUN, i + 1L)).contains(texts.get(i));
    }
    assertThat(store.stateAt(RUN, 0)).isEmpty();
    assertThat(store.stateAt(RUN, texts.size() + 1L)).isEmpty();
    assertThat(store.verify(RUN)).isEmpty();
  }

  @Test
  void every_state_can_be_told_again_whatever_led_to_it() {
    var random = new Random(7);
    var states = new ArrayList<@Nullable String>();
    String text = null;
    for (int i = 0; i < Proofs.tries(80, 15); i++) {
      int dice = random.nextInt(6);
      if (dice == 0) {
        remove();
        text = null;
      } else if (dice == 1) {
        open().replace(DocumentWrite.note(RUN, revision(), news()));
      } else {
        text = (text == null ? "begin " : text) + "x".repeat(random.nextInt(30)) + i;
        put(open(), RUN, text);
      }
      states.add(text);
    }
    for (int i = 0; i < states.size(); i++) {
      assertThat(open().stateAt(RUN, i + 1L))
          .as("%s", i)
          .isEqualTo(Optional.ofNullable(states.get(i)));
    }
    for (int step : new int[] {1, 7}) {
      assertThat(open().stateAt(RUN, every(step).keySet())).isEqualTo(every(step));
    }
    assertThat(open().history(RUN)).hasSameSizeAs(states);
    assertThat(open().verify(RUN)).isEmpty();
    open().prune(open().plan(RUN, 5, NOW.plusSeconds(60)));
    assertThat(open().verify(RUN)).isEmpty();
    assertThat(open().stateAt(RUN, states.size())).isEqualTo(Optional.ofNullable(states.getLast()));
  }

  /// Returns every n-th state that can be told, as one by one.
  private Map<Long, String> every(int step) {
    var every = new HashMap<Long, String>();
    for (long i = 0; i <= open().history(RUN).size() + 1; i += step) {
      var sequence = i;
      open().stateAt(RUN, sequence).ifPresent(text -> every.put(sequence, text));
    }
    return every;
  }

  @Test
  void an_unchanged_document_can_have_news() {
    var revision = put(open(), RUN, "same");
    var again =
        open().replace(new DocumentWrite(RUN, "same", revision, news(new Event.Restored(1))));
    assertThat(again).isEqualTo(revision);
    assertThat(open().history(RUN)).hasSize(2);
    assertThat(open().stateAt(RUN, 2)).contains("same");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_plan_drops_nothing() {
    fill(12);
    var plan = open().plan(RUN, 3, NOW.plusSeconds(60));
    assertThat(plan.entries()).isPositive();
    assertThat(plan.bytes()).isPositive();
    assertThat(open().plan(RUN, 3, NOW.plusSeconds(60))).isEqualTo(plan);
    for (int i = 1; i <= 12; i++) {
      assertThat(open().stateAt(RUN, i)).isPresent();
    }
  }

  @Test
  void a_prune_drops_what_its_plan_says_and_keeps_the_rest() {
    fill(40);
    var before = open().history(RUN);
    var plan = open().plan(RUN, 5, NOW.plusSeconds(60));
    assertThat(plan.firstKept()).isLessThanOrEqualTo(36);
    open().prune(plan);
    for (int i = 1; i <= 40; i++) {
      assertThat(open().stateAt(RUN, i).isPresent())
          .as("state %s", i)
          .isEqualTo(i >= plan.firstKept());
    }
    assertThat(open().history(RUN)).as("entries stay").isEqualTo(before);
    assertThat(open().verify(RUN)).as("the record still holds").isEmpty();
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(text(40));
    put(open(), RUN, "and on it goes");
    assertThat(open().history(RUN)).hasSize(41);
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void young_states_are_kept_whatever_their_number() {
    fill(20);
    assertThat(open().plan(RUN, 1, NOW).entries()).isZero();
    assertThat(open().plan(RUN, 1, NOW.plusSeconds(1)).entries()).isPositive();
    assertThat(open().plan(RUN, 1, Instant.EPOCH).entries()).isZero();
  }

  @Test
  void a_plan_that_no_longer_fits_is_not_carried_out() {
    fill(20);
    var plan = open().plan(RUN, 2, NOW.plusSeconds(60));
    open().prune(plan);
    assertThatThrownBy(() -> open().prune(plan)).isInstanceOf(ConflictException.class);
    var invented = new PrunePlan(RUN, 3, 99, 1_000);
    assertThatThrownBy(() -> open().prune(invented)).isInstanceOf(ConflictException.class);
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void the_newest_state_cannot_be_dropped() {
    fill(3);
    assertThatThrownBy(() -> open().plan(RUN, 0, NOW)).isInstanceOf(IllegalArgumentException.class);
    open().prune(open().plan(RUN, 1, NOW.plusSeconds(60)));
    assertThat(open().stateAt(RUN, 3)).contains(text(3));
  }

  private void fill(int count) {
    for (int i = 1; i <= count; i++) {
      put(open(), RUN, text(i));
    }
  }

  /// Returns texts that have nothing in common, so that no store keeps one as part of another.
  private static String text(int number) {
    return Character.toString('A' + number % 26).repeat(400) + number;
  }
}
