package dev.tidemark.clients;

import static dev.tidemark.clients.Cell.no;
import static dev.tidemark.clients.Cell.partly;
import static dev.tidemark.clients.Cell.yes;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What each client is expected to do with each feature.
final class FeatureTable {
  private static final Map<Feature, List<Cell>> ROWS = new EnumMap<>(Feature.class);

  static {
    row(Feature.OFFLINE, yes(), yes(), yes(), yes(), yes());
    row(
        Feature.BRIEF,
        yes(),
        yes(),
        yes("the fence is escaped"),
        yes(),
        yes("the fence is escaped"));
    row(
        Feature.TOOLS,
        yes("found by search"),
        yes("found by search"),
        yes("listed"),
        yes("listed"),
        yes("found by search"));
    row(Feature.SHELL, yes(), yes(), yes(), yes(), yes());
    row(Feature.MCP, yes(), yes(), yes(), yes(), yes());
    var denied = yes("`rm`, a new file, an edit");
    row(Feature.GUARD, denied, denied, denied, denied, denied);
    row(Feature.GATE, yes(), yes(), yes(), yes(), yes());
    row(Feature.APPROVE_BY_SHELL, yes(), yes(), yes(), yes(), yes());
    var refused = yes("refused by Tidemark");
    row(
        Feature.APPROVE_BY_MCP,
        yes("the client denies the call"),
        yes("the client declines the form"),
        refused,
        refused,
        refused);
    row(Feature.HAND_EDIT, yes(), yes(), yes(), yes(), yes());
    row(
        Feature.TYPED,
        yes("`/name`"),
        yes("`$name`, `/name`"),
        yes("`/name`"),
        yes("`--command name`, `/name`"),
        yes("`/name`"));
    row(Feature.SKILL, yes(), no("the model has no tool for it"), yes(), yes(), yes());
    row(Feature.ANSWER, yes(), yes(), yes(), yes(), yes());
    row(Feature.ANSWER_WITHOUT_RUN, yes(), yes(), yes(), yes(), yes());
    row(Feature.SUBAGENT, yes(), no("the client has no sub-agents here"), yes(), yes(), yes());
    row(Feature.SEAL, yes(), yes(), no(), yes(), yes());
    row(
        Feature.AFTER_COMPACTION,
        yes(),
        yes(),
        partly("the one of the current prompt"),
        yes(),
        yes());
    row(Feature.SESSION_END, yes(), yes(), yes(), yes(), yes());
    row(Feature.KILLED, yes(), yes(), yes(), yes(), yes());
    failures();
    row(
        Feature.SELF_TEST,
        yes("10 of 10"),
        yes("7 of 7"),
        yes("7 of 7"),
        yes("9 of 9"),
        yes("9 of 9"));
    var absent = no("there is none");
    row(Feature.PLUGIN, yes(), absent, absent, absent, absent);
    var undriven = no("not driven there");
    row(Feature.AT_TERMINAL, yes(), undriven, undriven, undriven, undriven);
    var none = no("the client has none");
    var marks = yes("marks a file that was edited externally");
    row(Feature.STATUS_LINE, marks, none, none, none, none);
    row(
        Feature.FORM,
        yes("summary, edits, decisions, files"),
        no("declined where no user attends"),
        no("the client shows no forms"),
        no("the client shows no forms"),
        no("the client shows no forms"));
    row(
        Feature.REVISION,
        yes("2026-07-28, forms"),
        yes("2025-06-18, forms"),
        yes("2025-06-18, no forms"),
        yes("2025-11-25, no forms"),
        yes("2025-11-25, no forms"));
    row(Feature.UNINSTALL, yes(), yes(), yes(), yes(), yes());
  }

  private FeatureTable() {}

  private static void failures() {
    var again = yes("tried again, then exit code 1");
    var answered = yes("tried again and answered");
    row(Feature.SERVER_ERROR, again, again, again, answered, answered);
    row(Feature.RATE_LIMIT, again, again, again, answered, answered);
    row(Feature.OVERLOADED, again, again, again, answered, answered);
    row(Feature.CUT, again, again, yes("not tried again, then exit code 1"), answered, answered);
    row(
        Feature.FAILURE_HOOKS,
        yes("`StopFailure`, `SessionEnd` in place of `Stop`, `SessionEnd`"),
        yes("`SessionEnd` in place of `Stop`, `SessionEnd`"),
        yes("`SessionEnd` in place of `AfterAgent`, `SessionEnd`"),
        yes("`session.idle`, as always"),
        yes("`Stop`, as always"));
    row(Feature.AFTER_FAILURE, yes(), yes(), yes(), yes(), yes());
  }

  private static void row(Feature feature, Cell... cells) {
    ROWS.put(feature, List.of(cells));
  }

  /// Returns what is expected.
  static Cell cell(Feature feature, Client client) {
    return ROWS.get(feature).get(client.ordinal());
  }
}
