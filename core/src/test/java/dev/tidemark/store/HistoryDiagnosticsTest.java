package dev.tidemark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryDiagnosticsTest {
  private static final String JOURNAL = ".claude/state/design-auth.tmj";
  private static final String DOCUMENT = ".claude/state/design-auth.json";

  @Test
  void damage_of_a_journal_names_it_and_is_repaired_from_a_backup() {
    assertThat(HistoryDiagnostics.damaged(JOURNAL, List.of("entry 2 is missing", "no end")))
        .containsExactly(
            new Diagnostic(
                "journal-damaged",
                JOURNAL,
                "entry 2 is missing",
                "Restore the journal from a backup, or move it away to begin a new one."),
            new Diagnostic(
                "journal-damaged",
                JOURNAL,
                "no end",
                "Restore the journal from a backup, or move it away to begin a new one."));
    assertThat(HistoryDiagnostics.damaged(JOURNAL, List.of())).isEmpty();
  }

  @Test
  void a_torn_journal_is_mended_by_the_next_change() {
    assertThat(HistoryDiagnostics.torn(JOURNAL, 17))
        .isEqualTo(
            new Diagnostic(
                "journal-torn",
                JOURNAL,
                JOURNAL + " ends in 17 bytes that are no record",
                "The next change puts them aside, or: tidemark doctor --fix"));
  }

  @Test
  void a_document_that_differs_from_its_journal_is_told_from_damage_of_the_journal() {
    var edited = HistoryDiagnostics.edited(DOCUMENT);
    var behind = HistoryDiagnostics.behind(DOCUMENT);

    assertThat(edited)
        .isEqualTo(
            new Diagnostic(
                "document-edited",
                DOCUMENT,
                DOCUMENT + " was changed since the last record",
                "Nothing to do: the next change records it."));
    assertThat(behind)
        .isEqualTo(
            new Diagnostic(
                "document-behind",
                DOCUMENT,
                DOCUMENT + " is one step behind its record",
                "The next change brings it up to date, or: tidemark doctor --fix"));
    assertThat(HistoryDiagnostics.isOfDocument(edited)).isTrue();
    assertThat(HistoryDiagnostics.isOfDocument(behind)).isTrue();
    assertThat(HistoryDiagnostics.isOfDocument(HistoryDiagnostics.torn(JOURNAL, 1))).isFalse();
    assertThat(HistoryDiagnostics.isOfDocument(HistoryDiagnostics.damaged(JOURNAL, "x"))).isFalse();
  }
}
