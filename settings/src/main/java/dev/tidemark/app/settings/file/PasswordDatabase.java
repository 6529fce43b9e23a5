package dev.tidemark.app.settings.file;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Password database lookup: the user's home folder, by the effective user id. Neither a variable
/// nor an option of the JVM moves it.
public final class PasswordDatabase {
  private static final Path SELF = Path.of("/proc/self");
  private static final Path FILE = Path.of("/etc/passwd");
  private static final int UID = 2;
  private static final int HOME = 5;

  private PasswordDatabase() {}

  /// Returns the home of the user; null if it is unknown.
  public static @Nullable Path home() {
    if (!Files.isDirectory(SELF)) {
      return null;
    }
    try {
      var uid = Files.getAttribute(SELF, "unix:uid").toString();
      var home = home(new String(BoundedFile.bytes(FILE), StandardCharsets.ISO_8859_1), uid);
      return home == null ? home(asked(uid), uid) : home;
    } catch (IOException elsewhere) {
      return null;
    }
  }

  /// Returns the home in lines of the form of `/etc/passwd`.
  static @Nullable Path home(String lines, String uid) {
    for (var line : lines.split("\n", -1)) {
      var fields = line.split(":", -1);
      if (fields.length > HOME && fields[UID].equals(uid) && fields[HOME].startsWith("/")) {
        return Path.of(fields[HOME]);
      }
    }
    return null;
  }

  /// Queries the name services of the system, which have users that are not in the file.
  private static String asked(String uid) throws IOException {
    for (var program : List.of("/usr/bin/getent", "/bin/getent")) {
      if (Files.isExecutable(Path.of(program))) {
        var builder = new ProcessBuilder(program, "passwd", uid);
        builder.environment().clear();
        var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try (var out = process.inputReader(StandardCharsets.ISO_8859_1)) {
          var line = out.readLine();
          process.waitFor(2, TimeUnit.SECONDS);
          return line == null ? "" : line;
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
          return "";
        }
      }
    }
    return "";
  }
}
