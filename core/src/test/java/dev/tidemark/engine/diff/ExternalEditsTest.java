package dev.tidemark.engine.diff;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.engine.Workshop;
import dev.tidemark.engine.diff.ExternalEdit.Kind;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What others did to a document between two calls.
class ExternalEditsTest {
  private static final String FAILED = "\"status\": \"failed\",\n      \"error\": \"no luck\"";

  private final Workshop shop = new Workshop();
  private final ExternalEdits externalEdits = new ExternalEdits(shop.store);

  private void begin() {
    shop.after(AUTH, Workshop.start(AUTH), Workshop.complete(RESEARCH));
  }

  private void adopt() {
    var revision = shop.store.find(AUTH).orElseThrow().revision();
    shop.store.replace(DocumentWrite.adoption(AUTH, revision, shop.now));
  }

  private Optional<ExternalEdit> pending() {
    return externalEdits.pending(shop.dialect(AUTH), AUTH, shop.store.find(AUTH).orElseThrow());
  }

  private Map<Long, ExternalEdit> all() {
    return of(shop.store.history(AUTH));
  }

  private Map<Long, ExternalEdit> of(List<HistoryEntry> entries) {
    return externalEdits.of(shop.dialect(AUTH), AUTH, entries);
  }

  private ExternalEdit between(@Nullable String before, @Nullable String after) {
    return ExternalEdits.between(shop.dialect(AUTH), AUTH, before, after);
  }

  private static String told(ExternalEdit externalEdit) {
    return externalEdit.kind() + " +" + externalEdit.added() + " -" + externalEdit.removed();
  }

  private void fail() {
    shop.edit(AUTH, "\"status\": \"complete\"", FAILED);
  }

  @Test
  void an_edit_is_told_by_what_it_means_and_how_many_lines_it_is_about() {
    begin();
    assertThat(pending()).isEmpty();
    fail();

    var externalEdit = pending().orElseThrow();

    assertThat(told(externalEdit)).isEqualTo("CHANGED +2 -1");
    assertThat(externalEdit.differences())
        .contains(
            new DiffEntry(DiffEntry.Kind.PHASE, "research", "complete", "failed"),
            new DiffEntry(DiffEntry.Kind.FAILURE, "research", null, "no luck"));
    adopt();
    assertThat(pending()).isEmpty();
    assertThat(all()).containsExactly(Map.entry(3L, externalEdit));
  }

  @Test
  void what_nobody_changed_outside_is_no_edit() {
    begin();

    assertThat(all()).isEmpty();
    assertThat(of(List.of())).isEmpty();
  }

  @Test
  void a_document_that_was_there_before_anything_was_recorded_is_found() {
    begin();
    var text = shop.text(AUTH);
    var fresh = new Workshop();
    fresh.store.edit(AUTH, text);
    assertThat(
            new ExternalEdits(fresh.store)
                .pending(fresh.dialect(AUTH), AUTH, fresh.store.find(AUTH).orElseThrow()))
        .isEmpty();
    var revision = fresh.store.find(AUTH).orElseThrow().revision();
    fresh.store.replace(DocumentWrite.adoption(AUTH, revision, fresh.now));

    var found =
        new ExternalEdits(fresh.store).of(fresh.dialect(AUTH), AUTH, fresh.store.history(AUTH));

    assertThat(told(found.get(1L))).isEqualTo("FOUND +" + text.lines().count() + " -0");
  }

  @Test
  void a_document_comes_and_goes() {
    begin();
    var text = shop.text(AUTH);
    var lines = text.lines().count();
    shop.store.edit(AUTH, null);
    assertThat(told(pending().orElseThrow())).isEqualTo("REMOVED +0 -0");
    var metadata = new RecordMetadata(shop.now, Actor.tool("test"), List.of(), Evidence.NONE);
    shop.store.replace(DocumentWrite.removal(AUTH, Revision.NONE, metadata));
    shop.store.edit(AUTH, text.replace("design", "Design"));
    assertThat(told(pending().orElseThrow())).isEqualTo("ADDED +" + lines + " -0");
    adopt();

    var all = all();
    assertThat(all).containsOnlyKeys(3L, 5L);
    assertThat(told(all.get(3L))).isEqualTo("REMOVED +0 -0");
    assertThat(told(all.get(5L))).isEqualTo("ADDED +" + lines + " -0");
  }

  @Test
  void a_document_is_damaged_and_mended() {
    begin();
    var text = shop.text(AUTH);
    shop.store.edit(AUTH, text + "}");
    var damaged = pending().orElseThrow();
    assertThat(told(damaged)).isEqualTo("DAMAGED +1 -1");
    assertThat(damaged.problem()).isNotBlank();
    adopt();
    shop.store.edit(AUTH, text);
    assertThat(told(pending().orElseThrow())).isEqualTo("MENDED +1 -1");
    adopt();

    assertThat(all().values().stream().map(ExternalEdit::kind))
        .containsExactlyInAnyOrder(Kind.DAMAGED, Kind.MENDED);
  }

  @Test
  void nobody_can_tell_what_was_changed_where_a_state_is_not_recorded_any_more() {
    begin();
    fail();
    adopt();
    shop.after(AUTH, Workshop.begin(RESEARCH));
    shop.store.prune(shop.store.plan(AUTH, 1, shop.now.plusSeconds(1)));

    assertThat(told(all().get(3L))).isEqualTo("UNKNOWN +0 -0");
    assertThat(told(of(shop.store.history(AUTH).subList(2, 4)).get(3L))).isEqualTo("UNKNOWN +0 -0");
  }

  @Test
  void two_states_are_compared_times_included() {
    begin();
    var before = shop.text(AUTH);
    shop.after(AUTH, Workshop.begin(RESEARCH));
    var after = shop.text(AUTH);
    var lines = before.lines().count();

    var externalEdit = between(before, after);

    assertThat(externalEdit.kind()).isEqualTo(Kind.CHANGED);
    assertThat(externalEdit.differences())
        .extracting(DiffEntry::kind)
        .contains(DiffEntry.Kind.PHASE, DiffEntry.Kind.CURRENT, DiffEntry.Kind.TIME);
    assertThat(externalEdit.added()).isPositive();
    assertThat(externalEdit.removed()).isPositive();
    assertThat(between(before, before))
        .isEqualTo(new ExternalEdit(Kind.CHANGED, List.of(), 0, 0, null));
    assertThat(between(null, null))
        .isEqualTo(new ExternalEdit(Kind.CHANGED, List.of(), 0, 0, null));
    assertThat(told(between(before, null))).isEqualTo("REMOVED +0 -" + lines);
    var added = between(null, before);
    assertThat(told(added)).isEqualTo("ADDED +" + lines + " -0");
    assertThat(added.differences())
        .contains(new DiffEntry(DiffEntry.Kind.PHASE, "research", null, "complete"))
        .extracting(DiffEntry::kind)
        .contains(DiffEntry.Kind.TIME);
  }

  @Test
  void states_that_cannot_be_read_are_compared_by_their_lines() {
    begin();
    var text = shop.text(AUTH);

    assertThat(told(between(text, text + "}"))).isEqualTo("DAMAGED +1 -1");
    assertThat(told(between(text + "}", text))).isEqualTo("MENDED +1 -1");
    assertThat(told(between(null, "}"))).isEqualTo("DAMAGED +1 -0");
  }

  @Test
  void an_edit_with_very_many_differences_keeps_the_first_and_counts_the_others() {
    begin();
    var before = shop.text(AUTH);
    var many = new StringBuilder();
    int count = ExternalEdits.DIFFERENCES_MAX + 7;
    for (int i = 0; i < count; i++) {
      many.append("\"p").append(i).append("\": {\"status\": \"pending\"}, ");
    }
    var after = before.replace("\"phases\": {", "\"phases\": {" + many);

    for (var edit : List.of(between(before, after), between(after, before))) {
      assertThat(edit.differences()).hasSize(ExternalEdits.DIFFERENCES_MAX);
      assertThat(edit.differences().size() + edit.omitted()).isGreaterThanOrEqualTo(count);
    }
  }

  @Test
  void a_list_of_edits_counts_the_lines_of_a_large_document_and_a_comparison_has_no_limit() {
    begin();
    var before = shop.text(AUTH);
    var after =
        before.replaceFirst("\\{", "{\n\"x\": \"" + "x".repeat(ExternalEdits.COMPARED_MAX) + "\",");

    after = after.replace("\"status\": \"complete\"", FAILED);
    shop.store.edit(AUTH, after);

    assertThat(told(pending().orElseThrow())).isEqualTo("LARGE +3 -1");
    adopt();
    assertThat(told(all().get(3L))).isEqualTo("LARGE +3 -1");
    assertThat(told(between(before, after))).isEqualTo("CHANGED +3 -1");
    assertThat(between(before, after).differences())
        .contains(new DiffEntry(DiffEntry.Kind.FAILURE, "research", null, "no luck"));
  }
}
