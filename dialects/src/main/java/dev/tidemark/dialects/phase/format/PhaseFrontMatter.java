package dev.tidemark.dialects.phase.format;

import dev.tidemark.dialect.UnreadableException;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Front matter of a Markdown file: the keys between two lines of three dashes.
///
/// @param raw the head as the file has it, dashes and byte order mark included; empty if the file
///   has none
/// @param entries the keys whose values are single texts, in the order of the file
/// @param problem the problem of the head; absent if there is none
public record PhaseFrontMatter(String raw, List<Entry> entries, @Nullable String problem) {
  private static final String FENCE = "---";

  /// Takes its own copy of the entries.
  public PhaseFrontMatter {
    entries = List.copyOf(entries);
  }

  /// One key.
  ///
  /// @param key as written
  /// @param text its value as text; absent for null, and for a list or mapping
  public record Entry(String key, @Nullable String text) {}

  /// Reads the head of a file. Of a damaged one, all recognizable keys.
  public static PhaseFrontMatter of(String document) {
    int start = document.startsWith("\ufeff") ? 1 : 0;
    int line = lineEnd(document, start);
    if (!isFence(document, start, line)) {
      return new PhaseFrontMatter("", List.of(), "there is no front matter");
    }
    int inner = after(document, line);
    for (int at = inner; at < document.length(); at = after(document, lineEnd(document, at))) {
      int end = lineEnd(document, at);
      if (isFence(document, at, end)) {
        var raw = document.substring(0, after(document, end));
        return read(raw, document.substring(inner, at));
      }
    }
    var rest = FrontMatterReader.of(document.substring(inner)).entries();
    return new PhaseFrontMatter("", rest, "the front matter does not end");
  }

  private static PhaseFrontMatter read(String raw, String inner) {
    var simple = FrontMatterReader.of(inner);
    var entries = simple.entries();
    if (!simple.understood()) {
      try {
        entries = YamlFrontMatter.entries(inner);
      } catch (UnreadableException broken) {
        return new PhaseFrontMatter(raw, entries, broken.getMessage());
      }
    }
    var twice = twice(entries);
    var problem = twice == null ? null : "the key " + twice + " is there twice";
    return new PhaseFrontMatter(raw, entries, problem);
  }

  /// Returns whether a key is there, with a text or without.
  public boolean has(String key) {
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

  private static @Nullable String twice(List<Entry> entries) {
    var keys = new HashSet<String>();
    for (var entry : entries) {
      if (!keys.add(entry.key())) {
        return entry.key();
      }
    }
    return null;
  }

  private static boolean isFence(String document, int start, int end) {
    return document.startsWith(FENCE, start)
        && document.substring(start, end).stripTrailing().length() == FENCE.length();
  }

  /// Returns where the line that begins there ends, its line break not included.
  public static int lineEnd(String text, int start) {
    int end = text.indexOf('\n', start);
    if (end < 0) {
      return text.length();
    }
    return end > start && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }

  /// Returns where the line after the one that ends there begins.
  public static int after(String text, int end) {
    int next = text.indexOf('\n', end);
    return next < 0 ? text.length() : next + 1;
  }
}
