package dev.tidemark.runner;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Definition of a workflow for the runner: the settings of each phase, and the prompts they name.
///
/// It is read from the workflow file when the runner starts, and never on the way of other verbs.
public final class RunDefinition {
  private static final String RUN = "run";

  private final String file;
  private final RunSettings defaults;
  private final Map<String, RunSettings> phases;
  private final Map<String, String> prompts;

  private RunDefinition(
      String file,
      RunSettings defaults,
      Map<String, RunSettings> phases,
      Map<String, String> prompts) {
    this.file = file;
    this.defaults = defaults;
    this.phases = phases;
    this.prompts = prompts;
  }

  /// Reads the definition of a workflow.
  ///
  /// @param root the root of the project
  /// @param workflow the workflow; absent for one that is not defined
  /// @throws DefinitionException if a setting is wrong or a prompt cannot be read
  public static RunDefinition read(Path root, @Nullable WorkflowDefinition workflow) {
    if (workflow == null || workflow.isBuiltIn()) {
      return new RunDefinition("", RunSettings.DEFAULT, Map.of(), Map.of());
    }
    var file = workflow.origin();
    try {
      var tree = YamlTree.read(file, BoundedFile.text(root.resolve(file), root));
      var defaults = settings(RunSettings.DEFAULT, tree, tree.root(), "");
      var phases = new HashMap<String, RunSettings>();
      var listed = tree.root().array("phases");
      var entries = listed == null ? JsonArray.EMPTY : listed;
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i) instanceof JsonObject entry && entry.string("name") != null) {
          var settings = settings(defaults, tree, entry, "phases[" + i + "].");
          phases.put(String.valueOf(entry.string("name")), settings);
        }
      }
      var prompts = new HashMap<String, String>();
      var all = new ArrayList<>(phases.values());
      all.add(defaults);
      for (var settings : all) {
        var prompt = settings.prompt();
        if (prompt != null && !prompts.containsKey(prompt)) {
          prompts.put(prompt, prompt(root, tree, prompt));
        }
      }
      return new RunDefinition(file, defaults, phases, prompts);
    } catch (IOException unreadable) {
      throw new DefinitionException(file, 1, "the workflow cannot be read: " + unreadable);
    }
  }

  private static RunSettings settings(
      RunSettings base, YamlTree tree, JsonObject holder, String path) {
    var value = holder.find(RUN);
    if (value == null) {
      return base;
    }
    if (!(value instanceof JsonObject run)) {
      throw tree.wrong(path + RUN, "run: expected keys and values, such as agent: claude");
    }
    return base.with(run, (key, problem) -> tree.wrong(path + RUN + "." + key, problem));
  }

  private static String prompt(Path root, YamlTree tree, String path) {
    var file = root.resolve(path);
    try {
      if (Files.isRegularFile(file)) {
        return BoundedFile.text(file, root);
      }
    } catch (IOException unreadable) {
      // The message below has all that a user needs.
    }
    throw tree.wrong(RUN, "prompt of run: " + path + " is no readable file of the project");
  }

  /// Returns the settings of a phase.
  RunSettings of(PhaseName phase) {
    return phases.getOrDefault(phase.value(), defaults);
  }

  /// Returns the text of a prompt that the settings name.
  String prompt(String path) {
    return prompts.getOrDefault(path, "");
  }

  /// Returns the file of the workflow; empty for a built-in one.
  public String file() {
    return file;
  }

  /// Returns whether the workflow has no setting of the runner; any needs the user's trust.
  public boolean isEmpty() {
    for (var settings : phases.values()) {
      if (!settings.equals(RunSettings.DEFAULT)) {
        return false;
      }
    }
    return defaults.equals(RunSettings.DEFAULT);
  }

  /// Returns what an agent would be told and which programs would be started, in a few words, with
  /// the digest of all settings and prompts.
  public String summary() {
    var text = new StringBuilder();
    var names = new ArrayList<>(phases.keySet());
    names.sort(null);
    var programs = new ArrayList<String>();
    text.append(defaults).append('\n');
    add(programs, defaults);
    for (var name : names) {
      var settings = phases.getOrDefault(name, defaults);
      text.append(name).append(' ').append(settings).append('\n');
      add(programs, settings);
    }
    var paths = new ArrayList<>(prompts.keySet());
    paths.sort(null);
    for (var path : paths) {
      text.append(path).append(' ').append(prompts.get(path)).append('\n');
    }
    var digest = Sha256.hex(text.toString().getBytes(StandardCharsets.UTF_8));
    return file
        + ": "
        + (programs.isEmpty() ? "no agent" : String.join("; ", programs))
        + (paths.isEmpty() ? "" : "; prompts " + String.join(", ", paths))
        + " (sha256 "
        + digest.substring(0, 32)
        + ")";
  }

  private static void add(List<String> programs, RunSettings settings) {
    var agent = settings.agentName();
    if (agent == null) {
      return;
    }
    var program =
        (agent.equals(AgentAdapter.COMMAND.word()) ? String.join(" ", settings.command()) : agent)
            + (settings.tools().isEmpty() ? "" : ", tools " + String.join(" ", settings.tools()))
            + (settings.writes().isEmpty()
                ? ""
                : ", writes " + String.join(" ", settings.writes()));
    if (!programs.contains(program)) {
      programs.add(program);
    }
  }
}
