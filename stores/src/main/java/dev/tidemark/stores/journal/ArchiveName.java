package dev.tidemark.stores.journal;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.text.Timestamps;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// File name of an archived copy: `{stem}-{YYYYMMDDTHHMMSSZ}{extension}.gz`, with `-2`, `-3` behind
/// the time where a name is taken.
///
/// @param stem the name of the document, without its extension
/// @param stamp when the copy was made
/// @param number counts the copies of one second from 1
/// @param extension the extension of the document, with its dot
public record ArchiveName(String stem, String stamp, int number, String extension) {
  /// The copies of one run in the order in which they were made.
  public static final Comparator<ArchiveName> OLDEST_FIRST =
      Comparator.comparing(ArchiveName::stamp).thenComparingInt(ArchiveName::number);

  private static final Pattern NAME =
      Pattern.compile("(.+)-(\\d{8}T\\d{6}Z)(?:-(\\d{1,6}))?(\\.[^.]+)\\.gz");

  /// Returns the name of a copy that is made of a document now.
  public static ArchiveName of(String document, Instant now) {
    var file = document.substring(document.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    var stamp = Timestamps.seconds(now).replace("-", "").replace(":", "");
    return new ArchiveName(file.substring(0, dot), stamp, 1, file.substring(dot));
  }

  /// Parses a file name; null if it is no archive name.
  public static @Nullable ArchiveName of(String file) {
    var parts = NAME.matcher(file);
    if (!parts.matches()) {
      return null;
    }
    int number = parts.group(3) == null ? 1 : Integer.parseInt(parts.group(3));
    return new ArchiveName(parts.group(1), parts.group(2), number, parts.group(4));
  }

  /// Returns the name of the file.
  public String text() {
    return stem + "-" + stamp + (number > 1 ? "-" + number : "") + extension + ".gz";
  }

  /// Returns the name of the next copy of the same second.
  public ArchiveName next() {
    return new ArchiveName(stem, stamp, number + 1, extension);
  }

  /// Returns whether both are copies of the same run.
  public boolean isOfRun(ArchiveName other) {
    return stem.equals(other.stem) && extension.equals(other.extension);
  }

  /// Returns the run of the copy; null if it belongs to none.
  public @Nullable CheckpointId run(PathResolver pathResolver, String dialect) {
    for (var folder : pathResolver.roots(dialect)) {
      var id = pathResolver.idOf(dialect, folder + "/" + stem + extension);
      if (id.isPresent() && creationTime().isPresent()) {
        return id.get();
      }
    }
    return null;
  }

  /// Returns when the copy was made; empty if there is no such time.
  public Optional<Instant> creationTime() {
    var iso = new StringBuilder(stamp).insert(13, ':').insert(11, ':').insert(6, '-');
    return Timestamps.parse(iso.insert(4, '-').toString());
  }
}
