package dev.tidemark.json;

/// Parse error: a text is malformed JSON, or exceeds a limit. Nothing of it was taken over.
///
/// The message gives the expected token and the position; the caller adds the file.
public final class JsonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The kind of parse error.
  public enum Reason {
    /// It breaks the grammar of RFC 8259.
    SYNTAX,
    /// It nests deeper than [JsonText#MAX_DEPTH].
    TOO_DEEP,
    /// It is longer than [JsonText#MAX_BYTES].
    TOO_LARGE
  }

  private final Reason reason;
  private final int offset;
  private final int line;
  private final int column;

  private JsonException(Reason reason, String message, int offset, int line, int column) {
    super(message);
    this.reason = reason;
    this.offset = offset;
    this.line = line;
    this.column = column;
  }

  /// Returns a parse error of that text, with its position as line and column.
  static JsonException at(Reason reason, String what, String text, int offset) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < offset; i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && !text.startsWith("\n", i + 1))) {
        line++;
        lineStart = i + 1;
      }
    }
    int column = offset - lineStart + 1;
    var message = "line " + line + ", column " + column + ": " + what;
    return new JsonException(reason, message, offset, line, column);
  }

  /// Returns why the text was refused.
  public Reason reason() {
    return reason;
  }

  /// Returns the index of the offending character in the text.
  public int offset() {
    return offset;
  }

  /// Returns the line of the offending character, counted from 1; LF, CR LF and CR end lines.
  public int line() {
    return line;
  }

  /// Returns its column, counted from 1 in UTF-16 units.
  public int column() {
    return column;
  }
}
