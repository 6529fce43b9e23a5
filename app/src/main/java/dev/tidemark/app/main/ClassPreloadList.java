package dev.tidemark.app.main;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

/// Class preload list: the classes that a start-up cache needs and that no training run loads.
final class ClassPreloadList {
  /// The classes that need a real commit or a person.
  private static final List<String> NAMES =
      List.of(
          "dev.tidemark.brief.Explanation$1",
          "dev.tidemark.checkpoint.Claim$Approval",
          "dev.tidemark.checkpoint.Claim$CommandRun",
          "dev.tidemark.checkpoint.Claim$Verdict",
          "dev.tidemark.history.Event$EditedOutside",
          "dev.tidemark.history.Event$EvidenceRecorded",
          "dev.tidemark.history.Event$SessionSealed",
          "dev.tidemark.dialects.flow.rules.OutputBaseline",
          "dev.tidemark.dialects.flow.format.CompletedPhase",
          "dev.tidemark.dialects.flow.rules.PhaseOutputs",
          "dev.tidemark.dialects.item.format.TextLines$Edit",
          "dev.tidemark.engine.PhaseTransitions$Move",
          "dev.tidemark.engine.PhaseTransitions$Step",
          "dev.tidemark.integrations.git.GitHistory",
          "dev.tidemark.json.JsonException$Reason",
          "dev.tidemark.security.SecretAssignments",
          "dev.tidemark.workflow.fact.CommitRelation",
          "dev.tidemark.workflow.fact.CommitRelation$Kind",
          "dev.tidemark.workflow.ApprovalSubject",
          "dev.tidemark.workflow.FactQuery$ChangedFiles",
          "dev.tidemark.workflow.FactQuery$Changes",
          "dev.tidemark.workflow.FactQuery$Committed",
          "dev.tidemark.workflow.FactQuery$Damage",
          "dev.tidemark.workflow.FactQuery$Digest",
          "dev.tidemark.workflow.FactQuery$DocumentOf",
          "dev.tidemark.workflow.FactQuery$InGit",
          "dev.tidemark.workflow.FactQuery$Merged",
          "dev.tidemark.workflow.FactQuery$MovedSince",
          "dev.tidemark.workflow.FactQuery$Program",
          "dev.tidemark.workflow.FactQuery$ReadyWork",
          "dev.tidemark.workflow.FactQuery$Recorded",
          "dev.tidemark.workflow.FactQuery$ShipReady",
          "dev.tidemark.workflow.FactQuery$Since",
          "dev.tidemark.workflow.FactQuery$TreeNow",
          "dev.tidemark.workflow.fact.FileChange",
          "dev.tidemark.workflow.fact.FileChange$Kind",
          "dev.tidemark.workflow.change.Change$MergePhase",
          "dev.tidemark.workflow.change.PhaseKey");

  private static final String CLASS = ".class";
  private static final String YAML = "dev/tidemark/dialects/definition/Yaml";
  private static final String TREE = YAML + "Tree.class";

  private ClassPreloadList() {}

  /// Loads the classes that any verb may need.
  static void load() throws IOException {
    for (var name : NAMES) {
      load(name);
    }
  }

  /// Loads all classes of this program: a class that is missing in the cache costs the opening of
  /// its jar. All but YAML: with a library's classes in the cache, every start would parse the
  /// manifest of its jar, which costs more than a file of settings ever will.
  static void loadTheRest() throws IOException {
    for (var jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Path.of(jar).getFileName().toString().startsWith("tidemark-")) {
        load(Path.of(jar));
      }
    }
  }

  private static void load(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      for (var entry : file.stream().toList()) {
        var name = entry.getName();
        if (name.endsWith(CLASS) && (!name.startsWith(YAML) || name.equals(TREE))) {
          load(name.substring(0, name.length() - CLASS.length()).replace('/', '.'));
        }
      }
    }
  }

  private static void load(String type) throws IOException {
    try {
      Class.forName(type, false, ClassPreloadList.class.getClassLoader());
    } catch (ClassNotFoundException impossible) {
      throw new IOException(type + " cannot be loaded", impossible);
    }
  }
}
