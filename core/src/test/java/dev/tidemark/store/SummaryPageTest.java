package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.history.RunStart;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.testkit.Samples;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a store does that remembers nothing of what it was told about runs.
class SummaryPageTest {
  private static final CheckpointId ENDED = new CheckpointId("state", "implement", "login");

  private final MemoryStore store = new MemoryStore();

  /// Takes a run for ended if its document says so.
  private final class Reader implements Summarizer {
    @Override
    public String edition() {
      return "1";
    }

    @Override
    public Instant currentTime() {
      return Samples.NOW;
    }

    @Override
    public StoredSummary of(CheckpointId id) {
      var text = String.valueOf(store.find(id).orElseThrow().text());
      return new StoredSummary(id, text.equals("ended"), true, text);
    }
  }

  @BeforeEach
  void write() {
    store.replace(new DocumentWrite(Samples.RUN, "open", Revision.NONE, Samples.news()));
    store.replace(new DocumentWrite(ENDED, "ended", Revision.NONE, Samples.news()));
  }

  @Test
  void ended_runs_are_counted_unless_they_are_wanted() {
    var open = store.summaries("state", false, new Reader());
    var all = store.summaries("state", true, new Reader());

    assertThat(open.runs()).extracting(StoredSummary::id).containsExactly(Samples.RUN);
    assertThat(open.omitted()).isEqualTo(1);
    assertThat(all.runs())
        .extracting(StoredSummary::text)
        .containsExactlyInAnyOrder("open", "ended");
    assertThat(all.omitted()).isZero();
    assertThat(store.summaries("flow", true, new Reader()).runs()).isEmpty();
  }

  @Test
  void a_document_is_found_as_it_was_after_an_entry() {
    var first = store.find(Samples.RUN).orElseThrow().revision();
    store.replace(new DocumentWrite(Samples.RUN, "later", first, Samples.news()));

    assertThat(store.stateAt(Samples.RUN, 1)).contains("open");
    assertThat(store.stateAt(Samples.RUN, 2)).contains("later");
    assertThat(store.stateAt(Samples.RUN, 3)).isEmpty();
  }

  @Test
  void the_newest_entries_and_the_newest_start_of_a_run_are_found() {
    var start = new Event.WorkflowStarted(List.of(new PhaseName("design")));
    var first = store.find(Samples.RUN).orElseThrow().revision();
    store.replace(new DocumentWrite(Samples.RUN, "later", first, Samples.news(start)));

    assertThat(store.newest(Samples.RUN, 1)).extracting(HistoryEntry::sequence).containsExactly(2L);
    assertThat(store.newest(Samples.RUN, 3))
        .extracting(HistoryEntry::sequence)
        .containsExactly(1L, 2L);
    assertThat(store.newestStart(Samples.RUN)).contains(new RunStart(Samples.NOW, start, false));
    assertThat(store.newestStart(ENDED)).isEmpty();
  }

  @Test
  void a_store_that_cannot_tell_of_changes_has_no_pulse() {
    assertThat(store.changeToken()).isEmpty();
  }
}
