package dev.tidemark.dialects.item.format;

import dev.tidemark.dialect.Attribution;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.FormatException.UnusableException;
import dev.tidemark.dialects.markdown.FrontMatter;
import dev.tidemark.dialects.markdown.Lines;
import dev.tidemark.dialects.markdown.YamlScalar;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parser and editor of the front matter of a document: the lines between two lines of `---`.
///
/// Only the keys of the protocol are interpreted; all others stay unchanged.
public final class ItemFrontMatter {
  /// The keys of the protocol, in the order of new documents.
  public static final List<String> KEYS =
      List.of(
          ItemHeader.COMMAND,
          ItemHeader.ITEM,
          ItemHeader.BRANCH,
          ItemHeader.STARTED,
          ItemHeader.UPDATED,
          ItemHeader.STATUS,
          ItemHeader.CURRENT_PHASE,
          ItemHeader.TOTAL_PHASES);

  /// Those of them that front matter of other tools does not have.
  private static final List<String> OWN =
      List.of(
          ItemHeader.COMMAND, ItemHeader.ITEM, ItemHeader.CURRENT_PHASE, ItemHeader.TOTAL_PHASES);

  private static final YamlScalar YAML = YamlScalar.LETTERS;

  private final Lines lines;
  private final int end;
  private final Map<String, YamlScalar.Found> values = new HashMap<>();
  private final Map<String, Integer> lineOf = new HashMap<>();

  private ItemFrontMatter(Lines lines, int end) {
    this.lines = lines;
    this.end = end;
  }

  /// Reads the front matter.
  ///
  /// @param known the keys to understand
  static ItemFrontMatter read(Lines lines, List<String> known) {
    if (lines.size() == 0 || !FrontMatter.isFence(lines.get(0))) {
      throw new UnusableException("line 1: expected front matter that begins with ---");
    }
    int end = 1;
    while (end < lines.size() && !FrontMatter.isFence(lines.get(end))) {
      end++;
    }
    if (end == lines.size()) {
      throw new UnreadableException("line " + end + ": the front matter does not end with ---");
    }
    var front = new ItemFrontMatter(lines, end);
    front.values(known);
    return front;
  }

  private void values(List<String> known) {
    String owner = null;
    for (int i = 1; i < end; i++) {
      var line = lines.get(i);
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      char first = line.charAt(0);
      if (first == ' ' || first == '\t' || first == '-') {
        if (owner == null || known.contains(owner)) {
          throw new UnreadableException("line " + (i + 1) + ": expected a key and its value");
        }
        continue;
      }
      int colon = colon(line);
      if (colon < 0) {
        throw new UnreadableException("line " + (i + 1) + ": expected a key, a colon and a value");
      }
      owner = line.substring(0, colon).strip();
      if (known.contains(owner)) {
        value(owner, i, colon);
      }
    }
  }

  private void value(String key, int line, int colon) {
    var found = YamlScalar.read(lines.get(line), colon);
    if (found == null) {
      throw new UnreadableException(
          "line " + (line + 1) + ": the value of " + key + " is no text on one line");
    }
    lineOf.put(key, line);
    if (values.put(key, found) != null) {
      throw new UnreadableException("line " + (line + 1) + ": " + key + " is there already");
    }
  }

  private static int colon(String line) {
    int colon = line.indexOf(':');
    boolean ends =
        colon > 0
            && (colon + 1 == line.length()
                || line.charAt(colon + 1) == ' '
                || line.charAt(colon + 1) == '\t');
    return ends ? colon : -1;
  }

  /// Returns the line after the front matter.
  int end() {
    return end + 1;
  }

  /// Returns the value of a key, empty if it is missing.
  String text(String key) {
    var value = values.get(key);
    return value == null ? "" : value.text();
  }

  boolean hasKey(String key) {
    return values.containsKey(key);
  }

  ItemHeader header() {
    for (var key : List.of(ItemHeader.COMMAND, ItemHeader.ITEM)) {
      if (text(key).isBlank()) {
        throw new UnreadableException("line 2: the front matter names no " + key);
      }
    }
    return new ItemHeader(
        text(ItemHeader.COMMAND),
        text(ItemHeader.ITEM),
        text(ItemHeader.BRANCH),
        text(ItemHeader.STARTED),
        text(ItemHeader.UPDATED),
        text(ItemHeader.STATUS),
        text(ItemHeader.CURRENT_PHASE),
        text(ItemHeader.TOTAL_PHASES));
  }

  /// Records the edits that give the document this header.
  void put(ItemHeader next) {
    var written = written(next);
    var added = new ArrayList<String>();
    var texts = texts(next);
    for (int i = 0; i < KEYS.size(); i++) {
      var key = KEYS.get(i);
      var there = values.get(key);
      if (text(key).equals(texts.get(i))) {
        continue;
      }
      if (there == null) {
        added.add(key + ": " + written.get(i));
      } else {
        int at = lineOf.getOrDefault(key, 0);
        var line = lines.get(at);
        var before =
            line.substring(0, there.from()) + (line.charAt(there.from() - 1) == ':' ? " " : "");
        lines.replace(at, at + 1, List.of(before + written.get(i) + line.substring(there.to())));
      }
    }
    if (!added.isEmpty()) {
      lines.replace(end, end, added);
    }
  }

  /// Returns the lines of new front matter.
  static List<String> newLines(ItemHeader itemHeader) {
    var all = new ArrayList<String>();
    all.add(FrontMatter.FENCE);
    var written = written(itemHeader);
    for (int i = 0; i < KEYS.size(); i++) {
      all.add(KEYS.get(i) + ": " + written.get(i));
    }
    all.add(FrontMatter.FENCE);
    return all;
  }

  private static List<String> texts(ItemHeader itemHeader) {
    return List.of(
        itemHeader.command(),
        itemHeader.item(),
        itemHeader.branch(),
        itemHeader.started(),
        itemHeader.updated(),
        itemHeader.status(),
        itemHeader.currentPhase(),
        itemHeader.totalPhases());
  }

  private static List<String> written(ItemHeader itemHeader) {
    return List.of(
        YAML.written(itemHeader.command()),
        YAML.written(itemHeader.item()),
        YAML.written(itemHeader.branch()),
        YAML.writtenTyped(itemHeader.started()),
        YAML.writtenTyped(itemHeader.updated()),
        YAML.written(itemHeader.status()),
        YAML.writtenTyped(itemHeader.currentPhase()),
        YAML.writtenTyped(itemHeader.totalPhases()));
  }

  /// Returns whose document a text is, by its front matter, which may be damaged. A document with
  /// front matter of other keys only belongs to another tool, unless it has the table of phases; so
  /// does JSON.
  static Attribution attribution(String document) {
    var texts = new HashMap<String, @Nullable String>();
    int fences = 0;
    int at = document.startsWith("\ufeff") ? 1 : 0;
    while (at < document.length() && fences < 2) {
      int end = Lines.endOf(document, at);
      var line = document.substring(at, end);
      int colon = colon(line);
      if (FrontMatter.isFence(line)) {
        fences++;
      } else if (fences == 1 && colon > 0 && !Character.isWhitespace(line.charAt(0))) {
        var found = YamlScalar.read(line, colon);
        texts.putIfAbsent(line.substring(0, colon).strip(), found == null ? null : found.text());
      }
      at = Lines.after(document, end);
    }
    for (var key : OWN) {
      if (texts.containsKey(key)) {
        return Attribution.of(texts.get(ItemHeader.COMMAND), texts.get(ItemHeader.ITEM));
      }
    }
    boolean other = fences == 2 && !texts.isEmpty();
    return (other && !document.contains("## " + ItemFormat.PHASES)) || isJson(document)
        ? Attribution.FOREIGN
        : Attribution.UNKNOWN;
  }

  private static boolean isJson(String document) {
    try {
      JsonText.parse(document);
      return true;
    } catch (JsonException other) {
      return false;
    }
  }

  /// Returns one value of a document's front matter; null if it has none, or nothing of the kind.
  public static @Nullable String valueOf(String document, String key) {
    try {
      var front = read(new Lines(document), List.of(key));
      return front.hasKey(key) ? front.text(key) : null;
    } catch (UnreadableException | UnusableException other) {
      return null;
    }
  }
}
