package dev.tidemark.brief;

import static dev.tidemark.brief.Session.COMMIT;
import static dev.tidemark.brief.Session.ID;
import static dev.tidemark.brief.Session.PLANNING;
import static dev.tidemark.brief.Session.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialect.Rules;
import dev.tidemark.engine.run.Run;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import dev.tidemark.workflow.change.PhaseKey;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.CommitRelation;
import dev.tidemark.workflow.fact.Fact;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What whoever takes over a run is told, and what makes it go on, go back, ask or mend.
class BriefsTest {
  private static final String OTHER = "d".repeat(40);
  private static final FactQuery<CommitRelation> SINCE = FactQuery.commitRelation(COMMIT);

  private static final Dialect<ToyCheckpoint> TOY = ToyDialects.toy(ToyDialects.builtIn());

  private final Session session = new Session();

  private static List<String> checks(Brief brief) {
    return brief.checks().stream()
        .map(it -> it.kind().word() + " " + it.result().word() + ": " + it.text())
        .toList();
  }

  @Test
  void where_everything_holds_work_goes_on() {
    var brief = session.brief();

    assertThat(checks(brief))
        .containsExactly(
            "schema holds: valid",
            "journal holds: newest 2 of 2 entries verified",
            "definition holds: 3 of its 3 phases",
            "branch holds: unchanged",
            "commit holds: unchanged",
            "artifacts holds: 1 unchanged",
            "age holds: less than a minute",
            "loose ends holds: none");
    assertThat(brief.warnings()).isEmpty();
    assertThat(brief.verdict())
        .isEqualTo(
            new Verdict(
                Verdict.Kind.CONTINUE,
                PLANNING,
                null,
                "tidemark enter planning --run toy/design/auth"));
    assertThat(brief.header())
        .isEqualTo(
            new BriefHeader(
                ID,
                session.run().dialect().locator().pathOf(ID),
                null,
                1,
                3,
                List.of(RESEARCH, PLANNING, new PhaseName("specs")),
                false,
                true,
                null,
                "main",
                session.now));
    assertThat(brief.content().readingList())
        .containsExactly(new ReadingItem("notes.md", RESEARCH, ReadingItem.State.UNCHANGED));
    assertThat(brief.resumePhases())
        .extracting(phase -> phase.name().value())
        .containsExactly("research", "planning", "specs");
  }

  /// What happens to the run or around it, the verdict, and the codes of what is in doubt.
  private static Arguments row(
      String what, Consumer<Session> happens, Verdict.Kind verdict, String... codes) {
    return Arguments.of(what, happens, verdict, Arrays.asList(codes));
  }

  static Stream<Arguments> places() {
    return Stream.of(
        row("branch from here", s -> s.head("feat", COMMIT), Verdict.Kind.CONTINUE, "other-branch"),
        row(
            "other branch",
            s -> {
              moved(s, CommitRelation.diverged(1));
              s.head("feat", OTHER);
            },
            Verdict.Kind.ASK,
            "other-branch",
            "diverged"),
        row("detached", s -> s.head(null, COMMIT), Verdict.Kind.CONTINUE),
        row("no commit", s -> s.head("main", null), Verdict.Kind.CONTINUE),
        row("no git", s -> s.answers.remove(FactQuery.HEAD), Verdict.Kind.CONTINUE),
        row("moved", s -> s.head("main", OTHER), Verdict.Kind.ASK, "commit-unknown"),
        row("moved on", s -> moved(s, CommitRelation.ahead(2)), Verdict.Kind.CONTINUE),
        row("moved away", s -> moved(s, CommitRelation.diverged(1)), Verdict.Kind.ASK, "diverged"));
  }

  private static void moved(Session session, CommitRelation how) {
    session.head("main", OTHER);
    session.answers.put(SINCE, Fact.known(how));
  }

  static Stream<Arguments> files() {
    return Stream.of(
        row("gone", s -> s.gone("notes.md"), Verdict.Kind.RERUN, "artifact-missing"),
        row("other", s -> s.file("notes.md", 3, "d2"), Verdict.Kind.ASK, "artifact-changed"),
        row("longer", s -> s.file("notes.md", 4, null), Verdict.Kind.ASK, "artifact-changed"),
        row("as long", s -> s.file("notes.md", 3, null), Verdict.Kind.CONTINUE),
        row(
            "unreadable",
            s -> s.answers.remove(FactQuery.fingerprint("notes.md")),
            Verdict.Kind.CONTINUE),
        row(
            "changed while the next is worked on",
            s -> {
              s.change(new Change.StartPhase(PLANNING, Session.report(null)));
              s.file("notes.md", 3, "d2");
            },
            Verdict.Kind.CONTINUE,
            "artifact-changed"),
        row(
            "gone, and changed by others",
            s -> {
              s.file("draft.md", 5, "e1");
              s.done(PLANNING, "Written.", "draft.md");
              s.gone("notes.md");
              s.file("draft.md", 5, "e2");
            },
            Verdict.Kind.ASK,
            "artifact-missing",
            "artifact-changed"));
  }

  static Stream<Arguments> records() {
    return Stream.of(
        row(
            "damaged",
            s -> s.store.edit(ID, "{"),
            Verdict.Kind.REPAIR,
            "unreadable",
            "edited-outside"),
        row("removed", s -> s.store.edit(ID, null), Verdict.Kind.ASK, "removed-outside"),
        row(
            "edited",
            s -> s.store.edit(ID, s.text() + "\n"),
            Verdict.Kind.CONTINUE,
            "edited-outside"),
        row(
            "wrong",
            s -> s.store.edit(ID, s.text().replace("\"design\"", "7")),
            Verdict.Kind.ASK,
            "not-as-specified",
            "edited-outside"),
        row("old", s -> s.now = s.now.plus(Duration.ofDays(7)), Verdict.Kind.ASK, "old"),
        row(
            "a week",
            s -> s.now = s.now.plus(Duration.ofDays(7)).minusSeconds(1),
            Verdict.Kind.CONTINUE),
        row("a slow clock", s -> s.now = s.now.minusSeconds(300), Verdict.Kind.CONTINUE),
        row(
            "a wrong clock",
            s -> s.now = s.now.minusSeconds(301),
            Verdict.Kind.CONTINUE,
            "in-the-future"));
  }

  @ParameterizedTest
  @MethodSource({"places", "files", "records"})
  void what_has_changed_decides_how_to_go_on(
      String what, Consumer<Session> happens, Verdict.Kind verdict, List<String> codes) {
    happens.accept(session);

    var brief = session.brief();

    assertThat(brief.warnings()).as(what).extracting(ResumeWarning::code).isEqualTo(codes);
    assertThat(brief.verdict().kind()).as(what).isEqualTo(verdict);
    assertThat(brief.verdict().cause())
        .isEqualTo(verdict == Verdict.Kind.CONTINUE ? null : brief.warnings().getFirst());
    assertThat(brief.warnings()).allMatch(resumeWarning -> !resumeWarning.hint().isBlank());
    assertThat(BriefText.of(brief)).contains("Verdict: " + verdict.word());
  }

  @ParameterizedTest
  @CsvSource({
    "59, less than a minute",
    "60, 1 min",
    "3599, 59 min",
    "3600, 1 h",
    "172799, 47 h",
    "172800, 2 days",
    "604799, 6 days"
  })
  void how_long_ago_it_was_is_told_in_the_unit_that_fits(int seconds, String ago) {
    session.now = session.now.plusSeconds(seconds);

    assertThat(checks(session.brief())).contains("age holds: " + ago);
  }

  @Test
  void a_phase_that_is_lost_is_done_again_and_one_under_way_is_ended() {
    session.change(new Change.StartPhase(PLANNING, Session.report("half of it")));

    assertThat(session.brief().verdict().command())
        .isEqualTo("tidemark done planning --run toy/design/auth");
    assertThat(session.brief().content().unfinished())
        .extracting(phase -> phase.name())
        .containsExactly(PLANNING);
    session.gone("notes.md");
    assertThat(session.brief().verdict().command())
        .isEqualTo("tidemark enter research --run toy/design/auth");
    assertThat(session.briefs().of(session.run(), PLANNING).verdict().command())
        .isEqualTo("tidemark enter planning --run toy/design/auth");
  }

  @Test
  void a_run_that_is_over_has_nothing_to_go_on_with() {
    session.done(PLANNING, "Written.");
    session.done(new PhaseName("specs"), "Specified.");
    assertThat(session.brief().verdict().command())
        .isEqualTo("tidemark finish --run toy/design/auth");
    session.change(new Change.FinishRun());

    var brief = session.brief();

    assertThat(brief.verdict())
        .isEqualTo(
            new Verdict(Verdict.Kind.NOTHING, null, null, "tidemark show --run toy/design/auth"));
    assertThat(brief.checks()).isEmpty();
    assertThat(brief.resumePhases()).isEmpty();
    assertThat(BriefText.of(brief).lines())
        .containsExactly(
            "toy/design/auth is complete; nothing to resume",
            BriefText.OPEN,
            "| done: research: Tokens live in src.",
            "| done: planning: Written.",
            "| done: specs: Specified.",
            BriefText.CLOSE);
  }

  @Test
  void a_phase_whose_name_needs_quotes_is_called_by_its_number() {
    var phases = List.of(new PhaseName("first steps"), new PhaseName("the rest"));
    session.change(new Change.StartRun("design", "auth", phases, true));
    assertThat(session.brief().header().number()).isEqualTo("1");

    session.change(new Change.CompletePhase(phases.getFirst(), PhaseReport.NONE));

    var brief = session.brief();
    assertThat(brief.header().number()).isEqualTo("2");
    assertThat(brief.verdict().phase()).isEqualTo(phases.getLast());
    assertThat(BriefText.of(brief)).contains("phase 2");
  }

  /// Rules that number the phases, from a first number.
  private record Numbered(int first, List<PhaseName> phases) implements Rules<ToyCheckpoint> {
    @Override
    public boolean numbersPhases() {
      return true;
    }

    @Override
    public PhaseKey phaseKey(CheckpointId id, @Nullable ToyCheckpoint checkpoint, PhaseName word) {
      boolean number = Character.isDigit(word.value().charAt(0));
      int index = number ? Integer.parseInt(word.value()) - first : -1;
      boolean known = index >= 0 && index < phases.size();
      return new PhaseKey(id.workflow(), known ? phases.get(index) : word);
    }

    @Override
    public List<FactQuery<?>> asks(@Nullable ToyCheckpoint checkpoint, Change change) {
      return List.of();
    }

    @Override
    public Outcome<ToyCheckpoint> decide(
        CheckpointId id, @Nullable ToyCheckpoint checkpoint, Change change, Facts facts) {
      return Outcome.Transition.untouched(checkpoint);
    }
  }

  /// Takes up a run at its first open phase, which changes it and prints a line.
  private static final class Resuming implements ResumePolicy<ToyCheckpoint> {
    @Override
    public ResumePoint resumePoint(ToyCheckpoint checkpoint) {
      for (var phase : checkpoint.phases()) {
        if (phase.status().isOpen()) {
          return new ResumePoint(null, null, phase.name(), List.of(), false);
        }
      }
      return ResumePoint.NONE;
    }

    @Override
    public boolean changesRun() {
      return true;
    }

    @Override
    public ProtocolHandover handover(ToyCheckpoint checkpoint, String path) {
      return new ProtocolHandover(List.of("Resuming " + path), List.of(), List.of());
    }
  }

  /// The run as it would be in a format with these rules.
  private Run in(Rules<ToyCheckpoint> rules, ResumePolicy<ToyCheckpoint> resumePolicy) {
    var run = session.run();
    var dialect =
        new Dialect<>(
            "toy",
            TOY.format(),
            rules,
            TOY.locator(),
            resumePolicy,
            TOY.validator(),
            TOY.onDamage());
    var checkpoint = (ToyCheckpoint) run.checkpoint();
    return new Run(dialect, ID, checkpoint, run.document(), null, List.of(), run.definition());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1, 2", "1, 1, 2, 3", "3, , , "})
  void a_format_that_numbers_its_phases_counts_from_0_or_1(
      int first, @Nullable String one, @Nullable String two, @Nullable String three) {
    var phases = Stream.of("first steps", "the rest", "an end").map(PhaseName::new).toList();
    session.change(new Change.StartRun("design", "auth", phases, true));
    var run = in(new Numbered(first, phases), TOY.resumePolicy());

    assertThat(session.briefs().of(run).header().number()).isEqualTo(one);
    assertThat(session.briefs().of(run, phases.get(0)).header().number()).isEqualTo(one);
    assertThat(session.briefs().of(run, phases.get(1)).header().number()).isEqualTo(two);
    assertThat(session.briefs().of(run, phases.get(2)).header().number()).isEqualTo(three);
    assertThat(session.briefs().of(run, new PhaseName("no phase")).header().number()).isNull();
  }

  @Test
  void a_run_that_was_just_resumed_is_not_resumed_again() {
    var run = in(TOY.rules(), new Resuming());
    var path = run.dialect().locator().pathOf(ID);
    var brief = session.briefs().of(run);
    var resumed = session.briefs().resumed().of(run);

    assertThat(brief.header().resumes()).isTrue();
    assertThat(brief.verdict().command()).isEqualTo("tidemark resume --run toy/design/auth");
    assertThat(brief.formatLines()).containsExactly("Resuming " + path);
    assertThat(resumed.header().resumes()).isFalse();
    assertThat(resumed.verdict().command())
        .isEqualTo("tidemark enter planning --run toy/design/auth");
    assertThat(resumed.formatLines()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"200, 200", "201, 0"})
  void up_to_200_phases_are_offered(int phases, int offered) {
    var names = IntStream.range(0, phases).mapToObj(i -> new PhaseName("p" + i)).toList();
    session.change(new Change.StartRun("design", "auth", names, true));

    assertThat(session.brief().resumePhases()).hasSize(offered);
  }
}
