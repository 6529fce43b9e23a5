package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.StoreException.ClaimedException;
import dev.tidemark.store.StoreException.ConflictException;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.OutcomeUnknownException;
import dev.tidemark.store.StoreException.StaleOwnerException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import java.io.IOException;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a store could not do is told with what was not written and what would help.
class StoreExceptionTest {
  private static final CheckpointId RUN = new CheckpointId("state", "design", "auth");
  private static final Instant UNTIL = Instant.parse("2026-03-01T12:00:00.750Z");

  static Stream<Arguments> failures() {
    var cause = new IOException("disk");
    return Stream.of(
        Arguments.of(
            new BusyException(RUN, 5000),
            "state/design/auth is locked by another process (waited 5000 ms)",
            "when the other process has finished"),
        Arguments.of(
            new ClaimedException(RUN, "ann", UNTIL),
            "state/design/auth is claimed by ann until 2026-03-01T12:00:00Z; nothing was written",
            "tidemark claim"),
        Arguments.of(
            new ConflictException(RUN),
            "state/design/auth has changed in the meantime; nothing was written",
            "Run the command again"),
        Arguments.of(new DamagedException("a.tmj", "torn"), "a.tmj: torn", "tidemark doctor"),
        Arguments.of(
            new ForbiddenException("too large", "Shorten it."), "too large", "Shorten it."),
        Arguments.of(new OutcomeUnknownException("lost", cause), "lost", "tidemark status"),
        Arguments.of(
            new StoreUnavailableException("no folder", cause), "no folder", "the folder exists"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void it_says_what_was_not_done_and_what_helps(
      StoreException failure, String message, String hint) {
    assertThat(failure).hasMessage(message);
    assertThat(failure.hint()).contains(hint);
  }

  @Test
  void who_was_away_for_too_long_hears_who_took_over() {
    var begin = "state/design/auth is no longer claimed here: the claim ended and ";

    assertThat(new StaleOwnerException(RUN, null))
        .hasMessage(begin + "others have changed the run; nothing was written");
    assertThat(new StaleOwnerException(RUN, "bob"))
        .hasMessage(begin + "bob took over; nothing was written");
    assertThat(new StaleOwnerException(RUN, "bob").hint()).contains("tidemark claim --release");
  }
}
