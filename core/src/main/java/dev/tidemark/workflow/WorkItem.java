package dev.tidemark.workflow;

/// One piece of work that a tracker says is ready: open, and blocked by nothing.
///
/// @param id what the tracker calls it
/// @param title one line
/// @param priority 0 is the most urgent
public record WorkItem(String id, String title, int priority) {}
