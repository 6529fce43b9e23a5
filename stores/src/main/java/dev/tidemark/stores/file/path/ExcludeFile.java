package dev.tidemark.stores.file.path;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.stores.file.io.AtomicFile;
import dev.tidemark.stores.file.io.AtomicFile.Durability;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.stores.file.io.StorageIo.Access;
import dev.tidemark.stores.file.io.StorageIo.Stat;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Marked block in git's file `info/exclude`, whose rules hold for all branches and work trees of a
/// repository and are never committed.
///
/// Everything outside the block stays byte for byte. A copy of the lines is in the state folder of
/// the repository, so that a block that was removed comes back as a whole. Concurrent writers
/// replace the file atomically; the last one wins, and the next write of the other adds what is
/// missing. A symbolic link in the place of the file or its folder is left alone.
public final class ExcludeFile {
  static final String BEGIN = "# begin of tidemark (written by it; a rule in .gitignore wins)";
  static final String END = "# end of tidemark";

  private static final int BYTES_MAX = 1 << 20;
  private static final int UNIQUE_BYTES = 8;

  private final StorageIo io;
  private final StateLocation location;

  /// @param location that of a project in git
  ExcludeFile(StorageIo io, StateLocation location) {
    this.io = io;
    this.location = location;
  }

  private Path file() {
    return location.base().resolve("info").resolve("exclude");
  }

  /// Adds files and folders of the project. If all are there, the file is read and nothing else is
  /// done.
  ///
  /// @param paths from the root of the project; those of folders end with `/`
  /// @return false if the file is not one that can be changed
  /// @throws IOException if it cannot be read or written
  public boolean add(List<String> paths) throws IOException {
    var text = text();
    if (text == null) {
      return false;
    }
    var wanted = lines(paths);
    var block = Block.of(text);
    if (block.lines().containsAll(wanted)) {
      return true;
    }
    wanted.addAll(recorded());
    wanted.addAll(block.lines());
    return write(text, block, wanted);
  }

  /// Takes files and folders of the project out.
  ///
  /// @param paths from the root of the project; those of folders end with `/`
  /// @return false if the file is not one that can be changed
  /// @throws IOException if it cannot be read or written
  public boolean remove(List<String> paths) throws IOException {
    var text = text();
    if (text == null) {
      return false;
    }
    var block = Block.of(text);
    var rest = new ArrayList<>(block.lines());
    rest.addAll(recorded());
    return !rest.removeAll(lines(paths)) || write(text, block, rest);
  }

  /// Returns the files and folders of the project that were in the block and are not any more, by
  /// their paths from its root.
  ///
  /// @throws IOException if the file cannot be read
  public List<String> lost() throws IOException {
    var text = text();
    var lost = recorded();
    lost.removeAll(Block.of(text == null ? "" : text).lines());
    var paths = new ArrayList<String>();
    var root = line("");
    for (var line : lost) {
      if (line.startsWith(root)) {
        paths.add(decoded(line.substring(root.length())));
      }
    }
    return paths;
  }

  private boolean write(String text, Block block, List<String> lines) throws IOException {
    var folder = location.base().resolve("info");
    var stat = io.stat(folder);
    if (stat == null) {
      io.createFolder(folder, Access.SHARED);
      io.forceDir(location.base());
    } else if (stat.kind() != Stat.Kind.FOLDER) {
      return false;
    }
    var sorted = new TreeSet<>(lines);
    var after = block.replaced(text, sorted);
    if (!after.equals(text)) {
      var like = io.stat(file()) == null ? null : file();
      replacement(file())
          .replace(after.getBytes(ISO_8859_1), Access.SHARED, like, Durability.DURABLE);
    }
    record(String.join("\n", sorted) + "\n");
    return true;
  }

  private void record(String lines) throws IOException {
    if (io.stat(location.inRepository()) != null && !lines.equals(read(recordFile()))) {
      replacement(recordFile())
          .replace(lines.getBytes(ISO_8859_1), Access.PRIVATE, Durability.DURABLE);
    }
  }

  private Path recordFile() {
    return location.inRepository().resolve("exclude");
  }

  private List<String> recorded() throws IOException {
    var text = read(recordFile());
    return text == null ? new ArrayList<>() : Block.split(text);
  }

  private AtomicFile replacement(Path file) throws IOException {
    return new AtomicFile(io, file, new BigInteger(1, io.random(UNIQUE_BYTES)).toString(36));
  }

  /// Returns the text of the file, a character for each byte; empty if there is none, null if it is
  /// not one that can be changed.
  private @Nullable String text() throws IOException {
    return io.stat(file()) == null ? "" : read(file());
  }

  private @Nullable String read(Path file) throws IOException {
    var stat = io.stat(file);
    if (stat == null || stat.kind() != Stat.Kind.FILE || stat.size() > BYTES_MAX) {
      return null;
    }
    var bytes = io.read(file, 0, BYTES_MAX);
    return bytes == null ? null : new String(bytes, ISO_8859_1);
  }

  private List<String> lines(List<String> paths) {
    var lines = new ArrayList<String>(paths.size());
    for (var path : paths) {
      var line = line(path);
      // Git has no rule for such a path.
      if (line.indexOf('\n') < 0) {
        lines.add(line);
      }
    }
    return lines;
  }

  /// Returns the rule for a path, which matches from the top of a work tree.
  private String line(String path) {
    var below = location.below();
    return "/" + encoded(below.isEmpty() ? path : below + "/" + path);
  }

  private static String encoded(String path) {
    var encoded = new StringBuilder(path.length());
    for (byte b : path.getBytes(UTF_8)) {
      char c = (char) (b & 0xff);
      if (c == '\\' || c == '*' || c == '?' || c == '[') {
        encoded.append('\\');
      }
      encoded.append(c);
    }
    return encoded.toString();
  }

  private static String decoded(String rule) {
    var path = new StringBuilder(rule.length());
    for (int i = 0; i < rule.length(); i++) {
      boolean escape = rule.charAt(i) == '\\' && i + 1 < rule.length();
      i += escape ? 1 : 0;
      path.append(rule.charAt(i));
    }
    return new String(path.toString().getBytes(ISO_8859_1), UTF_8);
  }

  /// Position of the block in a text. Without its end mark only the begin mark belongs to it.
  ///
  /// @param start where it begins; the end of the text if there is none
  /// @param end where the text after it begins
  /// @param lines those between the marks
  private record Block(int start, int end, List<String> lines) {
    static Block of(String text) {
      int start = at(text, BEGIN, 0);
      if (start < 0) {
        return new Block(text.length(), text.length(), List.of());
      }
      int first = after(text, start);
      int end = at(text, END, first);
      return end < 0
          ? new Block(start, first, List.of())
          : new Block(start, after(text, end), split(text.substring(first, end)));
    }

    /// Returns where a line begins; -1 if there is none.
    private static int at(String text, String line, int from) {
      int at = text.indexOf(line, from);
      while (at > 0 && text.charAt(at - 1) != '\n') {
        at = text.indexOf(line, at + 1);
      }
      return at;
    }

    /// Returns where the next line begins.
    private static int after(String text, int at) {
      int end = text.indexOf('\n', at);
      return end < 0 ? text.length() : end + 1;
    }

    static List<String> split(String text) {
      var lines = new ArrayList<String>();
      for (int at = 0; at < text.length(); at = after(text, at)) {
        var line = text.substring(at, after(text, at)).strip();
        if (!line.isEmpty()) {
          lines.add(line);
        }
      }
      return lines;
    }

    String replaced(String text, Iterable<String> lines) {
      var lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
      var replaced = new StringBuilder(text.substring(0, start));
      if (lines.iterator().hasNext()) {
        if (start > 0 && text.charAt(start - 1) != '\n') {
          replaced.append(lineEnd);
        }
        replaced.append(BEGIN).append(lineEnd);
        for (var line : lines) {
          replaced.append(line).append(lineEnd);
        }
        replaced.append(END).append(lineEnd);
      }
      return replaced.append(text, end, text.length()).toString();
    }
  }
}
