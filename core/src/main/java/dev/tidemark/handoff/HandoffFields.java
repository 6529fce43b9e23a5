package dev.tidemark.handoff;

import java.util.List;

/// Field names and values of handoffs (T-004-B, T-004-C). The only place that spells them.
final class HandoffFields {
  static final String TASK_ID = "task_id";
  static final String PHASE = "phase";
  static final String MODE = "mode";
  static final String CONTEXT = "context";
  static final String FEATURE = "feature";
  static final String SPEC_PATH = "spec_path";
  static final String RELEVANT_FILES = "relevant_files";
  static final String CONSTRAINTS = "constraints";
  static final String PREVIOUS_SUMMARY = "previous_summary";

  /// The name of [#PREVIOUS_SUMMARY] in older orchestrators (R-004-53).
  static final String PREVIOUS_FINDINGS = "previous_findings";

  static final String INSTRUCTIONS = "instructions";
  static final String EXPECTED_OUTPUT = "expected_output";

  static final String STATUS = "status";
  static final String DECISION = "decision";
  static final String FINDINGS = "findings";
  static final String CONTEXT_SUMMARY = "context_summary";
  static final String TOKENS_USED = "tokens_used";
  static final String ISSUES = "issues";
  static final String FILES_CREATED = "files_created";
  static final String FILES_MODIFIED = "files_modified";
  static final String PATH = "path";

  static final String COMPLETE = "complete";

  /// The status of work that goes on.
  static final String PARTIAL = "partial";

  static final List<String> PHASES = List.of("research", "write", "validate", "parallel");

  /// The expected outputs, in the order of [#PHASES].
  static final List<String> OUTPUTS =
      List.of("structured_findings", "files_changed", "validation_result", "aggregated_results");

  static final List<String> STATUSES = List.of(COMPLETE, PARTIAL, "blocked");

  private HandoffFields() {}

  /// Returns the path of a field of the context, as messages name it.
  static String inContext(String key) {
    return CONTEXT + "." + key;
  }
}
