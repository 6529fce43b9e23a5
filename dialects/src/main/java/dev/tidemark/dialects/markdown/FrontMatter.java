package dev.tidemark.dialects.markdown;

import dev.tidemark.dialect.FormatException.UnreadableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Front matter of a Markdown file: the keys between two lines of three dashes. One key and one
/// text on each line are read here; other constructs are left to [YamlFrontMatter], which takes a
/// hundred times as long.
///
/// @param raw the head as the file has it, dashes and byte order mark included; empty if the file
///   has none
/// @param entries the keys whose values are single texts, in the order of the file
/// @param problem the problem of the head; absent if there is none
public record FrontMatter(String raw, List<Entry> entries, @Nullable String problem) {
  /// The line before and after the keys.
  public static final String FENCE = "---";

  /// The characters that may begin something other than a plain text.
  private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

  /// Takes its own copy of the entries.
  public FrontMatter {
    entries = List.copyOf(entries);
  }

  /// One key.
  ///
  /// @param key as written
  /// @param text its value as text; absent for null, and for a list or mapping
  public record Entry(String key, @Nullable String text) {}

  /// Reads the head of a file. Of a damaged one, all recognizable keys.
  public static FrontMatter of(String document) {
    int start = document.startsWith("\ufeff") ? 1 : 0;
    int line = Lines.endOf(document, start);
    if (!isFence(document, start, line)) {
      return new FrontMatter("", List.of(), "there is no front matter");
    }
    int inner = Lines.after(document, line);
    for (int at = inner;
        at < document.length();
        at = Lines.after(document, Lines.endOf(document, at))) {
      int end = Lines.endOf(document, at);
      if (isFence(document, at, end)) {
        var raw = document.substring(0, Lines.after(document, end));
        return read(raw, document.substring(inner, at));
      }
    }
    var rest = new ArrayList<Entry>();
    readSimple(document.substring(inner), rest);
    return new FrontMatter("", rest, "the front matter does not end");
  }

  private static FrontMatter read(String raw, String inner) {
    List<Entry> entries = new ArrayList<>();
    if (!readSimple(inner, entries)) {
      try {
        entries = YamlFrontMatter.entries(inner);
      } catch (UnreadableException broken) {
        return new FrontMatter(raw, entries, broken.getMessage());
      }
    }
    var twice = duplicateKey(entries);
    var problem = twice == null ? null : "the key " + twice + " is there twice";
    return new FrontMatter(raw, entries, problem);
  }

  /// Returns whether a key is there, with a text or without.
  public boolean hasKey(String key) {
    for (var entry : entries) {
      if (entry.key().equals(key)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the text of a key; null if it is not there or has none.
  @Nullable
  public String text(String key) {
    for (var entry : entries) {
      if (entry.key().equals(key)) {
        return entry.text();
      }
    }
    return null;
  }

  private static @Nullable String duplicateKey(List<Entry> entries) {
    var keys = new HashSet<String>();
    for (var entry : entries) {
      if (!keys.add(entry.key())) {
        return entry.key();
      }
    }
    return null;
  }

  /// Returns whether a line is one of three dashes.
  public static boolean isFence(String line) {
    return line.stripTrailing().equals(FENCE);
  }

  private static boolean isFence(String document, int start, int end) {
    return document.startsWith(FENCE, start) && isFence(document.substring(start, end));
  }

  /// Adds the keys that are one key and one text on a line; returns whether these are all.
  static boolean readSimple(String inner, List<Entry> entries) {
    boolean all = true;
    for (int at = 0; at < inner.length(); at = Lines.after(inner, at)) {
      var line = inner.substring(at, Lines.endOf(inner, at));
      boolean usual = isUsual(line);
      var text = line.strip();
      if (usual && (text.isEmpty() || text.startsWith("#"))) {
        continue;
      }
      var entry = usual ? entry(line) : null;
      if (entry == null) {
        all = false;
      } else {
        entries.add(entry);
      }
    }
    return all;
  }

  private static @Nullable Entry entry(String line) {
    int colon = 0;
    while (colon < line.length() && isKey(line.charAt(colon), colon == 0)) {
      colon++;
    }
    boolean key = colon > 0 && colon < line.length() && line.charAt(colon) == ':';
    if (!key || (colon + 1 < line.length() && line.charAt(colon + 1) != ' ')) {
      return null;
    }
    var name = line.substring(0, colon);
    var value = YamlScalar.read(line, colon);
    if (value == null || hasSurrogates(value.text())) {
      return null;
    }
    if (value.from() == value.to()) {
      return new Entry(name, null);
    }
    var text = value.text();
    char first = line.charAt(value.from());
    if (first == '"' || first == '\'') {
      return new Entry(name, text);
    }
    boolean more = INDICATORS.indexOf(first) >= 0 || text.contains(": ") || text.endsWith(":");
    return more ? null : new Entry(name, isNull(text) ? null : text);
  }

  static boolean isNull(String plain) {
    return switch (plain) {
      case "null", "Null", "NULL", "~" -> true;
      default -> false;
    };
  }

  private static boolean isKey(char c, boolean first) {
    boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return letter || (!first && ((c >= '0' && c <= '9') || c == '-'));
  }

  /// Controls, line breaks of other alphabets and halves of characters are left to the library.
  private static boolean isUsual(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean ascii = c >= 0x20 && c < 0x7f;
      boolean other = c > 0xa0 && c < 0xfffe && c != '\ufeff' && !Character.isSpaceChar(c);
      if (!ascii && (!other || Character.isSurrogate(c))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
