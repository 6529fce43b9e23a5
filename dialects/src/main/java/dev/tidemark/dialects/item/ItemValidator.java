package dev.tidemark.dialects.item;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.CheckpointId;
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
import dev.tidemark.dialects.item.format.MarkdownSafeText;
import dev.tidemark.dialects.item.format.PhaseNumberFormat;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;

/// Schema validator of a document (T-001-B and T-001-C), including contradictory values.
public final class ItemValidator implements Validator {
  private static final CheckpointId ANY = new CheckpointId(ItemFormat.DIALECT, "any", "any");

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

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    return upkeep().asks(known);
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    return upkeep().examine(facts);
  }

  private ItemMaintenance upkeep() {
    return new ItemMaintenance(new ItemLocator(workflows.names()));
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
    var progress = itemHeader.progress();
    if (checkpoint.phaseNumbered(progress.current()).isEmpty()) {
      violations.add(
          new SchemaViolation(
              ERROR,
              "$.current_phase",
              "must be the number of a phase in the table",
              shown(progress.current())));
    }
    var highest = PhaseNumberFormat.highest(checkpoint.rows());
    if (!progress.total().equals(highest)) {
      var rule = "is usually the highest number of the table, " + highest;
      violations.add(new SchemaViolation(WARNING, "$.total_phases", rule, shown(progress.total())));
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
}
