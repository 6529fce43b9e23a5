package dev.tidemark.handoff;

import java.util.List;

/// Format-specific part of a handoff, beyond the fields of every checkpoint.
///
/// @param said lines that the format fixes word by word
/// @param toRead files to read again, from the project root, that belong to no phase
/// @param doubts warnings against continuing: a missing approval, a task in progress without a
///   worker
public record ProtocolHandover(List<String> said, List<String> toRead, List<ResumeWarning> doubts) {
  /// Without format-specific parts.
  public static final ProtocolHandover NONE = new ProtocolHandover(List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public ProtocolHandover {
    said = List.copyOf(said);
    toRead = List.copyOf(toRead);
    doubts = List.copyOf(doubts);
  }
}
