package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.Redactor.OtherFiles;
import dev.tidemark.engine.Redactor.RedactionResult;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.Archives.Archived;
import dev.tidemark.store.maintenance.Redaction.Traces;
import dev.tidemark.store.maintenance.UncleanedFile;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Documents that go into the archive and come back, and secrets that are taken out of all of it.
class ArchiverTest {
  private static final String SECRET = "correct horse";
  private static final RedactedSecret ERASED = RedactedSecret.of(SECRET);
  private static final CheckpointId OTHER = new CheckpointId("toy", "design", "login");

  private final Workshop shop = new Workshop();
  private final Attic attic = new Attic();
  private final Archiver archiver = new Archiver(shop.store, attic, shop);

  @BeforeEach
  void begin() {
    var failed = new Change.FailPhase(RESEARCH, "it is " + SECRET, PhaseReport.NONE);
    shop.after(AUTH, Workshop.start(AUTH), failed, new Change.FinishRun());
    shop.changed.clear();
  }

  private Run run() {
    return shop.runs().inspect(AUTH);
  }

  private void bringBack(Archived copy, ChangeMode changeMode) {
    bringBack(shop.dialect(AUTH), copy, changeMode);
  }

  private <C extends Checkpoint> void bringBack(
      Dialect<C> dialect, Archived copy, ChangeMode changeMode) {
    archiver.restore(dialect, copy, shop.store, Workshop.by(changeMode));
  }

  @Test
  void a_document_is_archived_and_removed_and_the_history_says_where_it_is() {
    var text = shop.text(AUTH);

    var path = archiver.archive(run(), Workshop.by(ChangeMode.COMMIT)).orElseThrow();

    var found = shop.store.find(AUTH).orElseThrow();
    assertThat(attic.copies.values()).containsExactly(text);
    assertThat(found.exists()).isFalse();
    assertThat(found.evidence()).isEqualTo(new Evidence(null, new Head("main", Workshop.COMMIT)));
    assertThat(shop.events(AUTH)).containsExactly(new Event.Archived(path));
    assertThat(shop.changed).containsExactly(AUTH);
    assertThat(archiver.archive(run(), Workshop.by(ChangeMode.COMMIT))).isEmpty();
  }

  @Test
  void where_no_copies_are_kept_the_document_stays() {
    attic.keeps = false;

    assertThat(archiver.archive(run(), Workshop.by(ChangeMode.COMMIT))).isEmpty();
    assertThat(shop.store.find(AUTH).orElseThrow().exists()).isTrue();
    assertThat(shop.changed).isEmpty();
  }

  @Test
  void an_archived_document_comes_back_as_the_entry_that_it_was() {
    var text = shop.text(AUTH);
    archiver.archive(run(), Workshop.by(ChangeMode.COMMIT));
    var copy = attic.list("toy").getFirst();
    shop.changed.clear();

    bringBack(copy, ChangeMode.DRY_RUN);
    assertThat(shop.store.find(AUTH).orElseThrow().exists()).isFalse();
    bringBack(copy, ChangeMode.COMMIT);

    assertThat(shop.text(AUTH)).isEqualTo(text);
    assertThat(shop.events(AUTH)).containsExactly(new Event.Restored(3));
    assertThat(shop.changed).containsExactly(AUTH);
  }

  @Test
  void a_copy_that_the_history_does_not_know_comes_back_as_a_document_that_was_saved() {
    bringBack(attic.copy(AUTH, shop.text(AUTH).replace(SECRET, "gone")), ChangeMode.COMMIT);

    assertThat(shop.text(AUTH)).contains("it is gone");
    assertThat(shop.events(AUTH)).containsExactly(new Event.DocumentSaved());
    assertThatThrownBy(() -> bringBack(attic.copy(AUTH, "{"), ChangeMode.COMMIT))
        .isInstanceOf(FormatException.class);
    assertThat(shop.text(AUTH)).contains("it is gone");
  }

  private RedactionResult redact(ChangeMode changeMode) {
    return new Redactor(shop.store, attic, attic, attic, attic, shop)
        .redact(run(), ERASED, Workshop.by(changeMode));
  }

  @Test
  void a_secret_is_taken_out_of_everything_that_holds_it() {
    var notes = Map.of(2L, "digest");
    attic.traces = new Traces(List.of(2L, 3L), notes, List.of(), 0, Evidence.NONE);
    var copy = attic.copy(AUTH, "with " + SECRET);
    attic.copy(AUTH, "without");
    var broken = attic.copy(AUTH, Attic.BROKEN);
    attic.copy(OTHER, "also " + SECRET);
    attic.files.put("a.corrupt", "has " + SECRET);
    attic.files.put("b.corrupt", "has none");
    var before = shop.text(AUTH);

    var found = redact(ChangeMode.DRY_RUN);

    var left = List.of(new UncleanedFile(broken.path(), UncleanedFile.Reason.DAMAGED));
    var beside = new OtherFiles(List.of(copy), List.of("a.corrupt"), left);
    assertThat(found).isEqualTo(new RedactionResult(attic.traces, true, false, beside));
    assertThat(found.isEmpty()).isFalse();
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(attic.copies).hasSize(4);
    assertThat(redact(ChangeMode.COMMIT)).isEqualTo(found);
    assertThat(shop.text(AUTH)).isEqualTo(before.replace(SECRET, RedactedSecret.MARK));
    assertThat(shop.events(AUTH)).containsExactly(new Event.Redacted(List.of(2L, 3L), notes));
    assertThat(attic.erased).containsExactly(AUTH + " " + notes);
    assertThat(attic.copies).hasSize(3).doesNotContainKey(copy);
    assertThat(attic.files).containsEntry("a.corrupt", "has " + RedactedSecret.MARK);
    assertThat(shop.changed).containsExactly(AUTH);
  }

  @Test
  void where_only_the_record_holds_it_the_document_stays_as_it_is() {
    shop.edit(AUTH, SECRET, "nothing");
    attic.traces = new Traces(List.of(2L), Map.of(), List.of(), 0, Evidence.NONE);
    var before = shop.text(AUTH);

    assertThat(redact(ChangeMode.COMMIT).document()).isFalse();

    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(shop.events(AUTH)).containsExactly(new Event.Redacted(List.of(2L), Map.of()));
    assertThat(attic.erased).hasSize(1);
  }

  @Test
  void where_only_files_hold_it_nothing_is_recorded() {
    shop.edit(AUTH, SECRET, "nothing");
    attic.files.put("a.corrupt", "has " + SECRET);
    int entries = shop.store.history(AUTH).size();

    assertThat(redact(ChangeMode.COMMIT).isEmpty()).isFalse();

    assertThat(shop.store.history(AUTH)).hasSize(entries);
    assertThat(attic.files).containsEntry("a.corrupt", "has " + RedactedSecret.MARK);
    assertThat(attic.erased).isEmpty();
    assertThat(shop.changed).isEmpty();
    attic.files.clear();
    assertThat(redact(ChangeMode.COMMIT).isEmpty()).isTrue();
    assertThat(attic.erased).isEmpty();
    var copy = attic.copy(AUTH, "with " + SECRET);
    assertThat(redact(ChangeMode.COMMIT).isEmpty()).isFalse();
    assertThat(attic.copies).doesNotContainKey(copy);
  }

  @Test
  void a_run_whose_name_holds_it_stays_as_it_is() {
    attic.traces = new Traces(List.of(2L), Map.of(), List.of(), 0, Evidence.NONE);
    attic.files.put("a.corrupt", "toy/design/auth");
    var before = shop.text(AUTH);
    var cleaner = new Redactor(shop.store, attic, attic, attic, attic, shop);

    var found =
        cleaner.redact(run(), RedactedSecret.of("sign/auth"), Workshop.by(ChangeMode.COMMIT));

    assertThat(found.named()).isTrue();
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(attic.files).containsEntry("a.corrupt", "toy/design/auth");
    assertThat(attic.erased).isEmpty();
  }

  @Test
  void what_belongs_to_no_run_that_is_known_is_cleaned_by_itself() {
    var ours = attic.copy(AUTH, "with " + SECRET);
    var theirs = attic.copy(OTHER, "also " + SECRET);
    var broken = attic.copy(OTHER, Attic.BROKEN);
    attic.auxiliaryFiles.put("refusal", "has " + SECRET);
    var cleaner = new Redactor(shop.store, attic, attic, attic, attic, shop);

    var dry = cleaner.redactOthers(Set.of(AUTH), List.of("toy"), ERASED, ChangeMode.DRY_RUN);
    assertThat(attic.auxiliaryFiles).containsEntry("refusal", "has " + SECRET);
    assertThat(cleaner.redactOthers(Set.of(AUTH), List.of("toy"), ERASED, ChangeMode.COMMIT))
        .isEqualTo(dry);

    var left = List.of(new UncleanedFile(broken.path(), UncleanedFile.Reason.DAMAGED));
    assertThat(dry).isEqualTo(new OtherFiles(List.of(theirs), List.of("refusal"), left));
    assertThat(attic.auxiliaryFiles).containsEntry("refusal", "has " + RedactedSecret.MARK);
    assertThat(attic.copies).containsOnlyKeys(ours, broken);
  }

  @Test
  void a_document_that_could_not_be_read_without_it_stays_as_it_is() {
    var before = shop.text(AUTH);
    var cleaner = new Redactor(shop.store, attic, attic, attic, attic, shop);
    var vital = RedactedSecret.of("\"version\": 1");

    assertThatThrownBy(() -> cleaner.redact(run(), vital, Workshop.by(ChangeMode.COMMIT)))
        .isInstanceOf(FormatException.class);
    assertThat(shop.text(AUTH)).isEqualTo(before);
  }
}
