package dev.tidemark.engine;

import static dev.tidemark.engine.Workshop.ANN;
import static dev.tidemark.engine.Workshop.AUTH;
import static dev.tidemark.engine.Workshop.RESEARCH;
import static dev.tidemark.engine.Workshop.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.context.Divergence;
import dev.tidemark.engine.context.Divergence.Part;
import dev.tidemark.history.Event;
import dev.tidemark.history.Event.MergeRecorded;
import dev.tidemark.history.Event.MergeSideRecorded;
import dev.tidemark.history.HistoryEntry;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.MergeSides;
import dev.tidemark.workflow.fact.MergeSides.Side;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Progress that a git merge lost: what each side did, what the file lacks, and what resolves it.
class DivergenceTest {
  private static final PhaseName PLANNING = new PhaseName("planning");
  private static final PhaseName SPECS = new PhaseName("specs");
  private static final List<String> OUR_WORK =
      List.of("planning complete", "decided: Tokens expire.");
  private static final List<String> THEIR_WORK = List.of("specs complete");

  private final Workshop shop = new Workshop();
  private final String base = text(done(RESEARCH));
  private final String ours = text(done(RESEARCH), done(PLANNING, "Tokens expire."));
  private final String theirs = text(done(RESEARCH), done(SPECS));
  private final String both = text(done(RESEARCH), done(PLANNING, "Tokens expire."), done(SPECS));
  private final MergeSides sides = sides(ours, theirs);

  private static String text(Change... changes) {
    return new Workshop().after(AUTH, Workshop.start(AUTH)).after(AUTH, changes).text(AUTH);
  }

  private static Change done(PhaseName phase, String... decisions) {
    return new Change.CompletePhase(
        phase, new PhaseReport(null, List.of(), List.of(decisions), null));
  }

  private MergeSides sides(@Nullable String our, @Nullable String their) {
    return new MergeSides(
        new Side("000", base), new Side("aaa", our), new Side("bbb", their), true);
  }

  private @Nullable Divergence lost(@Nullable String text, MergeSides sides) {
    return Divergence.of(shop.dialect(AUTH), AUTH, text, sides);
  }

  @Test
  void the_work_of_the_other_side_is_missing_where_the_merge_kept_ours() {
    assertThat(lost(ours, sides))
        .isEqualTo(
            new Divergence(
                new Part("ours", "aaa", OUR_WORK, List.of()),
                new Part("theirs", "bbb", THEIR_WORK, THEIR_WORK),
                true));
  }

  @Test
  void our_work_is_missing_where_the_merge_kept_the_other_side() {
    assertThat(lost(theirs, sides))
        .isEqualTo(
            new Divergence(
                new Part("ours", "aaa", OUR_WORK, OUR_WORK),
                new Part("theirs", "bbb", THEIR_WORK, List.of()),
                true));
  }

  @Test
  void nothing_is_missing_where_the_file_has_the_work_of_both_sides() {
    assertThat(lost(both, sides)).isNull();
  }

  @Test
  void only_what_the_file_lacks_is_missing() {
    var planned = text(done(RESEARCH), done(PLANNING));

    assertThat(lost(planned, sides))
        .isEqualTo(
            new Divergence(
                new Part("ours", "aaa", OUR_WORK, List.of("decided: Tokens expire.")),
                new Part("theirs", "bbb", THEIR_WORK, THEIR_WORK),
                true));
  }

  @Test
  void a_file_that_cannot_be_read_lacks_the_work_of_both_sides() {
    var unfinished = new MergeSides(sides.base(), sides.ours(), sides.theirs(), false);
    var everything =
        new Divergence(
            new Part("ours", "aaa", OUR_WORK, OUR_WORK),
            new Part("theirs", "bbb", THEIR_WORK, THEIR_WORK),
            false);

    assertThat(lost(null, unfinished)).isEqualTo(everything);
    assertThat(lost("{", unfinished)).isEqualTo(everything);
  }

  @Test
  void without_a_common_base_everything_a_side_has_is_its_work() {
    var apart =
        new MergeSides(new Side("", null), new Side("", ours), new Side("bbb", theirs), true);

    assertThat(lost(base, apart))
        .isEqualTo(
            new Divergence(
                new Part(
                    "ours",
                    "",
                    List.of("research complete", "planning complete", "decided: Tokens expire."),
                    OUR_WORK),
                new Part(
                    "theirs", "bbb", List.of("research complete", "specs complete"), THEIR_WORK),
                true));
  }

  @Test
  void sides_that_do_not_differ_lose_nothing() {
    assertThat(lost(base, sides(ours, ours))).isNull();
    assertThat(lost(base, sides(null, theirs))).isNull();
    assertThat(lost(base, sides(ours, null))).isNull();
  }

  @Test
  void the_words_say_what_each_side_did_and_whether_the_merge_is_committed() {
    var committed =
        new Divergence(
            new Part("ours", "", List.of(), List.of()),
            new Part("theirs", "bbb", OUR_WORK, OUR_WORK),
            true);
    var unfinished = new Divergence(committed.ours(), committed.theirs(), false);
    var did =
        "ours: no phase or decision; theirs (bbb): planning complete, decided: Tokens expire.";

    assertThat(committed.text()).isEqualTo("the merge commit lost progress; " + did);
    assertThat(committed.code()).isEqualTo("merge-lost");
    assertThat(unfinished.text()).isEqualTo("git has not finished a merge; " + did);
    assertThat(unfinished.code()).isEqualTo("merge-conflict");
  }

  @Test
  void the_blocker_names_the_run_and_the_commands_that_resolve_it() {
    var divergence =
        new Divergence(
            new Part("ours", "aaa", OUR_WORK, List.of()),
            new Part("theirs", "bbb", THEIR_WORK, THEIR_WORK),
            true);

    assertThat(divergence.blocker(AUTH))
        .isEqualTo(
            new Blocker(
                Blocker.Kind.INVALID,
                "merge-lost",
                "toy/design/auth: the merge commit lost progress; ours (aaa): planning complete,"
                    + " decided: Tokens expire.; theirs (bbb): specs complete",
                "Merge both sides: tidemark merge --run toy/design/auth, or take one side:"
                    + " tidemark restore --from theirs --run toy/design/auth (or ours)"));
  }

  private boolean decided(Event... events) {
    var entries = new ArrayList<HistoryEntry>();
    for (var event : events) {
      int sequence = entries.size() + 1;
      entries.add(new HistoryEntry(AUTH, sequence, START, ANN, List.of(event), "r" + sequence));
    }
    return Divergence.isDecided(entries, sides);
  }

  @Test
  void a_merge_is_decided_once_both_sides_are_recorded_and_one_is_taken() {
    var our = new MergeSideRecorded("ours", "aaa", false);
    var their = new MergeSideRecorded("theirs", "bbb", false);
    var ourTaken = new MergeSideRecorded("ours", "aaa", true);
    var theirTaken = new MergeSideRecorded("theirs", "bbb", true);
    var started = new Event.PhaseStarted(PLANNING);

    assertThat(decided(their, ourTaken)).isTrue();
    assertThat(decided(our, theirTaken)).isTrue();
    assertThat(decided(started, theirTaken, our, started)).isTrue();
    assertThat(decided()).isFalse();
    assertThat(decided(our, their)).isFalse();
    assertThat(decided(ourTaken)).isFalse();
    assertThat(decided(theirTaken)).isFalse();
  }

  @Test
  void a_decision_about_the_sides_of_another_merge_does_not_count() {
    var our = new MergeSideRecorded("ours", "aaa", false);
    var their = new MergeSideRecorded("theirs", "bbb", false);

    assertThat(decided(our, new MergeSideRecorded("theirs", "ccc", true))).isFalse();
    assertThat(decided(their, new MergeSideRecorded("ours", "ccc", true))).isFalse();
    assertThat(decided(our, new MergeSideRecorded("ours", "bbb", true))).isFalse();
    assertThat(decided(our, their, new MergeSideRecorded("theirs", "ccc", true))).isFalse();
    assertThat(decided(our, new MergeSideRecorded("theirs", "ccc", true), their)).isFalse();
  }

  @Test
  void a_merge_of_the_same_parents_is_decided_without_a_side_taken() {
    var our = Divergence.parent(sides.ours());
    var their = Divergence.parent(sides.theirs());

    assertThat(decided(merged(our, their))).isTrue();
    assertThat(decided(merged(our, our))).isFalse();
    assertThat(decided(merged(their, their))).isFalse();
    assertThat(decided(merged(their, our))).isFalse();
  }

  private static MergeRecorded merged(MergeRecorded.Parent ours, MergeRecorded.Parent theirs) {
    return new MergeRecorded(ours, theirs, null, List.of());
  }

  @Test
  void a_parent_is_named_by_its_commit_and_the_digest_of_its_text() {
    assertThat(Divergence.parent(new Side("aaa", "abc")))
        .isEqualTo(
            new MergeRecorded.Parent(
                "aaa", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    assertThat(Divergence.parent(new Side("aaa", null)))
        .isEqualTo(
            new MergeRecorded.Parent(
                "aaa", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  }
}
