package dev.tidemark.app.growth;

import dev.tidemark.app.main.Protocol;
import java.util.function.IntFunction;

/// Files of a chosen size: one for each part of a format that the author of a checkout can make
/// long.
enum LargeFile {
  STATE_PHASES(
      Protocol.STATE,
      2_000,
      n -> state(n, "\"p%d\":{\"status\":\"complete\",\"context_summary\":\"s\"}", null, null)),
  STATE_COMPLETED(
      Protocol.STATE, 2_000, n -> state(n, "\"p%d\":{\"status\":\"complete\"}", "\"p%d\"", null)),
  STATE_PENDING(Protocol.STATE, 4_000, n -> state(n, null, null, "\"p%d\"")),
  STATE_PENDING_ENTRIES(
      Protocol.STATE, 2_000, n -> state(n, "\"p%d\":{\"status\":\"pending\"}", null, "\"p%d\"")),
  STATE_BAD_PHASES(Protocol.STATE, 4_000, n -> state(n, "\"p%d\":1", null, null)),
  STATE_TASKS(
      Protocol.STATE,
      2_000,
      n -> phase("\"tasks\":{" + list(n, "\"T%d\":{\"status\":\"pending\"}") + "}")),
  STATE_FILES(Protocol.STATE, 4_000, n -> phase("\"files_created\":[" + list(n, "\"f%d\"") + "]")),
  STATE_DECISIONS(Protocol.STATE, 4_000, n -> phase("\"decisions\":[" + list(n, "\"d%d\"") + "]")),
  STATE_DUPLICATES(Protocol.STATE, 4_000, n -> phase(list(n, "\"k\":\"v%d\""))),
  STATE_MEMBERS(Protocol.STATE, 4_000, n -> phase(list(n, "\"k%d\":\"v\""))),
  STATE_ALL(
      Protocol.STATE,
      2_000,
      n ->
          state(
              n,
              "\"p%d\":{\"status\":\"complete\",\"files_created\":[\"f%d\"],"
                  + "\"decisions\":[\"d%d\"],"
                  + "\"notes\":[\"n%d\"],\"tasks\":{\"T%d\":{\"status\":\"pending\"}}}",
              "\"p%d\",\"c%d\"",
              "\"p%d\",\"q%d\"")),
  STATE_LONG_NAME(
      Protocol.STATE, 100_000, n -> state(1, null, null, "\"" + "p".repeat(n) + "%d\"")),
  PHASE_KEYS(Protocol.PHASE, 2_000, n -> phaseFile(lines(n, "key%d: value"), "")),
  PHASE_SECTIONS(Protocol.PHASE, 2_000, n -> phaseFile("", lines(n, "## Heading %d\n\ntext\n"))),
  PHASE_LINES(
      Protocol.PHASE, 4_000, n -> phaseFile("", "## Open Items\n\n" + lines(n, "- [ ] item %d"))),
  PHASE_OUTCOMES(
      Protocol.PHASE, 4_000, n -> phaseFile("", "## Key Outcomes\n\n" + lines(n, "- src/f%d.ts"))),
  PHASE_FENCES(Protocol.PHASE, 4_000, n -> phaseFile("", lines(n, "```\n## A %d\n"))),
  ITEM_PHASES(
      Protocol.ITEM, 2_000, n -> item(lines(n, "| %d | Phase %1$d | pending | \u2014 |"), "", "")),
  ITEM_SUBTASKS(Protocol.ITEM, 4_000, n -> item("", lines(n, "- [ ] sub %d"), "")),
  ITEM_DECISIONS(Protocol.ITEM, 4_000, n -> item("", "", lines(n, "- [Phase 0] decision %d"))),
  ITEM_ALL(
      Protocol.ITEM,
      2_000,
      n ->
          item(
              lines(n, "| %d | Phase %1$d | done | 2026-02-27T10:15:00Z |"),
              lines(n, "- [ ] sub %d"),
              lines(n, "- [Phase %d] decision %d")
                  + "## Key Context\n"
                  + lines(n, "- [Phase %d] Note: text %d"))),
  ITEM_SECTIONS(Protocol.ITEM, 2_000, n -> item("", "", lines(n, "## Heading %d\ntext"))),
  ITEM_COMMENTS(Protocol.ITEM, 4_000, n -> item("", lines(n, "<!-- %d"), "")),
  FLOW_COMPLETED(Protocol.FLOW, 4_000, n -> flow("\"completed_phases\":[" + list(n, "\"P%d\""))),
  FLOW_OUTPUTS(
      Protocol.FLOW,
      2_000,
      n ->
          flow(
              "\"user_checkpoints\":[],\"completed_phases\":["
                  + list(
                      n,
                      "{\"phase\":\"REQUIREMENTS\",\"completed_at\":\"2026-11-20T09:15:00.000Z\","
                          + "\"output\":\"a/f%d\"}"))),
  FLOW_BAD_PHASES(
      Protocol.FLOW,
      4_000,
      n -> flow("\"user_checkpoints\":[],\"completed_phases\":[" + list(n, "{\"phase\":\"P%d\"}"))),
  FLOW_APPROVALS(
      Protocol.FLOW,
      2_000,
      n ->
          flow(
              "\"user_checkpoints\":["
                  + list(
                      n,
                      "{\"phase\":\"P%d\",\"status\":\"approved\","
                          + "\"approved_at\":\"2026-11-20T09:15:00.000Z\"}"))),
  FLOW_MEMBERS(Protocol.FLOW, 4_000, n -> flow(list(n, "\"k%d\":1") + ",\"completed_phases\":[")),
  /// The second file of a flow: its tasks.
  FLOW_TASKS(
      Protocol.FLOW,
      "memory/state/tasks.json",
      2_000,
      n -> tasks(list(n, "{\"id\":\"task-%d\",\"status\":\"pending\",\"attempts\":0}"))),
  FLOW_DEPENDENCIES(
      Protocol.FLOW,
      "memory/state/tasks.json",
      2_000,
      n ->
          tasks(
              "{\"id\":\"task-x\",\"status\":\"pending\",\"attempts\":0,\"depends_on\":["
                  + list(n, "\"task-%d\"")
                  + "]}")),
  /// Files beside those of a run.
  WORKFLOW_PHASES(
      Protocol.STATE,
      ".tidemark/workflows/big.yaml",
      2_000,
      n -> "workflow: big\nformat: state\nphases:\n" + lines(n, "  - p%d")),
  SETTINGS(Protocol.STATE, ".tidemark/config.yaml", 2_000, n -> lines(n, "key%d: value")),
  OLD_SETTINGS(
      Protocol.STATE,
      ".claude/config/checkpoint.json",
      2_000,
      n -> "{" + list(n, "\"key%d\":1") + "}"),
  GIT_REFS(
      Protocol.STATE,
      ".git/packed-refs",
      10_000,
      n -> lines(n, "0123456789012345678901234567890123456789 refs/heads/b%d")),
  GIT_IGNORE(Protocol.STATE, ".gitignore", 2_000, n -> lines(n, "/f%d/"));

  private final Protocol protocol;
  private final String path;
  private final int base;
  private final IntFunction<String> text;

  LargeFile(Protocol protocol, int base, IntFunction<String> text) {
    this(protocol, protocol.path(), base, text);
  }

  LargeFile(Protocol protocol, String path, int base, IntFunction<String> text) {
    this.protocol = protocol;
    this.path = path;
    this.base = base;
    this.text = text;
  }

  Protocol protocol() {
    return protocol;
  }

  /// Returns where the document is, from the project root.
  String path() {
    return path;
  }

  /// Returns the document at a multiple of its base size.
  String text(int times) {
    return text.apply(base * times);
  }

  private static String state(int n, String entry, String completed, String pending) {
    return """
    {"command":"implement","feature":"checkpoint-infrastructure","version":1,"head_commit":null,\
    "started_at":"2026-11-20T09:15:00.000Z","updated_at":"2026-11-20T09:15:00.000Z",\
    "state":{"current_phase":null,"completed_phases":[%s],"pending_phases":[%s]},"phases":{%s}}
    """
        .formatted(list(n, completed), list(n, pending), list(n, entry));
  }

  private static String phase(String members) {
    return """
    {"command":"implement","feature":"checkpoint-infrastructure","version":1,"head_commit":null,\
    "started_at":"2026-11-20T09:15:00.000Z","updated_at":"2026-11-20T09:15:00.000Z",\
    "state":{"current_phase":"p","completed_phases":[],"pending_phases":["q"]},\
    "phases":{"p":{"status":"in_progress",%s}}}
    """
        .formatted(members);
  }

  private static String phaseFile(String keys, String body) {
    return """
    ---
    completed_phase: 3-build
    completed_at: 2026-02-13T16:00:00Z
    next_phase: 4-review
    next_command: /vt-c-4-review
    branch: main
    %s---

    # Phase Checkpoint

    ## Completed: Phase 3 (Build)

    Done.

    %s\
    """
        .formatted(keys, body);
  }

  private static String item(String rows, String subtasks, String decisions) {
    return """
    ---
    command: epic
    item: EPIC-001
    branch: main
    started: 2026-02-27T10:02:00Z
    updated: 2026-02-27T10:32:00Z
    status: in_progress
    current_phase: 0
    total_phases: 5
    ---
    # Checkpoint: epic \u2014 EPIC-001
    ## Phases
    | # | Phase | Status | Completed |
    |---|---|---|---|
    %s## Current Phase Detail
    %s## Current State
    ## Key Decisions
    %s## Artifacts Produced
    ## Key Context
    """
        .formatted(rows, subtasks, decisions);
  }

  private static String flow(String open) {
    return "{\"workflow_id\":\"wf-1\",\"started_at\":\"2026-11-20T09:15:00.000Z\","
        + "\"last_updated\":\"2026-11-20T09:15:00.000Z\",\"current_phase\":\"REQUIREMENTS\","
        + "\"phase_status\":\"pending\",\"interruption_safe\":true,"
        + open
        + "]}";
  }

  private static String tasks(String tasks) {
    return "{\"workflow_id\":\"wf-1\",\"tasks\":[" + tasks + "]}";
  }

  private static String list(int n, String form) {
    var all = new StringBuilder();
    for (int i = 0; form != null && i < n; i++) {
      all.append(i == 0 ? "" : ",").append(form.replace("%d", Integer.toString(i)));
    }
    return all.toString();
  }

  private static String lines(int n, String form) {
    var all = new StringBuilder();
    for (int i = 0; i < n; i++) {
      var number = Integer.toString(i);
      all.append(form.replace("%d", number).replace("%1$d", number)).append('\n');
    }
    return all.toString();
  }
}
