package dev.tidemark.dialects.phase;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static dev.tidemark.checkpoint.Diagnostic.Severity.WARNING;

import dev.tidemark.dialect.FileDiagnostic;
import dev.tidemark.dialect.SchemaViolation;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialects.phase.format.PhaseFrontMatter;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.dialects.phase.format.PhaseKeys;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.text.Timestamps;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.Facts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Schema validator of a document (T-000-B and T-000-C).
public final class PhaseValidator implements Validator {
  private static final List<String> HEADINGS =
      List.of(
          Sections.COMPLETED, Sections.OUTCOMES, Sections.CONTEXT, Sections.OPEN, Sections.NEXT);

  private final PhaseWorkflows workflows;

  PhaseValidator(PhaseWorkflows workflows) {
    this.workflows = workflows;
  }

  @Override
  public List<SchemaViolation> validate(String document) {
    var front = PhaseFrontMatter.of(document);
    var violations = new ArrayList<SchemaViolation>();
    if (front.problem() != null) {
      violations.add(
          new SchemaViolation(ERROR, "$", "must have front matter in YAML", front.problem()));
    }
    for (var key : PhaseKeys.ORDER) {
      key(front, key, violations);
    }
    int strange = 0;
    for (var entry : front.entries()) {
      if (!PhaseKeys.ORDER.contains(entry.key()) && ++strange <= SchemaViolation.LISTED_MAX) {
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
    SchemaViolation.more(violations, 0, strange);
    return violations;
  }

  @Override
  public List<FactQuery<?>> queries(Facts known) {
    return PhaseMaintenance.asks(known);
  }

  @Override
  public List<FileDiagnostic> diagnose(Facts facts) {
    return PhaseMaintenance.examine(facts);
  }

  private void key(PhaseFrontMatter front, String key, List<SchemaViolation> violations) {
    var text = front.text(key);
    if (!front.has(key)) {
      if (PhaseKeys.isRequired(key)) {
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
    return key.equals(PhaseKeys.ACTIVE_SPEC) ? null : "must be a text";
  }

  /// Returns the violated rule of a key, or null.
  private @Nullable String rule(String key, String text) {
    return switch (key) {
      case PhaseKeys.COMPLETED_PHASE ->
          text.equals(PhaseIds.ACTIVATE) || workflows.exact(text) == null
              ? "must be a phase: " + String.join(", ", workflows.ids())
              : null;
      case PhaseKeys.NEXT_PHASE ->
          text.equals(PhaseIds.COMPLETE)
                  || PhaseIds.isPartial(text)
                  || workflows.exact(text) == null
              ? "must be a phase, or activate: " + String.join(", ", workflows.ids())
              : null;
      case PhaseKeys.COMPLETED_AT ->
          Timestamps.parse(text).isEmpty()
              ? "must be a date and time with zone, in ISO 8601"
              : null;
      case PhaseKeys.REVIEW_STATUS -> oneOf(text, "PASS", "FAIL", "NOT_RUN");
      case PhaseKeys.PLAN_STATUS -> oneOf(text, "LOADED", "BYPASSED", "NOT_APPLICABLE");
      case PhaseKeys.CLEAR_RECOMMENDED -> oneOf(text, "true", "false");
      default -> null;
    };
  }

  private static @Nullable String oneOf(String text, String... words) {
    return List.of(words).contains(text) ? null : "must be one of " + String.join(", ", words);
  }

  private static String shown(@Nullable String text) {
    return text == null ? "null" : text;
  }
}
