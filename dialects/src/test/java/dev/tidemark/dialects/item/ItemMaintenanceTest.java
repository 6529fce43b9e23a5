package dev.tidemark.dialects.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the doctor finds in the folder of checkpoints, and in git.
class ItemMaintenanceTest {
  private static final String FOLDER = "docs/checkpoints/";
  private static final GitFile COMMITTED = new GitFile(true, true, false);

  private final List<FileFact> files = new ArrayList<>();
  private final Map<String, Fact<GitFile>> git = new HashMap<>();
  private final List<FactQuery<?>> asked = new ArrayList<>();
  private Head head = new Head("main", "0123456789012345678901234567890123456789");
  private boolean program = true;
  private Optional<MergeSides> merge = Optional.empty();

  private void file(String name, GitFile known) {
    files.add(new FileFact(FOLDER + name, 1, Desk.START, false));
    git.put(FOLDER + name, Fact.known(known));
  }

  /// Asks as the engine does, until nothing is asked any more.
  private List<FileDiagnostic> examine() {
    var validator = Desk.epic().dialect.validator();
    var known = new HashMap<FactQuery<?>, Fact<?>>();
    known.put(FactQuery.HEAD, Fact.known(head));
    var facts = new Facts(Desk.START, SummaryLimit.DEFAULT, known);
    while (true) {
      var answers = new HashMap<FactQuery<?>, Fact<?>>();
      for (var factQuery : validator.queries(facts)) {
        if (!facts.has(factQuery)) {
          answers.put(factQuery, answer(factQuery));
        }
      }
      if (answers.isEmpty()) {
        return validator.diagnose(facts);
      }
      asked.addAll(answers.keySet());
      facts = facts.with(answers);
    }
  }

  private Fact<?> answer(FactQuery<?> factQuery) {
    return switch (factQuery.kind()) {
      case FILES -> Fact.known(List.copyOf(files));
      case PROGRAM -> Fact.known(program);
      case MERGE_SIDES -> Fact.known(merge);
      case GIT_STATUS -> git.getOrDefault(factQuery.subject(), Fact.unknown("git was not asked"));
      default -> throw new AssertionError("unexpected question: " + factQuery);
    };
  }

  @Test
  void a_folder_whose_checkpoints_are_committed_is_well() {
    file(".gitkeep", COMMITTED);
    file("epic-EPIC-001.md", COMMITTED);

    assertThat(examine()).isEmpty();
  }

  @Test
  void a_project_without_checkpoints_is_well() {
    assertThat(examine()).isEmpty();
  }

  @Test
  @Proves("R-001-05")
  void a_folder_without_a_file_of_its_own_is_given_one() {
    file("epic-EPIC-001.md", COMMITTED);

    var diagnostics = examine();

    assertThat(diagnostics).extracting(it -> it.diagnostic().code()).containsExactly("no-gitkeep");
    assertThat(diagnostics.getFirst().repair())
        .containsExactly(new Effect.PutFile("docs/checkpoints/.gitkeep", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "false, true, is not committed",
    "false, false, is not committed",
    "true, true, has changes that are not committed"
  })
  @Proves("R-001-31")
  void a_checkpoint_that_only_the_work_tree_has_is_told(
      boolean inHead, boolean changed, String what) {
    file(".gitkeep", COMMITTED);
    file("epic-EPIC-001.md", new GitFile(inHead, true, changed));

    assertThat(examine())
        .extracting(it -> it.diagnostic().message())
        .containsExactly("docs/checkpoints/epic-EPIC-001.md " + what);
  }

  @Test
  void a_checkpoint_that_git_is_merging_is_not_to_be_committed_as_it_is() {
    file(".gitkeep", COMMITTED);
    file("epic-EPIC-001.md", new GitFile(false, true, true));
    var side = new MergeSides.Side("aaa", "text");
    merge = Optional.of(new MergeSides(side, new MergeSides.Side("bbb", null), side, false));

    var diagnostics = examine();

    assertThat(diagnostics).hasSize(1);
    assertThat(diagnostics.getFirst().diagnostic().message())
        .isEqualTo("docs/checkpoints/epic-EPIC-001.md: git has not finished a merge");
    assertThat(diagnostics.getFirst().diagnostic().hint())
        .isEqualTo(
            "Merge both sides: tidemark merge, then: git add docs/checkpoints/epic-EPIC-001.md");
  }

  @Test
  void what_git_cannot_tell_is_not_guessed() {
    file(".gitkeep", COMMITTED);
    file("epic-EPIC-001.md", COMMITTED);
    git.clear();

    assertThat(examine()).isEmpty();
  }

  @Test
  void without_git_a_warning_is_all() {
    program = false;
    head = Head.NONE;
    file(".gitkeep", COMMITTED);
    file("epic-EPIC-001.md", new GitFile(false, false, true));

    assertThat(examine()).extracting(it -> it.diagnostic().code()).containsExactly("no-program");
    assertThat(asked).noneMatch(it -> it.kind() == FactQuery.Kind.GIT_STATUS);
  }

  @Test
  void git_is_asked_about_checkpoints_only_and_about_fifty_at_most() {
    file(".gitkeep", COMMITTED);
    file("notes.md", COMMITTED);
    files.add(new FileFact(FOLDER + "epic-folder.md", 0, Desk.START, true));
    for (int i = 1; i <= 51; i++) {
      file("epic-EPIC-" + (100 + i) + ".md", COMMITTED);
    }

    assertThat(examine()).isEmpty();
    assertThat(asked)
        .filteredOn(it -> it.kind() == FactQuery.Kind.GIT_STATUS)
        .hasSize(50)
        .contains(FactQuery.gitStatus(FOLDER + "epic-EPIC-150.md"))
        .doesNotContain(FactQuery.gitStatus(FOLDER + "epic-folder.md"));
  }
}
