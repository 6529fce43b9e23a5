package dev.tidemark.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/// The laws of [DocumentMerge][dev.tidemark.dialect.DocumentMerge], in every format and over any
/// two or three histories with a common beginning.
class DocumentMergeProperties {
  private static final Dialects DIALECTS =
      new Dialects(
          Dialects.workflows(List.of()),
          PhaseSettings.USUAL,
          FlowSettings.USUAL,
          SummaryLimit.DEFAULT);

  static Dialect<?> dialect(String format) {
    return DIALECTS.get(format);
  }

  static CheckpointId id(String format) {
    return switch (format) {
      case "state" -> new CheckpointId(format, "design", "auth");
      case "item" -> new CheckpointId(format, "epic", "E-1");
      case "phase" -> new CheckpointId(format, "dev", null);
      default -> new CheckpointId(format, "develop", null);
    };
  }

  static String merged(String format, @Nullable String base, String ours, String theirs) {
    var result = dialect(format).format().merge(id(format), base, ours, theirs);
    assertThat(result.refusal()).isNull();
    return result.text();
  }

  static Checkpoint read(String format, String text) {
    return dialect(format).format().decode(id(format), text).checkpoint();
  }

  /// The content of a document, independent of the order of what both sides have added and of the
  /// names of the sides.
  static Set<String> content(String format, String text) {
    var checkpoint = read(format, text);
    var content = new TreeSet<String>();
    checkpoint.phases().forEach(phase -> content.add("phase " + phase));
    checkpoint.decisions().forEach(decision -> content.add("decision " + decision));
    checkpoint.notes().forEach(note -> content.add("note " + note));
    checkpoint.tasks().forEach(task -> content.add("task " + task));
    checkpoint
        .details()
        .forEach(
            detail -> {
              if (!detail.toString().contains(MergeConflict.KEY)
                  && !detail.toString().contains("Merge Conflicts")) {
                content.add("detail " + sorted(detail.toString()));
              }
            });
    content.add("current " + checkpoint.current());
    content.add("updated " + checkpoint.updatedAt());
    for (var conflict : checkpoint.conflicts()) {
      var sides = new TreeSet<>(List.of(conflict.ours() + "", conflict.theirs() + ""));
      content.add("conflict " + conflict.phase() + conflict.at() + sides);
    }
    return content;
  }

  /// Lines of a section of another tool, in any order.
  private static String sorted(String text) {
    var lines = new ArrayList<>(text.lines().toList());
    lines.sort(null);
    return String.join("\n", lines);
  }

  /// Returns whether a document records no contradiction, not even of tasks.
  private static boolean isAgreed(String format, String text) {
    return read(format, text).conflicts().isEmpty() && !text.contains("side of a git merge");
  }

  @Property(tries = 400)
  void sides_can_be_exchanged(
      @ForAll("formats") String format, @ForAll("histories") List<MergeDraft> drafts) {
    var base = drafts.get(0).document(format);
    var one = drafts.get(1).document(format);
    var other = drafts.get(2).document(format);

    var merged = content(format, merged(format, base, one, other));

    assertThat(merged).isEqualTo(content(format, merged(format, base, other, one)));
  }

  @Property(tries = 200)
  void a_document_merged_with_itself_is_the_same(
      @ForAll("formats") String format, @ForAll("histories") List<MergeDraft> drafts) {
    var base = drafts.get(0).document(format);
    var one = drafts.get(1).document(format);

    assertThat(merged(format, base, one, one)).isEqualTo(one);
    assertThat(merged(format, null, one, one)).isEqualTo(one);
    assertThat(merged(format, base, one, base)).isEqualTo(one);
    assertThat(merged(format, base, base, one)).isEqualTo(one);
  }

  @Property(tries = 400)
  void three_sides_merge_in_any_order_unless_they_contradict_each_other(
      @ForAll("formats") String format, @ForAll("histories") List<MergeDraft> drafts) {
    var base = drafts.get(0).document(format);
    var one = drafts.get(1).document(format);
    var other = drafts.get(2).document(format);
    var third = drafts.get(3).document(format);

    var first = merged(format, base, merged(format, base, one, other), third);
    var second = merged(format, base, one, merged(format, base, other, third));

    Assume.that(isAgreed(format, first) && isAgreed(format, second));
    assertThat(lasting(format, first)).isEqualTo(lasting(format, second));
  }

  /// The content without the description of the current state, which `item` and `phase` have once:
  /// which one stands and which becomes a note depends on the sides of the last merge. So does the
  /// current phase of `state`, where several are in progress and another side has taken back the
  /// one that the newest side worked at; it is in progress in any case.
  private static Set<String> lasting(String format, String text) {
    var content = content(format, text);
    if (format.equals("item") || format.equals("phase")) {
      content.removeIf(line -> line.startsWith("detail") || line.startsWith("note"));
      content.removeIf(line -> line.contains("ContextSummary"));
    } else if (format.equals("state")) {
      content.removeIf(line -> line.startsWith("current"));
      content.add("current " + statusOfCurrent(read(format, text)));
    }
    return content;
  }

  /// Returns the status of the current phase; empty if there is none.
  private static Optional<PhaseStatus> statusOfCurrent(Checkpoint checkpoint) {
    return checkpoint.phases().stream()
        .filter(phase -> checkpoint.current().filter(phase.name()::equals).isPresent())
        .map(Phase::status)
        .findFirst();
  }

  @Property(tries = 600)
  void no_completed_phase_decision_note_or_foreign_field_vanishes(
      @ForAll("formats") String format,
      @ForAll("histories") List<MergeDraft> drafts,
      @ForAll boolean hasBase) {
    var base = hasBase ? drafts.get(0).document(format) : null;
    var merged =
        merged(format, base, drafts.get(1).document(format), drafts.get(2).document(format));

    var now = facts(format, merged);
    for (var side : drafts.subList(1, 3)) {
      var added = facts(format, side.document(format));
      added.removeAll(base == null ? Set.of() : facts(format, base));
      assertThat(now).containsAll(added);
      assertThat(side.extra().keySet()).allMatch(merged::contains);
    }
  }

  @Property(tries = 400)
  void a_summary_that_one_side_alone_has_changed_is_taken(
      @ForAll("formats") String format, @ForAll("histories") List<MergeDraft> drafts) {
    var base = read(format, drafts.get(0).document(format)).phases();
    var one = read(format, drafts.get(1).document(format)).phases();
    var other = read(format, drafts.get(2).document(format)).phases();
    var merged =
        read(
                format,
                merged(
                    format,
                    drafts.get(0).document(format),
                    drafts.get(1).document(format),
                    drafts.get(2).document(format)))
            .phases();

    // The format `phase` has the summary of the phase that ended last, and no other.
    boolean comparable =
        !format.equals("phase")
            || (statuses(base).equals(statuses(one)) && statuses(one).equals(statuses(other)));
    if (!comparable) {
      return;
    }
    for (int i = 0; i < base.size(); i++) {
      var was = base.get(i);
      boolean stays = was.status() == one.get(i).status() && was.status() == other.get(i).status();
      boolean ours = Objects.equals(was.summary(), other.get(i).summary());
      if (stays && (ours || Objects.equals(was.summary(), one.get(i).summary()))) {
        assertThat(merged.get(i).summary()).isEqualTo((ours ? one : other).get(i).summary());
      }
    }
  }

  private static List<PhaseStatus> statuses(List<Phase> phases) {
    return phases.stream().map(Phase::status).toList();
  }

  private static Set<String> facts(String format, String text) {
    var checkpoint = read(format, text);
    var facts = new HashSet<String>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE) {
        facts.add(phase.name() + " complete");
      }
    }
    checkpoint.decisions().forEach(decision -> facts.add(decision.text()));
    checkpoint.notes().forEach(note -> facts.add(note.text()));
    return facts;
  }

  @Property(tries = 400)
  void the_result_is_as_valid_as_the_sides(
      @ForAll("formats") String format, @ForAll("histories") List<MergeDraft> drafts) {
    var merged =
        merged(
            format,
            drafts.get(0).document(format),
            drafts.get(1).document(format),
            drafts.get(2).document(format));

    var errors =
        dialect(format).validator().validate(merged).stream()
            .filter(violation -> violation.severity() == Diagnostic.Severity.ERROR)
            .toList();
    assertThat(errors).isEmpty();
    var checkpoint = read(format, merged);
    var encoded = encoded(dialect(format), checkpoint, merged);
    assertThat(encoded).as("nothing but what the format writes").isEqualTo(merged);
  }

  @SuppressWarnings("unchecked") // decoded by the same dialect
  private static <C extends Checkpoint> String encoded(
      Dialect<C> dialect, Checkpoint checkpoint, String text) {
    return dialect.format().encode((C) checkpoint, text);
  }

  @Property(tries = 300)
  void every_conflict_can_be_decided_for_either_side(
      @ForAll("formats") String format,
      @ForAll("histories") List<MergeDraft> drafts,
      @ForAll boolean ours) {
    var merged =
        merged(
            format,
            drafts.get(0).document(format),
            drafts.get(1).document(format),
            drafts.get(2).document(format));
    var conflicts = read(format, merged).conflicts();

    var decided = dialect(format).format().decide(id(format), merged, conflicts, ours);

    assertThat(read(format, decided).conflicts()).isEmpty();
    assertThat(decided).doesNotContain(MergeConflict.KEY).doesNotContain("Merge Conflicts");
    if (conflicts.isEmpty()) {
      assertThat(decided).isEqualTo(merged);
    }
  }

  @Provide
  Arbitrary<String> formats() {
    return Arbitraries.of(MergeDraft.FORMATS);
  }

  /// A common beginning and three continuations of it.
  @Provide
  Arbitrary<List<MergeDraft>> histories() {
    var steps = steps().list().ofMaxSize(6);
    return Combinators.combine(steps, steps, steps, steps)
        .as(
            (before, one, other, third) -> {
              var base = after(MergeDraft.begun(), before);
              return List.of(
                  base,
                  after(base, one).at(10),
                  after(base, other).at(20),
                  after(base, third).at(30));
            });
  }

  private static MergeDraft after(MergeDraft draft, List<UnaryOperator<MergeDraft>> steps) {
    var now = draft;
    for (var step : steps) {
      now = step.apply(now);
    }
    return now;
  }

  private static Arbitrary<UnaryOperator<MergeDraft>> steps() {
    var phases = Arbitraries.of(0, 1, 2);
    var statuses = Arbitraries.of("pending", "in_progress", "complete", "failed", "skipped");
    var texts = Arbitraries.of("A", "B", "C: d", "\u00e9\u4e16 \"q\"");
    return Arbitraries.oneOf(
        Combinators.combine(phases, statuses, texts)
            .as((phase, status, text) -> draft -> draft.with(phase, status, text)),
        texts.map(text -> draft -> draft.deciding(text)),
        texts.map(text -> draft -> draft.noting(text)),
        Combinators.combine(
                Arbitraries.of("T1", "T2"),
                Arbitraries.of("pending", "running", "complete", "failed"))
            .as((task, status) -> draft -> draft.task(task, status)),
        Combinators.combine(Arbitraries.of("tool", "tool_b"), Arbitraries.of("x", "y"))
            .as((key, value) -> draft -> draft.extra(key, value)));
  }
}
