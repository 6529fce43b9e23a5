package dev.tidemark.dialects.item.format;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.DecodeResult;
import dev.tidemark.dialect.Format;
import dev.tidemark.dialect.UnreadableException;
import dev.tidemark.dialect.UnusableException;
import dev.tidemark.dialects.markdown.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

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

  /// A person reads these files; a larger one is no checkpoint.
  private static final int CHARS_MAX = 2_000_000;

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
      return ItemTemplate.of(next);
    }
    var parts = Parts.of(previous);
    parts.front().put(next.header());
    parts.table().put(next.rows());
    parts.put(next.body());
    return parts.lines().toString();
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
          texts(CONTEXT));
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
      if (lines.size() > 0 && !lines.isBlank(lines.size() - 1)) {
        all.add("");
      }
      all.add("## " + title);
      all.add("");
      all.addAll(content);
      lines.replace(lines.size(), lines.size(), all);
    }
  }
}
