package dev.tidemark.resume;

import java.util.List;

/// What a protocol has to tell whoever takes over, beyond what every checkpoint can say.
///
/// @param said lines that the protocol fixes word by word
/// @param toRead files to read again, from the project root, that belong to no phase
/// @param doubts what speaks against going on: an approval that is not given yet, a task in hand
///   that nobody works on
public record Handover(List<String> said, List<String> toRead, List<Doubt> doubts) {
  /// Where a protocol has nothing to add.
  public static final Handover NONE = new Handover(List.of(), List.of(), List.of());

  /// Takes its own copies of the lists.
  public Handover {
    said = List.copyOf(said);
    toRead = List.copyOf(toRead);
    doubts = List.copyOf(doubts);
  }
}
