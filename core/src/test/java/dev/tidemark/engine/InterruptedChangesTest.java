package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RELEASE;
import static dev.tidemark.engine.Workshop.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.context.InterruptedChanges;
import dev.tidemark.engine.context.InterruptedChanges.Recovery;
import dev.tidemark.engine.context.PendingChange;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.PendingEffect;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Recovery of changes whose process ended between the journal entry and the last effect.
class InterruptedChangesTest {
  private static final Effect.Commit COMMIT =
      new Effect.Commit("toy: research", List.of("toy/design-auth.json", "notes.md"));
  private static final Effect.RunCommand COMMAND = new Effect.RunCommand(List.of("make", "docs"));
  private static final Effect.Archive ARCHIVE = new Effect.Archive(false);
  private static final Notice COMMITTED =
      new Notice(
          "completed-interrupted",
          "an interrupted change of toy/design/auth was completed: the git commit of"
              + " toy/design-auth.json, notes.md");
  private static final Notice COMMANDED =
      new Notice(
          "completed-interrupted",
          "an interrupted change of toy/design/auth was completed: the configured command");
  private static final Notice ARCHIVED =
      new Notice(
          "completed-interrupted",
          "an interrupted change of toy/design/auth was completed: the archived copy");

  /// The time of the only entry of the run.
  private static final Instant RECORDED = START.plusSeconds(60);

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final RememberingStore store = new RememberingStore(shop.store);
  private final Script script = new Script();
  private final InterruptedChanges interrupted = new InterruptedChanges(store, shop.store, shop);

  private void left(long afterSequence, Instant at, Effect... effects) {
    var pending = Arrays.stream(effects).map(InterruptedChangesTest::pending).toList();
    shop.intent = new PendingChange(AUTH, afterSequence, at, pending);
    for (var effect : effects) {
      script.interrupted.put(pending(effect).kind(), effect);
    }
  }

  private static PendingEffect pending(Effect effect) {
    return Objects.requireNonNull(effect.pending());
  }

  private Recovery recover() {
    return interrupted.recover(script.dialect(), AUTH);
  }

  private Document document() {
    return shop.store.find(AUTH).orElseThrow();
  }

  @Test
  void where_nothing_was_interrupted_nothing_is_done() {
    assertThat(recover()).isEqualTo(new Recovery(null, List.of(), List.of()));
    assertThat(interrupted.runs()).isEmpty();
    assertThat(interrupted.pendingEffects(AUTH)).isEmpty();
    assertThat(store.repaired).isEmpty();
    assertThat(shop.effects).isEmpty();
  }

  @Test
  void a_document_that_was_recorded_and_not_published_is_published() {
    store.standing = SyncState.HALF_PUBLISHED;

    assertThat(recover()).isEqualTo(new Recovery(document(), List.of(), List.of()));
    assertThat(store.repaired).containsExactly(AUTH);
  }

  @Test
  void the_effects_of_a_recorded_change_are_made_in_order_and_told() {
    left(0, RECORDED, COMMIT, COMMAND);

    assertThat(interrupted.runs()).containsExactly(AUTH);
    assertThat(recover()).isEqualTo(new Recovery(null, List.of(COMMITTED, COMMANDED), List.of()));
    assertThat(shop.effects).containsExactly(COMMIT, COMMAND);
    assertThat(store.repaired).isEmpty();
  }

  @Test
  void they_are_made_once() {
    left(0, RECORDED, COMMIT);
    recover();

    assertThat(shop.intentHeld).isFalse();
    assertThat(interrupted.runs()).isEmpty();
    assertThat(recover()).isEqualTo(new Recovery(null, List.of(), List.of()));
    assertThat(shop.effects).containsExactly(COMMIT);
  }

  @Test
  void an_effect_that_another_process_is_making_is_left_to_it() {
    left(0, RECORDED, COMMIT);
    shop.intentHeld = true;

    assertThat(recover()).isEqualTo(new Recovery(null, List.of(), List.of()));
    assertThat(interrupted.pendingEffects(AUTH)).isEmpty();
    assertThat(shop.effects).isEmpty();
    assertThat(interrupted.runs()).containsExactly(AUTH);
  }

  @Test
  void the_effects_of_a_change_that_was_not_recorded_are_dropped() {
    for (var unrecorded :
        List.of(
            new PendingChange(AUTH, 1, RECORDED, List.of(COMMIT.pending())),
            new PendingChange(AUTH, 0, RECORDED.plusMillis(1), List.of(COMMIT.pending())))) {
      script.interrupted.put(PendingEffect.Kind.COMMIT, COMMIT);
      shop.intent = unrecorded;

      assertThat(interrupted.pendingEffects(AUTH)).isEmpty();
      assertThat(recover()).isEqualTo(new Recovery(null, List.of(), List.of()));
      assertThat(shop.effects).isEmpty();
      assertThat(interrupted.runs()).isEmpty();
    }
  }

  @Test
  void a_change_is_known_by_its_time_where_an_edit_was_recorded_before_it() {
    shop.edit(AUTH, "\"auth\"", "\"Auth\"");
    shop.after(AUTH, Workshop.begin(Workshop.RESEARCH));
    left(1, shop.now, COMMIT);

    assertThat(shop.store.history(AUTH)).hasSize(3);
    assertThat(recover()).isEqualTo(new Recovery(null, List.of(COMMITTED), List.of()));
  }

  @Test
  void an_effect_that_fails_stays_pending_and_is_made_by_a_later_change() {
    left(0, RECORDED, COMMIT);
    var locked = Blocker.refused("git", "the index is locked", "Try again");
    shop.unable = List.of(locked);

    assertThat(recover()).isEqualTo(new Recovery(null, List.of(), List.of(locked)));
    assertThat(interrupted.pendingEffects(AUTH)).containsExactly(COMMIT.pending());

    shop.unable = List.of();
    assertThat(recover()).isEqualTo(new Recovery(null, List.of(COMMITTED), List.of()));
    assertThat(interrupted.runs()).isEmpty();
  }

  @Test
  void asking_for_pending_effects_makes_none_and_does_not_keep_others_from_it() {
    left(0, RECORDED, COMMIT, ARCHIVE);

    assertThat(interrupted.pendingEffects(AUTH))
        .containsExactly(COMMIT.pending(), pending(ARCHIVE));
    assertThat(interrupted.pendingEffects(RELEASE)).isEmpty();
    assertThat(shop.effects).isEmpty();
    assertThat(shop.archived).isEmpty();
    assertThat(shop.intentHeld).isFalse();
  }

  @Test
  void an_effect_that_the_format_does_not_make_any_more_is_dropped() {
    left(0, RECORDED, COMMIT, COMMAND);
    script.interrupted.remove(PendingEffect.Kind.COMMIT);

    assertThat(recover()).isEqualTo(new Recovery(null, List.of(COMMANDED), List.of()));
    assertThat(shop.effects).containsExactly(COMMAND);
    assertThat(interrupted.runs()).isEmpty();
  }

  @Test
  void the_archived_copy_has_the_document_and_the_time_of_the_recovery() {
    left(0, RECORDED, ARCHIVE);
    shop.now = RECORDED.plusSeconds(9);

    assertThat(recover()).isEqualTo(new Recovery(null, List.of(ARCHIVED), List.of()));
    assertThat(shop.archived)
        .containsExactly("toy/design/auth 2026-03-01T12:01:09Z " + shop.text(AUTH));
    assertThat(shop.effects).isEmpty();
  }

  @Test
  void the_document_that_was_published_is_the_one_archived() {
    left(0, RECORDED, ARCHIVE);
    var now = document();
    var before =
        new Document(
            "{}", now.revision(), SyncState.HALF_PUBLISHED, now.evidence(), now.sequence());

    assertThat(interrupted.recover(script.dialect(), AUTH, before))
        .isEqualTo(new Recovery(now, List.of(ARCHIVED), List.of()));
    assertThat(shop.archived)
        .containsExactly("toy/design/auth 2026-03-01T12:01:00Z " + shop.text(AUTH));
  }

  @Test
  void without_a_document_that_can_be_read_there_is_no_archived_copy() {
    var now = document();
    var damaged =
        new Document(null, now.revision(), SyncState.EDITED, now.evidence(), now.sequence());
    left(0, RECORDED, ARCHIVE);
    assertThat(interrupted.recover(script.dialect(), AUTH, damaged).failures()).isEmpty();
    left(0, RECORDED, ARCHIVE);
    shop.store.edit(AUTH, null);
    assertThat(recover().failures()).isEmpty();

    assertThat(shop.archived).isEmpty();
    assertThat(interrupted.runs()).isEmpty();
  }
}
