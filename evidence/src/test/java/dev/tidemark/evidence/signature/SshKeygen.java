package dev.tidemark.evidence.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// The program `ssh-keygen`, with files in a folder of its own, without the agent and the settings
/// of the user. Where it is missing or old, tests are skipped, but not where `TIDEMARK_CI=1`.
public final class SshKeygen {
  /// The first version that understands times in UTC.
  private static final double VERSION_MIN = 9.1;

  private static final Pattern VERSION = Pattern.compile("OpenSSH_(?:for_Windows_)?(\\d+\\.\\d)");

  private final Path folder;
  private final String zone;
  private int keys;

  public SshKeygen(Path folder) throws IOException, InterruptedException {
    this(folder, "UTC");
    assumeTrue(
        isUsable() || "1".equals(System.getenv("TIDEMARK_CI")),
        "OpenSSH 9.1 is not installed: signatures are not compared with it");
  }

  private boolean isUsable() throws InterruptedException {
    try {
      var version = VERSION.matcher(start(new byte[0], List.of("ssh", "-V")).errors());
      return version.find() && Double.parseDouble(version.group(1)) >= VERSION_MIN;
    } catch (IOException missing) {
      return false;
    }
  }

  private SshKeygen(Path folder, String zone) {
    this.folder = folder;
    this.zone = zone;
  }

  /// Returns one that runs in a time zone.
  SshKeygen in(String otherZone) {
    return new SshKeygen(folder, otherZone);
  }

  record Answer(int exit, String output, String errors) {}

  Answer run(byte[] input, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<String>(List.of("ssh-keygen"));
    command.addAll(List.of(words));
    return start(input, command);
  }

  private Answer start(byte[] input, List<String> command)
      throws IOException, InterruptedException {
    var stdin = Files.write(folder.resolve("stdin"), input);
    var output = folder.resolve("stdout");
    var errors = folder.resolve("stderr");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(stdin.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    var path = builder.environment().get("PATH");
    builder.environment().clear();
    builder.environment().put("PATH", path == null ? "/usr/bin:/bin" : path);
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("TZ", zone);
    var process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("ssh-keygen hangs: " + command);
    }
    return new Answer(
        process.exitValue(), Files.readString(output, UTF_8), Files.readString(errors, UTF_8));
  }

  /// Makes a key without a passphrase.
  Path key(String type, int bits) throws IOException, InterruptedException {
    var file = folder.resolve("key-" + ++keys);
    check(
        run(
            new byte[0],
            "-q",
            "-t",
            type,
            "-b",
            String.valueOf(bits),
            "-N",
            "",
            "-C",
            "",
            "-f",
            file.toString()));
    return file;
  }

  static String publicLine(Path key) throws IOException {
    return Files.readString(key.resolveSibling(key.getFileName() + ".pub")).strip();
  }

  String sign(Path key, byte[] message, String namespace, String hash)
      throws IOException, InterruptedException {
    return check(
        run(message, "-Y", "sign", "-n", namespace, "-O", "hashalg=" + hash, "-f", key.toString()));
  }

  private static String check(Answer answer) {
    if (answer.exit() != 0) {
      throw new AssertionError(answer.errors());
    }
    return answer.output();
  }

  /// Returns whether it takes a signature for one of the message.
  boolean accepts(byte[] message, String armored, String namespace)
      throws IOException, InterruptedException {
    var file = Files.writeString(folder.resolve("signature"), armored);
    return run(message, "-Y", "check-novalidate", "-n", namespace, "-s", file.toString()).exit()
        == 0;
  }

  /// Returns whether it takes a signature for one by an allowed signer with the key.
  public boolean verifies(byte[] message, String armored, String namespace, String key)
      throws IOException, InterruptedException {
    var file = Files.writeString(folder.resolve("signature"), armored).toString();
    var signers = Files.writeString(folder.resolve("signers"), "alice " + key + "\n").toString();
    var words = List.of("-Y", "verify", "-n", namespace, "-I", "alice", "-f", signers, "-s", file);
    return run(message, words.toArray(new String[0])).exit() == 0;
  }
}
