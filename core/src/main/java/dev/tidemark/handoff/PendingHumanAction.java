package dev.tidemark.handoff;

/// Pending human action that a run waits for.
///
/// @param description the action as a noun: `approval of design`
/// @param command the words after `tidemark` that do it, without the run: `approve design`
public record PendingHumanAction(String description, String command) {}
