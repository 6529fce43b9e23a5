package dev.tidemark.engine;

import static dev.tidemark.engine.DialectWorkshop.COMMIT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.Briefs;
import dev.tidemark.brief.Verdict;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.item.ItemDialect;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.Revision;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which files of the dialect item a brief names.
class ItemFilesTest {
  private final DialectWorkshop shop = new DialectWorkshop();

  private Briefs briefs() {
    return new Briefs(
        shop,
        shop.store,
        Dialects.workflows(List.of()),
        shop.runs(),
        new GateEvaluator(shop.store, shop.store, shop));
  }

  @Test
  void files_that_belong_to_no_phase_are_to_be_read_and_nothing_more() {
    var epic = "docs/epics/EPIC-001-notifications.md";
    var decision = "docs/decisions/2026-02-27-notification-transport.md";
    var feature = "docs/features/FEAT-003-notifications.md";
    shop.answers.put(FactQuery.exists(epic), Fact.known(true));
    shop.answers.put(
        FactQuery.fingerprint(epic), Fact.known(Optional.of(new Fingerprint(epic, 4, "d2"))));
    shop.answers.put(FactQuery.exists(decision), Fact.known(false));
    shop.answers.put(FactQuery.exists(feature), Fact.known(true));

    var brief = briefs().of(epic(new Fingerprint(epic, 3, "d1")));

    assertThat(brief.content().readingList())
        .containsExactly(
            new ReadingItem(epic, null, ReadingItem.State.CHANGED),
            new ReadingItem(decision, null, ReadingItem.State.MISSING),
            new ReadingItem(feature, null, ReadingItem.State.PRESENT),
            new ReadingItem(
                "docs/plans/2026-02-12-notifications.md", null, ReadingItem.State.UNKNOWN));
    assertThat(brief.warnings())
        .extracting(
            resumeWarning ->
                resumeWarning.kind() + " " + resumeWarning.code() + ": " + resumeWarning.text())
        .containsExactlyInAnyOrder(
            "NOTE artifact-changed: " + epic + " has changed since it was reported",
            "NOTE artifact-missing: " + decision + " is not there");
    assertThat(brief.warnings()).extracting(ResumeWarning::hint).containsOnly("Read it again");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  private static Run epic(Fingerprint recorded) {
    var dialect = ItemDialect.of(Dialects.workflows(List.of()));
    var id = new CheckpointId("item", "epic", "EPIC-001");
    var text = Goldens.of("item").text("source-example.md");
    var evidence = new Evidence(null, new Head("main", COMMIT), List.of(), List.of(recorded));
    return new Run(
        dialect,
        id,
        dialect.format().decode(id, text).checkpoint(),
        new Document(text, new Revision("r1"), SyncState.RECORDED, evidence, 3),
        null,
        List.of(),
        null);
  }
}
