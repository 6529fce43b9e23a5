package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.DocumentMerge.Result;
import dev.tidemark.dialect.merge.TreeMerge;
import dev.tidemark.dialects.markdown.FrontMatter;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.MarkdownMerge;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Three-way merge of phase checkpoints. Each is replaced as a whole when a phase ends, so the
/// document of the side that is further is taken, with the outcomes, context, notes, open items and
/// unknown sections that the other one has added. Two documents about the end of one phase are
/// united.
final class HandoffMerge {
  private static final String SUMMARY = "completed";

  /// The keys that say how a phase ended.
  private static final List<String> RESULTS =
      List.of(
          PhaseFormat.COMPLETED_PHASE,
          PhaseFormat.NEXT_PHASE,
          PhaseFormat.NEXT_COMMAND,
          PhaseFormat.REVIEW_STATUS,
          PhaseFormat.PLAN_STATUS);

  private static final List<String> TEXTS =
      List.of(Sections.COMPLETED, Sections.STEPS, Sections.READY, Sections.NEXT);

  private final @Nullable PhaseCheckpoint base;
  private final PhaseCheckpoint ours;
  private final PhaseCheckpoint theirs;
  private final boolean oursLeads;

  HandoffMerge(@Nullable PhaseCheckpoint base, PhaseCheckpoint ours, PhaseCheckpoint theirs) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    this.oursLeads = leads();
  }

  /// Our side leads if it alone has moved to another phase, or both have and it is further, or it
  /// is the later one.
  private boolean leads() {
    boolean one = isMoved(ours);
    boolean other = isMoved(theirs);
    if (one != other) {
      return one;
    }
    int difference = Integer.compare(place(ours), place(theirs));
    if (difference == 0) {
      difference =
          ours.updatedAt().orElse(Instant.MIN).compareTo(theirs.updatedAt().orElse(Instant.MIN));
    }
    return difference > 0 || (difference == 0 && text(ours).compareTo(text(theirs)) >= 0);
  }

  private boolean isMoved(PhaseCheckpoint side) {
    return base == null || !isAtSamePhase(base, side);
  }

  private static boolean isAtSamePhase(PhaseCheckpoint one, PhaseCheckpoint other) {
    return Objects.equals(one.completed(), other.completed())
        && Objects.equals(one.next(), other.next());
  }

  /// The phases that are not ahead count; of the same ones, a phase left in part is less.
  private static int place(PhaseCheckpoint side) {
    int place = 0;
    for (var phase : side.phases()) {
      place += phase.status().isOpen() ? 0 : 2;
    }
    return place + (side.isPartial() ? 1 : 0);
  }

  private static String text(PhaseCheckpoint side) {
    return side.front().raw() + side.body();
  }

  Result merge() {
    if (!ours.table().equals(theirs.table())) {
      return Result.refused(
          "the two sides are about different workflows: "
              + ours.value(PhaseFormat.COMPLETED_PHASE)
              + " and "
              + theirs.value(PhaseFormat.COMPLETED_PHASE));
    }
    var lead = oursLeads ? ours : theirs;
    var other = oursLeads ? theirs : ours;
    // A title that a person has removed is not added at the end.
    var merged =
        MarkdownMerge.merge(
            base == null ? null : text(base),
            text(lead),
            text(other),
            part -> isKnown(part) || (part.equals(Sections.TITLE) && !lead.body().contains(part)));
    var front = FrontMatter.of(merged).raw();
    var body = merged.substring(front.length());
    if (base != null && isAtSamePhase(lead, other)) {
      front = withChangedKeys(front, base, lead, other);
      body = withChangedTexts(body, base, lead, other);
    }
    body = withOthers(body, lead, other);
    var conflicts =
        new ArrayList<>(
            TreeMerge.united(
                base == null ? List.of() : base.conflicts(), ours.conflicts(), theirs.conflicts()));
    for (var conflict : conflicts()) {
      if (conflicts.stream().noneMatch(conflict::isSame)) {
        conflicts.add(conflict);
      }
    }
    return Result.of(front + recorded(body, conflicts));
  }

  /// Returns the front matter with the values that the other side alone has changed.
  private static String withChangedKeys(
      String front, PhaseCheckpoint base, PhaseCheckpoint lead, PhaseCheckpoint other) {
    var result = front;
    for (var key : PhaseFormat.KEYS) {
      var was = base.front().text(key);
      var now = other.front().text(key);
      if (now != null && !now.equals(was) && Objects.equals(was, lead.front().text(key))) {
        result = withKey(result, key, now);
      }
    }
    return result;
  }

  /// Returns the body with the texts that the other side alone has changed.
  private static String withChangedTexts(
      String body, PhaseCheckpoint base, PhaseCheckpoint lead, PhaseCheckpoint other) {
    var result = body;
    for (var heading : TEXTS) {
      var was = Sections.of(base.body()).text(heading);
      var now = Sections.of(other.body()).text(heading);
      var known = Sections.of(lead.body()).text(heading);
      if (now != null && !now.equals(was) && Objects.equals(was, known)) {
        result = Sections.of(result).withText(heading, now);
      }
    }
    return result;
  }

  private static boolean isKnown(String part) {
    return PhaseFormat.KEYS.contains(part) || Sections.isKnown(part);
  }

  /// Returns the body with what the other side has added: outcomes, context, notes, open items, and
  /// its summary, as a note, where both are not about one phase.
  private String withOthers(String body, PhaseCheckpoint lead, PhaseCheckpoint other) {
    var result = body;
    var known = base == null ? List.<Note>of() : base.notes();
    for (var note : other.notes()) {
      boolean isNew = lead.notes().stream().noneMatch(note::isSame);
      if (isNew && known.stream().noneMatch(note::isSame)) {
        result = Sections.withNote(result, note);
      }
    }
    for (var heading : List.of(Sections.OUTCOMES, Sections.CONTEXT, Sections.OPEN)) {
      result = withLines(result, heading, other);
    }
    var summary = other.summary();
    if (!isAtSamePhase(lead, other)
        && summary != null
        && !summary.equals(lead.summary())
        && (base == null || !summary.equals(base.summary()))) {
      var phase = new PhaseName(PhaseIds.withoutPartial(other.value(PhaseFormat.COMPLETED_PHASE)));
      var text = YamlScalar.oneLine(summary.text());
      result = Sections.withNote(result, new Note(Note.Kind.NOTE, phase, text));
    }
    return result;
  }

  private String withLines(String body, String heading, PhaseCheckpoint other) {
    var result = body;
    var known = base == null ? List.<String>of() : Sections.of(base.body()).lines(heading);
    for (var line : Sections.of(other.body()).lines(heading)) {
      var now = Sections.of(result);
      // A quotation is a warning about the phase that ended on that side.
      boolean empty =
          line.isEmpty()
              || line.startsWith(">")
              || line.equals(Sections.NO_OUTCOMES)
              || line.equals(Sections.NOTHING);
      if (!empty && !known.contains(line) && !now.lines(heading).contains(line)) {
        result = now.withLine(heading, line);
      }
    }
    return result;
  }

  /// Returns the contradictions of two documents about the end of one phase.
  private List<MergeConflict> conflicts() {
    var conflicts = new ArrayList<MergeConflict>();
    var completed = ours.completed();
    if (completed == null || !completed.equals(theirs.completed())) {
      return conflicts;
    }
    var phase = new PhaseName(PhaseIds.withoutPartial(completed));
    var one = JsonObject.EMPTY;
    var other = JsonObject.EMPTY;
    for (var key : RESULTS) {
      if (isContradicted(front(base, key), front(ours, key), front(theirs, key))) {
        one = with(one, key, front(ours, key));
        other = with(other, key, front(theirs, key));
      }
    }
    if (!one.equals(other)) {
      conflicts.add(new MergeConflict(phase, List.of(), one, other));
    }
    if (isContradicted(summary(base), summary(ours), summary(theirs))) {
      conflicts.add(
          new MergeConflict(
              phase,
              List.of(),
              with(JsonObject.EMPTY, SUMMARY, summary(ours)),
              with(JsonObject.EMPTY, SUMMARY, summary(theirs))));
    }
    return conflicts;
  }

  private static boolean isContradicted(
      @Nullable String base, @Nullable String one, @Nullable String other) {
    return one != null
        && other != null
        && !one.equals(other)
        && !one.equals(base)
        && !other.equals(base);
  }

  private static @Nullable String front(@Nullable PhaseCheckpoint side, String key) {
    return side == null ? null : side.front().text(key);
  }

  private static @Nullable String summary(@Nullable PhaseCheckpoint side) {
    var summary = side == null ? null : side.summary();
    return summary == null ? null : summary.text();
  }

  private static JsonObject with(JsonObject fields, String key, @Nullable String value) {
    return value == null ? fields : fields.with(key, value);
  }

  /// Returns a body that records these conflicts, and no others.
  private static String recorded(String body, List<MergeConflict> conflicts) {
    var result = Sections.of(body).withText(Sections.CONFLICTS, null);
    for (var conflict : conflicts) {
      result = Sections.of(result).withLine(Sections.CONFLICTS, "- " + conflict.json());
    }
    return result;
  }

  /// Returns a document with conflicts decided and no longer recorded.
  static String decided(PhaseCheckpoint checkpoint, List<MergeConflict> decided, boolean ours) {
    var front = checkpoint.front().raw();
    var body = checkpoint.body();
    for (var conflict : decided) {
      for (var member : conflict.side(ours).members()) {
        var value = conflict.side(ours).string(member.key());
        if (value != null && member.key().equals(SUMMARY)) {
          body = Sections.of(body).withText(Sections.COMPLETED, value);
        } else if (value != null) {
          front = withKey(front, member.key(), value);
        }
      }
    }
    var open = new ArrayList<>(checkpoint.conflicts());
    open.removeAll(decided);
    return front + recorded(body, open);
  }

  /// Returns the front matter with a value; a key that it does not have becomes its last one.
  private static String withKey(String front, String key, String value) {
    var lines = new Lines(front);
    var line = List.of(key + ": " + YamlScalar.ASCII.written(value));
    for (int i = 1; i < lines.size(); i++) {
      boolean known = lines.get(i).startsWith(key + ":");
      if (known || FrontMatter.isFence(lines.get(i))) {
        lines.replace(i, known ? i + 1 : i, line);
        break;
      }
    }
    return lines.toString();
  }
}
