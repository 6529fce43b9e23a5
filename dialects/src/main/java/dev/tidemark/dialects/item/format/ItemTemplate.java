package dev.tidemark.dialects.item.format;

import dev.tidemark.dialects.markdown.MarkdownSafeText;
import java.util.ArrayList;
import java.util.List;

/// Template of a new document, with the protocol's own guidance texts.
final class ItemTemplate {
  private static final List<String> DETAIL =
      List.of(
          "<!-- Granular sub-tasks within the active phase only.",
          "     Cleared when the phase completes. -->");
  private static final List<String> STATE =
      List.of(
          "<!-- Brief description of where things stand \u2014 what was the last thing completed,",
          "     what's next, any decisions made or blockers encountered. Keep this short",
          "     but specific enough to resume without re-reading everything. -->");
  private static final List<String> DECISIONS =
      List.of(
          "<!-- Capture decisions made during completed phases that affect later phases.",
          "     This prevents re-asking the user questions they already answered. -->");
  private static final List<String> ARTIFACTS =
      List.of(
          "<!-- List files created or modified by completed phases. This tells the",
          "     resuming session what already exists and doesn't need to be recreated. -->");
  private static final List<String> CONTEXT =
      List.of(
          "<!-- References to documents and context the resuming session should re-read.",
          "     Populated on creation, stays fixed throughout. -->");

  private ItemTemplate() {}

  static String of(ItemCheckpoint checkpoint) {
    var lines = new ArrayList<>(ItemFrontMatter.fresh(checkpoint.header()));
    var itemHeader = checkpoint.header();
    lines.add("");
    lines.add(
        "# Checkpoint: "
            + itemHeader.command()
            + " \u2014 "
            + MarkdownSafeText.line(itemHeader.item()));
    lines.add("");
    lines.add("## " + ItemFormat.PHASES);
    lines.add("");
    lines.addAll(PhaseTable.fresh(checkpoint.rows()));
    var itemBody = checkpoint.body();
    list(lines, ItemFormat.DETAIL, DETAIL, itemBody.taskEntries());
    section(lines, ItemFormat.STATE, STATE);
    if (!itemBody.state().isEmpty()) {
      lines.add("");
      lines.add(itemBody.state());
    }
    list(lines, ItemFormat.DECISIONS, DECISIONS, itemBody.decisions());
    list(lines, ItemFormat.ARTIFACTS, ARTIFACTS, itemBody.artifacts());
    list(lines, ItemFormat.CONTEXT, CONTEXT, itemBody.context());
    var text = new StringBuilder();
    for (var line : lines) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static void section(List<String> lines, String title, List<String> guidance) {
    lines.add("");
    lines.add("## " + title);
    lines.add("");
    lines.addAll(guidance);
  }

  private static void list(
      List<String> lines, String title, List<String> guidance, List<String> entries) {
    section(lines, title, guidance);
    if (!entries.isEmpty()) {
      lines.add("");
    }
    for (var entry : entries) {
      lines.add("- " + entry);
    }
  }
}
