package dev.tidemark.app.mcp.rpc;

import dev.tidemark.json.JsonText;
import dev.tidemark.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// Line splitter of the input, one message per line, with a length limit. Not safe for use by
/// several threads.
///
/// A line that is too long is read to its end and dropped, so that the next one is understood.
public final class MessageLineReader {
  /// The size limit of a line, in bytes: that of a document.
  public static final int LONGEST = JsonText.MAX_BYTES;

  private static final int CHUNK = 16 * 1024;

  private final InputStream in;
  private final byte[] chunk = new byte[CHUNK];
  private int at;
  private int end;
  private boolean ended;

  public MessageLineReader(InputStream in) {
    this.in = in;
  }

  /// Returns the next line without its end; null at the end of the input. A last line needs no end.
  ///
  /// @throws RpcError if the line is too long, or no UTF-8; the next one can be read
  /// @throws IOException if the input cannot be read
  @Nullable
  public String next() throws IOException {
    var line = new ByteArrayOutputStream(256);
    boolean any = false;
    long length = 0;
    while (at < end || fill()) {
      any = true;
      int stop = at;
      while (stop < end && chunk[stop] != '\n') {
        stop++;
      }
      length += stop - at;
      if (length <= LONGEST) {
        line.write(chunk, at, stop - at);
      }
      at = stop;
      if (at < end) {
        at++;
        break;
      }
    }
    return any ? text(line, length) : null;
  }

  private boolean fill() throws IOException {
    at = 0;
    end = ended ? 0 : Math.max(0, in.read(chunk));
    ended = end == 0;
    return !ended;
  }

  private static String text(ByteArrayOutputStream line, long length) {
    if (length > LONGEST) {
      throw new RpcError(
          RpcError.INVALID_REQUEST,
          "the message has " + length + " bytes; at most " + LONGEST + " are read");
    }
    var text = Utf8.decode(line.toByteArray());
    if (text.isEmpty()) {
      throw new RpcError(RpcError.PARSE_ERROR, "the message is not UTF-8");
    }
    return text.get();
  }
}
