package dev.tidemark.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.testkit.Proofs;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The law of merges on facts: what a clone has recorded since the common ancestor, and its
/// document still has, is in the merged document or listed by the merge. Two or three clones are
/// brought together in any order, twice.
class MergedRecordsTest {
  private static final int HISTORIES = Proofs.tries(2_000, 50);
  private static final Pattern WORD = Pattern.compile("[a-z]+[0-9]+(R[0-9]C[0-9]|base)");

  /// The changes are those that the rules of the format accept.
  @ParameterizedTest
  @ValueSource(strings = {"state", "item", "phase"})
  void merge_loses_no_record_of_either_side(String format) {
    var dialect = DocumentMergeProperties.dialect(format);
    for (int seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      var begun = MergeClone.begun(dialect, DocumentMergeProperties.id(format), random);
      check(
          format,
          random,
          begun.advance(random.nextInt(5)).text(),
          (name, text) -> begun.copy(name, text).advance(1 + random.nextInt(7)).text());
    }
  }

  /// Two clones have each merged the middle one, and then each other.
  @ParameterizedTest
  @ValueSource(strings = {"state", "item", "phase"})
  void three_clones_that_merge_each_other_converge_and_lose_nothing(String format) {
    var dialect = DocumentMergeProperties.dialect(format);
    for (int seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      var begun = MergeClone.begun(dialect, DocumentMergeProperties.id(format), random);
      var base = begun.text();
      var one = begun.copy("R0C0", base).advance(1 + random.nextInt(7)).text();
      var middle = begun.copy("R0C1", base).advance(1 + random.nextInt(7)).text();
      var other = begun.copy("R0C2", base).advance(1 + random.nextInt(7)).text();
      var ours = merged(format, base, one, middle);
      var theirs = merged(format, base, other, middle);

      var here = merged(format, middle, ours, theirs);
      var there = merged(format, middle, theirs, ours);

      assertThat(DocumentMergeProperties.content(format, here))
          .as("%s %d", format, seed)
          .isEqualTo(DocumentMergeProperties.content(format, there));
      var recorded = facts(format, one);
      recorded.addAll(facts(format, middle));
      recorded.addAll(facts(format, other));
      recorded.removeAll(facts(format, base));
      assertThat(facts(format, here)).as("%s %d", format, seed).containsAll(recorded);
    }
  }

  /// The documents of this format are written by its orchestrator.
  @ParameterizedTest
  @ValueSource(strings = {"flow", "flow-tasks"})
  void merge_loses_no_record_of_documents_that_other_tools_write(String format) {
    for (int seed = 0; seed < HISTORIES; seed++) {
      var random = new Random(seed);
      check(
          format,
          random,
          FlowDraft.begun(random).advance("base", random.nextInt(5)).document(format),
          (name, text) ->
              FlowDraft.of(format, text, random)
                  .advance(name, 1 + random.nextInt(7))
                  .document(format));
    }
  }

  private static void check(
      String format, Random random, String begun, BiFunction<String, String, String> clone) {
    var text = begun;
    for (int round = 0; round < 2; round++) {
      var merged = clone.apply("R" + round + "C0", text);
      for (int i = 1; i < 2 + random.nextInt(2); i++) {
        var next = clone.apply("R" + round + "C" + i, text);
        boolean swapped = random.nextBoolean();
        merged = merged(format, text, swapped ? next : merged, swapped ? merged : next);
      }
      text = merged;
    }
  }

  private static String merged(String format, String base, String one, String other) {
    var id = DocumentMergeProperties.id(format);
    var result = DocumentMergeProperties.dialect(format).format().merge(id, base, one, other);
    assertThat(result.refusal()).isNull();
    var now = facts(format, result.text());
    for (var note : result.unplaced()) {
      now.addAll(words(note.text()));
      now.addAll(done(note.text()));
    }
    var known = facts(format, base);
    for (var side : List.of(one, other)) {
      var recorded = facts(format, side);
      recorded.removeAll(known);
      assertThat(now).as("%s\n%s\n%s\n%s", base, one, other, result.text()).containsAll(recorded);
    }
    return result.text();
  }

  /// The words that a reader of the document finds, its completed phases and tasks.
  private static TreeSet<String> facts(String format, String text) {
    var checkpoint = DocumentMergeProperties.read(format, text);
    var facts = new TreeSet<>(words(DocumentMergeProperties.content(format, text).toString()));
    for (var phase : checkpoint.phases()) {
      boolean open =
          checkpoint.conflicts().stream().anyMatch(one -> phase.name().equals(one.phase()));
      if (open || phase.status() == PhaseStatus.COMPLETE) {
        facts.add("complete " + phase.name());
      }
    }
    for (var task : checkpoint.tasks()) {
      boolean contradicted = String.valueOf(task.reason()).contains(" on one side");
      if (contradicted || task.status() == TaskStatus.COMPLETE) {
        facts.add("done " + words(task.title()));
      }
    }
    for (var conflict : checkpoint.conflicts()) {
      for (var side : List.of(conflict.ours(), conflict.theirs())) {
        var status = side.string("status");
        if (side.has("description") && (status == null || status.equals("complete"))) {
          facts.add("done " + words(side.toString()));
        }
      }
    }
    for (var note : checkpoint.notes()) {
      facts.addAll(done(note.text()));
    }
    return facts;
  }

  /// A note names a task with its status, which a contradiction has from both sides.
  private static List<String> done(String note) {
    boolean done =
        List.of(": complete", ": verified", " on one side").stream().anyMatch(note::contains);
    return done && note.startsWith("Task ")
        ? List.of("done " + words(note).subList(0, 1))
        : List.of();
  }

  private static List<String> words(String text) {
    return new ArrayList<>(WORD.matcher(text).results().map(MatchResult::group).toList());
  }
}
