package dev.tidemark.handoff;

import java.util.List;

/// Format-specific part of a handoff, beyond the fields of every checkpoint.
///
/// @param formatLines lines that the format fixes word by word
/// @param filesToRead files to read again, from the project root, that belong to no phase
/// @param warnings warnings against continuing: a missing approval, a task in progress without a
///   worker
public record ProtocolHandover(
    List<String> formatLines, List<String> filesToRead, List<ResumeWarning> warnings) {
  /// Without format-specific parts.
  public static final ProtocolHandover NONE = new ProtocolHandover(List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public ProtocolHandover {
    formatLines = List.copyOf(formatLines);
    filesToRead = List.copyOf(filesToRead);
    warnings = List.copyOf(warnings);
  }
}
