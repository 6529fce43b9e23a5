package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static dev.tidemark.engine.Workshop.begin;
import static dev.tidemark.engine.Workshop.by;
import static dev.tidemark.engine.Workshop.start;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Fingerprint;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Refusal;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The files that a change reports are looked at before the rules, and the end of a phase settles
/// which files it has.
class ReportedFilesTest {
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final PhaseName SPECS = new PhaseName("specs");

  private final Workshop workshop = new Workshop();

  @BeforeEach
  void prepare() {
    workshop.after(AUTH, start(AUTH), begin(RESEARCH));
  }

  private void there(String... paths) {
    for (var path : paths) {
      workshop.answers.put(FactQuery.exists(path), Fact.known(true));
      workshop.answers.put(
          FactQuery.fingerprint(path), Fact.known(Optional.of(new Fingerprint(path, 1, "d"))));
    }
  }

  private void gone(String... paths) {
    for (var path : paths) {
      workshop.answers.put(FactQuery.exists(path), Fact.known(false));
      workshop.answers.put(FactQuery.fingerprint(path), Fact.known(Optional.empty()));
    }
  }

  private void folder(String path, String... entries) {
    var facts = new ArrayList<FileFact>();
    for (var entry : entries) {
      facts.add(new FileFact(path.isEmpty() ? entry : path + "/" + entry, 1, Instant.EPOCH, false));
    }
    workshop.answers.put(FactQuery.files(path), Fact.known(facts));
  }

  private static PhaseReport report(Artifact.Kind kind, String... paths) {
    var artifacts = new ArrayList<Artifact>();
    for (var path : paths) {
      artifacts.add(new Artifact(path, kind));
    }
    return new PhaseReport(null, artifacts, List.of(), null);
  }

  private static PhaseReport created(String... paths) {
    return report(Artifact.Kind.CREATED, paths);
  }

  private static Change done(PhaseName phase, PhaseReport report) {
    return new Change.CompletePhase(phase, report);
  }

  private Blocker refusal(Change change) {
    var result = workshop.ask(AUTH, change, by(ChangeMode.COMMIT));
    assertThat(result.outcome()).isInstanceOf(Refusal.class);
    return ((Refusal<?>) result.outcome()).blockers().getFirst();
  }

  private List<String> files(PhaseName name) {
    var files = new ArrayList<String>();
    for (Phase phase : workshop.runs().inspect(AUTH).phases()) {
      for (var artifact : phase.name().equals(name) ? phase.artifacts() : List.<Artifact>of()) {
        files.add(artifact.kind() + " " + artifact.path());
      }
    }
    return files;
  }

  @Test
  void a_broken_link_and_files_that_are_separated_by_commas_are_told_apart() {
    gone("d/broken", "a.md,b.md");
    there("a.md", "b.md");
    folder("", "d");
    folder("d", "broken");

    assertThat(refusal(done(RESEARCH, created("d/broken"))).reason())
        .startsWith("d/broken is a link to a file that is not there, so ");
    assertThat(refusal(done(RESEARCH, created("a.md,b.md"))).hint())
        .isEqualTo("Separate files by blanks: a.md b.md");
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETE_PHASE", "START_PHASE", "FAIL_PHASE", "AMEND_PHASE"})
  void no_change_reports_a_file_that_is_not_there(Change.Kind kind) {
    gone("a.md");
    var report = report(Artifact.Kind.MODIFIED, "a.md");
    var change =
        switch (kind) {
          case COMPLETE_PHASE -> done(RESEARCH, report);
          case START_PHASE -> new Change.StartPhase(RESEARCH, report);
          case FAIL_PHASE -> new Change.FailPhase(RESEARCH, "No", report);
          default -> new Change.AmendPhase(report);
        };

    var blocker = refusal(change);

    assertThat(blocker.code()).isEqualTo("no-file");
    assertThat(blocker.reason())
        .isEqualTo(
            "a.md is not there, so "
                + (kind == Change.Kind.COMPLETE_PHASE ? "research" : AUTH)
                + " cannot report it");
    assertThat(blocker.hint()).isEqualTo("Name a file that is there, by its path");
    assertThat(files(RESEARCH)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "docs/auht.md, docs/auth.md",
    "dcos/auth.md, docs/auth.md",
    "doc/atuh.md, docs/auth.md",
    "dosc, docs"
  })
  void the_path_that_is_spelled_most_like_it_is_named(String path, String near) {
    gone(path);
    folder("", "docs", "src");
    folder("docs", "auth.md", "other.md");

    assertThat(refusal(done(RESEARCH, created(path))).hint())
        .isEqualTo("Did you mean " + near + "?");
  }

  @Test
  void a_file_of_which_it_is_not_known_whether_it_is_there_is_recorded() {
    workshop.after(AUTH, done(RESEARCH, created("a.md")));

    assertThat(files(RESEARCH)).containsExactly("CREATED a.md");
  }

  @Test
  void a_phase_that_ends_again_has_the_files_of_its_last_end_and_those_noted_since() {
    there("a.md", "b.md", "c.md", "d.md");
    workshop.after(
        AUTH,
        done(RESEARCH, created("a.md", "d.md")),
        begin(RESEARCH),
        new Change.AmendPhase(created("b.md")),
        done(RESEARCH, report(Artifact.Kind.MODIFIED, "c.md", "d.md")));

    assertThat(files(RESEARCH)).containsExactly("CREATED b.md", "MODIFIED c.md", "MODIFIED d.md");
    assertThat(workshop.store.find(AUTH).orElseThrow().evidence().files())
        .extracting(Fingerprint::path)
        .containsExactlyInAnyOrder("b.md", "c.md", "d.md");
  }

  @Test
  void a_phase_that_ends_again_without_files_keeps_those_that_are_there() {
    there("a.md", "b.md", "c.md");
    workshop.after(AUTH, done(RESEARCH, created("a.md", "b.md", "c.md")), begin(RESEARCH));
    gone("b.md", "c.md");
    workshop.moved.put("c.md", "docs/c.md");

    var result = workshop.ask(AUTH, done(RESEARCH, PhaseReport.NONE), by(ChangeMode.COMMIT));

    assertThat(files(RESEARCH)).containsExactly("CREATED a.md", "CREATED docs/c.md");
    assertThat(result.outcome().notices())
        .extracting(notice -> notice.code() + ": " + notice.text())
        .containsExactly(
            "file-gone: b.md is not there; it is no file of research any more",
            "file-moved: c.md, a file of research, is now docs/c.md");
  }

  @Test
  void a_file_that_another_phase_reported_too_is_not_taken_for_one_of_an_earlier_end() {
    there("a.md", "b.md");
    workshop.after(
        AUTH,
        done(RESEARCH, created("a.md")),
        begin(PLANNING),
        new Change.AmendPhase(report(Artifact.Kind.MODIFIED, "a.md")),
        done(PLANNING, created("b.md")));

    assertThat(files(PLANNING)).containsExactly("CREATED b.md", "MODIFIED a.md");
  }

  @Test
  void a_file_is_taken_out_by_the_end_of_its_phase_or_by_a_note() {
    there("a.md", "b.md", "c.md");
    workshop.after(
        AUTH,
        done(RESEARCH, created("a.md", "b.md", "c.md")),
        begin(RESEARCH),
        new Change.AmendPhase(report(Artifact.Kind.REMOVED, "a.md")),
        done(RESEARCH, report(Artifact.Kind.REMOVED, "b.md")));

    assertThat(files(RESEARCH)).containsExactly("CREATED c.md");
    assertThat(workshop.store.find(AUTH).orElseThrow().evidence().files())
        .extracting(Fingerprint::path)
        .containsExactly("c.md");
  }

  @Test
  void only_a_reported_file_can_be_taken_out() {
    there("auth.md");
    workshop.after(AUTH, done(RESEARCH, created("auth.md")));

    var near = refusal(new Change.AmendPhase(report(Artifact.Kind.REMOVED, "auht.md")));
    var other = refusal(done(PLANNING, report(Artifact.Kind.REMOVED, "auth.md")));

    assertThat(near.code()).isEqualTo("not-reported");
    assertThat(near.reason()).isEqualTo("auht.md is no file that toy/design/auth has reported");
    assertThat(near.hint()).isEqualTo("Did you mean auth.md?");
    assertThat(other.reason()).isEqualTo("auth.md is no file that planning has reported");
    assertThat(other.hint()).isEqualTo("See its files: tidemark show --run toy/design/auth");
  }

  private void changed(String path, String digest) {
    workshop.answers.put(
        FactQuery.fingerprint(path), Fact.known(Optional.of(new Fingerprint(path, 1, digest))));
  }

  /// Returns the phases to check, as the work log has them.
  private List<String> outdated() {
    var texts = new ArrayList<String>();
    for (var note : workshop.store.find(AUTH).orElseThrow().evidence().worklog().notes()) {
      if (note.kind() == Note.Kind.OUTDATED) {
        texts.add(note.text());
      }
    }
    return texts;
  }

  @Test
  void a_phase_that_is_done_again_with_other_files_questions_the_phases_done_after_it() {
    there("a.md", "b.md");
    workshop.after(AUTH, done(RESEARCH, created("a.md")), done(PLANNING, created("b.md")));
    assertThat(outdated()).isEmpty();

    changed("a.md", "d2");
    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, created("a.md")));

    assertThat(outdated()).containsExactly("planning was done on an older result of research");
    workshop.after(AUTH, begin(PLANNING));
    assertThat(outdated()).isEmpty();
  }

  @Test
  void the_same_files_again_question_nothing_and_a_report_without_change_neither() {
    there("a.md", "b.md");
    workshop.after(AUTH, done(RESEARCH, created("a.md")), done(PLANNING, created("b.md")));

    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, created("a.md")));
    workshop.after(AUTH, done(RESEARCH, PhaseReport.NONE));

    assertThat(outdated()).isEmpty();
  }

  @Test
  void a_phase_without_files_questions_the_later_ones_if_it_is_begun_and_done_again() {
    workshop.after(AUTH, done(RESEARCH, PhaseReport.NONE), done(PLANNING, PhaseReport.NONE));
    workshop.after(AUTH, done(RESEARCH, PhaseReport.NONE));
    assertThat(outdated()).isEmpty();

    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, PhaseReport.NONE));

    assertThat(outdated()).containsExactly("planning was done on an older result of research");
    workshop.after(AUTH, done(PLANNING, PhaseReport.NONE));
    assertThat(outdated()).isEmpty();
  }

  @Test
  void phases_that_all_modify_one_file_are_each_questioned_once() {
    there("a.md");
    var report = report(Artifact.Kind.MODIFIED, "a.md");
    int version = 0;
    for (var phase : List.of(RESEARCH, PLANNING, SPECS)) {
      changed("a.md", "v" + version++);
      workshop.after(AUTH, begin(phase), done(phase, report));
      assertThat(outdated()).isEmpty();
    }

    changed("a.md", "v" + version++);
    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, report));
    assertThat(outdated())
        .containsExactly(
            "planning was done on an older result of research",
            "specs was done on an older result of research");
    changed("a.md", "v" + version++);
    workshop.after(AUTH, begin(PLANNING), done(PLANNING, report));
    assertThat(outdated()).containsExactly("specs was done on an older result of planning");
    changed("a.md", "v" + version++);
    workshop.after(AUTH, begin(SPECS), done(SPECS, report));
    assertThat(outdated()).isEmpty();
  }

  @Test
  void a_later_phase_that_was_done_first_used_no_result_of_the_earlier_one() {
    there("a.md", "b.md");
    workshop.after(AUTH, begin(PLANNING), done(PLANNING, created("b.md")));

    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, created("a.md")));
    changed("a.md", "d2");
    workshop.after(AUTH, begin(RESEARCH), done(RESEARCH, created("a.md")));

    assertThat(outdated()).isEmpty();
  }
}
