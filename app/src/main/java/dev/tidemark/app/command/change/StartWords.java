package dev.tidemark.app.command.change;

import org.jspecify.annotations.Nullable;

/// Start words: the words of a new run as they were typed, which a format may store beside the
/// normalized name.
///
/// @param item the subject of the run; absent if none was named
public record StartWords(String workflow, @Nullable String item) {
  /// Returns the words without the dialect, where that was named too.
  public static StartWords of(String dialect, String words) {
    boolean own = words.startsWith(dialect + "/");
    var raw = own ? words.substring(dialect.length() + 1) : words;
    int cut = raw.indexOf('/');
    return new StartWords(
        cut < 0 ? raw : raw.substring(0, cut), cut < 0 ? null : raw.substring(cut + 1));
  }
}
