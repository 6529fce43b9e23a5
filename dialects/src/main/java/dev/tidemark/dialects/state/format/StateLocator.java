package dev.tidemark.dialects.state.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.text.SafeName;
import dev.tidemark.text.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Location of the checkpoints of the unified schema: `.claude/state/{command}-{feature}.json`, and
/// `.claude/state/{command}-checkpoint.json` without a feature (R-004-10).
public final class StateLocator implements DocumentLocator {
  /// The folder, from the project root.
  public static final String FOLDER = ".claude/state";

  /// The word in a file name without a feature; reserved as a feature name.
  private static final String NO_FEATURE = "checkpoint";

  private static final String EXTENSION = ".json";

  /// The limit of bytes of a file name: 255 of the file system, less the suffixes of temporary
  /// files and quarantined copies.
  private static final int BYTES_MAX = 200;

  /// Longest first, so that `plan-b` is not taken for a feature `b` of `plan`.
  private final List<String> commands;

  /// Takes the known commands, in order to separate command and feature in file names.
  public StateLocator(List<String> commands) {
    var sorted = new ArrayList<String>(commands.size());
    for (var command : commands) {
      int at = 0;
      while (at < sorted.size() && sorted.get(at).length() >= command.length()) {
        at++;
      }
      sorted.add(at, command);
    }
    this.commands = List.copyOf(sorted);
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    var command = SafeName.clean(workflow);
    if (!(command instanceof SafeName.Clean cleanCommand)) {
      return refused("command", workflow, (SafeName.Refused) command);
    }
    if (item == null || item.isEmpty()) {
      return named(new CheckpointId(StateFormat.DIALECT, cleanCommand.name(), null));
    }
    var feature = SafeName.clean(item);
    if (!(feature instanceof SafeName.Clean cleanFeature)) {
      return refused("feature", item, (SafeName.Refused) feature);
    }
    if (cleanFeature.name().equalsIgnoreCase(NO_FEATURE)) {
      return refused(
          "a feature cannot be named \"" + item + "\"",
          "its file would be the one of " + workflow + " without a feature",
          "Choose another name");
    }
    return named(new CheckpointId(StateFormat.DIALECT, cleanCommand.name(), cleanFeature.name()));
  }

  @Override
  public String pathOf(CheckpointId id) {
    var item = id.item();
    return FOLDER + "/" + id.workflow() + "-" + (item == null ? NO_FEATURE : item) + EXTENSION;
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    int from = FOLDER.length() + 1;
    int to = path.length() - EXTENSION.length();
    boolean here =
        path.startsWith(FOLDER + "/") && path.endsWith(EXTENSION) && path.indexOf('/', from) < 0;
    return here && from < to
        ? Optional.ofNullable(idOfStem(path.substring(from, to)))
        : Optional.empty();
  }

  @Override
  public List<String> roots() {
    return List.of(FOLDER + "/");
  }

  @Override
  public Optional<String> archiveFolder() {
    return Optional.of(FOLDER + "/archive");
  }

  /// Returns the run of that name, or null if there can be none.
  @Nullable
  public CheckpointId idNamed(String workflow, @Nullable String item) {
    return name(workflow, item) instanceof NameResolution.Named named ? named.id() : null;
  }

  /// A stem without a known command in front belongs to another tool, such as `loop-state`, unless
  /// it has an ending that only this dialect uses.
  private @Nullable CheckpointId idOfStem(String stem) {
    for (var command : commands) {
      if (stem.startsWith(command + "-") && stem.length() > command.length() + 1) {
        return id(command, stem.substring(command.length() + 1));
      }
    }
    var end = "-" + NO_FEATURE;
    return stem.endsWith(end) && stem.length() > end.length()
        ? id(stem.substring(0, stem.length() - end.length()), NO_FEATURE)
        : null;
  }

  private @Nullable CheckpointId id(String command, String feature) {
    boolean none = feature.equals(NO_FEATURE);
    var id = idNamed(command, none ? null : feature);
    var same = new CheckpointId(StateFormat.DIALECT, command, none ? null : feature);
    return same.equals(id) ? id : null;
  }

  private NameResolution named(CheckpointId id) {
    var path = pathOf(id);
    var stem = path.substring(FOLDER.length() + 1, path.length() - EXTENSION.length());
    if (SafeName.isDeviceName(stem)) {
      return refused(
          "the file name \"" + stem + "\" cannot be used",
          SafeName.Reason.DEVICE.text(),
          SafeName.Reason.DEVICE.hint());
    }
    if (Utf8.length(stem) + EXTENSION.length() > BYTES_MAX) {
      return refused(
          "the file name \"" + stem + "\" cannot be used",
          "it would be longer than " + BYTES_MAX + " bytes",
          "Choose a shorter name");
    }
    return new NameResolution.Named(id);
  }

  private static NameResolution refused(String field, String raw, SafeName.Refused why) {
    var reason = why.reason();
    return refused("\"" + raw + "\" cannot be a " + field, reason.text(), reason.hint());
  }

  private static NameResolution refused(String what, String why, String hint) {
    return NameResolution.refused(what + ": " + why, hint);
  }
}
