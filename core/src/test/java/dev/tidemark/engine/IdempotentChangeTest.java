package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Event;
import dev.tidemark.history.Event.HandoffApplied;
import dev.tidemark.history.HistoryEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Whether something happened already to the run as it stands.
class IdempotentChangeTest {
  private static final CheckpointId RUN = new CheckpointId("state", "design", "auth");
  private static final Event ONCE = new HandoffApplied(new PhaseName("a"), "t", "done", "d");
  private static final Event OTHER = new HandoffApplied(new PhaseName("b"), "t", "done", "d");
  private static final Event BEGUN = new Event.WorkflowStarted(List.of());

  static Stream<Arguments> histories() {
    var none = List.<Event>of();
    return Stream.of(
        Arguments.of(null, List.of()),
        Arguments.of(null, List.of(List.of(BEGUN), List.of(OTHER))),
        Arguments.of(2L, List.of(List.of(BEGUN), List.of(ONCE), List.of(OTHER))),
        Arguments.of(3L, List.of(List.of(BEGUN), List.of(ONCE), List.of(ONCE))),
        Arguments.of(1L, List.of(List.of(BEGUN, ONCE), none)),
        Arguments.of(null, List.of(List.of(ONCE), List.of(BEGUN))),
        Arguments.of(null, List.of(none, List.of(ONCE), List.of(new Event.Restored(1)))),
        Arguments.of(2L, List.of(none, List.of(ONCE), none, List.of(new Event.Restored(2)))),
        Arguments.of(null, List.of(none, List.of(ONCE), List.of(new Event.Rewound(1)))),
        Arguments.of(
            2L, List.of(none, List.of(ONCE), List.of(BEGUN), List.of(new Event.Rewound(2)))));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void a_new_beginning_and_an_earlier_state_put_back_make_it_undone(
      @Nullable Long sequence, List<List<Event>> events) {
    var history = new ArrayList<HistoryEntry>();
    for (var each : events) {
      var at = Instant.EPOCH.plusSeconds(history.size());
      history.add(new HistoryEntry(RUN, history.size() + 1L, at, Actor.EXTERNAL, each, "r"));
    }

    var entry = ChangeResult.entry(history, ONCE);

    assertThat(entry == null ? null : entry.sequence()).isEqualTo(sequence);
  }
}
