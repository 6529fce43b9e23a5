package dev.tidemark.dialects.phase;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.checkpoint.Diagnostic;
import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialects.markdown.FrontMatter;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of a document (T-000-B and T-000-C), and diagnostics of the files beside it:
/// gates, specs, the tracker.
public final class PhaseValidator implements Validator {
  private static final List<String> HEADINGS =
      List.of(
          Sections.COMPLETED, Sections.OUTCOMES, Sections.CONTEXT, Sections.OPEN, Sections.NEXT);

  private static final FactQuery<Boolean> TRACKER = FactQuery.exists(".beads");
  private static final FactQuery<Boolean> ISSUES = FactQuery.exists(".beads/issues.jsonl");
  private static final FactQuery<Boolean> PROGRAM = FactQuery.program("bd");
  private static final List<String> GATES = List.of(GateFile.REVIEW, GateFile.TEST);

  private final PhaseWorkflows workflows;

  PhaseValidator(PhaseWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public List<SchemaViolation> validate(String document) {
    var front = FrontMatter.of(document);
    var violations = new ArrayList<SchemaViolation>();
    if (front.problem() != null) {
      violations.add(
          new SchemaViolation(ERROR, "$", "must have front matter in YAML", front.problem()));
    }
    for (var key : PhaseFormat.KEYS) {
      key(front, key, violations);
    }
    int strange = 0;
    for (var entry : front.entries()) {
      if (!PhaseFormat.KEYS.contains(entry.key()) && ++strange <= SchemaViolation.LISTED_MAX) {
        violations.add(
            new SchemaViolation(
                WARNING, "$." + entry.key(), "is not a key of the format", shown(entry.text())));
      }
    }
    var sections = Sections.of(document.substring(front.raw().length()));
    for (var heading : HEADINGS) {
      if (sections.text(heading) == null) {
        violations.add(
            new SchemaViolation(
                WARNING, "$", "should have the section \"" + heading.strip() + "\"", "none"));
      }
    }
    SchemaViolation.addOmittedCount(violations, 0, strange);
    return violations;
  }

  private void key(FrontMatter front, String key, List<SchemaViolation> violations) {
    var text = front.text(key);
    if (!front.hasKey(key)) {
      if (PhaseFormat.isRequired(key)) {
        violations.add(new SchemaViolation(ERROR, "$." + key, "must be there", "undefined"));
      }
      return;
    }
    var rule = text == null ? empty(key) : rule(key, text);
    if (rule != null) {
      violations.add(new SchemaViolation(ERROR, "$." + key, rule, shown(text)));
    }
  }

  private static @Nullable String empty(String key) {
    return key.equals(PhaseFormat.ACTIVE_SPEC) ? null : "must be a text";
  }

  /// Returns the violated rule of a key, or null.
  private @Nullable String rule(String key, String text) {
    return switch (key) {
      case PhaseFormat.COMPLETED_PHASE ->
          text.equals(PhaseIds.ACTIVATE) || workflows.exact(text) == null
              ? "must be a phase: " + String.join(", ", workflows.ids())
              : null;
      case PhaseFormat.NEXT_PHASE ->
          text.equals(PhaseIds.COMPLETE)
                  || PhaseIds.isPartial(text)
                  || workflows.exact(text) == null
              ? "must be a phase, or activate: " + String.join(", ", workflows.ids())
              : null;
      case PhaseFormat.COMPLETED_AT ->
          Timestamps.parse(text).isEmpty()
              ? "must be a date and time with zone, in ISO 8601"
              : null;
      case PhaseFormat.REVIEW_STATUS -> oneOf(text, "PASS", "FAIL", "NOT_RUN");
      case PhaseFormat.PLAN_STATUS -> oneOf(text, "LOADED", "BYPASSED", "NOT_APPLICABLE");
      case PhaseFormat.CLEAR_RECOMMENDED -> oneOf(text, "true", "false");
      default -> null;
    };
  }

  private static @Nullable String oneOf(String text, String... words) {
    return List.of(words).contains(text) ? null : "must be one of " + String.join(", ", words);
  }

  private static String shown(@Nullable String text) {
    return text == null ? "null" : text;
  }

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    var asks = new ArrayList<FactQuery<?>>(List.of(TRACKER, ISSUES, PROGRAM));
    for (var gate : GATES) {
      asks.add(ProjectFacts.file(gate));
    }
    var projectFacts = new ProjectFacts(known);
    projectFacts.askForFolder(asks);
    var folder = projectFacts.knownFolder();
    if (folder != null) {
      asks.add(FactQuery.exists(folder));
      asks.add(ProjectFacts.file(folder + "/" + ProjectFacts.STEPS));
    }
    return asks;
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    var diagnostics = new ArrayList<FileDiagnostic>();
    var projectFacts = new ProjectFacts(facts);
    GATES.forEach(projectFacts::gate);
    var folder = projectFacts.knownFolder();
    if (folder != null && !projectFacts.exists(folder)) {
      diagnostics.add(
          new FileDiagnostic(
              Diagnostic.Severity.WARNING,
              "no-spec-folder",
              ProjectFacts.DESIGN + " keeps the active spec in " + folder + ", which is not there",
              "Fix " + ProjectFacts.DESIGN + ", or make the folder."));
    }
    projectFacts.steps(folder);
    for (var notice : projectFacts.notices()) {
      boolean gate = notice.code().equals("unusable-gate");
      var hint = gate ? "Write it anew: run the review or the tests." : "Fix the file.";
      diagnostics.add(
          new FileDiagnostic(Diagnostic.Severity.WARNING, notice.code(), notice.text(), hint));
    }
    tracker(facts, diagnostics);
    return diagnostics;
  }

  private static void tracker(Facts facts, List<FileDiagnostic> diagnostics) {
    if (!facts.get(TRACKER).orElse(false) || facts.get(PROGRAM).orElse(true)) {
      return;
    }
    boolean file = facts.get(ISSUES).orElse(false);
    diagnostics.add(
        new FileDiagnostic(
            file ? Diagnostic.Severity.NOTE : Diagnostic.Severity.WARNING,
            "no-program",
            "the program bd is not there, so "
                + (file ? "ready work is read from .beads/issues.jsonl" : "ready work is unknown"),
            "Install Beads, or leave it."));
  }
}
