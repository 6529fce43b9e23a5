package dev.tidemark.app.settings.file;

import dev.tidemark.checkpoint.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keys and addresses of services, which are confidential (R-COM-18): from the environment, else
/// from the file `keys` among the user's own, one `NAME=value` a line. Never from the project.
public final class ServiceKeys {
  /// Some editors put it first.
  private static final String MARK = "\ufeff";

  private final Path root;
  private final Map<String, String> environment;
  private final List<Notice> notices = new ArrayList<>();
  private @Nullable List<String> lines;

  /// Takes the project root, where no key is read from, and the variables of the process.
  public ServiceKeys(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = environment;
  }

  /// Returns a key; null if there is none.
  public @Nullable String find(String name) {
    var said = environment.get(name);
    if (said != null && !said.isBlank()) {
      return said.strip();
    }
    for (var line : lines()) {
      int equals = line.indexOf('=');
      if (equals > 0 && line.substring(0, equals).strip().equals(name)) {
        var value = line.substring(equals + 1).strip();
        return value.isEmpty() ? null : value;
      }
    }
    return null;
  }

  /// Returns why the user's file was not read, if it was looked for.
  public List<Notice> notices() {
    return List.copyOf(notices);
  }

  private List<String> lines() {
    var known = lines;
    if (known == null) {
      var folder = UserFolder.of(environment);
      known = folder == null ? List.of() : read(folder.resolve("keys"));
      lines = known;
    }
    return known;
  }

  private List<String> read(Path path) {
    var file = new PrivateFile(path, root);
    var flaw = file.accessProblem();
    if (flaw != null) {
      return unread(flaw);
    }
    try {
      var text = file.text();
      return (text.startsWith(MARK) ? text.substring(1) : text).lines().toList();
    } catch (IOException failure) {
      return unread(path + " cannot be read");
    }
  }

  private List<String> unread(String reason) {
    notices.add(new Notice("keys-unread", reason + "; no key was taken from it"));
    return List.of();
  }
}
