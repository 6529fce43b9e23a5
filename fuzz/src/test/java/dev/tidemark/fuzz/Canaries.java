package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.main.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Detectors around a checkout: files outside it that are neither read nor changed, a program that
/// leaves a trace when it is started, a port that counts connections, and secrets to look for.
final class Canaries implements AutoCloseable {
  /// The content of the files outside.
  static final String CONTENT = "CANARY-of-a-file-outside-7f3a";

  /// The values of the secrets in the environment.
  static final String SECRET = "CANARYSECRETb81e";

  private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));

  private final Path outside;
  private final Path fired;
  private final Path home;
  private final Map<String, String> files;
  private final ServerSocket port;
  private final AtomicInteger connections = new AtomicInteger();

  private Canaries(Path folder, Path home) throws IOException {
    this.outside = Files.createDirectories(folder.resolve("outside"));
    this.fired = Files.createDirectories(folder.resolve("fired"));
    this.home = home;
    for (var name : List.of("secret", "state.json", "phase.md", "folder/inner")) {
      var file = outside.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, CONTENT + "\n");
    }
    Files.createDirectories(home.resolve(".ssh"));
    Files.writeString(home.resolve(".ssh/id"), CONTENT + "\n");
    var program = outside.resolve("canary");
    Files.writeString(program, "#!/bin/sh\n: > '" + fired + "/'$$\nexec cat\n");
    program.toFile().setExecutable(true);
    files = tree();
    forgetReads();
    port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::listen);
  }

  /// Puts the detectors beside a project.
  static Canaries beside(Path folder, Path home) {
    try {
      return new Canaries(folder, home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void listen() {
    while (!port.isClosed()) {
      try {
        var connection = port.accept();
        connections.incrementAndGet();
        connection.close();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private List<Path> canaryFiles() {
    return List.of(
        outside.resolve("secret"),
        outside.resolve("state.json"),
        outside.resolve("phase.md"),
        outside.resolve("folder/inner"),
        home.resolve(".ssh/id"));
  }

  private static BasicFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, BasicFileAttributeView.class);
  }

  /// Files outside the project with their bytes; the user's own folder for Tidemark may grow.
  private Map<String, String> tree() {
    var all = new TreeMap<>(Tree.files(outside));
    var own = Tree.files(home);
    own.keySet().removeIf(name -> name.startsWith(".config/tidemark/"));
    own.forEach((name, content) -> all.put("~/" + name, content));
    return all;
  }

  /// Replaces the names of the detectors in a text of a checkout.
  String filled(String text, Path root) {
    return text.replace("@ROOT@", root.toString())
        .replace("@OUTSIDE@", outside.toString())
        .replace("@HOME@", home.toString())
        .replace("@CANARY@", outside.resolve("canary").toString())
        .replace("@PORT@", Integer.toString(port.getLocalPort()));
  }

  /// Returns what was noticed since the last time: programs and connections.
  List<String> noticed() {
    var noticed = new ArrayList<String>();
    try (var started = Files.list(fired)) {
      for (var file : started.toList()) {
        noticed.add("a program of the project was started");
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (connections.getAndSet(0) > 0) {
      noticed.add("a connection was opened");
    }
    return noticed;
  }

  /// Returns which files outside were read or changed.
  ///
  /// @param readable names of files that may be read
  List<String> touched(List<String> readable) {
    var touched = new ArrayList<String>();
    try {
      for (var file : canaryFiles()) {
        boolean may = readable.contains(file.getFileName().toString());
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !may && isRead(file)) {
          touched.add(file.getFileName() + " was read");
        }
      }
      touched.addAll(changed());
      forgetReads();
      return touched;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> changed() {
    var touched = new ArrayList<String>();
    var now = tree();
    if (!now.equals(files)) {
      var names = new TreeMap<>(now);
      names.entrySet().removeAll(files.entrySet());
      var gone = new TreeMap<>(files);
      gone.keySet().removeAll(now.keySet());
      touched.add("outside the project changed " + names.keySet() + ", removed " + gone.keySet());
    }
    return touched;
  }

  /// A read is noted where the time of the last one is older than that of the last change.
  private void forgetReads() throws IOException {
    for (var file : canaryFiles()) {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        view(file).setTimes(null, LONG_AGO, null);
      }
    }
  }

  private static boolean isRead(Path file) throws IOException {
    return !Files.readAttributes(file, BasicFileAttributes.class).lastAccessTime().equals(LONG_AGO);
  }

  /// Returns whether the file system notes that a file was read, which every other mount does.
  boolean notesReads() throws IOException {
    var file = Files.writeString(outside.resolve("probe"), "x");
    view(file).setTimes(null, LONG_AGO, null);
    Files.readString(file);
    boolean noted = isRead(file);
    Files.delete(file);
    return noted;
  }

  /// Returns the secrets and contents of files outside that a text shows.
  static List<String> leaked(String text) {
    var leaked = new ArrayList<String>();
    if (text.contains(SECRET)) {
      leaked.add("a secret of the environment");
    }
    if (text.contains(CONTENT)) {
      leaked.add("the content of a file outside");
    }
    return leaked;
  }

  /// Returns files below a folder that hold a secret or the content of a file outside.
  static List<String> leakedBelow(Path folder) {
    var leaked = new ArrayList<String>();
    try (var paths = Files.walk(folder)) {
      for (var path : paths.toList()) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
            && Files.isReadable(path)
            && Files.size(path) < 8_000_000) {
          for (var what : leaked(new String(Files.readAllBytes(path), UTF_8))) {
            leaked.add(folder.relativize(path) + " holds " + what);
          }
        }
      }
    } catch (IOException | UncheckedIOException unreadable) {
      return leaked;
    }
    return leaked;
  }

  @Override
  public void close() {
    try {
      port.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
