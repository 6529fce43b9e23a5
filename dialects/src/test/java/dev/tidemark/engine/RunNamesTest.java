package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Event;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.engine.Selection.Nothing;
import dev.tidemark.engine.Selection.Selected;
import dev.tidemark.engine.Selection.Unclear;
import dev.tidemark.store.News;
import dev.tidemark.store.Revision;
import dev.tidemark.store.Write;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which run somebody means.
class RunNamesTest {
  private static final CheckpointId LOGIN = new CheckpointId("state", "design", "login");
  private static final CheckpointId CODE = new CheckpointId("state", "implement", "auth");
  private static final CheckpointId PHASES = new CheckpointId("phase", "dev", null);

  private final Workshop shop = new Workshop();

  private void begin(CheckpointId... ids) {
    for (var id : ids) {
      shop.after(id, Workshop.start(id));
    }
  }

  private void finish(CheckpointId id) {
    shop.after(id, new Change.FinishRun());
  }

  /// A run that is known, with a document that nobody can read.
  private void damaged(CheckpointId id, String branch) {
    var evidence = new Evidence(null, new Head(branch, null));
    var news = new News(shop.now, Workshop.ANN, List.of(new Event.DocumentSaved()), evidence);
    shop.store.replace(new Write(id, "---\nbroken", Revision.NONE, news));
  }

  private RunNames names(String usual) {
    return new RunNames(shop.runs(), usual);
  }

  /// Returns the run that was chosen, or the code and the reason why none was.
  private static String told(Selection selection) {
    return switch (selection) {
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
    return told(names("state").only(branch));
  }

  @Test
  void without_words_the_one_unfinished_run_of_the_branch_is_meant() {
    assertThat(only("main")).isEqualTo("nothing: no-run, there is no unfinished run here");
    begin(AUTH, LOGIN);
    finish(LOGIN);
    shop.head("feature", Workshop.COMMIT);
    begin(CODE);

    assertThat(only("main")).isEqualTo("state/design/auth");
    assertThat(only("feature")).isEqualTo("state/implement/auth");
    assertThat(only(null))
        .isEqualTo(
            "unclear: which-run, several runs are unfinished: state/design/auth,"
                + " state/implement/auth");
    assertThat(only("other"))
        .isEqualTo(
            "unclear: which-run, no unfinished run belongs to branch other: state/design/auth,"
                + " state/implement/auth");
    assertThat(names("state").here("main")).extracting(Run::id).containsExactly(AUTH);
    assertThat(names("state").here(null)).extracting(Run::id).containsExactly(AUTH, CODE);
  }

  @Test
  void a_run_that_needs_no_start_belongs_to_every_branch() {
    damaged(PHASES, "feature");
    assertThat(only("main")).isEqualTo("phase/dev");
    damaged(AUTH, "feature");
    assertThat(only("main")).isEqualTo("phase/dev");
  }

  @Test
  void a_run_without_a_recorded_branch_may_belong_to_any() {
    shop.store.edit(AUTH, "{\"version\": 1, \"command\": \"design\", \"phases\": {}}");

    assertThat(only("main")).isEqualTo("state/design/auth");
  }

  @Test
  void where_all_runs_are_finished_the_only_one_is_shown() {
    assertThat(told(names("state").shown("main"))).startsWith("nothing: no-run");
    begin(AUTH);
    finish(AUTH);
    assertThat(told(names("state").shown("main"))).isEqualTo("state/design/auth");
    begin(LOGIN);
    assertThat(told(names("state").shown("main"))).isEqualTo("state/design/login");
    finish(LOGIN);
    assertThat(told(names("state").shown("main")))
        .isEqualTo(
            "unclear: which-run, several runs are finished: state/design/auth,"
                + " state/design/login");
  }

  @ParameterizedTest
  @CsvSource({
    ", phase, phase/dev",
    ", state, 'nothing: no-run, there is no unfinished run here'",
    ", verse, 'nothing: no-run, there is no unfinished run here'",
    "phase/dev, state, phase/dev",
    "phase/develop, state, 'nothing: no-run, there is no run phase/develop'",
    "phase/dev/x, state, 'nothing: no-run, there is no run phase/dev/x'",
    "dev, phase, 'nothing: no-run, there is no run dev'",
    "/dev, phase, 'nothing: no-run, there is no run /dev'",
    "verse/dev, phase, 'nothing: no-run, there is no run verse/dev'",
    "state/design/auth, state, 'nothing: no-run, there is no run state/design/auth'"
  })
  void a_run_that_needs_no_start_can_be_changed_before_it_is_there(
      @Nullable String words, String usual, String meant) {
    assertThat(told(names(usual).toChange(words, "main"))).isEqualTo(meant);
  }

  @Test
  void who_changes_a_run_means_an_existing_one_first() {
    begin(AUTH, LOGIN);
    assertThat(told(names("phase").toChange("auth", "main"))).isEqualTo("state/design/auth");
    finish(LOGIN);
    assertThat(told(names("phase").toChange(null, "main"))).isEqualTo("state/design/auth");
  }

  @ParameterizedTest
  @CsvSource({
    "state/design/auth, state/design/auth",
    "design/auth, state/design/auth",
    "state/design/auth?, state/design/auth",
    "item/design/auth, 'nothing: no-run, there is no run item/design/auth'",
    "login, state/design/login",
    "flow-tasks/develop, flow-tasks/develop",
    "sign, 'nothing: no-run, there is no run sign'",
    "flow/design/auth, 'nothing: no-run, there is no run flow/design/auth'",
    "design, 'unclear: which-run, several runs are called design: state/design/auth,"
        + " state/design/login'",
    "auth, 'unclear: which-run, several runs are called auth: state/design/auth,"
        + " state/implement/auth'"
  })
  void any_form_of_a_name_that_fits_one_run_will_do(String words, String meant) {
    begin(AUTH, LOGIN, CODE);

    assertThat(told(names("state").existing(words))).isEqualTo(meant);
  }

  @Test
  void open_runs_come_before_finished_ones_of_the_same_name() {
    begin(AUTH, CODE);
    finish(AUTH);
    assertThat(told(names("state").existing("auth"))).isEqualTo("state/implement/auth");
    assertThat(told(names("state").existing("design/auth"))).isEqualTo("state/design/auth");
    finish(CODE);
    assertThat(told(names("state").existing("auth"))).startsWith("unclear: which-run");
  }

  @Test
  void the_dialect_that_is_named_is_the_one_that_is_meant() {
    var item = new CheckpointId("item", "epic", "EPIC-001");
    var state = new CheckpointId("state", "epic", "EPIC-001");
    damaged(item, "main");
    damaged(state, "main");

    assertThat(told(names("state").existing("epic/EPIC-001")))
        .isEqualTo(
            "unclear: which-run, several runs are called epic/EPIC-001: state/epic/EPIC-001,"
                + " item/epic/EPIC-001");
    assertThat(told(names("state").existing("item/epic/EPIC-001"))).isEqualTo(item.toString());
    shop.store.edit(state, "{\"version\": 1, \"completed_at\": \"2026-03-01T12:00:00Z\"}");
    assertThat(told(names("state").existing("epic/EPIC-001"))).isEqualTo(item.toString());
    assertThat(told(names("state").existing("state/epic/EPIC-001"))).isEqualTo(state.toString());
  }

  @Test
  void of_many_candidates_eight_are_named() {
    for (int i = 1; i <= 8; i++) {
      begin(new CheckpointId("state", "design", "part-" + i));
    }
    assertThat(only("main")).endsWith("state/design/part-8");
    begin(new CheckpointId("state", "design", "part-9"));
    assertThat(only("main")).endsWith("state/design/part-8 and 1 more");
  }

  @ParameterizedTest
  @CsvSource({
    "design/new, state, state/design/new",
    "design, state, state/design",
    "item/epic/EPIC-002, state, item/epic/EPIC-002",
    "epic/EPIC-001, state, item/epic/EPIC-001",
    "design/new, verse, state/design/new",
    "state, state, 'unclear: no-workflow, state is a format, not a workflow'",
    "phase/x, state, 'unclear: bad-name, there is no workflow x of phases'",
    "/x, state, 'unclear: bad-name, \"\" cannot be a command: nothing of the name can stand in a"
        + " file name'"
  })
  void a_new_run_is_named_in_the_usual_dialect_unless_an_open_one_has_the_name(
      String words, String usual, String meant) {
    damaged(new CheckpointId("item", "epic", "EPIC-001"), "main");

    assertThat(told(names(usual).named(words))).isEqualTo(meant);
  }

  @Test
  void workflow_is_found_in_the_only_dialect_that_defines_it() {
    assertThat(told(names("item").named("design/auth"))).isEqualTo("state/design/auth");
    assertThat(told(names("state").named("epic/EPIC-3"))).isEqualTo("item/epic/EPIC-3");
    assertThat(told(names("state").named("implement/x"))).isEqualTo("state/implement/x");
    assertThat(told(names("item").named("implement/x"))).isEqualTo("item/implement/x");
    assertThat(told(names("item").named("ship-it/x")))
        .startsWith("unclear: no-checkpoints, There are no checkpoints for \"ship-it\"");
  }

  @Test
  void a_run_that_was_read_to_choose_it_comes_with_the_choice() {
    begin(AUTH);
    var chosen = (Selected) names("state").existing("auth");

    assertThat(chosen.understood()).isNotNull();
    assertThat(chosen.read(shop.runs())).isSameAs(chosen.run());
    var named = (Selected) names("state").named("design/auth");
    assertThat(named.understood()).isNull();
    assertThat(named.read(shop.runs()).checkpoint()).isNotNull();
    damaged(LOGIN, "main");
    assertThat(((Selected) names("state").existing("login")).understood()).isNull();
  }
}
