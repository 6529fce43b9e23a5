package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.NOW;
import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.WRITER;
import static dev.tidemark.testkit.Samples.news;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.ForbiddenException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What every store promises where things are large, odd, equal or lost: no text is normalised, no
/// order depends on clocks, nothing that is kept depends on what was dropped.
///
/// @param <S> the store
public abstract class LimitsContract<S extends CheckpointStore & HistoryStore>
    extends NewsContract<S> {
  /// As large as a document may be, in bytes.
  private static final int LARGEST = 5 * 1024 * 1024;

  /// For implementations.
  protected LimitsContract() {}

  @Test
  void numbers_are_kept_as_they_were_written() {
    var numbers =
        List.of(
            "NaN",
            "-Infinity",
            "1e400",
            "-0",
            "0.0",
            "1.0",
            "1E+2",
            "9007199254740993",
            "123456789012345678901234567890",
            "0.1000000000000000055511151231257827",
            "5e-324");
    for (var number : numbers) {
      var text = "{\"n\":" + number + ",\"n\":" + number + "}";
      put(open(), RUN, text);
      assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(text);
    }
    for (int i = 0; i < numbers.size(); i++) {
      assertThat(open().stateAt(RUN, i + 1L).orElseThrow()).contains(":" + numbers.get(i) + ",");
    }
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void texts_that_differ_in_what_others_normalise_are_different() {
    var texts =
        List.of(
            "{\"a\":1,\"b\":2}",
            "{\"b\":2,\"a\":1}",
            "{\"a\":1, \"b\":2}",
            "{\"a\":1,\"b\":2}\n",
            "{\"a\":1,\"b\":2}\r\n",
            "{\"\\u0061\":1,\"b\":2}",
            "\u00e9",
            "e\u0301");
    var revisions = texts.stream().map(text -> put(open(), RUN, text)).toList();
    assertThat(revisions).doesNotHaveDuplicates();
    for (int i = 0; i < texts.size(); i++) {
      assertThat(open().stateAt(RUN, i + 1L)).contains(texts.get(i));
    }
  }

  @Test
  void the_largest_document_comes_back_and_one_of_ten_megabytes_is_refused() {
    var largest = "0123456789abcdef".repeat(LARGEST / 16);
    var revision = put(open(), RUN, largest);
    var changed = largest.replaceFirst("9ab", "...");
    put(open(), RUN, changed);
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(changed);
    assertThat(open().stateAt(RUN, 1)).contains(largest);
    var tooLarge = new DocumentWrite(RUN, "x".repeat(2 * LARGEST), revision, news());
    assertThatThrownBy(() -> open().replace(tooLarge)).isInstanceOf(StoreException.class);
    var wide = new DocumentWrite(RUN, "\u20ac".repeat(LARGEST / 3 + 1), Revision.NONE, news());
    assertThatThrownBy(() -> open().replace(wide)).isInstanceOf(ForbiddenException.class);
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(changed);
    assertThat(open().history(RUN)).hasSize(2);
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_document_that_nests_without_end_is_text_like_any_other() {
    var deep = "[".repeat(300_000);
    put(open(), RUN, deep);
    put(open(), RUN, deep + "]");
    assertThat(open().find(RUN).orElseThrow().text()).isEqualTo(deep + "]");
    assertThat(open().stateAt(RUN, 1)).contains(deep);
  }

  @Test
  void news_is_long_and_odd_and_comes_back() {
    var phase = new PhaseName("\u202e\"\\\u0000\n");
    var reason = "},\"crc\":\"00000000\"}\n{\"head\":{" + "\ud83d\ude00".repeat(20_000);
    var events = new ArrayList<Event>();
    for (int i = 0; i < 300; i++) {
      events.add(new Event.PhaseStarted(new PhaseName("phase " + i)));
    }
    events.add(new Event.PhaseFailed(phase, reason));
    open()
        .replace(
            new DocumentWrite(
                RUN, "x", Revision.NONE, new RecordMetadata(NOW, WRITER, events, Evidence.NONE)));
    assertThat(open().history(RUN).getFirst().events()).isEqualTo(events);
    put(open(), RUN, "y");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void half_a_character_in_news_is_kept_or_refused_and_breaks_nothing() {
    put(open(), RUN, "one");
    var revision = open().find(RUN).orElseThrow().revision();
    var event = new Event.PhaseFailed(new PhaseName("design"), "cut \ud83d");
    int there = 1;
    try {
      open().replace(new DocumentWrite(RUN, "two", revision, news(event)));
      there = 2;
    } catch (StoreException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    put(open(), RUN, "three");
    assertThat(open().history(RUN)).hasSize(there + 1);
    assertThat(open().stateAt(RUN, there + 1L)).contains("three");
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void a_write_whose_answer_was_lost_can_be_told_from_one_that_was_not_made() {
    var before = put(open(), RUN, "one");
    var lost = new DocumentWrite(RUN, "two", before, news());
    open().replace(lost);
    assertThatThrownBy(() -> open().replace(lost)).isInstanceOf(ConflictException.class);
    var found = open().find(RUN).orElseThrow();
    assertThat(found.text()).isEqualTo(lost.text());
    assertThat(found.sequence()).isEqualTo(2);
    assertThat(open().history(RUN)).hasSize(2);
  }

  @Test
  void entries_of_one_instant_stay_in_order() {
    var texts = IntStream.rangeClosed(1, 60).mapToObj(i -> "state " + i).toList();
    texts.forEach(text -> put(open(), RUN, text));
    assertThat(open().history(RUN))
        .extracting(HistoryEntry::sequence)
        .isEqualTo(IntStream.rangeClosed(1, 60).mapToObj(i -> (long) i).toList());
    for (int i = 0; i < texts.size(); i++) {
      assertThat(open().stateAt(RUN, i + 1L)).contains(texts.get(i));
    }
  }

  @Test
  void a_prune_leaves_nothing_that_needs_what_it_dropped() {
    var big = "a line of a document that hardly changes\n".repeat(200);
    for (int i = 1; i <= 30; i++) {
      put(open(), RUN, big + i);
    }
    for (int keep : new int[] {12, 5, 2, 1}) {
      var plan = open().plan(RUN, keep, NOW.plusSeconds(60));
      open().prune(plan);
      assertThat(plan.firstKept()).isLessThanOrEqualTo(31 - keep);
      for (long i = plan.firstKept(); i <= 30; i++) {
        assertThat(open().stateAt(RUN, i)).as("state %s, keeping %s", i, keep).contains(big + i);
      }
      assertThat(open().verify(RUN)).isEmpty();
    }
    put(open(), RUN, big + 31);
    assertThat(open().stateAt(RUN, 31)).contains(big + 31);
    assertThat(open().history(RUN)).hasSize(31);
    assertThat(open().verify(RUN)).isEmpty();
  }

  @Test
  void runs_do_not_mix() {
    var texts = new HashMap<CheckpointId, String>();
    for (int round = 1; round <= 3; round++) {
      for (int i = 0; i < 12; i++) {
        var id = new CheckpointId("state", "implement", i == 0 ? null : "item" + i);
        texts.put(id, id + " " + round);
        put(open(), id, id + " " + round);
      }
    }
    for (var entry : texts.entrySet()) {
      var id = entry.getKey();
      assertThat(open().find(id).map(Document::text)).contains(entry.getValue());
      assertThat(open().history(id)).extracting(HistoryEntry::run).containsExactly(id, id, id);
      assertThat(open().stateAt(id, 2)).contains(id + " 2");
    }
    assertThat(open().list("state")).containsExactlyInAnyOrderElementsOf(texts.keySet());
  }
}
