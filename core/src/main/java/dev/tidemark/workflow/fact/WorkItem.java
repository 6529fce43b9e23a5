package dev.tidemark.workflow.fact;

/// Work item of a tracker that is ready: open and not blocked.
///
/// @param id the tracker's id of it
/// @param title one line
/// @param priority 0 is the most urgent
public record WorkItem(String id, String title, int priority) {}
