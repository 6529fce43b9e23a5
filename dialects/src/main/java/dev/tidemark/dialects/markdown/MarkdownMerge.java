package dev.tidemark.dialects.markdown;

import dev.tidemark.checkpoint.MergeConflict;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Three-way merge of the parts of Markdown documents that their format does not interpret: other
/// keys of the front matter, and other sections. Formats merge their own parts.
public final class MarkdownMerge {
  /// The heading of the section with merge conflicts: one JSON object in each entry of its list.
  public static final String CONFLICTS = "Merge Conflicts";

  private static final String MARK = "- ";

  private final Lines lines;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private int fence = -1;

  /// Part of a document: a key with its value, or a section with its heading.
  ///
  /// @param from its first line
  /// @param to the line after its last one that is not blank
  private record Part(int from, int to) {}

  private MarkdownMerge(String document) {
    lines = new Lines(document);
    int body = front();
    sections(body);
  }

  /// Returns a text with the parts of another one that are not known: new ones are added, changed
  /// ones are united.
  ///
  /// @param known whether the format merges a part itself, by the name of a key or the line of a
  ///   heading
  public static String merge(
      @Nullable String base, String into, String other, Predicate<String> known) {
    var was = new MarkdownMerge(base == null ? "" : base);
    var result = new MarkdownMerge(into);
    var from = new MarkdownMerge(other);
    var names = new LinkedHashSet<>(result.parts.keySet());
    names.addAll(from.parts.keySet());
    for (var name : names) {
      if (!known.test(name)) {
        result.put(name, merged(name, was.text(name), result.text(name), from.text(name)));
      }
    }
    return result.lines.toString();
  }

  private static @Nullable List<String> merged(
      String name,
      @Nullable List<String> base,
      @Nullable List<String> ours,
      @Nullable List<String> theirs) {
    if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
      return ours;
    }
    if (Objects.equals(base, ours)) {
      return theirs;
    }
    if (ours == null || theirs == null) {
      return ours == null ? theirs : ours;
    }
    if (isHeading(name)) {
      return united(base == null ? List.of() : base, ours, theirs);
    }
    // One value of a key is kept as a comment.
    boolean first = String.join("\n", ours).compareTo(String.join("\n", theirs)) >= 0;
    var both = new ArrayList<>(first ? ours : theirs);
    for (var line : first ? theirs : ours) {
      both.add("# " + line);
    }
    return both;
  }

  /// Returns the entries of two lists: those of the base that neither has removed, and those that
  /// either has added.
  public static List<String> united(List<String> base, List<String> ours, List<String> theirs) {
    var united = new ArrayList<String>();
    for (var entry : ours) {
      if (theirs.contains(entry) || !base.contains(entry)) {
        united.add(entry);
      }
    }
    for (var entry : theirs) {
      if (!ours.contains(entry) && !base.contains(entry)) {
        united.add(entry);
      }
    }
    return united;
  }

  private int front() {
    if (lines.size() == 0 || !FrontMatter.isFence(lines.get(0))) {
      return 0;
    }
    int start = -1;
    var key = "";
    for (int i = 1; i < lines.size(); i++) {
      var line = lines.get(i);
      boolean end = FrontMatter.isFence(line);
      boolean inner = line.isBlank() || " \t-#".indexOf(line.charAt(0)) >= 0;
      if (!end && inner) {
        continue;
      }
      if (start >= 0) {
        add(key, start, i);
      }
      if (end) {
        fence = i;
        return i + 1;
      }
      start = i;
      int colon = line.indexOf(':');
      key = colon < 0 ? line : line.substring(0, colon).strip();
    }
    return lines.size();
  }

  private void sections(int from) {
    int start = -1;
    var open = "";
    for (int i = from; i < lines.size(); i++) {
      var line = lines.get(i);
      var text = line.stripLeading();
      if (!open.isEmpty()) {
        open = line.contains(open) ? "" : open;
      } else if (text.startsWith("```") || text.startsWith("~~~")) {
        open = text.substring(0, 3);
      } else if (text.startsWith("<!--") && text.indexOf("-->", 4) < 0) {
        open = "-->";
      } else if (isHeading(line)) {
        if (start >= 0) {
          add(lines.get(start).strip(), start, i);
        }
        start = i;
      }
    }
    if (start >= 0) {
      add(lines.get(start).strip(), start, lines.size());
    }
  }

  private static boolean isHeading(String line) {
    return line.startsWith("# ") || line.startsWith("## ");
  }

  private void add(String name, int from, int end) {
    int to = end;
    while (to > from + 1 && lines.isBlank(to - 1)) {
      to--;
    }
    parts.putIfAbsent(name, new Part(from, to));
  }

  private @Nullable List<String> text(String name) {
    var part = parts.get(name);
    return part == null ? null : lines.between(part.from(), part.to());
  }

  private void put(String name, @Nullable List<String> next) {
    var part = parts.get(name);
    if (Objects.equals(next, text(name))) {
      return;
    }
    if (part != null) {
      lines.replace(part.from(), part.to(), next == null ? List.of() : next);
    } else if (next != null && isHeading(name)) {
      var all = new ArrayList<>(next);
      if (lines.size() > 0 && !lines.isBlank(lines.size() - 1)) {
        all.addFirst("");
      }
      lines.replace(lines.size(), lines.size(), all);
    } else if (next != null && fence >= 0) {
      lines.replace(fence, fence, next);
    }
  }

  /// Returns the conflicts in the entries of a list.
  public static List<MergeConflict> conflicts(List<String> entries) {
    var conflicts = new ArrayList<MergeConflict>();
    for (var entry : entries) {
      var text = entry.startsWith(MARK) ? entry.substring(MARK.length()) : entry;
      var json = parsed(text);
      var conflict = json == null ? null : MergeConflict.read(json);
      if (conflict != null) {
        conflicts.add(conflict);
      }
    }
    return conflicts;
  }

  private static @Nullable Json parsed(String text) {
    try {
      return JsonText.parse(text);
    } catch (JsonException foreign) {
      return null;
    }
  }
}
