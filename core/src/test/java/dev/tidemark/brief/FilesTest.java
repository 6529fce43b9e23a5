package dev.tidemark.brief;

import static dev.tidemark.brief.Session.PLANNING;
import static dev.tidemark.brief.Session.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.store.Document;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which files a brief looks at, how closely, and what it tells about them.
class FilesTest {
  private static final int DIGESTED = Fingerprint.BYTES_MAX;

  private final Session session = new Session();

  /// Lets `planning` be done, with so many files.
  private void planned(int count, int size, String digest) {
    var files = IntStream.range(0, count).mapToObj(i -> "f" + i + ".md").toArray(String[]::new);
    for (var file : files) {
      session.file(file, size, digest);
    }
    session.done(PLANNING, "Planned.", files);
  }

  private static String artifacts(Brief brief) {
    return Session.told(brief, Check.Kind.ARTIFACTS);
  }

  private static ReadingItem notes(Brief brief) {
    return brief.content().readingList().getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "199, PRESENT, '200 present, no digest recorded'",
    "200, UNKNOWN, '200 present, no digest recorded, 1 not checked'",
    "203, UNKNOWN, '200 present, no digest recorded, 4 not checked'"
  })
  void a_brief_looks_at_200_files_the_newest_first(
      int files, ReadingItem.State oldest, String told) {
    planned(files, 1, null);

    assertThat(notes(session.brief())).isEqualTo(new ReadingItem("notes.md", RESEARCH, oldest));
    assertThat(artifacts(session.brief())).isEqualTo("holds: " + told);
    var thorough = session.briefs().withAllChecks().of(session.run());
    assertThat(notes(thorough).state()).isEqualTo(ReadingItem.State.PRESENT);
    assertThat(artifacts(thorough))
        .isEqualTo("holds: " + (files + 1) + " present, no digest recorded");
  }

  @ParameterizedTest
  @CsvSource({"4, 0, d, UNCHANGED", "4, 1, d, PRESENT", "5, 0, d, PRESENT", "9, 1, , UNCHANGED"})
  void a_brief_reads_a_megabyte_for_digests_the_newest_first(
      int files, int more, String digest, ReadingItem.State oldest) {
    planned(files, DIGESTED + more, digest);

    assertThat(notes(session.brief()).state()).isEqualTo(oldest);
    assertThat(notes(session.briefs().withAllChecks().of(session.run())).state())
        .isEqualTo(ReadingItem.State.UNCHANGED);
  }

  @Test
  void a_file_that_two_phases_reported_is_told_once_as_the_newer_left_it() {
    session.file("notes.md", 5, "d2");
    session.done(PLANNING, "Planned.", "draft.md", "notes.md");

    assertThat(session.brief().content().readingList())
        .containsExactly(
            new ReadingItem("draft.md", PLANNING, ReadingItem.State.UNKNOWN),
            new ReadingItem("notes.md", PLANNING, ReadingItem.State.UNCHANGED));
    assertThat(artifacts(session.brief())).isEqualTo("holds: 1 unchanged, 1 not checked");
  }

  @Test
  void a_file_that_the_phase_in_progress_reported_and_that_is_missing_is_not_called_present() {
    session.change(new Change.StartPhase(PLANNING, Session.report(null)));
    session.change(
        new Change.AmendPhase(
            PLANNING, Session.report(null, "draft.md", "half.md"), List.of(), List.of()));
    session.gone("draft.md");
    session.answers.put(FactQuery.exists("half.md"), Fact.known(true));

    assertThat(artifacts(session.brief()))
        .isEqualTo("holds: 1 unchanged, 1 present, no digest recorded, 1 not there yet");
  }

  @Test
  void a_file_that_only_the_journal_has_belongs_to_the_phase_that_reported_it() {
    session.change(new Change.StartPhase(PLANNING, Session.report(null)));
    session.gone("half.md");
    var run = session.run();
    var document = run.document();
    var worklog = document.evidence().worklog();
    for (var path : List.of("half.md", "notes.md")) {
      var note = new Note(Note.Kind.CREATED, PLANNING, path);
      worklog = worklog.after(new Event.NoteRecorded(note), session.now, null);
    }
    var found =
        new Document(
            document.text(),
            document.revision(),
            document.syncState(),
            document.evidence().with(worklog),
            document.sequence());

    var brief = session.briefs().of(session.found(found, run.definition()));

    assertThat(brief.content().readingList())
        .containsExactly(
            new ReadingItem("half.md", PLANNING, ReadingItem.State.MISSING),
            new ReadingItem("notes.md", PLANNING, ReadingItem.State.UNCHANGED));
    assertThat(artifacts(brief)).isEqualTo("holds: 1 unchanged, 1 not there yet");
  }

  @Test
  void what_is_to_be_done_about_a_file_depends_on_what_became_of_it() {
    session.gone("notes.md");
    assertThat(hints()).containsExactly("tidemark enter research --run toy/design/auth");
    session.file("notes.md", 3, "d2");
    assertThat(hints())
        .containsExactly(
            "Ask the user whether that was meant; to do the phase again:"
                + " tidemark enter research --run toy/design/auth");
    session.change(new Change.StartPhase(PLANNING, Session.report(null)));
    assertThat(hints()).containsExactly("Read it again");
    assertThat(session.brief().warnings())
        .extracting(ResumeWarning::text)
        .containsExactly("notes.md has changed since research was done");
  }

  @Test
  void a_file_that_was_moved_is_read_where_it_is_now() {
    session.gone("notes.md");
    session.moved.put("notes.md", "docs/notes.md");
    session.file("docs/notes.md", 3, "d1");
    var brief = session.brief();

    assertThat(notes(brief))
        .isEqualTo(new ReadingItem("docs/notes.md", RESEARCH, ReadingItem.State.UNCHANGED));
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
    assertThat(warnings(brief))
        .containsExactly("artifact-moved: notes.md, which research reported, is now docs/notes.md");
    assertThat(artifacts(brief)).isEqualTo("doubtful: of 1: missing 0, changed 0, moved 1");

    session.file("docs/notes.md", 3, "d2");
    assertThat(warnings(session.brief()))
        .containsExactly(
            "artifact-moved: notes.md, which research reported, is now docs/notes.md,"
                + " and has changed");
  }

  @Test
  void a_lost_file_of_a_phase_with_a_finished_successor_is_a_question_with_its_cure() {
    session.done(PLANNING, "Planned.");
    session.gone("notes.md");

    assertThat(session.brief().verdict().kind()).isEqualTo(Verdict.Kind.ASK);
    assertThat(hints())
        .containsExactly(
            "Restore it; or take it out of the run's files:"
                + " tidemark note --removed notes.md --run toy/design/auth");
    session.change(
        new Change.AmendPhase(
            new PhaseReport(
                null, List.of(new Artifact("notes.md", Artifact.Kind.REMOVED)), List.of(), null)));
    // The toy format takes files out of the phase that a note is about.
    assertThat(session.run().document().evidence().files()).isEmpty();
  }

  private static List<String> warnings(Brief brief) {
    return brief.warnings().stream().map(it -> it.code() + ": " + it.text()).toList();
  }

  private List<String> hints() {
    return session.brief().warnings().stream().map(ResumeWarning::hint).toList();
  }

  @Test
  void files_that_belong_to_no_phase_are_to_be_read_and_nothing_more() {
    var files = "\"to_read\": [\"a.md\", \"b.md\", \"c.md\"], \"phases\":";
    session.store.edit(Session.ID, session.text().replace("\"phases\":", files));
    session.answers.put(FactQuery.exists("a.md"), Fact.known(false));
    session.answers.put(FactQuery.exists("b.md"), Fact.known(true));

    var brief = session.brief();

    assertThat(brief.content().readingList())
        .containsSubsequence(
            new ReadingItem("a.md", null, ReadingItem.State.MISSING),
            new ReadingItem("b.md", null, ReadingItem.State.PRESENT),
            new ReadingItem("c.md", null, ReadingItem.State.UNKNOWN));
    assertThat(brief.warnings())
        .extracting(
            resumeWarning ->
                resumeWarning.kind() + " " + resumeWarning.code() + ": " + resumeWarning.text())
        .contains("NOTE artifact-missing: a.md is not there");
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  @Test
  void files_of_a_phase_in_progress_are_counted_by_what_became_of_them() {
    var files = List.of("gone.md", "lost.md", "other.md", "unknown.md", "plain.md");
    files.forEach(file -> session.file(file, 5, file.equals("plain.md") ? null : "e1"));
    session.change(
        new Change.StartPhase(PLANNING, Session.report("Half.", files.toArray(String[]::new))));
    session.gone("gone.md");
    session.gone("lost.md");
    session.file("other.md", 5, "e2");
    session.answers.remove(FactQuery.fingerprint("unknown.md"));

    var run = session.run();
    var was = run.document().evidence();
    var recorded = new ArrayList<>(was.files());
    recorded.add(new Fingerprint("other.md", 5, "e1"));
    recorded.add(new Fingerprint("unknown.md", 5, "e1"));
    var evidence = new Evidence(was.startedAt(), was.head(), was.proofs(), recorded);

    assertThat(artifacts(session.briefs().of(session.found(evidence, run.definition()))))
        .isEqualTo(
            "holds: 1 unchanged, 1 present, no digest recorded, 2 not there yet, 1 changed since,"
                + " 1 not checked");
  }
}
