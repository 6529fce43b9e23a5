package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import java.util.List;

/// Codec of a format: parses documents to checkpoints, serializes and merges them. Pure: it opens
/// no file and reads no clock.
///
/// Every implementation passes `FormatContract`:
///
/// - **Lossless.** Decoding what was encoded gives an equal checkpoint.
/// - **Lossless.** Encoding a decoded document gives the same document, byte for byte. A change
///   leaves all unrelated content unchanged, known or not.
/// - **Total.** Any text decodes or throws a [FormatException]; nothing else is thrown, ever.
public interface Format<C extends Checkpoint> extends DocumentMerge {
  /// Reads a document.
  ///
  /// @throws UnreadableException if it is not in this format, or contradicts itself
  /// @throws UnknownVersionException if it is, in an unsupported version
  DecodeResult<C> decode(CheckpointId id, String document);

  /// Writes a checkpoint over the document it was decoded from, or over `""` if it is new.
  String encode(C next, String previous);

  /// Returns whose document a text is, as far as the text itself says. Without a journal, a
  /// document of another tool, or a copy of that of [another run][DocumentLocator#originalOf], is
  /// no run.
  ///
  /// A damaged document of this format is not foreign. A text that cannot be read is foreign only
  /// if it has parts of another schema, and none of this.
  default Attribution attribution(String document) {
    return Attribution.UNKNOWN;
  }

  /// Returns the intermediate documents of a change, where the format lets readers see that a write
  /// is in progress. Each must be readable.
  ///
  /// @param previous the document before; empty if there is none
  /// @param next the document afterwards, as [#encode] gave it
  default List<String> intermediates(String previous, String next) {
    return List.of();
  }
}
