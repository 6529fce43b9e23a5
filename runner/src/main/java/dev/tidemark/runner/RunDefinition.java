package dev.tidemark.runner;

import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.WorkflowDefinition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Definition of a workflow for the runner: the settings of each phase, the prompts they name, and
/// the settings that the agents themselves take from the project.
///
/// It is read from the workflow file when the runner starts, and never on the way of verbs of other
/// groups.
public final class RunDefinition {
  private static final String RUN = "run";

  private final String file;
  private final RunSettings defaults;
  private final Map<String, RunSettings> phases;

  /// The names of all phases, in the order of the file.
  private final List<String> order;

  private final Map<String, String> prompts;
  private final AgentFiles agentFiles;
  private final Placement placement;

  private RunDefinition(
      String file,
      RunSettings defaults,
      Map<String, RunSettings> phases,
      List<String> order,
      Map<String, String> prompts,
      AgentFiles agentFiles,
      Placement placement) {
    this.file = file;
    this.defaults = defaults;
    this.phases = phases;
    this.order = order;
    this.prompts = prompts;
    this.agentFiles = agentFiles;
    this.placement = placement;
  }

  /// Placement of phases on machines, which only workers read. It changes nothing of what is run,
  /// so it needs no trust and is no part of the digest.
  ///
  /// @param tags the tags of the workflow
  /// @param phases those of phases that have some of their own
  /// @param runs how many runs of the workflow workers may drive at the same time
  private record Placement(List<String> tags, Map<String, List<String>> phases, int runs) {
    static final Placement DEFAULT = new Placement(List.of(), Map.of(), Integer.MAX_VALUE);

    Placement with(YamlTree tree, JsonObject holder, String path) {
      if (!(holder.find(RUN) instanceof JsonObject run)) {
        return new Placement(List.of(), new HashMap<>(), Integer.MAX_VALUE);
      }
      BiFunction<String, String, DefinitionException> wrong =
          (key, problem) -> tree.wrong(path + RUN + "." + key, problem);
      return new Placement(
          RunSettings.tags(run, tags, wrong), new HashMap<>(), RunSettings.runs(run, wrong));
    }

    void add(YamlTree tree, JsonObject phase, String path) {
      var own = new Placement(tags, Map.of(), runs).with(tree, phase, path);
      if (own.runs() != Integer.MAX_VALUE) {
        throw tree.wrong(path + RUN + ".runs", "runs of run: belongs to the workflow");
      }
      if (phase.find(RUN) instanceof JsonObject) {
        phases.put(String.valueOf(phase.string("name")), own.tags());
      }
    }
  }

  /// Returns what a worker has to offer for a phase.
  public List<String> tags(PhaseName phase) {
    return placement.phases.getOrDefault(phase.value(), placement.tags);
  }

  /// Returns how many runs of the workflow workers may drive at the same time.
  public int runs() {
    return placement.runs;
  }

  /// Settings that agents take from the project.
  ///
  /// @param root the root of the project
  /// @param agents the names of the agents
  /// @param digests the digests of the files, by path
  private record AgentFiles(Path root, Set<String> agents, SortedMap<String, String> digests) {
    static AgentFiles read(Path root, Set<String> agents) {
      var digests = new TreeMap<String, String>();
      for (var agent : agents) {
        var adapter = AgentAdapter.of(agent);
        for (var path : adapter == null ? List.<String>of() : adapter.settings()) {
          add(digests, root, path);
        }
      }
      return new AgentFiles(root, agents, digests);
    }

    private static void add(Map<String, String> digests, Path root, String path) {
      var file = root.resolve(path);
      try {
        if (Files.isRegularFile(file)) {
          digests.put(path, Sha256.hex(BoundedFile.bytes(file)));
        } else if (Files.isDirectory(file)) {
          try (var children = Files.newDirectoryStream(file, Files::isRegularFile)) {
            for (var child : children) {
              add(digests, root, path + "/" + child.getFileName());
            }
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        throw new DefinitionException(path, 1, "an agent would read it, and it cannot be read");
      }
    }
  }

  /// Reads the definition of a workflow.
  ///
  /// @param root the root of the project
  /// @param workflow the workflow; absent for one that is not defined
  /// @param agent the agent in place of those of the workflow; absent for those
  /// @throws DefinitionException if a setting is wrong, or a file that it needs cannot be read
  public static RunDefinition read(
      Path root, @Nullable WorkflowDefinition workflow, @Nullable String agent) {
    if (workflow == null || workflow.isBuiltIn()) {
      var files = AgentFiles.read(root, agent == null ? Set.of() : Set.of(agent));
      var first = files.digests.isEmpty() ? "" : files.digests.firstKey();
      return new RunDefinition(
          first, RunSettings.DEFAULT, Map.of(), List.of(), Map.of(), files, Placement.DEFAULT);
    }
    var file = workflow.origin();
    try {
      var tree = YamlTree.read(file, BoundedFile.text(root.resolve(file), root));
      var defaults = settings(RunSettings.DEFAULT, tree, tree.root(), "");
      var placement = Placement.DEFAULT.with(tree, tree.root(), "");
      if (defaults.eachTask() || defaults.needs() != null) {
        throw tree.wrong(RUN, "each and needs of run: belong to a phase, not to all of them");
      }
      var phases = new HashMap<String, RunSettings>();
      var listed = tree.root().array("phases");
      var entries = listed == null ? JsonArray.EMPTY : listed;
      var before = new ArrayList<String>();
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i) instanceof JsonObject entry && entry.string("name") != null) {
          var settings = settings(defaults, tree, entry, "phases[" + i + "].");
          placement.add(tree, entry, "phases[" + i + "].");
          for (var need : Objects.requireNonNullElse(settings.needs(), List.<String>of())) {
            if (!before.contains(need)) {
              throw tree.wrong(
                  "phases[" + i + "].run.needs",
                  "needs of run: expected phases before this one, found " + need);
            }
          }
          phases.put(String.valueOf(entry.string("name")), settings);
        }
        before.add(
            entries.get(i) instanceof JsonObject entry
                ? String.valueOf(entry.string("name"))
                : entries.get(i) instanceof JsonString word ? word.value() : "");
      }
      var prompts = new HashMap<String, String>();
      var agents = new TreeSet<String>();
      var all = new ArrayList<>(phases.values());
      all.add(defaults);
      for (var settings : all) {
        var prompt = settings.prompt();
        if (prompt != null && !prompts.containsKey(prompt)) {
          prompts.put(prompt, prompt(root, tree, prompt));
        }
        var name = agent == null ? settings.agentName() : agent;
        if (name != null) {
          agents.add(name);
        }
      }
      return new RunDefinition(
          file, defaults, phases, before, prompts, AgentFiles.read(root, agents), placement);
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

  /// Returns whether any phase says what it needs.
  boolean hasNeeds() {
    for (var settings : phases.values()) {
      if (settings.needs() != null) {
        return true;
      }
    }
    return false;
  }

  /// Returns phases in the order of the workflow, those that it does not have last. A run lists its
  /// phases as they were begun.
  List<PhaseName> inOrder(List<PhaseName> phases) {
    var sorted = new ArrayList<>(phases);
    sorted.sort(
        Comparator.comparingInt(
            phase -> {
              int at = order.indexOf(phase.value());
              return at < 0 ? order.size() : at;
            }));
    return sorted;
  }

  /// Returns the phases that have to be over before a phase can begin: those that it names, else
  /// the one before it in the workflow. A run lists its phases as they were begun, so its order
  /// counts only for a phase that the workflow does not have.
  ///
  /// @param all the phases of the run
  public List<PhaseName> needs(PhaseName phase, List<PhaseName> all) {
    var names = of(phase).needs();
    if (names != null) {
      return names.stream().map(PhaseName::new).toList();
    }
    boolean defined = order.contains(phase.value());
    var listed = defined ? order.stream().map(PhaseName::new).toList() : all;
    for (int i = listed.indexOf(phase) - 1; i >= 0; i--) {
      if (all.contains(listed.get(i))) {
        return List.of(listed.get(i));
      }
    }
    return List.of();
  }

  /// Returns whether each open task of the run gets an agent of its own in a phase.
  public boolean isEachTask(PhaseName phase) {
    return of(phase).eachTask();
  }

  /// Returns the text of a prompt that the settings name.
  String prompt(String path) {
    return prompts.getOrDefault(path, "");
  }

  /// Returns the file of the workflow; empty for a built-in one.
  public String file() {
    return file;
  }

  /// Returns the first file with settings of an agent that is not as it was when the definition was
  /// read; null if there is none.
  @Nullable String changedFile() {
    var before = agentFiles.digests;
    try {
      var now = AgentFiles.read(agentFiles.root, agentFiles.agents).digests;
      var paths = new TreeSet<>(before.keySet());
      paths.addAll(now.keySet());
      paths.removeIf(path -> Objects.equals(before.get(path), now.get(path)));
      return paths.isEmpty() ? null : paths.getFirst();
    } catch (DefinitionException unreadable) {
      return unreadable.file();
    }
  }

  /// Returns whether there is no setting of the runner, and none of an agent; any needs the user's
  /// trust.
  public boolean isEmpty() {
    if (!agentFiles.digests.isEmpty()) {
      return false;
    }
    for (var settings : phases.values()) {
      if (!settings.equals(RunSettings.DEFAULT)) {
        return false;
      }
    }
    return defaults.equals(RunSettings.DEFAULT);
  }

  /// Returns the digest of all settings and prompts, and of the settings that agents read.
  String digest() {
    var text = new StringBuilder();
    text.append(defaults).append('\n');
    new TreeMap<>(phases)
        .forEach((name, settings) -> text.append(name).append(' ').append(settings).append('\n'));
    new TreeMap<>(prompts)
        .forEach((path, prompt) -> text.append(path).append(' ').append(prompt).append('\n'));
    agentFiles.digests.forEach(
        (path, content) -> text.append(path).append(' ').append(content).append('\n'));
    return Sha256.hex(text.toString().getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }

  /// Returns what an agent would be told, which programs would be started and which settings of
  /// their own they would read, in a few words, with the digest of all of that.
  public String summary() {
    var programs = new ArrayList<String>();
    add(programs, defaults);
    new TreeMap<>(phases).values().forEach(settings -> add(programs, settings));
    var paths = new ArrayList<>(prompts.keySet());
    paths.sort(null);
    var read = agentFiles.digests.keySet();
    return file
        + ": "
        + (programs.isEmpty() ? agents() : String.join("; ", programs))
        + (paths.isEmpty() ? "" : "; prompts " + String.join(", ", paths))
        + (read.isEmpty() ? "" : "; settings " + String.join(", ", read))
        + " (sha256 "
        + digest()
        + ")";
  }

  private String agents() {
    return agentFiles.agents.isEmpty() ? "no agent" : String.join(", ", agentFiles.agents);
  }

  private static void add(List<String> programs, RunSettings settings) {
    var agent = settings.agentName();
    if (agent == null) {
      return;
    }
    var program =
        (agent.equals(AgentAdapter.COMMAND.word()) ? String.join(" ", settings.command()) : agent)
            + (settings.tools().isEmpty() ? "" : ", tools " + String.join(" ", settings.tools()))
            + (settings.writes().isEmpty() ? "" : ", writes " + String.join(" ", settings.writes()))
            + (settings.sandbox() ? "" : ", no sandbox");
    if (!programs.contains(program)) {
      programs.add(program);
    }
  }
}
