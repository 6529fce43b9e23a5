package dev.tidemark.dialect;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.dialect.FormatException.UnknownVersionException;
import dev.tidemark.dialect.FormatException.UnreadableException;
import dev.tidemark.dialect.merge.LostRecords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// Merges two versions of a document, neither of which is the base, by the rules of the format.
  ///
  /// @throws FormatException if one of the sides cannot be read
  Result combine(CheckpointId id, @Nullable String base, String ours, String theirs);

  /// Returns a checkpoint with a note more; null if the format has no place for notes.
  default @Nullable C noted(C checkpoint, Note note) {
    return null;
  }

  @Override
  default Result merge(CheckpointId id, @Nullable String base, String ours, String theirs) {
    var one = decode(id, ours).checkpoint();
    var other = decode(id, theirs).checkpoint();
    var same = DocumentMerge.unchanged(base, ours, theirs);
    if (same != null) {
      return Result.of(same);
    }
    var difference = DocumentMerge.difference(one, other);
    var result = difference == null ? combine(id, base, ours, theirs) : Result.refused(difference);
    if (result.refusal() != null) {
      return result;
    }
    var before = base == null ? null : decode(id, base).checkpoint();
    var merged = decode(id, result.text()).checkpoint();
    var moved = new ArrayList<Note>();
    var unplaced = new ArrayList<Note>();
    for (var note : LostRecords.of(before, List.of(one, other), merged)) {
      var noted = noted(merged, note);
      (noted == null ? unplaced : moved).add(note);
      merged = noted == null ? merged : noted;
    }
    var text = moved.isEmpty() ? result.text() : encode(merged, result.text());
    return new Result(text, null, moved, unplaced);
  }

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
