package dev.tidemark.app.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.settings.file.UserFolder;
import dev.tidemark.text.BoundedFile;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/// Identity of a process's project and settings, as two hashes that can be compared with those of
/// another process and reveal nothing.
///
/// @param project the same word in the same folder of the same machine, under any path
/// @param ways the same word for the same user with the same variables
public record ProcessLocation(String project, String ways) {
  /// The file on Linux with an id that is unique to each boot of each machine.
  private static final Path MACHINE = Path.of("/proc/sys/kernel/random/boot_id");

  /// Reads the root of a project and the variables of the process. The executing process reads the
  /// settings files, and the actor is sent separately.
  ///
  /// @throws IOException if the root cannot be read
  public static ProcessLocation of(Path root, Map<String, String> environment) throws IOException {
    var folder = Files.readAttributes(root, BasicFileAttributes.class).fileKey();
    var machine = Files.exists(MACHINE) ? BoundedFile.text(MACHINE) : "";
    var place = folder == null ? root.toRealPath().toString() : folder.toString();
    return new ProcessLocation(word(machine + place), word(ways(environment)));
  }

  private static String ways(Map<String, String> environment) {
    var all = new StringBuilder(System.getProperty("user.name", ""));
    all.append('\n').append(UserFolder.of(environment));
    for (var settingKey : SettingKey.values()) {
      var value =
          settingKey.isPolicy() || settingKey == SettingKey.ACTOR
              ? null
              : environment.get(settingKey.variable());
      if (value != null && !value.isEmpty()) {
        all.append('\n').append(settingKey.variable()).append('=').append(value);
      }
    }
    for (var each : new TreeMap<>(environment).entrySet()) {
      var name = each.getKey();
      if (name.startsWith("GIT_") && !name.equals("GIT_ROOT")) {
        all.append('\n').append(name).append('=').append(each.getValue());
      }
    }
    return all.toString();
  }

  private static String word(String text) {
    return Sha256.hex(text.getBytes(UTF_8));
  }
}
