package dev.tidemark.integrations.git;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.port.Signer;
import dev.tidemark.text.EscapedText;
import dev.tidemark.workflow.Blocker;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Signs by `ssh-keygen -Y sign` with the key that git signs commits with: `gpg.format` has to be
/// `ssh`, and `user.signingKey` is a file or a literal key (`key::ssh-ed25519 AAAA...`).
///
/// A private key in an agent (`SSH_AUTH_SOCK`) or on a security key is found by `ssh-keygen`.
public final class GitSigner implements Signer {
  private static final String PROGRAM = "ssh-keygen";
  private static final String KEY = "user.signingkey";
  private static final String FORMAT = "gpg.format";

  /// Prefix of a literal key, and beginning of one in the older form.
  private static final String LITERAL = "key::";

  private static final String OLD_LITERAL = "ssh-";

  /// The default time limit: a person may have to find the security key.
  private static final long TIMEOUT_MILLIS = 120_000;

  private final ProjectRoot root;
  private final Map<String, String> environment;
  private final boolean interactive;
  private final long timeoutMillis;

  /// @param root the project, whose settings of git count
  /// @param environment the variables of the process
  /// @param interactive whether a user is at the terminal: `ssh-keygen` asks there
  public GitSigner(ProjectRoot root, Map<String, String> environment, boolean interactive) {
    this(root, environment, interactive, TIMEOUT_MILLIS);
  }

  GitSigner(
      ProjectRoot root, Map<String, String> environment, boolean interactive, long timeoutMillis) {
    this.root = root;
    this.environment = environment;
    this.interactive = interactive;
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public Result sign(byte[] message, String namespace) {
    Map<String, String> settings;
    try {
      settings = settings();
    } catch (UnreadableRepositoryException e) {
      return refused(
          "signing-settings",
          "the signing key of git cannot be read: " + e.getMessage(),
          "git config --get user.signingKey");
    }
    var format = settings.getOrDefault(FORMAT, "openpgp");
    if (!format.equals("ssh")) {
      return refused(
          "signing-format",
          "git signs with " + EscapedText.line(format) + " (gpg.format), not with SSH keys",
          "git config --global gpg.format ssh");
    }
    var key = settings.getOrDefault(KEY, "");
    if (key.isEmpty()) {
      return refused(
          "no-signing-key",
          "git has no signing key (user.signingKey)",
          "git config --global user.signingKey ~/.ssh/id_ed25519.pub");
    }
    var path = SearchPath.of(environment, root.folder());
    var program = path.find(PROGRAM);
    if (program == null) {
      return refused(
          "no-ssh-keygen", PROGRAM + " " + path.missing(), "install OpenSSH, version 8.2 or later");
    }
    try {
      return withKey(program, key, message, namespace);
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  /// Returns both settings, as far as they are set. A path is expanded, other values are not
  /// changed by that.
  private Map<String, String> settings() throws UnreadableRepositoryException {
    var git = new GitProcess(root.folder(), environment, root.usesGitVariables(environment));
    var answer =
        git.run(
            "",
            "config",
            "--type=path",
            "--null",
            "--get-regexp",
            "^(gpg\\.format|user\\.signingkey)$");
    if (answer.exit() > 1) {
      throw new UnreadableRepositoryException(answer);
    }
    var settings = new HashMap<String, String>();
    for (var setting : answer.fields()) {
      int end = setting.indexOf('\n');
      if (end >= 0) {
        settings.put(setting.substring(0, end), setting.substring(end + 1));
      }
    }
    return settings;
  }

  private Result withKey(String program, String key, byte[] message, String namespace)
      throws IOException {
    boolean literal = key.startsWith(LITERAL);
    if (!literal && !key.startsWith(OLD_LITERAL)) {
      return run(List.of(program, "-q", "-Y", "sign", "-n", namespace, "-f", key), message);
    }
    var file = Files.createTempFile("tidemark-key-", ".pub");
    try {
      Files.writeString(file, (literal ? key.substring(LITERAL.length()) : key) + "\n");
      return withKey(program, file.toString(), message, namespace);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private Result run(List<String> words, byte[] message) throws IOException {
    var builder = new ProcessBuilder(words).directory(root.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    if (interactive) {
      // The message is its standard input; without this it would not ask at the terminal then.
      builder.environment().putIfAbsent("SSH_ASKPASS_REQUIRE", "never");
      builder.redirectError(Redirect.INHERIT);
    }
    var process = builder.start();
    try (var running = new GitProcess.Running(process, PROGRAM, timeoutMillis)) {
      try (var input = process.getOutputStream()) {
        input.write(message);
      } catch (IOException ended) {
        // It reports the reason on its standard error.
      }
      var answer = running.await();
      if (answer.exit() == 0) {
        return new Result.Signed(answer.output());
      }
      var reason =
          answer
              .errors()
              .lines()
              .filter(line -> !line.isBlank())
              .reduce("exit code " + answer.exit(), (before, line) -> line.strip());
      return failed(EscapedText.line(reason));
    }
  }

  private static Result failed(String reason) {
    return refused(
        "not-signed",
        PROGRAM + " did not sign: " + reason,
        "run ssh-add, or check git config --get user.signingKey");
  }

  private static Result refused(String code, String reason, String hint) {
    return new Result.NotSigned(Blocker.refused(code, reason, hint));
  }
}
