package dev.tidemark.dialects;

import static dev.tidemark.dialects.DocumentMergeProperties.content;
import static dev.tidemark.dialects.DocumentMergeProperties.merged;
import static dev.tidemark.dialects.DocumentMergeProperties.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All pairs of states of a phase, with all states of their common ancestor, in every format.
class PhaseStatePairsTest {
  private static final List<String> STATUSES =
      List.of("", "pending", "in_progress", "complete", "failed", "skipped");
  private static final String NO_ANCESTOR = "none";

  static List<String> formats() {
    return MergeDraft.FORMATS;
  }

  private static List<String> ancestors() {
    var ancestors = new ArrayList<>(STATUSES);
    ancestors.add(NO_ANCESTOR);
    return ancestors;
  }

  private static MergeDraft draft(String status, int minute) {
    return MergeDraft.begun().with(0, status, "").at(minute);
  }

  private static @Nullable String document(String format, String ancestor) {
    return ancestor.equals(NO_ANCESTOR) ? null : draft(ancestor, 0).document(format);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void a_pair_is_merged_as_one_side_or_the_further_one(String format) {
    int pairs = 0;
    for (var ancestor : ancestors()) {
      for (var ours : STATUSES) {
        for (var theirs : STATUSES) {
          check(format, ancestor, ours, theirs);
          pairs++;
        }
      }
    }
    assertThat(pairs).isEqualTo(7 * 6 * 6);
  }

  private static void check(String format, String ancestor, String ours, String theirs) {
    var base = document(format, ancestor);
    var one = draft(ours, 1).document(format);
    var other = draft(theirs, 2).document(format);
    var name = format + " " + ancestor + ": " + ours + " + " + theirs;

    var merged = merged(format, base, one, other);

    var exchanged = merged(format, base, other, one);
    assertThat(content(format, merged)).as(name).isEqualTo(content(format, exchanged));
    for (var phase : read(format, exchanged).phases()) {
      var was = base == null ? null : status(format, base, phase);
      var our = status(format, one, phase);
      var their = status(format, other, phase);
      var now = status(format, merged, phase);
      assertThat(now).as(name).isIn(our, their);
      if (Objects.equals(was, their) || Objects.equals(was, our)) {
        assertThat(now).as(name).isEqualTo(Objects.equals(was, their) ? our : their);
      } else if (our == PhaseStatus.COMPLETE || their == PhaseStatus.COMPLETE) {
        assertThat(now).as(name).isEqualTo(PhaseStatus.COMPLETE);
      }
    }
  }

  private static @Nullable PhaseStatus status(String format, String text, Phase phase) {
    for (var other : read(format, text).phases()) {
      if (other.name().equals(phase.name())) {
        return other.status();
      }
    }
    return null;
  }

  @Test
  void two_ends_of_a_phase_contradict_each_other_and_the_document_records_both() {
    var base = document("state", "in_progress");
    var one = draft("complete", 1).document("state");
    var other = draft("failed", 2).document("state");

    var conflicts = read("state", merged("state", base, one, other)).conflicts();

    assertThat(conflicts).hasSize(1);
    assertThat(conflicts.getFirst().text())
        .isEqualTo("status: ours \"complete\", theirs \"failed\" \"broken\"");
    assertThat(Optional.ofNullable(conflicts.getFirst().phase()).map(Object::toString))
        .contains("research");
  }

  @Test
  void a_task_that_one_side_completed_and_the_other_one_failed_is_blocked() {
    var begun = MergeDraft.begun();
    for (var format : List.of("state", "flow-tasks")) {
      var base = begun.document(format);
      var one = begun.task("T1", "complete").at(1).document(format);
      var other = begun.task("T1", "failed").at(2).document(format);

      var tasks = read(format, merged(format, base, one, other)).tasks();

      assertThat(tasks).hasSize(1);
      assertThat(tasks.getFirst().word()).as(format).isEqualTo("blocked");
      assertThat(tasks.getFirst().reason())
          .isEqualTo("complete on one side of a git merge, failed on the other");
    }
  }

  @ParameterizedTest
  @MethodSource("formats")
  void two_summaries_of_one_phase_are_a_conflict_that_a_decision_ends(String format) {
    if (format.startsWith("flow")) {
      return; // it has no summaries
    }
    var begun = MergeDraft.begun();
    var one = begun.with(0, "complete", "Ann's").with(1, "in_progress", "").at(1);
    var other = begun.with(0, "complete", "Bob's").with(1, "in_progress", "").at(2);

    var merged =
        merged(format, begun.document(format), one.document(format), other.document(format));

    var conflicts = read(format, merged).conflicts();
    assertThat(conflicts).hasSize(1);
    assertThat(conflicts.getFirst().text()).contains("ours \"Ann's\", theirs \"Bob's\"");
    var dialect = DocumentMergeProperties.dialect(format).format();
    var id = DocumentMergeProperties.id(format);
    assertThat(dialect.decide(id, merged, conflicts, true)).contains("Ann's").doesNotContain("Bob");
    assertThat(dialect.decide(id, merged, conflicts, false))
        .contains("Bob's")
        .doesNotContain("Ann");
  }
}
