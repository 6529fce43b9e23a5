package dev.tidemark.dialects.item;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialects.item.format.ItemBody;
import dev.tidemark.dialects.item.format.ItemCheckpoint;
import dev.tidemark.dialects.item.format.ItemFormat;
import dev.tidemark.dialects.item.format.ItemHeader;
import dev.tidemark.dialects.item.format.ItemLocator;
import dev.tidemark.dialects.item.format.ItemStatus;
import dev.tidemark.dialects.item.format.ItemWorkflows;
import dev.tidemark.dialects.item.format.PhaseRows;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.fact.FileFact;
import dev.tidemark.workflow.fact.GitFile;
import dev.tidemark.workflow.policy.CommandLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Schema validator of a document (T-001-B and T-001-C), including contradictory values; and
/// diagnostics of the folder of checkpoints, and of its ignore status in git.
public final class ItemValidator implements Validator {
  private static final CheckpointId ANY = new CheckpointId(ItemFormat.DIALECT, "any", "any");
  private static final FactQuery<List<FileFact>> FILES = FactQuery.files(ItemLocator.FOLDER);
  private static final FactQuery<Boolean> GIT = FactQuery.program("git");
  private static final String KEEP = ItemLocator.FOLDER + "/.gitkeep";

  /// Git is queried one file at a time, so the number of files is limited.
  private static final int FILES_MAX = 50;

  private final ItemWorkflows workflows;

  ItemValidator(ItemWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public List<SchemaViolation> validate(String document) {
    try {
      var checkpoint = new ItemFormat().decode(ANY, document).checkpoint();
      var violations = new ArrayList<SchemaViolation>();
      header(checkpoint, violations);
      rows(checkpoint, violations);
      body(checkpoint.body(), violations);
      return List.copyOf(violations);
    } catch (FormatException problem) {
      var what = String.valueOf(problem.getMessage());
      return List.of(
          new SchemaViolation(ERROR, "$", "must be a checkpoint that can be read", what));
    }
  }

  private void header(ItemCheckpoint checkpoint, List<SchemaViolation> violations) {
    var itemHeader = checkpoint.header();
    if (workflows.find(itemHeader.command()) == null) {
      var all = "must be one of " + String.join(", ", workflows.names());
      violations.add(new SchemaViolation(ERROR, "$.command", all, itemHeader.command()));
    }
    filled(ItemHeader.BRANCH, itemHeader.branch(), violations);
    time(ItemHeader.STARTED, itemHeader.started(), violations);
    time(ItemHeader.UPDATED, itemHeader.updated(), violations);
    if (!itemHeader.status().equals(ItemStatus.IN_PROGRESS.word())) {
      violations.add(
          new SchemaViolation(
              ERROR, "$.status", "must be in_progress", shown(itemHeader.status())));
    }
    if (checkpoint.phaseNumbered(itemHeader.currentPhase()).isEmpty()) {
      violations.add(
          new SchemaViolation(
              ERROR,
              "$.current_phase",
              "must be the number of a phase in the table",
              shown(itemHeader.currentPhase())));
    }
    var highest = PhaseRows.highest(checkpoint.rows());
    if (!itemHeader.totalPhases().equals(highest)) {
      var rule = "is usually the highest number of the table, " + highest;
      violations.add(
          new SchemaViolation(WARNING, "$.total_phases", rule, shown(itemHeader.totalPhases())));
    }
  }

  private static void filled(String key, String value, List<SchemaViolation> violations) {
    if (value.isBlank()) {
      violations.add(new SchemaViolation(ERROR, "$." + key, "must not be empty", shown(value)));
    }
  }

  private static void time(String key, String value, List<SchemaViolation> violations) {
    if (Timestamps.parse(value).isEmpty()) {
      violations.add(
          new SchemaViolation(
              ERROR, "$." + key, "must be a date and time with zone, in ISO 8601", shown(value)));
    }
  }

  private static String shown(String value) {
    return value.isEmpty() ? "undefined" : value;
  }

  private static void rows(ItemCheckpoint checkpoint, List<SchemaViolation> violations) {
    int active = 0;
    for (var phaseRow : checkpoint.rows()) {
      var path = "$.phases[" + phaseRow.number() + "]";
      active += phaseRow.status() == ItemStatus.IN_PROGRESS ? 1 : 0;
      if (phaseRow.isDone() && Timestamps.parse(phaseRow.completed()).isEmpty()) {
        violations.add(
            new SchemaViolation(
                WARNING, path, "a phase that is done has the time it was", phaseRow.completed()));
      }
    }
    if (active > 1) {
      violations.add(
          new SchemaViolation(
              WARNING, "$.phases", "usually one phase is in progress", Integer.toString(active)));
    }
  }

  private static void body(ItemBody itemBody, List<SchemaViolation> violations) {
    int sentences = MarkdownSafeText.sentences(itemBody.state());
    if (sentences > MarkdownSafeText.STATE_SENTENCES
        || itemBody.state().length() > MarkdownSafeText.STATE_CHARS) {
      violations.add(
          new SchemaViolation(
              WARNING,
              "$.current_state",
              "has usually up to three sentences and 600 characters",
              sentences + " sentences"));
    }
    for (var entry : itemBody.decisions()) {
      if (!entry.startsWith("[Phase ")) {
        violations.add(
            new SchemaViolation(
                WARNING, "$.key_decisions", "an entry usually begins with [Phase N]", entry));
      }
    }
  }

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(FILES, GIT));
    boolean git = !known.get(FactQuery.HEAD).orElse(Head.NONE).equals(Head.NONE);
    if (git && known.has(FILES)) {
      for (var path : documents(known)) {
        asks.add(FactQuery.gitStatus(path));
        asks.add(FactQuery.mergeSides(path, false));
      }
    }
    return asks;
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    var files = facts.get(FILES).orElse(List.of());
    if (!facts.get(GIT).orElse(true)) {
      diagnostics.add(
          new FileDiagnostic(
              Diagnostic.Severity.WARNING,
              "no-program",
              "the program git is not there, so no checkpoint can be committed",
              "Install git, or use --no-commit."));
    }
    if (!files.isEmpty() && files.stream().noneMatch(file -> file.path().equals(KEEP))) {
      diagnostics.add(
          new FileDiagnostic(
              Diagnostic.Severity.NOTE,
              "no-gitkeep",
              ItemLocator.FOLDER + " has no .gitkeep, so git forgets the folder with its last file",
              "Run tidemark doctor --fix, which makes it.",
              List.of(new Effect.PutFile(KEEP, ""))));
    }
    for (var path : documents(facts)) {
      var ask = FactQuery.gitStatus(path);
      var fact = facts.has(ask) ? facts.get(ask) : null;
      var merge = FactQuery.mergeSides(path, false);
      var sides = facts.has(merge) ? facts.get(merge).orElse(Optional.empty()) : Optional.empty();
      if (sides.isPresent()) {
        diagnostics.add(unmerged(path));
      } else if (fact != null && fact.isKnown()) {
        uncommitted(path, fact.orElse(GitFile.UNKNOWN), diagnostics);
      }
    }
    return diagnostics;
  }

  /// A commit of the file as it is would decide the merge.
  private static FileDiagnostic unmerged(String path) {
    return new FileDiagnostic(
        new Diagnostic(
            Diagnostic.Severity.WARNING,
            "merge-conflict",
            path,
            path + ": git has not finished a merge",
            "Merge both sides: tidemark merge, then: git add " + CommandLines.word(path)),
        List.of());
  }

  private static void uncommitted(String path, GitFile file, List<FileDiagnostic> diagnostics) {
    if (!file.inHead() || file.changed()) {
      diagnostics.add(
          new FileDiagnostic(
              new Diagnostic(
                  Diagnostic.Severity.NOTE,
                  "uncommitted",
                  path,
                  path + (file.inHead() ? " has changes that are not" : " is not") + " committed",
                  "The next phase done commits it, or: git add "
                      + CommandLines.word(path)
                      + " && git commit"),
              List.of()));
    }
  }

  private List<String> documents(Facts facts) {
    var paths = new ArrayList<String>();
    var place = new ItemLocator(workflows.names());
    for (var file : facts.get(FILES).orElse(List.of())) {
      boolean document = !file.folder() && place.idOf(file.path()).isPresent();
      if (document && paths.size() < FILES_MAX) {
        paths.add(file.path());
      }
    }
    return paths;
  }
}
