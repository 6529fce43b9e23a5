package dev.tidemark.brief;

import static dev.tidemark.brief.Session.COMMIT;
import static dev.tidemark.brief.Session.ID;
import static dev.tidemark.brief.Session.PLANNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.Check;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is handed over beside the verdict, and in which words each check is told.
class BriefContentTest {
  private static final PhaseName SPECS = new PhaseName("specs");

  private final Session session = new Session();

  private static PhaseReport deciding(String... choices) {
    return new PhaseReport(null, List.of(), List.of(choices), null);
  }

  @Test
  void a_choice_that_was_made_twice_is_told_once_where_it_was_made_last() {
    session.change(new Change.CompletePhase(PLANNING, deciding("Go", "SQL", "REST")));
    session.change(new Change.StartPhase(SPECS, deciding("SQL")));

    assertThat(session.brief().content().decisions())
        .containsExactly(
            new Decision(PLANNING, "Go"),
            new Decision(PLANNING, "REST"),
            new Decision(SPECS, "SQL"));
  }

  @Test
  void of_the_work_that_is_ready_the_five_most_urgent_items_are_told() {
    var ready = new ArrayList<WorkItem>();
    for (int i = 1; i <= 5; i++) {
      ready.add(new WorkItem("B-" + i, "mend " + i, i));
    }
    session.answers.put(FactQuery.READY_WORK, Fact.known(Optional.of(List.copyOf(ready))));
    assertThat(session.brief().content().readyWork()).isEqualTo(ready);

    var more = new ArrayList<>(ready);
    more.add(new WorkItem("B-6", "mend 6", 6));
    session.answers.put(FactQuery.READY_WORK, Fact.known(Optional.of(List.copyOf(more))));

    assertThat(session.brief().content().readyWork()).isEqualTo(ready);
    assertThat(BriefText.of(session.brief())).contains("| ready: B-5 mend 5\n");
  }

  @Test
  void whoever_asks_for_it_has_the_whole_record_checked() {
    var brief = session.briefs().withAllChecks().of(session.run());

    assertThat(brief.checks())
        .contains(new Check(Check.Kind.JOURNAL, Check.Result.HOLDS, "all of 2 entries verified"));
    assertThat(brief.verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }

  private static Arguments row(Consumer<Session> happens, String told) {
    return Arguments.of(happens, told);
  }

  static Stream<Arguments> places() {
    return Stream.of(
        row(
            s -> s.answers.remove(FactQuery.HEAD),
            "Not checked: branch (git cannot be read); commit (git cannot be read)"),
        row(
            s -> s.head(null, null),
            "Not checked: branch (no branch to compare); commit (no commit to compare)"),
        row(
            s -> s.head("feat", COMMIT),
            "In doubt: branch (another branch, which contains the last change)"),
        row(
            s -> {
              s.head("main", "d".repeat(40));
              s.answers.put(FactQuery.commitRelation(COMMIT), Fact.known(CommitRelation.ahead(2)));
            },
            "commit (2 commits since the save)"),
        row(
            s -> s.head("main", "d".repeat(40)),
            "In doubt: commit (HEAD has moved, git cannot compare)"));
  }

  static Stream<Arguments> records() {
    return Stream.of(
        row(
            s -> s.store.edit(ID, null),
            "In doubt: journal (newest 2 of 2 entries verified, the file is gone)"),
        row(
            s -> s.store.edit(ID, s.text() + "\n"),
            "In doubt: journal (newest 2 of 2 entries verified, the file was edited since)"),
        row(s -> s.store.edit(ID, "{"), "In doubt: schema (unreadable); journal"),
        row(s -> s.gone("notes.md"), "In doubt: artifacts (of 1: missing 1, changed 0)"),
        row(s -> s.file("notes.md", 4, null), "In doubt: artifacts (of 1: missing 0, changed 1)"),
        row(s -> s.file("notes.md", 3, null), "artifacts (1 present, no digest recorded)"));
  }

  @ParameterizedTest
  @MethodSource({"places", "records"})
  void each_check_says_what_was_compared(Consumer<Session> happens, String told) {
    happens.accept(session);

    assertThat(BriefText.of(session.brief())).contains(told);
  }

  @Test
  void a_file_is_told_as_it_was_found() {
    session.file("notes.md", 3, null);
    assertThat(BriefText.of(session.brief())).contains("| read: notes.md (there)\n");
    session.answers.remove(FactQuery.fingerprint("notes.md"));
    assertThat(BriefText.of(session.brief())).contains("| read: notes.md (not checked)\n");
    session.gone("notes.md");
    assertThat(BriefText.of(session.brief())).contains("| read: notes.md (missing)\n");
    session.file("notes.md", 3, "d2");
    assertThat(BriefText.of(session.brief())).contains("| read: notes.md (changed since)\n");
    session.file("notes.md", 3, "d1");
    assertThat(BriefText.of(session.brief())).contains("| read: notes.md (as recorded)\n");
  }

  @Test
  void a_file_of_which_nothing_is_recorded_need_only_be_there() {
    session.change(
        new Change.StartPhase(PLANNING, Session.report("half", "draft.md", "lost.md", "x.md")));
    session.answers.put(FactQuery.exists("draft.md"), Fact.known(true));
    session.answers.put(FactQuery.exists("lost.md"), Fact.known(false));

    assertThat(session.brief().content().readingList())
        .extracting(file -> file.path() + " " + file.state())
        .containsExactly(
            "notes.md UNCHANGED", "draft.md PRESENT", "lost.md MISSING", "x.md UNKNOWN");
    assertThat(session.brief().verdict().kind()).isEqualTo(Verdict.Kind.CONTINUE);
  }
}
