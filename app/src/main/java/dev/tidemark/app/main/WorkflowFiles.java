package dev.tidemark.app.main;

import dev.tidemark.app.settings.YamlCache;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.definition.Definitions;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A project's own workflows, `.tidemark/workflows/*.yaml`.
///
/// A file is read and checked when it has changed; what it says is kept in the cache, so that a hot
/// verb never loads a YAML library.
final class WorkflowFiles {
  private final Path folder;
  private final YamlCache cache;

  WorkflowFiles(Path root) {
    this.folder = root.resolve(".tidemark/workflows");
    this.cache = new YamlCache(root, WorkflowFiles::checked);
  }

  /// Returns the workflows, in the order of their files' names.
  ///
  /// @throws dev.tidemark.dialects.definition.DefinitionException if a file cannot be understood
  List<WorkflowDefinition> read() {
    var all = new ArrayList<WorkflowDefinition>();
    for (var file : cache.list(folder)) {
      var kept = cache.read(file);
      if (kept != null) {
        all.add(definition(kept));
      }
    }
    return all;
  }

  private static JsonObject checked(String name, String text) {
    var definition = Definitions.read(name, text);
    var phases = new ArrayList<String>();
    for (var phase : definition.phaseNames()) {
      phases.add(phase.value());
    }
    var json =
        JsonObject.builder()
            .add("dialect", definition.dialect())
            .add("name", definition.name())
            .add("phases", phases)
            .add("gated", definition.gated())
            .add("purpose", definition.purpose())
            .add("origin", definition.origin());
    var limit = definition.summaryTokensMax();
    return (limit == null ? json : json.add("limit", limit)).build();
  }

  private static WorkflowDefinition definition(JsonObject kept) {
    var phases = new ArrayList<PhaseDefinition>();
    for (var name : kept.strings("phases")) {
      phases.add(new PhaseDefinition(new PhaseName(name)));
    }
    var limit = kept.number("limit");
    return new WorkflowDefinition(
        text(kept, "dialect"),
        text(kept, "name"),
        phases,
        limit == null ? null : (int) limit.wholeValue().orElse(0),
        text(kept, "origin"),
        kept.isTrue("gated"),
        text(kept, "purpose"));
  }

  private static String text(JsonObject kept, String key) {
    var value = kept.string(key);
    return value == null ? "" : value;
  }
}
