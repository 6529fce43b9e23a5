package dev.tidemark.resume;

import java.util.List;

/// Format-specific part of a handoff, beyond the fields of every checkpoint.
///
/// @param said lines that the format fixes word by word
/// @param toRead files to read again, from the project root, that belong to no phase
/// @param doubts warnings against continuing: a missing approval, a task in progress without a
///   worker
public record Handover(List<String> said, List<String> toRead, List<Doubt> doubts) {
  /// Without format-specific parts.
  public static final Handover NONE = new Handover(List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public Handover {
    said = List.copyOf(said);
    toRead = List.copyOf(toRead);
    doubts = List.copyOf(doubts);
  }
}
