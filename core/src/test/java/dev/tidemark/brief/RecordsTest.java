package dev.tidemark.brief;

import static dev.tidemark.brief.Session.COMMIT;
import static dev.tidemark.brief.Session.ID;
import static dev.tidemark.brief.Session.PLANNING;
import static dev.tidemark.brief.Session.RESEARCH;
import static dev.tidemark.brief.Session.codes;
import static dev.tidemark.brief.Session.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check;
import dev.tidemark.brief.check.Check.Kind;
import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.store.Document;
import dev.tidemark.store.Document.SyncState;
import dev.tidemark.store.HistoryDiagnostics;
import dev.tidemark.testkit.MemoryStore;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.ArtifactExists;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Gate;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.PreviewAllowed;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How what is recorded of a run is checked: its document, its journal, its branch and its commit.
class RecordsTest {
  private static final Workflows BUILT_IN = ToyDialects.builtIn();

  private final Session session = new Session();

  private static List<Kind> kinds(Brief brief) {
    return brief.checks().stream().map(Check::kind).toList();
  }

  @Test
  void of_a_document_that_cannot_be_read_only_the_record_is_checked() {
    session.store.edit(ID, "{");

    assertThat(kinds(session.brief())).containsExactly(Kind.SCHEMA, Kind.JOURNAL);
    assertThat(session.brief().content()).isEqualTo(BriefContent.NONE);
    assertThat(session.brief().verdict().command())
        .isEqualTo("tidemark restore --run toy/design/auth");
  }

  @Test
  void where_there_is_no_document_the_rest_is_checked() {
    session.store.edit(ID, null);

    var brief = session.brief();

    assertThat(kinds(brief)).containsExactly(Kind.values());
    assertThat(told(brief, Kind.SCHEMA)).isEqualTo("unknown: no file yet");
    assertThat(told(brief, Kind.DEFINITION))
        .isEqualTo("unknown: no file to compare with the workflow");
    assertThat(told(brief, Kind.COMMIT)).isEqualTo("holds: unchanged");
    assertThat(told(brief, Kind.ARTIFACTS)).isEqualTo("holds: none");
    assertThat(told(brief, Kind.AGE)).isEqualTo("unknown: the file has no time of its last change");
  }

  @Test
  void where_the_document_breaks_its_rules_the_rest_is_checked() {
    session.store.edit(ID, session.text().replace("\"design\"", "7"));

    assertThat(kinds(session.brief())).containsExactly(Kind.values());
  }

  @Test
  void damage_of_the_record_decides_whatever_else_is_in_doubt() {
    session.store.edit(ID, session.text().replace("\"design\"", "7"));
    var past = WornPast.newest("entry 3 is torn", "entry 2 is torn");

    var brief =
        new Briefs(session, past, BUILT_IN, session.runs(), session.gates()).of(session.run());

    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("doubtful: damaged");
    assertThat(codes(brief)).containsExactly("journal-damaged", "not-as-specified");
    assertThat(brief.verdict())
        .isEqualTo(
            new Verdict(Verdict.Kind.REPAIR, null, brief.warnings().getFirst(), "tidemark doctor"));
    assertThat(brief.warnings().getFirst().text()).isEqualTo("entry 3 is torn");
  }

  @Test
  void damage_far_back_is_only_found_by_those_who_ask_for_all() {
    var briefs =
        new Briefs(
            session,
            WornPast.whole(3, "entry 1 is torn"),
            BUILT_IN,
            session.runs(),
            session.gates());

    assertThat(told(briefs.of(session.run()), Kind.JOURNAL))
        .isEqualTo("holds: newest 2 of 3 entries verified");
    var thorough = briefs.withAllChecks().of(session.run());
    assertThat(told(thorough, Kind.JOURNAL)).isEqualTo("doubtful: damaged");
    assertThat(thorough.warnings())
        .extracting(ResumeWarning::text)
        .containsExactly("entry 1 is torn");
    assertThat(thorough.warnings().getFirst().source()).isEqualTo("the journal of toy/design/auth");
  }

  @Test
  void of_the_newest_and_all_entries_the_newest_problem_is_told() {
    var past =
        new WornPast(
            3,
            List.of(HistoryDiagnostics.damaged("000003.jsonl", "entry 3 is torn")),
            List.of(HistoryDiagnostics.damaged("000001.jsonl", "entry 1 is torn")),
            null);

    var brief =
        new Briefs(session, past, BUILT_IN, session.runs(), session.gates())
            .withAllChecks()
            .of(session.run());

    assertThat(brief.warnings()).extracting(ResumeWarning::text).containsExactly("entry 3 is torn");
  }

  @Test
  void damage_whose_message_begins_with_the_path_of_the_document_is_damage_of_the_record() {
    var path = session.run().dialect().locator().pathOf(ID);
    var past = WornPast.whole(3, path + ": record 1 holds no document");

    var brief =
        new Briefs(session, past, BUILT_IN, session.runs(), session.gates())
            .withAllChecks()
            .of(session.run());

    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("doubtful: damaged");
  }

  @Test
  void what_was_done_to_the_document_is_no_damage_of_the_record() {
    var path = session.run().dialect().locator().pathOf(ID);
    var edited = HistoryDiagnostics.edited(path);
    var behind = HistoryDiagnostics.behind(path);
    var past = new WornPast(3, List.of(), List.of(edited, behind), null);

    var brief =
        new Briefs(session, past, BUILT_IN, session.runs(), session.gates())
            .withAllChecks()
            .of(session.run());

    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("holds: all of 3 entries verified");
  }

  @Test
  void where_nothing_is_recorded_there_is_nothing_to_be_damaged() {
    var briefs =
        new Briefs(
            session,
            WornPast.whole(0, "entry 1 is torn"),
            BUILT_IN,
            session.runs(),
            session.gates());

    for (var each : List.of(briefs, briefs.withAllChecks())) {
      assertThat(told(each.of(session.run()), Kind.JOURNAL))
          .isEqualTo("unknown: no entries in this work tree");
    }
  }

  @Test
  void a_record_that_cannot_be_reached_is_mended_first() {
    var brief =
        new Briefs(session, WornPast.away("no disk"), BUILT_IN, session.runs(), session.gates())
            .of(session.run());

    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("doubtful: unreadable");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.REPAIR);
    assertThat(brief.warnings()).extracting(ResumeWarning::text).containsExactly("no disk");
  }

  @Test
  void a_document_that_was_recorded_and_not_published_is_good_to_know() {
    var brief = session.briefs().of(session.found(SyncState.HALF_PUBLISHED));

    assertThat(told(brief, Kind.JOURNAL))
        .isEqualTo("doubtful: newest 2 of 2 entries verified, the file is one step behind");
    assertThat(codes(brief)).containsExactly("repair-pending");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  @Test
  void a_document_that_came_with_a_commit_was_not_worked_on_here() {
    var elsewhere = new MemoryStore();
    elsewhere.edit(ID, session.text());
    var run = session.found(elsewhere.find(ID).orElseThrow(), session.run().definition());

    var brief = new Briefs(session, elsewhere, BUILT_IN, session.runs(), session.gates()).of(run);

    assertThat(run.document().evidence()).isEqualTo(Evidence.NONE);
    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("unknown: no entries in this work tree");
    assertThat(told(brief, Kind.BRANCH)).isEqualTo("doubtful: no record in this work tree");
    assertThat(told(brief, Kind.COMMIT)).isEqualTo("holds: unchanged");
    assertThat(codes(brief)).containsExactly("unrecorded");
  }

  @Test
  void the_commit_that_the_document_names_counts_and_not_the_one_of_the_journal() {
    var other = "d".repeat(40);
    session.store.edit(ID, session.text().replace(COMMIT, other));
    session.answers.put(FactQuery.commitRelation(other), Fact.known(CommitRelation.diverged(1)));

    var brief = session.brief();

    assertThat(told(brief, Kind.COMMIT)).isEqualTo("doubtful: HEAD does not contain the last save");
    assertThat(codes(brief)).containsExactly("diverged", "edited-outside");
    assertThat(brief.verdict().cause()).isEqualTo(brief.warnings().getFirst());
    assertThat(brief.warnings().getFirst().text())
        .isEqualTo("saved at ddddddd, HEAD is ccccccc, which does not contain it");
  }

  @Test
  void a_note_does_not_stand_before_what_decides() {
    session.store.edit(ID, session.text() + "\n");
    session.gone("notes.md");

    assertThat(codes(session.brief())).containsExactly("artifact-missing", "edited-outside");
  }

  @Test
  void a_document_with_both_sides_of_a_merge_is_merged_first() {
    session.store.edit(ID, "<<<<<<< ours\n{\n=======\n[\n>>>>>>> theirs\n");

    var brief = session.brief();

    assertThat(kinds(brief)).containsExactly(Kind.SCHEMA, Kind.JOURNAL);
    assertThat(told(brief, Kind.SCHEMA)).isEqualTo("doubtful: merge conflict");
    assertThat(codes(brief)).startsWith("merge-conflict");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.MERGE);
    assertThat(brief.verdict().command()).isEqualTo(brief.warnings().getFirst().hint());
  }

  @Test
  void a_document_that_was_damaged_after_it_was_recorded_can_be_restored() {
    session.store.edit(ID, session.text().replace("\"design\"", "7"));

    assertThat(hint(List.of(), 2)).startsWith("tidemark validate ");
    assertThat(hint(List.of(new Notice("other", "x")), 2)).startsWith("tidemark validate ");
    var damaged = List.of(new Notice("other", "x"), new Notice(Notice.DAMAGED, "x"));
    assertThat(hint(damaged, 1)).isEqualTo("tidemark restore --run toy/design/auth");
    assertThat(hint(damaged, 0)).startsWith("tidemark validate ");
  }

  /// The hint of a document that is not as specified.
  private String hint(List<Notice> notices, long sequence) {
    var run = session.run();
    var was = run.document();
    var document =
        new Document(was.text(), was.revision(), was.syncState(), was.evidence(), sequence);
    var found =
        new Run(run.dialect(), ID, run.checkpoint(), document, null, notices, run.definition());
    return session.briefs().of(found).warnings().stream()
        .filter(warning -> warning.code().equals("not-as-specified"))
        .findFirst()
        .orElseThrow()
        .hint();
  }

  @Test
  void changes_that_a_person_requested_are_told() {
    var claim = new Claim.ChangesRequested(PLANNING, "terminal", "Say which columns go away");
    var proof = new Proof(session.now, Actor.tool("ann"), claim);

    var brief = session.briefs().of(with(proof));

    assertThat(codes(brief)).containsExactly("changes-requested");
    var warning = brief.warnings().getFirst();
    assertThat(warning.kind()).isEqualTo(ResumeWarning.Kind.NOTE);
    assertThat(warning.phase()).isEqualTo(PLANNING);
    assertThat(warning.text())
        .isEqualTo(
            "ann requested changes of planning at 2026-03-01T12:00:00Z: Say which columns go away");
  }

  @ParameterizedTest
  @CsvSource({"planning, GATE", "specs, NOTE"})
  void requested_changes_are_asked_for_while_the_run_waits_for_that_approval(
      String awaited, ResumeWarning.Kind kind) {
    var claim = new Claim.ChangesRequested(PLANNING, "terminal", "Say which columns go away");
    session.store.edit(
        ID,
        session.text().replace("\"phases\":", "\"waits_for\": \"" + awaited + "\", \"phases\":"));

    var brief = session.briefs().of(with(new Proof(session.now, Actor.tool("ann"), claim)));

    assertThat(brief.warnings())
        .filteredOn(each -> each.code().equals("changes-requested"))
        .extracting(ResumeWarning::kind)
        .containsExactly(kind);
  }

  private Run with(Proof... proofs) {
    var was = session.run().document().evidence();
    var evidence = new Evidence(was.startedAt(), was.head(), List.of(proofs), was.files());
    return session.found(evidence, session.run().definition());
  }

  @Test
  void a_phase_that_ended_by_the_file_alone_is_named_before_the_work_goes_on() {
    session.answers.put(FactQuery.exists("plan.md"), Fact.known(false));
    var gate = new Gate("plan", Gate.Moment.DONE, true, new ArtifactExists("plan.md", false));
    var evidence = session.run().document().evidence();
    var gated = design(gate);
    var workflows = ToyDialects.builtIn(gated);
    var briefs = new Briefs(session, session.store, workflows, session.runs(), session.gates());
    var verdict = briefs.of(session.found(evidence, gated)).verdict();
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.ASK);
    assertThat(verdict.phase()).isEqualTo(RESEARCH);
    assertThat(codes(briefs.of(session.found(evidence, gated)))).containsExactly("gate-closed");

    for (var claim :
        List.of(
            new Claim.GatePassed(RESEARCH, false, null),
            new Claim.GatePassed(RESEARCH, true, null))) {
      evidence = evidence.with(List.of(new Proof(session.now, Actor.tool("ann"), claim)));
    }
    assertThat(codes(briefs.of(session.found(evidence, gated)))).isEmpty();
  }

  private static WorkflowDefinition design(Gate... gates) {
    var phases =
        List.of(
            new PhaseDefinition(RESEARCH, null, List.of(gates)),
            new PhaseDefinition(PLANNING, null, List.of(gates)),
            new PhaseDefinition(new PhaseName("specs")));
    return new WorkflowDefinition("toy", "design", phases, null, "test", true, "");
  }

  @Test
  void a_gate_that_may_be_left_out_is_not_missed() {
    var evidence = session.run().document().evidence();
    var gated = design(new Gate("tests", Gate.Moment.DONE, true, new PreviewAllowed()));
    var briefs =
        new Briefs(
            session, session.store, ToyDialects.builtIn(gated), session.runs(), session.gates());

    assertThat(codes(briefs.of(session.found(evidence, gated)))).isEmpty();
  }

  @Test
  void a_document_whose_journal_was_removed_proves_nothing() {
    var brief = session.briefs().of(session.found(Document.SyncState.JOURNAL_GONE));

    assertThat(told(brief, Kind.JOURNAL)).isEqualTo("doubtful: gone");
    assertThat(brief.warnings())
        .containsExactly(
            new ResumeWarning(
                ResumeWarning.Kind.ASK,
                "journal-gone",
                "the journal of toy/design/auth was removed; "
                    + session.run().dialect().locator().pathOf(Session.ID)
                    + " alone proves nothing",
                "the list of journals in the user's own folder",
                "Ask the user. Restore the journal from a backup; or go on without its evidence:"
                    + " tidemark adopt",
                null));
  }

  @Test
  void a_workflow_that_is_not_defined_is_compared_with_nothing() {
    var none = new Workflows(List.of());

    var brief =
        new Briefs(session, session.store, none, session.runs(), session.gates()).of(session.run());

    assertThat(told(brief, Kind.DEFINITION)).isEqualTo("unknown: the workflow is not defined");
  }
}
