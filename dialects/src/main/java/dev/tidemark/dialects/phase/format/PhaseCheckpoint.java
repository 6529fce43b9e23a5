package dev.tidemark.dialects.phase.format;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialects.markdown.FrontMatter;
import dev.tidemark.dialects.markdown.MarkdownMerge;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Phase checkpoint: the handoff from one phase to the next.
///
/// The file is for people as well, who edit it freely. A checkpoint *is* the document, with typed
/// accessors.
///
/// @param id which run it is about; there is one checkpoint in a project
/// @param table the phases of its workflow; none if unknown
/// @param front the keys at its head
/// @param body the text after the front matter
/// @param damage why it cannot be relied on; absent if it can
public record PhaseCheckpoint(
    CheckpointId id, List<PhaseName> table, FrontMatter front, String body, @Nullable String damage)
    implements Checkpoint {

  /// Takes its own copy of the phases.
  public PhaseCheckpoint {
    table = List.copyOf(table);
  }

  @Override
  public Optional<Instant> updatedAt() {
    var at = front.text(PhaseFormat.COMPLETED_AT);
    return at == null ? Optional.empty() : Timestamps.parse(at);
  }

  /// The document names the phase that ended and the one to come; those before are taken to be
  /// done, and those passed over to be left out.
  @Override
  public List<Phase> phases() {
    int ended = place(completed());
    int next = PhaseIds.ACTIVATE.equals(next()) ? table.size() : place(next());
    var phases = new ArrayList<Phase>(table.size());
    for (int i = 0; i < table.size(); i++) {
      phases.add(phase(i, ended < 0 ? next - 1 : ended, next < 0 ? ended + 1 : next));
    }
    return phases;
  }

  private Phase phase(int at, int ended, int next) {
    var name = table.get(at);
    var when = at == ended ? updatedAt().orElse(null) : null;
    if (at == ended && at == next) {
      return isPartial()
          ? new Phase(name, PhaseStatus.IN_PROGRESS, null, null, summary(), null, List.of())
          : new Phase(name, PhaseStatus.FAILED, null, when, summary(), null, List.of());
    }
    if (at >= next) {
      return Phase.pending(name);
    }
    return at <= ended
        ? new Phase(
            name, PhaseStatus.COMPLETE, null, when, at == ended ? summary() : null, null, List.of())
        : new Phase(name, PhaseStatus.SKIPPED, null, null, null, null, List.of());
  }

  private int place(@Nullable String id) {
    return id == null ? -1 : PhaseIds.place(table, PhaseIds.withoutPartial(id));
  }

  @Override
  public Optional<PhaseName> current() {
    int at = isPartial() ? place(completed()) : -1;
    return at < 0 ? Optional.empty() : Optional.of(table.get(at));
  }

  @Override
  public List<Note> notes() {
    return Sections.notes(body);
  }

  @Override
  public List<MergeConflict> conflicts() {
    return body.contains(Sections.CONFLICTS)
        ? MarkdownMerge.conflicts(Sections.of(body).lines(Sections.CONFLICTS))
        : List.of();
  }

  /// A build that is not reviewed yet.
  @Override
  public List<Claim> claims() {
    var completed = completed();
    boolean built = completed != null && PhaseIds.withoutPartial(completed).equals(PhaseIds.BUILD);
    boolean reviews = table.contains(new PhaseName(PhaseIds.REVIEW));
    return (built && reviews) || PhaseIds.REVIEW.equals(next())
        ? List.of(new Claim.GatePassed(new PhaseName(PhaseIds.BUILD), true, null))
        : List.of();
  }

  /// After its last phase a workflow waits for the next spec.
  @Override
  public boolean finished() {
    return damage == null && PhaseIds.ACTIVATE.equals(next());
  }

  /// The keys, but for the time, and the sections, but for the summary of the phase that ended.
  @Override
  public List<DocumentField> details() {
    var details = new ArrayList<DocumentField>();
    for (var entry : front.entries()) {
      var text = entry.text();
      if (!entry.key().equals(PhaseFormat.COMPLETED_AT)) {
        details.add(new DocumentField(entry.key(), text == null ? "" : text));
      }
    }
    if (damage != null) {
      details.add(new DocumentField("damage", damage));
    }
    details.addAll(Sections.of(body).details());
    return details;
  }

  /// Returns the phase that ended, as the document spells it.
  @Nullable String completed() {
    return front.text(PhaseFormat.COMPLETED_PHASE);
  }

  /// Returns the phase to come, as the document spells it.
  @Nullable
  public String next() {
    return front.text(PhaseFormat.NEXT_PHASE);
  }

  /// Returns whether the phase was left before its end.
  boolean isPartial() {
    var completed = completed();
    return completed != null && PhaseIds.isPartial(completed);
  }

  /// Returns the value of a key; empty if it is absent.
  public String value(String key) {
    var text = front.text(key);
    return text == null ? "" : text;
  }

  /// Returns the context for the next phase; empty if there is none.
  public String context() {
    var text = Sections.of(body).text(Sections.CONTEXT);
    return text == null ? "" : text;
  }

  /// Returns the accomplished work; null if there is none.
  @Nullable
  public ContextSummary summary() {
    var text = Sections.of(body).text(Sections.COMPLETED);
    return text == null || text.isEmpty() ? null : new ContextSummary(text);
  }

  /// Returns this checkpoint with another body.
  public PhaseCheckpoint withBody(String other) {
    return new PhaseCheckpoint(id, table, front, other, damage);
  }

  /// Returns this checkpoint with a line more among its outcomes.
  public PhaseCheckpoint withOutcome(String line) {
    return new PhaseCheckpoint(id, table, front, Sections.of(body).withOutcome(line), damage);
  }

  /// Returns this checkpoint without a line of its outcomes.
  public PhaseCheckpoint withoutOutcome(String line) {
    return withBody(Sections.of(body).withoutOutcome(line));
  }
}
