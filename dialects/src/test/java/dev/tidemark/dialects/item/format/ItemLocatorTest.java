package dev.tidemark.dialects.item.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.testkit.Hostile;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Where these checkpoints are, and what their runs are called.
class ItemLocatorTest {
  private final ItemLocator place =
      new ItemLocator(List.of("debug", "epic", "feature", "implement", "plan", "plan-b"));

  @ParameterizedTest
  @CsvSource({
    "feature,   FEAT-003, feature-FEAT-003",
    "feature,   feat-003, feature-FEAT-003",
    "epic,      EPIC-001, epic-EPIC-001",
    "debug,     BUG-012, debug-BUG-012",
    "plan,      A1-7, plan-A1-7",
    "implement, docs/plans/2026-02-12-notifications.md, implement-2026-02-12-notifications",
    "implement, docs/plans/FEAT_7 plan.md, implement-FEAT_7 plan",
    "implement, 2026-02-12-a-very-long-name-of-a-plan, "
        + "implement-2026-02-12-a-very-long-name-of-a-plan",
    "debug,     login timeout, debug-login-timeout",
    "debug,     The login is timing out, debug-login-timing-out",
    "debug,     ÜBERLAUF beim Speichern!, debug-uberlauf-beim-speichern",
    "debug,     ???, debug-item-",
    "plan,      b, plan-b",
    "debug,     a-7, debug-A-7",
    "debug,     zA-90, debug-ZA-90",
    "debug,     Za-90, debug-ZA-90",
    "debug,     FEAT-, debug-feat",
    "debug,     é-7, debug-e-7",
    "debug,     the-login-is-a-zoo, debug-the-login-is-a-zoo",
    "debug,     -login, debug-login",
    "debug,     Login_7, debug-login-7",
    "implement, FEAT_7.v2, implement-FEAT_7.v2",
    "implement, .Zoo, implement-zoo",
    "implement, _Zoo, implement-zoo",
    "implement, x..B, implement-x-b"
  })
  @Proves({"R-001-01", "R-001-03", "R-COM-16"})
  void items_become_names_of_files(String command, String item, String stem) {
    var id = ((NameResolution.Named) place.name(command, item)).id();

    assertThat(place.pathOf(id)).startsWith("docs/checkpoints/" + stem).endsWith(".md");
    if (!stem.equals("plan-b")) {
      assertThat(place.idOf(place.pathOf(id))).contains(id);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "docs/checkpoints/plan-b-x.md, plan-b, x",
    "docs/checkpoints/plan-x.md, plan, x",
    "docs/checkpoints/implement-FEAT_7 plan.md, implement, FEAT_7 plan"
  })
  void files_become_runs(String path, String command, String item) {
    var id = place.idOf(path).orElseThrow();

    assertThat(id.workflow()).isEqualTo(command);
    assertThat(id.item()).isEqualTo(item);
  }

  @ParameterizedTest
  @CsvSource({
    "docs/checkpoints/notes.md",
    "docs/checkpoints/commit-X.md",
    "docs/checkpoints/plan-.md",
    "docs/checkpoints/sub/plan-x.md",
    "docs/checkpoints/plan-x.txt",
    "docs/plans/plan-x.md"
  })
  void other_files_are_left_alone(String path) {
    assertThat(place.idOf(path)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"commit, X", "epic, -", "epic, ' '", "implement, ..md"})
  @Proves("R-001-02")
  void what_can_be_no_run_is_wrong_usage(String command, String item) {
    var nameResolution = place.name(command, item);

    assertThat(nameResolution).isInstanceOf(NameResolution.Unnameable.class);
    assertThat(((NameResolution.Unnameable) nameResolution).blocker().kind())
        .isEqualTo(Blocker.Kind.USAGE);
  }

  @Test
  @Proves("R-001-02")
  void a_command_without_checkpoints_is_refused_with_the_list() {
    var blocker = ((NameResolution.Unnameable) place.name("commit", "X")).blocker();

    assertThat(blocker.hint()).contains("debug, epic, feature, implement, plan");
  }

  @Test
  @Proves("R-USR-14")
  void hostile_names_stay_in_the_folder() {
    for (var command : List.of("debug", "implement")) {
      for (var name : Hostile.names()) {
        if (place.name(command, name) instanceof NameResolution.Named named) {
          var path = place.pathOf(named.id());
          assertThat(path).doesNotContain("../").startsWith("docs/checkpoints/" + command + "-");
          assertThat(path.indexOf('/', "docs/checkpoints/".length())).isNegative();
        }
      }
    }
  }

  @Test
  void the_files_belong_to_the_history_of_the_project() {
    assertThat(place.tracking()).isEqualTo(DocumentLocator.Tracking.COMMITTED);
    assertThat(place.roots()).containsExactly("docs/checkpoints/");
  }

  @ParameterizedTest
  @CsvSource({
    "epic, E-1 (conflicted copy 2026-11-28), E-1, true",
    "epic, E-1 2, e-1, true",
    "debug, login-timeout (1), Login timeout, true",
    "implement, 2026-notes - Copy, docs/plans/2026-notes.md, true",
    "epic, E-12, E-1, false",
    "debug, login-timeout, Login timeout, false",
    "implement, 2026-notes, docs/plans/2026-notes.md, false",
    "debug, timeout, login timeout, false",
  })
  void a_copy_is_known_by_the_item_that_it_names_and_by_its_longer_name(
      String command, String file, String item, boolean copy) {
    var id = new CheckpointId("item", command, file);

    assertThat(place.originalOf(id, Attribution.of(command, item)).isPresent()).isEqualTo(copy);
    assertThat(place.originalOf(id, Attribution.of("unknown", item))).isEmpty();
  }
}
