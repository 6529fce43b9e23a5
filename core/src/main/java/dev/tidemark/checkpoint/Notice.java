package dev.tidemark.checkpoint;

/// Notice: a warning or hint that does not stop the command. The interfaces print it as one
/// diagnostic line.
///
/// @param code a stable word for scripts, for example `stale`
/// @param text one sentence for people, without a final line break
public record Notice(String code, String text) {
  /// The code of a document of which only a part could be read.
  public static final String DAMAGED = "damaged";
}
