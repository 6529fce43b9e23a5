package dev.tidemark.app.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Call request: one command line of another process, with everything that the process would see.
///
/// @param build the build of the calling program
/// @param folder the working folder, absolute
/// @param process the process id of the caller
/// @param words the arguments
/// @param environment the environment variables
/// @param input standard input; empty for commands that do not read it
public record CallRequest(
    String build,
    Path folder,
    long process,
    List<String> words,
    Map<String, String> environment,
    InputStream input) {
  /// The limit of the strings of a request, in bytes.
  static final int STRINGS_MAX = 1 << 20;

  /// The limit of standard input, in bytes.
  static final int INPUT_MAX = 16 << 20;

  /// Takes its own copies.
  public CallRequest {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /// Decodes the strings of a request: build, folder, process, number of arguments, arguments,
  /// variables, each with a NUL behind it.
  ///
  /// @throws IOException if they are malformed
  static CallRequest of(ByteBuffer strings, InputStream input) throws IOException {
    var fields = fields(strings);
    try {
      int count = Integer.parseInt(fields.get(3));
      int variables = 4 + count;
      var environment = new HashMap<String, String>();
      for (var field : fields.subList(variables, fields.size())) {
        int equals = field.indexOf('=');
        if (equals > 0) {
          environment.putIfAbsent(field.substring(0, equals), field.substring(equals + 1));
        }
      }
      var folder = Path.of(fields.get(1));
      if (!folder.isAbsolute()) {
        throw new IOException("the working folder is not absolute");
      }
      return new CallRequest(
          fields.getFirst(),
          folder,
          Long.parseLong(fields.get(2)),
          fields.subList(4, variables),
          environment,
          input);
    } catch (IndexOutOfBoundsException | IllegalArgumentException malformed) {
      throw new IOException("malformed request", malformed);
    }
  }

  private static List<String> fields(ByteBuffer strings) throws IOException {
    var fields = new ArrayList<String>();
    int start = strings.position();
    for (int i = start; i < strings.limit(); i++) {
      if (strings.get(i) == 0) {
        fields.add(text(strings.slice(start, i - start)));
        start = i + 1;
      }
    }
    if (start < strings.limit()) {
      throw new IOException("the request is cut off");
    }
    return fields;
  }

  private static String text(ByteBuffer bytes) throws CharacterCodingException {
    return UTF_8.newDecoder().decode(bytes).toString();
  }
}
