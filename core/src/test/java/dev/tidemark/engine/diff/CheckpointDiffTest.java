package dev.tidemark.engine.diff;

import static dev.tidemark.engine.diff.DiffEntry.Kind.COMMIT;
import static dev.tidemark.engine.diff.DiffEntry.Kind.CURRENT;
import static dev.tidemark.engine.diff.DiffEntry.Kind.DECISION;
import static dev.tidemark.engine.diff.DiffEntry.Kind.DETAIL;
import static dev.tidemark.engine.diff.DiffEntry.Kind.FAILURE;
import static dev.tidemark.engine.diff.DiffEntry.Kind.FILE;
import static dev.tidemark.engine.diff.DiffEntry.Kind.ORDER;
import static dev.tidemark.engine.diff.DiffEntry.Kind.PHASE;
import static dev.tidemark.engine.diff.DiffEntry.Kind.RUN;
import static dev.tidemark.engine.diff.DiffEntry.Kind.SUMMARY;
import static dev.tidemark.engine.diff.DiffEntry.Kind.TIME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.Sheet;
import dev.tidemark.engine.diff.DiffEntry.Kind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What two states of a run say differently.
class CheckpointDiffTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Phase PLAN = Phase.pending(new PhaseName("plan"));
  private static final Phase BUILD = Phase.pending(new PhaseName("build"));
  private static final Phase SHIP = Phase.pending(new PhaseName("ship"));

  private static Phase done(String summary, Artifact... files) {
    return new Phase(
        PLAN.name(),
        PhaseStatus.COMPLETE,
        NOW,
        NOW,
        new ContextSummary(summary),
        null,
        List.of(files));
  }

  private static Artifact file(String path, Artifact.Kind kind) {
    return new Artifact(path, kind);
  }

  private static DiffEntry is(
      Kind kind, String name, @Nullable String before, @Nullable String after) {
    return new DiffEntry(kind, name, before, after);
  }

  @Test
  void where_nothing_was_before_all_there_is_counts_as_added() {
    var after = Sheet.of(done("It works.", file("a", Artifact.Kind.CREATED)), BUILD);
    after.current = BUILD.name();
    after.commit = "c0ffee";
    after.decision("plan", "use JWT").detail("owner", "ann");

    assertThat(CheckpointDiff.of(null, after))
        .containsExactly(
            is(RUN, "", null, "open"),
            is(PHASE, "plan", null, "complete"),
            is(SUMMARY, "plan", null, "It works."),
            is(FILE, "a", null, "created"),
            is(PHASE, "build", null, "pending"),
            is(CURRENT, "", null, "build"),
            is(DECISION, "plan", null, "use JWT"),
            is(DETAIL, "owner", null, "ann"),
            is(COMMIT, "", null, "c0ffee"));
  }

  @Test
  void two_documents_that_say_the_same_differ_in_nothing() {
    var one = Sheet.of(done("It works."), BUILD).decision("plan", "JWT").detail("owner", "ann");
    var other = Sheet.of(done("It works."), BUILD).decision("plan", "JWT").detail("owner", "ann");

    assertThat(CheckpointDiff.of(one, other)).isEmpty();
  }

  @Test
  void the_run_its_current_phase_and_its_commit_are_compared() {
    var before = Sheet.of(PLAN);
    before.current = PLAN.name();
    before.commit = "c0ffee";
    before.decision("plan", "JWT");
    var after = Sheet.of(PLAN);
    after.finished = true;
    after.detail("owner", "ann");

    assertThat(CheckpointDiff.of(before, after))
        .containsExactly(
            is(RUN, "", "open", "complete"),
            is(CURRENT, "", "plan", null),
            is(DECISION, "plan", "JWT", null),
            is(DETAIL, "owner", null, "ann"),
            is(COMMIT, "", "c0ffee", null));
  }

  @Test
  void what_a_phase_says_is_compared_with_what_it_said() {
    var before =
        Sheet.of(
            done("It works.", file("a", Artifact.Kind.CREATED), file("b", Artifact.Kind.CREATED)));
    var after = Sheet.of(PLAN.started(NOW).failed(NOW, "no luck"));
    var again =
        Sheet.of(
            done("Better.", file("a", Artifact.Kind.MODIFIED), file("b", Artifact.Kind.CREATED)));

    assertThat(CheckpointDiff.of(before, after))
        .containsExactly(
            is(PHASE, "plan", "complete", "failed"),
            is(SUMMARY, "plan", "It works.", null),
            is(FAILURE, "plan", null, "no luck"),
            is(FILE, "a", "created", null),
            is(FILE, "b", "created", null));
    assertThat(CheckpointDiff.of(before, again))
        .containsExactly(
            is(SUMMARY, "plan", "It works.", "Better."),
            is(FILE, "a", "created", null),
            is(FILE, "a", null, "modified"));
    assertThat(CheckpointDiff.of(after, Sheet.of(PLAN)))
        .containsExactly(
            is(PHASE, "plan", "failed", "pending"), is(FAILURE, "plan", "no luck", null));
  }

  @Test
  void phases_come_and_go_and_change_places() {
    assertThat(CheckpointDiff.of(Sheet.of(PLAN, BUILD, SHIP), Sheet.of(SHIP, PLAN)))
        .containsExactly(
            is(PHASE, "build", "pending", null), is(ORDER, "", "plan, ship", "ship, plan"));
    assertThat(CheckpointDiff.of(Sheet.of(PLAN, BUILD), Sheet.of(PLAN, SHIP, BUILD)))
        .containsExactly(is(PHASE, "ship", null, "pending"));
  }

  @Test
  void of_two_phases_of_one_name_the_first_counts() {
    assertThat(CheckpointDiff.of(Sheet.of(PLAN), Sheet.of(PLAN, PLAN.started(NOW)))).isEmpty();
  }

  @Test
  void what_is_said_twice_is_counted() {
    var once = Sheet.empty().decision("plan", "JWT").decision("plan", "no cookies");
    var twice = Sheet.empty().decision("plan", "JWT").decision("plan", "JWT");

    assertThat(CheckpointDiff.of(once, twice))
        .containsExactly(
            is(DECISION, "plan", "no cookies", null), is(DECISION, "plan", null, "JWT"));
  }

  @Test
  void a_field_that_says_something_else_is_one_difference_and_a_list_is_told_by_its_entries() {
    var before = Sheet.empty().detail("owner", "ann").detail("tags", "a").detail("tags", "b");
    var after = Sheet.empty().detail("tags", "b").detail("tags", "c").detail("owner", "bob");

    assertThat(CheckpointDiff.of(before, after))
        .containsExactly(is(DETAIL, "owner", "ann", "bob"), is(DETAIL, "tags", "a", "c"));
    after.detail("tags", "d");
    assertThat(CheckpointDiff.of(before, after))
        .containsExactly(
            is(DETAIL, "owner", "ann", "bob"),
            is(DETAIL, "tags", "a", null),
            is(DETAIL, "tags", null, "c"),
            is(DETAIL, "tags", null, "d"));
    assertThat(
            CheckpointDiff.of(Sheet.empty(), Sheet.empty().detail("tags", "a").detail("tags", "b")))
        .containsExactly(is(DETAIL, "tags", null, "a"), is(DETAIL, "tags", null, "b"));
  }

  @Test
  void a_field_that_says_when_something_was_is_a_time() {
    var early = "2026-03-01T12:00:00Z";
    var late = "2026-03-01T13:00:00Z";
    var before = Sheet.empty().detail("seen", early).detail("note", early);
    before.detail("was seen", early).detail("left", early).detail("by", "ann");
    var after = Sheet.empty().detail("seen", late).detail("note", "none");
    after.detail("was seen", late).detail("came", late).detail("by", late);

    assertThat(CheckpointDiff.of(before, after))
        .containsExactly(
            is(TIME, "seen", early, late),
            is(DETAIL, "note", early, "none"),
            is(DETAIL, "was seen", early, late),
            is(TIME, "left", early, null),
            is(DETAIL, "by", "ann", late),
            is(TIME, "came", null, late));
  }

  @Test
  void when_it_was_saved_is_told_apart() {
    var before = Sheet.empty();
    before.updatedAt = NOW;
    var after = Sheet.empty();
    after.updatedAt = NOW.plusSeconds(1);

    assertThat(CheckpointDiff.of(before, after)).isEmpty();
    assertThat(CheckpointDiff.ofTimes(before, after))
        .containsExactly(
            is(TIME, "updated_at", "2026-03-01T12:00:00.000Z", "2026-03-01T12:00:01.000Z"));
    assertThat(CheckpointDiff.ofTimes(null, before))
        .containsExactly(is(TIME, "updated_at", null, "2026-03-01T12:00:00.000Z"));
  }
}
