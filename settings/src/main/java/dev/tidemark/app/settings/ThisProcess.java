package dev.tidemark.app.settings;

import dev.tidemark.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Process info: identity and host of this process, for its actor. It is looked up once.
public final class ThisProcess {
  /// The file with the host name on Linux; asking the network could take seconds.
  private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

  /// Leads to the folder named like this process; the JDK's own way costs six times as much.
  private static final Path SELF = Path.of("/proc/self");

  /// The host name, cached after the first call; empty if unknown.
  private static volatile @Nullable String host;

  /// The process id, cached after the first call.
  private static volatile long process;

  /// The variable by which the native client says that a server may have executed this call
  /// already.
  public static final String REPEATED = "TIDEMARK_REPEATED";

  /// The precision of the start of a process on Linux is a second.
  private static final Duration PRECISION = Duration.ofSeconds(2);

  private ThisProcess() {}

  /// Returns when this process began, or a little earlier. A process keeps its id and its start
  /// when it becomes another program.
  public static Instant started() {
    var now = Instant.now();
    return ProcessHandle.current().info().startInstant().orElse(now).minus(PRECISION);
  }

  /// Returns the host name; null if unknown.
  static @Nullable String machine(Map<String, String> environment) {
    for (var variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
      var name = environment.get(variable);
      if (name != null && !name.isBlank()) {
        return name.strip();
      }
    }
    var known = host;
    if (known == null) {
      known = ofSystem();
      host = known;
    }
    return known.isEmpty() ? null : known;
  }

  private static String ofSystem() {
    try {
      return Files.exists(HOST) ? BoundedFile.text(HOST).strip() : "";
    } catch (IOException e) {
      return "";
    }
  }

  /// Returns the number of this process.
  public static long number() {
    long known = process;
    if (known == 0) {
      known = ofProcess();
      process = known;
    }
    return known;
  }

  private static long ofProcess() {
    try {
      if (Files.exists(SELF)) {
        long number = SettingKey.number(Files.readSymbolicLink(SELF).toString());
        if (number > 0) {
          return number;
        }
      }
    } catch (IOException e) {
      // Another system, or a sealed one: the slower way works there too.
    }
    return ProcessHandle.current().pid();
  }
}
