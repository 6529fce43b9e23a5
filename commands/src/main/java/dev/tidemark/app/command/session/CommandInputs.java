package dev.tidemark.app.command.session;

import dev.tidemark.text.DiskReason;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Input reader: texts and paths given on the command line.
public final class CommandInputs {
  /// The most that is read of a text given as a file or on standard input: more than any document
  /// may have.
  private static final int TEXT_MAX = 6 * 1024 * 1024;

  private final ProcessContext place;

  CommandInputs(ProcessContext place) {
    this.place = place;
  }

  /// Returns a text given on the command line; `-` stands for standard input.
  @Nullable
  public String text(@Nullable String given) {
    return given == null || !given.equals("-") ? given : file("-");
  }

  /// Returns the text of a file; `-` stands for standard input. A final line end is dropped.
  ///
  /// @throws InputException if there is no such file, or it is no text
  public String file(String name) {
    try (InputStream in = name.equals("-") ? place.in() : Files.newInputStream(resolvePath(name))) {
      var bytes = in.readNBytes(TEXT_MAX + 1);
      if (bytes.length > TEXT_MAX) {
        throw new InputException(name + " is larger than " + TEXT_MAX + " bytes", "Shorten it.");
      }
      var text =
          Utf8.decode(bytes)
              .orElseThrow(
                  () -> new InputException(name + " is not UTF-8 text", "Convert it to UTF-8."));
      return withoutLineEnd(text);
    } catch (IOException e) {
      throw new InputException(
          name + " cannot be read: " + DiskReason.of(e), "Name a file, or - for standard input.");
    }
  }

  private static String withoutLineEnd(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /// Returns where a file is that was named on the command line.
  ///
  /// @throws InputException if no file can have that name
  public Path path(String name) {
    return resolvePath(name).toAbsolutePath().normalize();
  }

  private Path resolvePath(String name) {
    try {
      return place.folder().resolve(name);
    } catch (InvalidPathException e) {
      throw new InputException(
          "no file can be called " + name + ": " + e.getReason(), "Name another.");
    }
  }

  /// Returns a path as documents have it: from the project root, with `/` between folders. An
  /// absolute path out of the project, or one that exists only from the root, stays unchanged.
  ///
  /// @throws InputException if no file can have that name
  public String fromRoot(Path root, String given) {
    var path = resolvePath(given).normalize();
    if (!Files.exists(path) && Files.exists(root.resolve(given))) {
      return given;
    }
    return path.startsWith(root) || !Path.of(given).isAbsolute()
        ? root.relativize(path).toString().replace('\\', '/')
        : given.replace('\\', '/');
  }

  /// Returns paths likewise.
  public List<String> fromRoot(Path root, List<String> given) {
    var paths = new ArrayList<String>(given.size());
    for (var path : given) {
      paths.add(fromRoot(root, path));
    }
    return paths;
  }
}
