package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.history.Event;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.Document.SyncState;
import org.junit.jupiter.api.Test;

/// What others made of a document is recorded.
class ExternalEditAdoptionTest {
  private static final String SHIP = "\"gate\": {\"ship_allowed\": true, \"blockers\": []}, ";

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));

  private boolean adopt(ChangeMode changeMode) {
    return shop.checkpoints.adopt(shop.dialect(AUTH), AUTH, changeMode);
  }

  @Test
  void an_edit_is_recorded_once() {
    assertThat(adopt(ChangeMode.COMMIT)).isFalse();
    shop.edit(AUTH, "\"auth\"", "\"Auth\"");

    assertThat(adopt(ChangeMode.DRY_RUN)).isTrue();
    assertThat(shop.store.history(AUTH)).hasSize(1);
    assertThat(adopt(ChangeMode.COMMIT)).isTrue();
    assertThat(shop.store.history(AUTH)).hasSize(2);
    assertThat(shop.events(AUTH)).containsExactly(new Event.EditedOutside());
    assertThat(adopt(ChangeMode.COMMIT)).isFalse();
  }

  @Test
  void a_removed_file_stays_missing_and_of_what_never_was_there_is_nothing_to_record() {
    shop.store.edit(AUTH, null);
    assertThat(adopt(ChangeMode.COMMIT)).isFalse();
    assertThat(shop.store.find(AUTH).orElseThrow().isMissing()).isTrue();

    assertThat(shop.checkpoints.adopt(shop.dialect(AUTH), Workshop.RELEASE, ChangeMode.COMMIT))
        .isFalse();
    assertThat(shop.store.find(Workshop.RELEASE)).isEmpty();
  }

  @Test
  void a_document_that_is_adopted_says_what_its_gates_depend_on() {
    var text = shop.text(AUTH);
    var fresh = new Workshop();
    fresh.store.edit(AUTH, text.replace("\"phases\":", SHIP + "\"phases\":"));

    assertThat(fresh.checkpoints.adopt(fresh.dialect(AUTH), AUTH, ChangeMode.COMMIT)).isTrue();

    var found = fresh.store.find(AUTH).orElseThrow();
    assertThat(found.syncState()).isEqualTo(SyncState.RECORDED);
    var proof = found.evidence().proof(Claim.Verdict.WORD, "ship");
    assertThat(proof).isNotNull();
    assertThat(proof.by()).isEqualTo(Actor.EXTERNAL);
    assertThat(fresh.store.history(AUTH)).extracting(HistoryEntry::sequence).hasSize(2);
    fresh.store.edit(Workshop.RELEASE, text);
    fresh.checkpoints.adopt(fresh.dialect(AUTH), Workshop.RELEASE, ChangeMode.COMMIT);
    assertThat(fresh.store.history(Workshop.RELEASE)).hasSize(1);
  }

  @Test
  void an_edit_that_changes_while_it_is_recorded_is_looked_at_again() {
    shop.edit(AUTH, "\"auth\"", "\"Auth\"");
    var shared = new RememberingStore(shop.store);
    shared.meanwhile = () -> shop.edit(AUTH, "\"Auth\"", "\"AUTH\"");
    var checkpoints = new Checkpoints(shared, shop.store, shop);

    assertThat(checkpoints.adopt(shop.dialect(AUTH), AUTH, ChangeMode.COMMIT)).isTrue();

    assertThat(shop.store.find(AUTH).orElseThrow().syncState()).isEqualTo(SyncState.RECORDED);
    assertThat(shop.text(AUTH)).contains("AUTH");
    assertThat(shop.store.history(AUTH)).hasSize(2);
  }
}
