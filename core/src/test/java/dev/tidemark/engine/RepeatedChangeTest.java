package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Changes of a process whose server was killed before it answered.
class RepeatedChangeTest {
  private static final Change DONE = Workshop.complete(RESEARCH);

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private static Change note(String text) {
    var note = new Note(Note.Kind.NOTE, null, text);
    return new Change.AmendPhase(null, PhaseReport.NONE, List.of(note), List.of());
  }

  private static Caller by(long process) {
    return Caller.of(new Actor(Actor.Kind.AGENT, "codex", null, "laptop", process));
  }

  private Outcome<?> apply(Checkpoints checkpoints, Change change, Caller by) {
    shop.now = shop.now.plusSeconds(1);
    return checkpoints.apply(shop.dialect(AUTH), AUTH, change, by).outcome();
  }

  private int entries() {
    return shop.store.history(AUTH).size();
  }

  @Test
  void each_change_that_the_journal_has_is_answered_and_the_next_one_is_made() {
    var started = shop.now;
    apply(shop.checkpoints, note("rotate() is done"), by(7));
    apply(shop.checkpoints, note("the words of someone else"), by(8));
    apply(shop.checkpoints, DONE, by(7));
    int before = entries();
    shop.repeatedSince = started;
    var again = new Checkpoints(shop.store, shop.store, shop);

    for (var change : List.of(note("rotate() is done"), DONE)) {
      assertThat(apply(again, change, by(7)).notices())
          .extracting(notice -> notice.code())
          .contains("already-applied");
    }
    assertThat(entries()).isEqualTo(before);

    apply(again, note("revoke() is done"), by(7));
    assertThat(entries()).isEqualTo(before + 1);
  }

  @Test
  void entries_of_an_earlier_process_of_the_same_number_are_no_answer() {
    apply(shop.checkpoints, note("rotate() is done"), by(7));
    int before = entries();
    shop.repeatedSince = shop.now.plusMillis(1);

    apply(new Checkpoints(shop.store, shop.store, shop), note("revoke() is done"), by(7));

    assertThat(entries()).isEqualTo(before + 1);
  }
}
