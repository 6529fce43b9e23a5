package dev.tidemark.brief;

import dev.tidemark.brief.check.Check;
import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Capture;
import dev.tidemark.history.Goal;
import dev.tidemark.workflow.fact.FileChange;
import dev.tidemark.workflow.fact.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A brief with something of every kind in it, and others that differ from it in one thing.
final class FullBrief {
  static final CheckpointId ID = new CheckpointId("toy", "implement", "auth");
  static final PhaseName TEST = new PhaseName("test");
  static final PhaseName DOCS = new PhaseName("docs");
  static final ResumeWarning OLD =
      doubt(ResumeWarning.Kind.ASK, "old", "the last change is old", "Ask the user");
  static final ResumeWarning EDITED =
      doubt(ResumeWarning.Kind.NOTE, "edited-outside", "the file was edited", "Look at it");

  private FullBrief() {}

  static ResumeWarning doubt(ResumeWarning.Kind kind, String code, String text, String hint) {
    return new ResumeWarning(kind, code, text, "the document", hint, null);
  }

  static Verdict asking() {
    return new Verdict(Verdict.Kind.ASK, TEST, OLD, OLD.hint());
  }

  static Brief brief() {
    return brief(asking(), List.of(OLD, EDITED));
  }

  static Brief brief(Verdict verdict, List<ResumeWarning> doubts) {
    return brief(ID, true, verdict, doubts);
  }

  static Brief brief(CheckpointId id, boolean open, Verdict verdict, List<ResumeWarning> doubts) {
    return new Brief(
        new BriefHeader(
            id, "auth.json", open ? null : "", 3, 5, List.of(), false, true, null, "main", null),
        verdict,
        knowledge(),
        List.of(
            new Check(Check.Kind.SCHEMA, Check.Result.HOLDS, "as it should be"),
            new Check(Check.Kind.BRANCH, Check.Result.UNKNOWN, "no branch to compare"),
            new Check(Check.Kind.COMMIT, Check.Result.HOLDS, "same"),
            new Check(Check.Kind.AGE, Check.Result.DOUBTFUL, "older than 7 days")),
        doubts,
        List.of(offer("design"), offer("code"), offer("test")),
        List.of("Resuming at: test"));
  }

  private static BriefContent knowledge() {
    var done =
        List.of(
            phase("design", PhaseStatus.COMPLETE, "Tokens rotate.", null),
            phase("review", PhaseStatus.SKIPPED, null, null),
            phase("code", PhaseStatus.COMPLETE, "In src.", null));
    return new BriefContent(
        new ResumePoint(null, null, TEST, done, false),
        work(),
        List.of(
            phase("test", PhaseStatus.FAILED, "half of it", "it broke"),
            phase("docs", PhaseStatus.IN_PROGRESS, "begun", null)),
        List.of(
            new Decision(new PhaseName("design"), "No JWT"),
            new Decision(new PhaseName("code"), "REST")),
        List.of(
            new ReadingItem("docs/auth.md", new PhaseName("design"), ReadingItem.State.UNCHANGED),
            new ReadingItem("src/a.ts", null, ReadingItem.State.CHANGED)),
        List.of(new WorkItem("B-1", "mend it", 1)));
  }

  private static WorkInProgress work() {
    var capture =
        new Capture(
            Instant.EPOCH,
            "s1",
            DOCS,
            List.of("Add login", "Now the docs"),
            List.of("[in_progress] Write it"),
            "First this",
            "npm test: exit 1",
            List.of("changed src/b.ts +1 -0 (uncommitted)"));
    return new WorkInProgress(
        new Goal("Log users in", false),
        DOCS,
        Duration.ofHours(2),
        List.of(
            new Note(Note.Kind.NEXT, DOCS, "try a queue"),
            new Note(Note.Kind.NOTE, DOCS, "half of it"),
            new Note(Note.Kind.QUESTION, TEST, "Which database?"),
            new Note(Note.Kind.TRIED, new PhaseName("design"), "a mutex"),
            new Note(Note.Kind.BLOCKED, null, "no API key")),
        List.of(
            new FileChange("src/a.ts", FileChange.Kind.CHANGED, 3, 1, false),
            new FileChange("src/c.ts", FileChange.Kind.UNTRACKED, -1, -1, false)),
        capture);
  }

  static Phase phase(
      String name, PhaseStatus status, @Nullable String summary, @Nullable String failure) {
    var said = summary == null ? null : new ContextSummary(summary);
    return new Phase(new PhaseName(name), status, null, null, said, failure, List.of());
  }

  private static Phase offer(String phase) {
    return Phase.pending(new PhaseName(phase));
  }
}
