package dev.tidemark.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Locale;

/// Carries out the steps of a checkout in a folder.
final class CheckoutBuilder {
  /// A workflow whose last phase has a review and a command as mandatory gates.
  private static final String GATED =
      """
      format: state
      phases:
        - build
        - name: publish
          gates:
            - review: true
            - command: [test, -f, built.txt]
              name: tests
      """;

  private final Checkout checkout;
  private final Canaries canaries;
  private CommandLineHarness tidemark;

  private CheckoutBuilder(Checkout checkout, CommandLineHarness tidemark, Canaries canaries) {
    this.checkout = checkout;
    this.tidemark = tidemark;
    this.canaries = canaries;
  }

  /// Makes the project of a checkout, with secrets in the environment of its command line.
  static CommandLineHarness build(Checkout checkout, CommandLineHarness begun, Canaries canaries)
      throws Exception {
    var tidemark = begun;
    for (var name :
        new String[] {
          "LINEAR_API_KEY", "VERCEL_TOKEN", "PGPASSWORD", "ANTHROPIC_API_KEY", "BOARD_SECRET"
        }) {
      tidemark = tidemark.with(name, Canaries.SECRET + name.toLowerCase(Locale.ROOT));
    }
    tidemark =
        tidemark.with("BOARD_URL", canaries.filled("http://127.0.0.1:@PORT@/", begun.folder()));
    var builder = new CheckoutBuilder(checkout, tidemark, canaries);
    for (var step : checkout.steps()) {
      builder.carryOut(step);
    }
    return builder.tidemark;
  }

  /// Begins a project: `empty`, with `documents` of each format, the same `recorded`, or `gated`.
  static CommandLineHarness begin(Checkout checkout, Path folder) {
    return switch (checkout.value("from", "recorded")) {
      case "empty" -> CommandLineHarness.fresh(folder);
      case "documents" -> Protocol.all(folder);
      case "recorded" -> Protocol.all(folder).after("adopt");
      case "gated" -> {
        var tidemark = CommandLineHarness.fresh(folder);
        tidemark
            .scratch()
            .write(".tidemark/workflows/ship.yaml", GATED)
            .write("built.txt", "built");
        yield tidemark.after("start ship", "done build --summary Built");
      }
      default -> throw new IllegalArgumentException(checkout + " begins from nothing known");
    };
  }

  private void carryOut(Checkout.Step step) throws Exception {
    var value = filled(step.value());
    switch (step.key()) {
      case "file" -> write(value, filled(step.content()), StandardOpenOption.TRUNCATE_EXISTING);
      case "append" -> write(value, filled(step.content()), StandardOpenOption.APPEND);
      case "replace" -> replace(value, step.content());
      case "remove" -> remove(file(value));
      case "folder" -> Files.createDirectories(file(value));
      case "link" -> link(value);
      case "fifo" -> program("mkfifo", cleared(value).toString());
      case "socket" -> socket(cleared(value));
      case "sparse" -> {
        var words = value.split(" ", 2);
        try (var sparse = new RandomAccessFile(cleared(words[1]).toFile(), "rw")) {
          sparse.setLength(Long.parseLong(words[0]));
        }
      }
      case "mode" -> {
        var words = value.split(" ", 2);
        Files.setPosixFilePermissions(file(words[1]), PosixFilePermissions.fromString(words[0]));
      }
      case "time" -> {
        var words = value.split(" ", 2);
        Files.setLastModifiedTime(file(words[1]), FileTime.from(Instant.parse(words[0])));
      }
      case "git" -> tidemark.scratch().git(value.split(" "));
      case "env" -> {
        int equals = value.indexOf('=');
        tidemark = tidemark.with(value.substring(0, equals), value.substring(equals + 1));
      }
      case "run" -> tidemark.run(value);
      default -> {
        // What is expected of it: read where it is judged.
      }
    }
  }

  private String filled(String text) {
    return canaries.filled(text, tidemark.scratch().root());
  }

  /// Returns a file of the project; paths of the state begin with `.tidemark`.
  private Path file(String name) {
    return StateFolder.of(tidemark.scratch().root()).resolve(name);
  }

  private void write(String name, String text, StandardOpenOption how) throws IOException {
    var file = file(name);
    Files.createDirectories(file.getParent());
    Files.write(
        file, text.getBytes(UTF_8), StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
    if (name.endsWith(".sh") || text.startsWith("#!")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private void replace(String value, String content) throws IOException {
    var words = value.split(" :: ", -1);
    var file = file(words[0]);
    var before = Files.readString(file);
    var after = before.replace(words[1], words.length > 2 ? words[2] : content);
    if (after.equals(before)) {
      throw new IllegalArgumentException(checkout + ": nothing to replace in " + words[0]);
    }
    Files.writeString(file, after);
  }

  private Path cleared(String name) throws IOException {
    var file = file(name);
    remove(file);
    Files.createDirectories(file.getParent());
    return file;
  }

  private static void remove(Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      Scratch.remove(file);
    }
  }

  private void link(String value) throws IOException {
    var words = value.split(" -> ", 2);
    Files.createSymbolicLink(cleared(words[0]), Path.of(words[1]));
  }

  /// A path of a socket is short, so it is bound elsewhere and moved.
  private static void socket(Path file) throws IOException {
    var folder = Files.createTempDirectory("s");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
      Files.move(folder.resolve("s"), file);
    } finally {
      Scratch.remove(folder);
    }
  }

  private static void program(String... words) throws IOException, InterruptedException {
    if (new ProcessBuilder(words).start().waitFor() != 0) {
      throw new IOException(String.join(" ", words) + " failed");
    }
  }
}
