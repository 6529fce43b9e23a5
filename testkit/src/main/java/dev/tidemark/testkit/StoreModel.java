package dev.tidemark.testkit;

import static dev.tidemark.testkit.Samples.RUN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.CheckpointStore;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.store.HistoryStore;
import dev.tidemark.store.PrunePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a store must say of one run, in as few words as possible: a text, and the states that were
/// recorded.
final class StoreModel {
  private final List<@Nullable String> states = new ArrayList<>();
  private final List<Event.Kind> events = new ArrayList<>();
  private @Nullable String text;
  private long kept = 1;

  /// Returns the document; absent if there is none.
  @Nullable String text() {
    return text;
  }

  private @Nullable String recorded() {
    return states.isEmpty() ? null : states.getLast();
  }

  private boolean isOutside() {
    return !Objects.equals(text, recorded());
  }

  private void record(@Nullable String state, Event.Kind event) {
    states.add(state);
    events.add(event);
    text = state;
  }

  /// A removal is recorded when another document takes the place only.
  private boolean isMissing() {
    return text == null && recorded() != null;
  }

  void adopt() {
    if (!isMissing()) {
      recordOutside();
    }
  }

  private void recordOutside() {
    if (isOutside()) {
      var event =
          text == null
              ? Event.Kind.REMOVED_OUTSIDE
              : states.contains(text) ? Event.Kind.REWOUND : Event.Kind.EDITED_OUTSIDE;
      record(text, event);
    }
  }

  void put(String next) {
    recordOutside();
    record(next, Event.Kind.DOCUMENT_SAVED);
  }

  void note() {
    if (isMissing()) {
      states.add(recorded());
      events.add(Event.Kind.DOCUMENT_SAVED);
      return;
    }
    adopt();
    record(text, Event.Kind.DOCUMENT_SAVED);
  }

  void remove() {
    recordOutside();
    record(null, Event.Kind.DOCUMENT_SAVED);
  }

  void edit(@Nullable String next) {
    text = next;
  }

  void prune(int keep, PrunePlan plan) {
    long due = Math.max(1, states.size() - keep + 1L);
    assertThat(plan.firstKept()).as("what a plan keeps").isLessThanOrEqualTo(due);
    kept = Math.max(kept, plan.firstKept());
  }

  /// A writer was stopped: the state before, or the one after, or the one before with what others
  /// did recorded. A writer that puts back the recorded document leaves what the writer of that
  /// record leaves if it is stopped, so the document may be back without a new entry.
  ///
  /// @param found what the store says now; absent if it says nothing
  void crash(String next, @Nullable Document found, boolean acknowledged) {
    long sequence = found == null ? 0 : found.sequence();
    if (acknowledged || sequence > states.size()) {
      recordOutside();
    }
    if (acknowledged || sequence > states.size()) {
      record(next, Event.Kind.DOCUMENT_SAVED);
    }
    assertThat(sequence).as("entries after a crash").isEqualTo(states.size());
    if (next.equals(recorded()) && found != null && next.equals(found.text())) {
      text = next;
    }
  }

  /// Compares everything that a store says with this.
  <S extends CheckpointStore & HistoryStore> void check(S store) {
    var found = store.find(RUN);
    boolean nothing = text == null && states.isEmpty();
    assertThat(found.isEmpty()).isEqualTo(nothing);
    found.ifPresent(this::check);
    assertThat(store.list("state")).isEqualTo(nothing ? List.of() : List.of(RUN));
    var history = store.history(RUN);
    assertThat(history).extracting(it -> it.events().getFirst().kind()).isEqualTo(events);
    for (int i = 0; i < history.size(); i++) {
      assertThat(history.get(i).sequence()).isEqualTo(i + 1L);
    }
    for (long i = kept; i <= states.size(); i++) {
      assertThat(store.stateAt(RUN, i)).isEqualTo(Optional.ofNullable(states.get((int) i - 1)));
    }
    assertRevisions(history);
    boolean recorded = !states.isEmpty();
    for (var problem : store.verify(RUN)) {
      assertThat(problem.code())
          .as(problem.message())
          .isIn(HistoryDiagnostics.EDITED, HistoryDiagnostics.BEHIND, HistoryDiagnostics.TORN);
      assertThat(recorded).isTrue();
    }
  }

  private void check(Document found) {
    assertThat(found.exists()).isEqualTo(text != null);
    assertThat(found.text()).isEqualTo(text == null ? "" : text);
    assertThat(found.sequence()).isEqualTo(states.size());
    if (states.isEmpty()) {
      assertThat(found.syncState()).isEqualTo(SyncState.UNRECORDED);
    } else if (isOutside()) {
      assertThat(found.syncState()).isEqualTo(SyncState.EDITED);
    } else {
      assertThat(found.syncState()).isIn(SyncState.RECORDED, SyncState.HALF_PUBLISHED);
    }
  }

  private void assertRevisions(List<HistoryEntry> history) {
    for (int i = 0; i < states.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(history.get(i).revision().equals(history.get(j).revision()))
            .as("revisions of %s and %s", i + 1, j + 1)
            .isEqualTo(Objects.equals(states.get(i), states.get(j)));
      }
    }
  }
}
