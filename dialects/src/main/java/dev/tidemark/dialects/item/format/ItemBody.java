package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.MergeConflict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Content of a document below the table of phases. The entries of lists are kept without their `-
/// `.
///
/// @param tasks steps inside the phase under way
/// @param state where things stand
/// @param decisions choices, each with the phase it was made in: `[Phase 1] ...`
/// @param artifacts files, each in backticks with a note
/// @param context references to read again, goal and notes
/// @param conflicts conflicts of a git merge
public record ItemBody(
    List<SubTask> tasks,
    String state,
    List<String> decisions,
    List<String> artifacts,
    List<String> context,
    List<MergeConflict> conflicts) {
  static final ItemBody EMPTY = new ItemBody(List.of(), "", List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public ItemBody {
    tasks = List.copyOf(tasks);
    decisions = List.copyOf(decisions);
    artifacts = List.copyOf(artifacts);
    context = List.copyOf(context);
    conflicts = List.copyOf(conflicts);
  }

  /// Takes the content of a document without conflicts.
  public ItemBody(
      List<SubTask> tasks,
      String state,
      List<String> decisions,
      List<String> artifacts,
      List<String> context) {
    this(tasks, state, decisions, artifacts, context, List.of());
  }

  public ItemBody tasks(List<SubTask> now) {
    return new ItemBody(now, state, decisions, artifacts, context, conflicts);
  }

  public ItemBody state(String now) {
    return new ItemBody(tasks, now, decisions, artifacts, context, conflicts);
  }

  public ItemBody decisions(List<String> now) {
    return new ItemBody(tasks, state, now, artifacts, context, conflicts);
  }

  public ItemBody artifacts(List<String> now) {
    return new ItemBody(tasks, state, decisions, now, context, conflicts);
  }

  public ItemBody context(List<String> now) {
    return new ItemBody(tasks, state, decisions, artifacts, now, conflicts);
  }

  public ItemBody conflicts(List<MergeConflict> now) {
    return new ItemBody(tasks, state, decisions, artifacts, context, now);
  }

  /// Returns the tasks as entries of a list.
  List<String> taskEntries() {
    var entries = new ArrayList<String>(tasks.size());
    for (var task : tasks) {
      entries.add(task.line());
    }
    return entries;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ItemBody that
        && taskEntries().equals(that.taskEntries())
        && state.equals(that.state)
        && decisions.equals(that.decisions)
        && artifacts.equals(that.artifacts)
        && context.equals(that.context)
        && conflicts.equals(that.conflicts);
  }

  @Override
  public int hashCode() {
    return (state.hashCode() * 31 + decisions.hashCode()) * 31 + artifacts.hashCode();
  }
}
