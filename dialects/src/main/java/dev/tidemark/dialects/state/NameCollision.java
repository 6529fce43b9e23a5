package dev.tidemark.dialects.state;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.dialects.state.format.StateCheckpoint;
import dev.tidemark.dialects.state.format.StateLocator;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.Blocker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Name collision check: keeps two runs whose names clean to the same file name out of each other's
/// document (R-004-11).
final class NameCollision {
  private final StateCheckpoint before;
  private final String operation;

  /// Takes the existing document, and the beginning of a refusal's text.
  NameCollision(StateCheckpoint before, String operation) {
    this.before = before;
    this.operation = operation;
  }

  /// Returns the blocker of a change of the document in the name of a run, or null.
  ///
  /// @param item the subject of the run, as the caller named it; absent if the id has it
  @Nullable Blocker blocker(@Nullable String item, List<Notice> notices) {
    var id = before.id();
    var command = before.command().orElse("");
    if (!command.isEmpty() && !cleaned(command).equalsIgnoreCase(id.workflow())) {
      return taken("command", command, id.workflow());
    }
    var stored = before.feature().orElse(null);
    if (stored == null || id.item() == null) {
      return null;
    }
    var asked = item == null || item.isBlank() ? id.item() : item;
    if (stored.equalsIgnoreCase(asked)) {
      return null;
    }
    if (!cleaned(stored).equalsIgnoreCase(asked)) {
      return taken("feature", stored, asked);
    }
    if (item != null) {
      notices.add(
          new Notice(
              "cleaned-name", "feature " + asked + " is recorded as " + stored + ", and stays so"));
    }
    return null;
  }

  /// Returns the blocker of another document in the place of this one, or null.
  @Nullable Blocker replacement(StateCheckpoint next) {
    var command = before.command().orElse("");
    var nextCommand = next.command().orElse("");
    if (!command.isEmpty() && !cleaned(command).equalsIgnoreCase(cleaned(nextCommand))) {
      return taken("command", command, nextCommand);
    }
    var stored = before.feature().orElse("");
    var nextFeature = next.feature().orElse("");
    return stored.isEmpty() || nextFeature.isEmpty() || stored.equalsIgnoreCase(nextFeature)
        ? null
        : taken("feature", stored, nextFeature);
  }

  private Blocker taken(String field, String stored, String asked) {
    return Blocker.refused(
        "name-taken",
        operation
            + path(before.id())
            + " belongs to "
            + field
            + " \""
            + stored
            + "\", not to \""
            + asked
            + "\"",
        "Choose a name whose file name differs");
  }

  private static String cleaned(String name) {
    return SafeName.clean(name) instanceof SafeName.Clean clean ? clean.name() : name;
  }

  private static String path(CheckpointId id) {
    return new StateLocator(List.of()).pathOf(id);
  }
}
