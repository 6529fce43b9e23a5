package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.history.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Resume policy: work continues with the phase that the checkpoint names.
public final class PhaseResumePolicy implements ResumePolicy<PhaseCheckpoint> {
  PhaseResumePolicy() {}

  @Override
  public ResumePoint resumePoint(PhaseCheckpoint checkpoint) {
    var done = new ArrayList<Phase>();
    for (var phase : checkpoint.phases()) {
      if (phase.status() == PhaseStatus.COMPLETE || phase.status() == PhaseStatus.SKIPPED) {
        done.add(phase);
      }
    }
    if (checkpoint.finished()) {
      return new ResumePoint(null, null, null, done, true);
    }
    var summary = checkpoint.summary();
    var next = checkpoint.value(PhaseFormat.NEXT_PHASE);
    return new ResumePoint(
        checkpoint.current().orElse(null),
        summary == null ? null : summary.text(),
        next.isBlank() ? null : new PhaseName(next),
        done,
        false);
  }

  /// The mandatory review comes before the phases behind it, whatever phase the document names.
  @Override
  public Optional<PendingHumanAction> pendingAction(PhaseCheckpoint checkpoint, Evidence evidence) {
    var next = checkpoint.value(PhaseFormat.NEXT_PHASE);
    boolean ends = PhaseIds.isBehindReview(next) || next.equals(PhaseIds.ACTIVATE);
    return ends && !checkpoint.finished() && ProjectFacts.isReviewDue(evidence)
        ? Optional.of(
            new PendingHumanAction(
                "the review in " + PhaseIds.REVIEW,
                "enter " + PhaseIds.REVIEW,
                new PhaseName(PhaseIds.REVIEW)))
        : Optional.empty();
  }

  /// The sections that are addressed to the next session.
  @Override
  public ProtocolHandover handover(PhaseCheckpoint checkpoint, String path) {
    var sections = Sections.of(checkpoint.body());
    var formatLines = new ArrayList<String>();
    add(formatLines, sections, Sections.OUTCOMES);
    add(formatLines, sections, Sections.STEPS);
    add(formatLines, sections, Sections.CONTEXT);
    add(formatLines, sections, Sections.OPEN);
    return new ProtocolHandover(formatLines, List.of(), List.of());
  }

  private static void add(List<String> formatLines, Sections sections, String heading) {
    var text = sections.text(heading);
    if (text != null && !text.isEmpty() && !text.equals(Sections.NO_OUTCOMES)) {
      formatLines.add(heading.substring("## ".length()) + ": " + text);
    }
  }
}
