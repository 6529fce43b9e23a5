package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.MarkdownMerge;
import dev.tidemark.dialects.markdown.MarkdownSafeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Codec of Markdown checkpoints: front matter, a table of phases, and five sections.
///
/// Only changed lines are rewritten. Unknown sections, keys, comments and columns of blanks stay
/// unchanged.
public final class ItemFormat implements Format<ItemCheckpoint> {
  /// The name of the dialect in ids; never reused.
  public static final String DIALECT = "item";

  public static final String PHASES = "Phases";
  public static final String DETAIL = "Current Phase Detail";
  public static final String STATE = "Current State";
  public static final String DECISIONS = "Key Decisions";
  public static final String ARTIFACTS = "Artifacts Produced";
  public static final String CONTEXT = "Key Context";

  private static final List<String> SECTIONS =
      List.of(PHASES, DETAIL, STATE, DECISIONS, ARTIFACTS, CONTEXT, MarkdownMerge.CONFLICTS);

  /// A person reads these files; a larger one is no checkpoint.
  private static final int CHARS_MAX = 2_000_000;

  private static final List<String> DETAIL_GUIDE =
      List.of(
          "<!-- Granular sub-tasks within the active phase only.",
          "     Cleared when the phase completes. -->");

  private static final List<String> STATE_GUIDE =
      List.of(
          "<!-- Brief description of where things stand \u2014 what was the last thing completed,",
          "     what's next, any decisions made or blockers encountered. Keep this short",
          "     but specific enough to resume without re-reading everything. -->");

  private static final List<String> DECISIONS_GUIDE =
      List.of(
          "<!-- Capture decisions made during completed phases that affect later phases.",
          "     This prevents re-asking the user questions they already answered. -->");

  private static final List<String> ARTIFACTS_GUIDE =
      List.of(
          "<!-- List files created or modified by completed phases. This tells the",
          "     resuming session what already exists and doesn't need to be recreated. -->");

  private static final List<String> CONTEXT_GUIDE =
      List.of(
          "<!-- References to documents and context the resuming session should re-read.",
          "     Populated on creation, stays fixed throughout. -->");

  /// Makes the format; it has no options.
  public ItemFormat() {}

  @Override
  public DecodeResult<ItemCheckpoint> decode(CheckpointId id, String document) {
    var parts = Parts.of(document);
    var checkpoint =
        new ItemCheckpoint(id, parts.front().header(), parts.table().rows(), parts.body());
    return new DecodeResult<>(checkpoint, List.of());
  }

  @Override
  public String encode(ItemCheckpoint next, String previous) {
    if (previous.isEmpty()) {
      return newDocument(next);
    }
    var parts = Parts.of(previous);
    parts.front().put(next.header());
    parts.table().put(next.rows());
    parts.put(next.body());
    return parts.lines().toString();
  }

  @Override
  public Result combine(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = decode(id, ours).checkpoint();
    var other = decode(id, theirs).checkpoint();
    var before = base == null ? null : decode(id, base).checkpoint();
    var united = MarkdownMerge.merge(base, ours, theirs, ItemFormat::isKnown);
    return Result.of(encode(new ItemMerge(before, one, other).merged(), united));
  }

  @Override
  public ItemCheckpoint noted(ItemCheckpoint checkpoint, Note note) {
    return checkpoint.with(checkpoint.body().context(ContextNotes.with(checkpoint, note)));
  }

  @Override
  public Attribution attribution(String document) {
    return ItemFrontMatter.attribution(document);
  }

  private static boolean isKnown(String part) {
    return ItemFrontMatter.KEYS.contains(part)
        || (part.startsWith("## ") && SECTIONS.contains(part.substring(3)));
  }

  @Override
  public String decide(
      CheckpointId id, String document, List<MergeConflict> conflicts, boolean ours) {
    return encode(ItemMerge.decided(decode(id, document).checkpoint(), conflicts, ours), document);
  }

  /// The parts of a document.
  private record Parts(
      Lines lines, ItemFrontMatter front, MarkdownOutline outline, PhaseTable table) {
    static Parts of(String document) {
      if (document.length() > CHARS_MAX) {
        throw new UnusableException(
            "the document has more than " + CHARS_MAX + " characters, which no checkpoint has");
      }
      var lines = new Lines(document);
      var front = ItemFrontMatter.read(lines, ItemFrontMatter.KEYS);
      front.header();
      var markdownOutline = new MarkdownOutline(lines, front.end());
      var phases = markdownOutline.section(PHASES);
      if (phases == null) {
        throw new UnreadableException(
            "line " + lines.size() + ": the section ## " + PHASES + " is missing");
      }
      return new Parts(lines, front, markdownOutline, PhaseTable.read(lines, phases));
    }

    ItemBody body() {
      var state = outline.section(STATE);
      return new ItemBody(
          tasks(texts(DETAIL)),
          state == null ? "" : state.prose(),
          texts(DECISIONS),
          texts(ARTIFACTS),
          texts(CONTEXT),
          MarkdownMerge.conflicts(texts(MarkdownMerge.CONFLICTS)));
    }

    private List<String> texts(String title) {
      var itemSection = outline.section(title);
      return itemSection == null ? List.of() : itemSection.texts();
    }

    private static List<SubTask> tasks(List<String> entries) {
      var tasks = new ArrayList<SubTask>(entries.size());
      for (var entry : entries) {
        tasks.add(task(entry));
      }
      return tasks;
    }

    private static SubTask task(String entry) {
      boolean open = entry.startsWith("[ ] ");
      boolean done = entry.startsWith("[x] ") || entry.startsWith("[X] ");
      return new SubTask(done, open || done ? entry.substring(4).strip() : entry);
    }

    void put(ItemBody next) {
      var now = body();
      if (!next.tasks().equals(now.tasks())) {
        putTasks(next);
      }
      if (!next.state().equals(now.state())) {
        var itemSection = outline.section(STATE);
        if (itemSection == null) {
          add(STATE, List.of(next.state()));
        } else {
          itemSection.putProse(next.state());
        }
      }
      putList(DECISIONS, now.decisions(), next.decisions());
      putList(ARTIFACTS, now.artifacts(), next.artifacts());
      putList(CONTEXT, now.context(), next.context());
      if (!next.conflicts().equals(now.conflicts())) {
        putConflicts(next.conflicts());
      }
    }

    /// A document has the section only while there are conflicts.
    private void putConflicts(List<MergeConflict> next) {
      var itemSection = outline.section(MarkdownMerge.CONFLICTS);
      if (next.isEmpty() && itemSection != null) {
        int from = itemSection.heading();
        boolean last = itemSection.end() == lines.size() && lines.isBlank(from - 1);
        lines.replace(last ? from - 1 : from, itemSection.end(), List.of());
        return;
      }
      var entries = new ArrayList<String>(next.size());
      for (var conflict : next) {
        entries.add(conflict.json().toString());
      }
      putList(MarkdownMerge.CONFLICTS, texts(MarkdownMerge.CONFLICTS), entries);
    }

    /// A task that was written without a box, or with a large X, stays as written.
    private void putTasks(ItemBody next) {
      var written = texts(DETAIL);
      var known = new HashMap<SubTask, String>();
      for (var entry : written) {
        known.putIfAbsent(task(entry), entry);
      }
      var entries = new ArrayList<String>();
      for (var task : next.tasks()) {
        var entry = known.get(task);
        entries.add(entry == null ? task.line() : entry);
      }
      putList(DETAIL, written, entries);
    }

    private void putList(String title, List<String> now, List<String> next) {
      if (next.equals(now)) {
        return;
      }
      var itemSection = outline.section(title);
      if (itemSection != null) {
        itemSection.putEntries(next);
        return;
      }
      var entries = new ArrayList<String>(next.size());
      for (var entry : next) {
        entries.add("- " + entry);
      }
      add(title, entries);
    }

    private void add(String title, List<String> content) {
      var all = new ArrayList<String>(content.size() + 3);
      if (!lines.isBlank(lines.size() - 1)) {
        all.add("");
      }
      all.add("## " + title);
      all.add("");
      all.addAll(content);
      lines.replace(lines.size(), lines.size(), all);
    }
  }

  private static String newDocument(ItemCheckpoint checkpoint) {
    var lines = new ArrayList<>(ItemFrontMatter.newLines(checkpoint.header()));
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
    lines.addAll(PhaseTable.newLines(checkpoint.rows()));
    var itemBody = checkpoint.body();
    list(lines, ItemFormat.DETAIL, DETAIL_GUIDE, itemBody.taskEntries());
    section(lines, ItemFormat.STATE, STATE_GUIDE);
    if (!itemBody.state().isEmpty()) {
      lines.add("");
      lines.add(itemBody.state());
    }
    list(lines, ItemFormat.DECISIONS, DECISIONS_GUIDE, itemBody.decisions());
    list(lines, ItemFormat.ARTIFACTS, ARTIFACTS_GUIDE, itemBody.artifacts());
    list(lines, ItemFormat.CONTEXT, CONTEXT_GUIDE, itemBody.context());
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
