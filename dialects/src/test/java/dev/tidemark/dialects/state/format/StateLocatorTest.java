package dev.tidemark.dialects.state.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DocumentLocator.Tracking;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.dialect.NameResolution.Named;
import dev.tidemark.dialect.NameResolution.Unnameable;
import dev.tidemark.testkit.Proves;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Where documents are, and what runs are called.
class StateLocatorTest {
  private final StateLocator place =
      new StateLocator(List.of("design", "plan", "plan-b", "implement"));

  private String path(String workflow, String item) {
    assertThat(place.name(workflow, item)).isInstanceOf(Named.class);
    return place.pathOf(((Named) place.name(workflow, item)).id());
  }

  @ParameterizedTest
  @CsvSource({
    "design, test-feature, design-test-feature.json",
    "start, , start-checkpoint.json",
    "start, '', start-checkpoint.json",
    "design, 'feat/BAS-6: a?b*c', design-feat-BAS-6 abc.json",
    "design, ../../etc/passwd, design---etc-passwd.json",
    "a/b, x, a-b-x.json",
    "design, aux, design-aux.json",
  })
  @Proves({"R-004-10", "R-002-01", "R-COM-10"})
  void command_and_feature_make_the_file_name(String workflow, String item, String file) {
    assertThat(path(workflow, item)).isEqualTo(".claude/state/" + file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"checkpoint", "Checkpoint", "check..point", ":checkpoint?"})
  @Proves("R-004-11")
  void a_feature_whose_file_would_be_the_one_without_a_feature_is_refused(String item) {
    assertThat(place.name("design", item))
        .isInstanceOfSatisfying(
            Unnameable.class,
            no -> assertThat(no.blocker().reason()).contains("\"" + item + "\"", "design"));
  }

  @ParameterizedTest
  @CsvSource({"'..', x", "design, '..'", "design, '   '", "'', x", "design, '???'"})
  @Proves("R-COM-10")
  void names_of_which_nothing_is_left_are_refused(String workflow, String item) {
    assertThat(place.name(workflow, item))
        .isInstanceOfSatisfying(
            Unnameable.class,
            no -> {
              assertThat(no.blocker().code()).isEqualTo("bad-name");
              assertThat(no.blocker().hint()).isNotBlank();
            });
  }

  @Test
  @Proves("R-COM-10")
  void names_too_long_for_a_file_are_refused() {
    assertThat(place.name("design", "x".repeat(120))).isInstanceOf(Named.class);
    assertThat(place.name("design", "x".repeat(121))).isInstanceOf(Unnameable.class);
    assertThat(place.name("design", "漢".repeat(60))).isInstanceOf(Named.class);
    assertThat(place.name("design", "漢".repeat(70))).isInstanceOf(Unnameable.class);
    assertThat(place.name("nul.x", null)).isInstanceOf(Unnameable.class);
  }

  @ParameterizedTest
  @CsvSource({"é, 2", "\u07ff, 2", "\u0800, 3", "漢, 3", "\ud83d\ude00, 4"})
  @Proves("R-COM-10")
  void a_file_name_has_at_most_200_bytes(String letter, int bytes) {
    int room = 200 - "design-.json".length();
    var most = letter.repeat(room / bytes) + "x".repeat(room % bytes);

    assertThat(path("design", most)).hasSizeLessThanOrEqualTo(".claude/state/".length() + 200);
    assertThat(place.name("design", most + "x"))
        .isInstanceOfSatisfying(
            Unnameable.class,
            no -> assertThat(no.blocker().reason()).endsWith("it would be longer than 200 bytes"));
  }

  @ParameterizedTest
  @CsvSource({
    "design-test-feature.json, design, test-feature",
    "design-checkpoint.json, design,",
    "plan-b-c.json, plan-b, c",
    "plan-x-c.json, plan, x-c",
    "plan-b.json, plan, b",
    "xyz-checkpoint.json, xyz,",
    "design-fix-checkpoint.json, design, fix-checkpoint",
  })
  @Proves({"R-004-10", "R-004-48"})
  void a_file_name_tells_the_run_with_the_longest_known_command(
      String file, String workflow, String item) {
    assertThat(place.idOf(".claude/state/" + file))
        .contains(new CheckpointId("state", workflow, item));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".claude/state/loop-state.json",
        ".claude/state/design-.json",
        ".claude/state/-checkpoint.json",
        ".claude/state/.json",
        ".claude/state/notes.md",
        ".claude/state/design-x.json.corrupt-20260129T103000Z",
        ".claude/state/.design-x.json.a1.tidemark-tmp",
        ".claude/state/archive/design-x.json",
        ".claude/state/design-Checkpoint.json",
        ".claude/state/design-a:b.json",
        ".claude/design-x.json",
        "design-x.json",
      })
  @Proves("R-004-48")
  void other_files_are_left_alone(String path) {
    assertThat(place.idOf(path)).isEmpty();
  }

  @Property(tries = 500)
  @Proves("R-COM-10")
  void any_name_is_refused_or_leads_to_a_file_of_the_folder_and_back(
      @ForAll String workflow, @ForAll String item) {
    NameResolution nameResolution = place.name("design", item + workflow);
    if (nameResolution instanceof Named named) {
      var path = place.pathOf(named.id());
      assertThat(path.substring(".claude/state/".length())).doesNotContain("/", "\\");
      assertThat(place.idOf(path)).contains(named.id());
      assertThat(place.name(named.id().workflow(), named.id().item())).isEqualTo(nameResolution);
    }
  }

  @Test
  @Proves({"R-002-01", "R-004-47"})
  void documents_are_in_one_folder_that_git_ignores() {
    assertThat(place.roots()).containsExactly(".claude/state/");
    assertThat(place.tracking()).isEqualTo(Tracking.IGNORED);
    assertThat(place.archiveFolder()).contains(".claude/state/archive");
  }

  @ParameterizedTest
  @CsvSource({
    "a (conflicted copy 2026-11-28), a, true",
    "a (Ann's conflicted copy), a, true",
    "a.sync-conflict-20261128-120000-ABCDEFG, a, true",
    "a 2, a, true",
    "a (1), a, true",
    "a - Copy, a, true",
    "a copy, a, true",
    "a~, a, true",
    "a-LAPTOP, a, true",
    "a_conflict-20261128-120000, a, true",
    "A 2, a, true",
    "checkpoint (1), , true",
    "a, a, false",
    "a 2, a 2, false",
    "ab, a, false",
    "a2, a, false",
    "b, a, false",
    "a, , false",
    "a-b, a/b, false",
  })
  @Proves("R-004-48")
  void a_copy_is_known_by_the_run_that_it_names_and_by_its_longer_name(
      String file, String feature, boolean copy) {
    var id = new CheckpointId("state", "implement", file);

    var original = place.originalOf(id, Attribution.of("implement", feature));

    assertThat(original.isPresent()).isEqualTo(copy);
    assertThat(place.originalOf(id, Attribution.of(null, feature)).isPresent())
        .isEqualTo(copy && feature != null);
    assertThat(place.originalOf(id, Attribution.UNKNOWN)).isEmpty();
    assertThat(place.originalOf(id, Attribution.FOREIGN)).isEmpty();
  }
}
