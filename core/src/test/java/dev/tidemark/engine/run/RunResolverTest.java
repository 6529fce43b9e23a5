package dev.tidemark.engine.run;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.engine.Workshop;
import dev.tidemark.engine.run.RunSelection.Nothing;
import dev.tidemark.engine.run.RunSelection.Selected;
import dev.tidemark.engine.run.RunSelection.Unclear;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Resolution of the name of a run.
class RunResolverTest {
  private static final CheckpointId LOGIN = new CheckpointId("toy", "design", "login");
  private static final CheckpointId CODE = new CheckpointId("toy", "implement", "auth");
  private static final CheckpointId PHASES = ToyDialects.SOLO_RUN;

  private final Workshop shop = new Workshop();

  private void begin(CheckpointId... ids) {
    for (var id : ids) {
      shop.after(id, Workshop.start(id));
    }
  }

  private void finish(CheckpointId id) {
    shop.after(id, new Change.FinishRun());
  }

  /// A run that is known, with an unreadable document.
  private void damaged(CheckpointId id, String branch) {
    var evidence = new Evidence(null, new Head(branch, null));
    var recordMetadata =
        new RecordMetadata(shop.now, Workshop.ANN, List.of(new Event.DocumentSaved()), evidence);
    shop.store.replace(new DocumentWrite(id, "---\nbroken", Revision.NONE, recordMetadata));
  }

  private RunResolver names(String usual) {
    return new RunResolver(shop.runs(), usual);
  }

  /// Returns the run that was chosen, or the code and the reason why none was.
  private static String told(RunSelection runSelection) {
    return switch (runSelection) {
      case Selected selected -> selected.id().toString();
      case Nothing nothing -> "nothing: " + told(nothing.blocker());
      case Unclear unclear -> "unclear: " + told(unclear.blocker());
    };
  }

  private static String told(Blocker blocker) {
    assertThat(blocker.hint()).isNotBlank();
    return blocker.code() + ", " + blocker.reason();
  }

  private String only(@Nullable String branch) {
    return told(names("toy").onlyRunOfBranch(branch));
  }

  @Test
  void without_words_the_one_unfinished_run_of_the_branch_is_meant() {
    assertThat(only("main")).isEqualTo("nothing: no-run, there is no unfinished run here");
    begin(AUTH, LOGIN);
    finish(LOGIN);
    shop.head("feature", Workshop.COMMIT);
    begin(CODE);

    assertThat(only("main")).isEqualTo("toy/design/auth");
    assertThat(only("feature")).isEqualTo("toy/implement/auth");
    assertThat(only(null))
        .isEqualTo(
            "unclear: which-run, several runs are unfinished: toy/design/auth,"
                + " toy/implement/auth");
    assertThat(only("other"))
        .isEqualTo(
            "unclear: which-run, no unfinished run belongs to branch other: toy/design/auth,"
                + " toy/implement/auth");
    assertThat(names("toy").openRunsOfBranch("main")).extracting(Run::id).containsExactly(AUTH);
    assertThat(names("toy").openRunsOfBranch(null)).extracting(Run::id).containsExactly(AUTH, CODE);
  }

  @Test
  void a_run_that_needs_no_start_belongs_to_every_branch() {
    damaged(PHASES, "feature");
    assertThat(only("main")).isEqualTo("solo/dev");
    damaged(AUTH, "feature");
    assertThat(only("main")).isEqualTo("solo/dev");
  }

  @Test
  void a_run_without_a_recorded_branch_may_belong_to_any() {
    shop.store.edit(AUTH, "{\"version\": 1, \"workflow\": \"design\", \"phases\": {}}");

    assertThat(only("main")).isEqualTo("toy/design/auth");
  }

  @Test
  void where_all_runs_are_finished_the_only_one_is_shown() {
    assertThat(told(names("toy").shown("main"))).startsWith("nothing: no-run");
    begin(AUTH);
    finish(AUTH);
    assertThat(told(names("toy").shown("main"))).isEqualTo("toy/design/auth");
    begin(LOGIN);
    assertThat(told(names("toy").shown("main"))).isEqualTo("toy/design/login");
    finish(LOGIN);
    assertThat(told(names("toy").shown("main")))
        .isEqualTo(
            "unclear: which-run, several runs are finished: toy/design/auth,"
                + " toy/design/login");
  }

  @ParameterizedTest
  @CsvSource({
    ", solo, solo/dev",
    ", toy, 'nothing: no-run, there is no unfinished run here'",
    ", verse, 'nothing: no-run, there is no unfinished run here'",
    "solo/dev, toy, solo/dev",
    "solo/develop, toy, 'nothing: no-run, there is no run solo/develop'",
    "solo/dev/x, toy, 'nothing: no-run, there is no run solo/dev/x'",
    "dev, solo, 'nothing: no-run, there is no run dev'",
    "/dev, solo, 'nothing: no-run, there is no run /dev'",
    "verse/dev, solo, 'nothing: no-run, there is no run verse/dev'",
    "toy/design/auth, toy, 'nothing: no-run, there is no run toy/design/auth'"
  })
  void a_run_that_needs_no_start_can_be_changed_before_it_is_there(
      @Nullable String words, String usual, String meant) {
    assertThat(told(names(usual).toChange(words, "main"))).isEqualTo(meant);
  }

  @Test
  void who_changes_a_run_means_an_existing_one_first() {
    begin(AUTH, LOGIN);
    assertThat(told(names("solo").toChange("auth", "main"))).isEqualTo("toy/design/auth");
    finish(LOGIN);
    assertThat(told(names("solo").toChange(null, "main"))).isEqualTo("toy/design/auth");
  }

  @ParameterizedTest
  @CsvSource({
    "toy/design/auth, toy/design/auth",
    "design/auth, toy/design/auth",
    "toy/design/auth?, toy/design/auth",
    "twin/design/auth, 'nothing: no-run, there is no run twin/design/auth'",
    "login, toy/design/login",
    "part/dev, part/dev",
    "sign, 'nothing: no-run, there is no run sign'",
    "solo/design/auth, 'nothing: no-run, there is no run solo/design/auth'",
    "design, 'unclear: which-run, several runs are called design: toy/design/auth,"
        + " toy/design/login'",
    "auth, 'unclear: which-run, several runs are called auth: toy/design/auth,"
        + " toy/implement/auth'"
  })
  void any_form_of_a_name_that_fits_one_run_will_do(String words, String meant) {
    begin(AUTH, LOGIN, CODE);

    assertThat(told(names("toy").existing(words))).isEqualTo(meant);
  }

  @Test
  void open_runs_come_before_finished_ones_of_the_same_name() {
    begin(AUTH, CODE);
    finish(AUTH);
    assertThat(told(names("toy").existing("auth"))).isEqualTo("toy/implement/auth");
    assertThat(told(names("toy").existing("design/auth"))).isEqualTo("toy/design/auth");
    finish(CODE);
    assertThat(told(names("toy").existing("auth"))).startsWith("unclear: which-run");
    assertThat(only("main"))
        .matches("nothing: no-run, there is no unfinished run here; toy/.* has ended");
  }

  @Test
  void the_dialect_that_is_named_is_the_one_that_is_meant() {
    var item = new CheckpointId("twin", "epic", "EPIC-001");
    var state = new CheckpointId("toy", "epic", "EPIC-001");
    damaged(item, "main");
    damaged(state, "main");

    assertThat(told(names("toy").existing("epic/EPIC-001")))
        .isEqualTo(
            "unclear: which-run, several runs are called epic/EPIC-001: toy/epic/EPIC-001,"
                + " twin/epic/EPIC-001");
    assertThat(told(names("toy").existing("twin/epic/EPIC-001"))).isEqualTo(item.toString());
    shop.store.edit(state, "{\"version\": 1, \"completed_at\": \"2026-03-01T12:00:00Z\"}");
    assertThat(told(names("toy").existing("epic/EPIC-001"))).isEqualTo(item.toString());
    assertThat(told(names("toy").existing("toy/epic/EPIC-001"))).isEqualTo(state.toString());
  }

  @Test
  void of_many_candidates_eight_are_named() {
    for (int i = 1; i <= 8; i++) {
      begin(new CheckpointId("toy", "design", "part-" + i));
    }
    assertThat(only("main")).endsWith("toy/design/part-8");
    begin(new CheckpointId("toy", "design", "part-9"));
    assertThat(only("main")).endsWith("toy/design/part-8 and 1 more");
  }

  @ParameterizedTest
  @CsvSource({
    "design/new, toy, toy/design/new",
    "design, toy, toy/design",
    "twin/epic/EPIC-002, toy, twin/epic/EPIC-002",
    "epic/EPIC-001, toy, twin/epic/EPIC-001",
    "design/new, verse, toy/design/new",
    "toy, toy, 'unclear: no-workflow, toy is a format, not a workflow'",
    "solo/x, toy, 'unclear: bad-name, there is no workflow x'",
    "/x, toy, 'unclear: bad-name, \"\" cannot be a workflow'",
    "/epic, toy, 'unclear: bad-name, \"\" cannot be a workflow'"
  })
  void a_new_run_is_named_in_the_usual_dialect_unless_an_open_one_has_the_name(
      String words, String usual, String meant) {
    damaged(new CheckpointId("twin", "epic", "EPIC-001"), "main");

    assertThat(told(names(usual).named(words))).isEqualTo(meant);
  }

  @Test
  void workflow_is_found_in_the_only_dialect_that_defines_it() {
    assertThat(told(names("twin").named("design/auth"))).isEqualTo("toy/design/auth");
    assertThat(told(names("toy").named("epic/EPIC-3"))).isEqualTo("twin/epic/EPIC-3");
    assertThat(told(names("toy").named("implement/x"))).isEqualTo("toy/implement/x");
    assertThat(told(names("twin").named("implement/x"))).isEqualTo("twin/implement/x");
    assertThat(told(names("solo").named("ship-it/x")))
        .isEqualTo("unclear: bad-name, there is no workflow ship-it");
  }

  @Test
  void a_run_that_was_read_to_choose_it_comes_with_the_choice() {
    begin(AUTH);
    var chosen = (Selected) names("toy").existing("auth");

    assertThat(chosen.decoded()).isNotNull();
    assertThat(chosen.read(shop.runs())).isSameAs(chosen.run());
    var named = (Selected) names("toy").named("design/auth");
    assertThat(named.decoded()).isNull();
    assertThat(named.read(shop.runs()).checkpoint()).isNotNull();
    damaged(LOGIN, "main");
    assertThat(((Selected) names("toy").existing("login")).decoded()).isNull();
  }

  @Test
  void the_only_unfinished_run_is_meant_on_every_branch_with_a_notice_on_another() {
    begin(AUTH);
    var here = names("toy");
    assertThat(told(here.onlyRunOfBranch("main"))).isEqualTo("toy/design/auth");
    assertThat(here.notices()).isEmpty();

    var elsewhere = names("toy");
    assertThat(told(elsewhere.onlyRunOfBranch("other"))).isEqualTo("toy/design/auth");
    assertThat(elsewhere.notices())
        .containsExactly(
            new Notice(
                "other-branch",
                "the last change of toy/design/auth was made on branch main;"
                    + " checked out is other"));
  }

  @Test
  void recent_runs_are_those_of_the_branch_and_then_the_last_changed_first() {
    var undated = new CheckpointId("toy", "design", "undated");
    var done = new CheckpointId("toy", "design", "done");
    shop.store.edit(undated, "{\"version\": 1, \"workflow\": \"design\", \"phases\": {}}");
    begin(AUTH, LOGIN, done);
    finish(done);
    shop.head("feature", Workshop.COMMIT);
    begin(CODE);

    assertThat(names("toy").recent("main"))
        .extracting(RunSummary::id)
        .containsExactly(LOGIN, AUTH, undated, CODE);
    assertThat(names("toy").recent("feature"))
        .extracting(RunSummary::id)
        .containsExactly(CODE, undated, LOGIN, AUTH);
    assertThat(names("toy").recent(null))
        .extracting(RunSummary::id)
        .containsExactly(CODE, LOGIN, AUTH, undated);
  }

  @Test
  void a_misspelled_workflow_of_another_format_is_refused_with_the_right_name() {
    var refused = (Unclear) names("toy").named("epci/x");

    assertThat(told(refused)).isEqualTo("unclear: unknown-workflow, there is no workflow \"epci\"");
    assertThat(refused.blocker().hint())
        .isEqualTo("Did you mean twin/epic? See what can be started: tidemark workflows");
    assertThat(told(names("twin").named("epci/x"))).isEqualTo("twin/epci/x");
    assertThat(told(names("toy").named("desing/x"))).isEqualTo("toy/desing/x");
    assertThat(told(names("toy").named("other/x"))).isEqualTo("toy/other/x");
  }

  @Test
  void a_run_that_is_there_is_meant_although_its_workflow_looks_misspelled() {
    damaged(new CheckpointId("toy", "epci", "x"), "main");

    assertThat(told(names("toy").named("toy/epci/x"))).isEqualTo("toy/epci/x");
    assertThat(told(names("toy").named("epci/x"))).isEqualTo("toy/epci/x");
  }

  @Test
  void a_new_run_continues_the_open_one_of_its_name_but_not_a_finished_one() {
    var twin = new CheckpointId("twin", "implement", "auth");
    begin(twin);
    assertThat(told(names("toy").named("implement/auth"))).isEqualTo("twin/implement/auth");

    finish(twin);
    assertThat(told(names("toy").named("implement/auth"))).isEqualTo("toy/implement/auth");
  }
}
