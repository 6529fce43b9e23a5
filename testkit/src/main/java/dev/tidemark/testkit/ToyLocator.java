package dev.tidemark.testkit;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DocumentLocator;
import dev.tidemark.dialect.NameResolution;
import dev.tidemark.text.SafeName;
import dev.tidemark.workflow.Blocker;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Path layout of a toy dialect: `{dialect}/{workflow}-{item}.json`, and
/// `{dialect}/{workflow}-none.json` for a run without an item.
///
/// @param dialect the name of the dialect, and of its folder
/// @param workflows the known workflows, which tell workflow and item apart in a file name
/// @param permanentRuns the runs that need no start; where there are any, there are no others
/// @param isListed whether its documents are runs of their own
record ToyLocator(
    String dialect, List<String> workflows, List<CheckpointId> permanentRuns, boolean isListed)
    implements DocumentLocator {
  private static final String NONE = "none";
  private static final String JSON = ".json";

  ToyLocator {
    workflows =
        workflows.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    permanentRuns = List.copyOf(permanentRuns);
  }

  @Override
  public NameResolution name(String workflow, @Nullable String item) {
    var cleaned = SafeName.clean(workflow);
    if (!(cleaned instanceof SafeName.Clean clean)) {
      return refused("\"" + workflow + "\" cannot be a workflow");
    }
    var part = item == null || item.isEmpty() ? null : SafeName.clean(item);
    if (part instanceof SafeName.Refused) {
      return refused("\"" + item + "\" cannot be an item");
    }
    var name = part instanceof SafeName.Clean it ? it.name() : null;
    var id = new CheckpointId(dialect, clean.name(), name);
    return permanentRuns.isEmpty() || permanentRuns.contains(id)
        ? new NameResolution.Named(id)
        : refused("there is no workflow " + workflow);
  }

  private static NameResolution refused(String reason) {
    return new NameResolution.Unnameable(
        Blocker.refused("bad-name", reason, "Choose another name"));
  }

  @Override
  public String pathOf(CheckpointId id) {
    var item = id.item();
    return dialect + "/" + id.workflow() + "-" + (item == null ? NONE : item) + JSON;
  }

  @Override
  public Optional<CheckpointId> idOf(String path) {
    if (!path.startsWith(dialect + "/") || !path.endsWith(JSON)) {
      return Optional.empty();
    }
    var stem = path.substring(dialect.length() + 1, path.length() - JSON.length());
    for (var workflow : workflows) {
      if (stem.startsWith(workflow + "-")) {
        var item = stem.substring(workflow.length() + 1);
        return Optional.of(new CheckpointId(dialect, workflow, item.equals(NONE) ? null : item));
      }
    }
    var end = "-" + NONE;
    return stem.endsWith(end)
        ? Optional.of(
            new CheckpointId(dialect, stem.substring(0, stem.length() - end.length()), null))
        : Optional.empty();
  }

  @Override
  public List<String> roots() {
    return List.of(dialect + "/");
  }

  @Override
  public Optional<String> archiveFolder() {
    return Optional.of(dialect + "/archive");
  }
}
