package dev.tidemark.brief;

import dev.tidemark.brief.check.ReadingItem;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.List;

/// Content of a handoff: the state of the run that a brief passes to the next session.
///
/// @param resumePoint the resume point, with the completed phases
/// @param work the work in progress
/// @param unfinished phases that were begun or failed, with their details
/// @param decisions the choices made so far, oldest first
/// @param readingList the files to read, each once
/// @param readyWork work that a tracker in the project has ready, the most urgent first
public record BriefContent(
    ResumePoint resumePoint,
    WorkInProgress work,
    List<Phase> unfinished,
    List<Decision> decisions,
    List<ReadingItem> readingList,
    List<WorkItem> readyWork) {
  /// The empty content, where nothing can be read.
  public static final BriefContent NONE =
      new BriefContent(
          ResumePoint.NONE, WorkInProgress.NONE, List.of(), List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public BriefContent {
    unfinished = List.copyOf(unfinished);
    decisions = List.copyOf(decisions);
    readingList = List.copyOf(readingList);
    readyWork = List.copyOf(readyWork);
  }
}
