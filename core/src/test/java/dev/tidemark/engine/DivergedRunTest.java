package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.context.Divergence.Part;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.history.Evidence;
import dev.tidemark.store.Document;
import dev.tidemark.testkit.ToyCheckpoint;
import dev.tidemark.testkit.ToyDialects;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// When a run is taken for one that lost progress in a git merge: here our side completed
/// `planning`, the other one `research`, and the file is as on the other side.
class DivergedRunTest {
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final String PATH = "toy/design-auth.json";

  /// The toy dialect with documents that git may ignore.
  private static final Dialect<ToyCheckpoint> IGNORED = ToyDialects.toy(ToyDialects.builtIn());

  /// The toy dialect with documents that belong to the history of the project.
  private static final Dialect<ToyCheckpoint> COMMITTED =
      new Dialect<>(
          IGNORED.name(),
          IGNORED.format(),
          IGNORED.rules(),
          new Committed(IGNORED.locator()),
          IGNORED.resumePolicy(),
          IGNORED.validator(),
          Dialect.OnDamage.SET_ASIDE);

  private static final Part OURS =
      new Part("ours", "aaa", List.of("planning complete"), List.of("planning complete"));
  private static final Part THEIRS =
      new Part("theirs", "bbb", List.of("research complete"), List.of());

  private final Workshop shop = new Workshop().after(AUTH, Workshop.start(AUTH));
  private final String base = shop.text(AUTH);
  private final MergeSides sides;

  DivergedRunTest() {
    var other = new Workshop().after(AUTH, Workshop.start(AUTH), Workshop.complete(PLANNING));
    shop.after(AUTH, Workshop.complete(RESEARCH));
    sides =
        new MergeSides(
            new Side("000", base),
            new Side("aaa", other.text(AUTH)),
            new Side("bbb", shop.text(AUTH)),
            false);
  }

  private record Committed(DocumentLocator locator) implements DocumentLocator {
    @Override
    public NameResolution name(String workflow, @Nullable String item) {
      return locator.name(workflow, item);
    }

    @Override
    public String pathOf(CheckpointId id) {
      return locator.pathOf(id);
    }

    @Override
    public Optional<CheckpointId> idOf(String path) {
      return locator.idOf(path);
    }

    @Override
    public List<String> roots() {
      return locator.roots();
    }

    @Override
    public Tracking tracking() {
      return Tracking.COMMITTED;
    }
  }

  private void merging(boolean committed) {
    shop.answers.put(FactQuery.mergeSides(PATH, committed), Fact.known(Optional.of(sides)));
  }

  private Document document() {
    return shop.store.find(AUTH).orElseThrow();
  }

  private @Nullable Divergence lost(Dialect<?> dialect, Document document) {
    return Divergence.of(shop, shop.store, dialect, AUTH, document);
  }

  private @Nullable Divergence lost() {
    return lost(COMMITTED, document());
  }

  @Test
  void what_an_unfinished_merge_lost_is_found() {
    merging(false);

    assertThat(lost()).isEqualTo(new Divergence(OURS, THEIRS, false));
    assertThat(Divergence.of(shop, shop.store, COMMITTED, shop.runs().inspect(COMMITTED, AUTH)))
        .isEqualTo(new Divergence(OURS, THEIRS, false));
  }

  @Test
  void without_a_merge_nothing_is_lost() {
    assertThat(lost()).isNull();
    shop.answers.put(FactQuery.mergeSides(PATH, false), Fact.known(Optional.empty()));
    assertThat(lost()).isNull();
  }

  @Test
  void a_merge_that_kept_the_progress_of_both_sides_lost_nothing() {
    merging(false);
    shop.after(AUTH, Workshop.complete(PLANNING));

    assertThat(lost()).isNull();
  }

  @Test
  void a_committed_merge_counts_if_the_run_was_recorded_at_another_commit() {
    merging(true);

    assertThat(document().evidence().head().commit()).isEqualTo(Workshop.COMMIT);
    assertThat(lost()).isNull();
    shop.head("main", "d".repeat(40));
    assertThat(lost()).isEqualTo(new Divergence(OURS, THEIRS, false));
  }

  @Test
  void a_committed_merge_counts_if_the_commit_of_the_record_is_not_known() {
    merging(true);
    var was = document();
    var found =
        new Document(was.text(), was.revision(), was.syncState(), Evidence.NONE, was.sequence());

    assertThat(lost(COMMITTED, found)).isEqualTo(new Divergence(OURS, THEIRS, false));
    shop.answers.remove(FactQuery.HEAD);
    assertThat(lost(COMMITTED, found)).isEqualTo(new Divergence(OURS, THEIRS, false));
  }

  @Test
  void a_run_without_a_document_lost_nothing() {
    merging(false);
    merging(true);

    assertThat(lost(COMMITTED, LoadedState.NOTHING)).isNull();
  }

  @Test
  void a_file_that_git_ignores_is_asked_about_only_if_it_has_a_conflict() {
    merging(false);
    assertThat(lost(IGNORED, document())).isNull();

    shop.store.edit(AUTH, "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> feature\n");

    var theirs = new Part("theirs", "bbb", THEIRS.did(), THEIRS.did());
    assertThat(lost(IGNORED, document())).isEqualTo(new Divergence(OURS, theirs, false));
    assertThat(lost(COMMITTED, document())).isEqualTo(new Divergence(OURS, theirs, false));
  }

  @Test
  void a_file_that_is_not_text_lacks_the_progress_of_both_sides() {
    merging(false);
    var was = document();
    var binary =
        new Document(null, was.revision(), was.syncState(), was.evidence(), was.sequence());

    var theirs = new Part("theirs", "bbb", THEIRS.did(), THEIRS.did());
    assertThat(lost(COMMITTED, binary)).isEqualTo(new Divergence(OURS, theirs, false));
    assertThat(lost(IGNORED, binary)).isNull();
  }

  @Test
  void a_merge_is_not_told_again_after_the_user_has_taken_a_side() {
    merging(false);
    assertThat(lost()).isNotNull();

    shop.checkpoints.takeSide(COMMITTED, AUTH, sides, false, Workshop.by(ChangeMode.COMMIT));

    assertThat(lost()).isNull();
  }

  @Test
  void no_change_is_recorded_on_top_of_lost_progress() {
    merging(false);
    var before = shop.text(AUTH);

    var refused =
        shop.checkpoints.apply(
            COMMITTED, AUTH, Workshop.begin(PLANNING), Workshop.by(ChangeMode.COMMIT));

    assertThat(Workshop.codes(refused)).containsExactly("merge-conflict");
    assertThat(shop.text(AUTH)).isEqualTo(before);
    assertThat(shop.store.history(AUTH)).hasSize(2);
  }
}
