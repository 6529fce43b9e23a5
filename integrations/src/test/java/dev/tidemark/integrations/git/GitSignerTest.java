package dev.tidemark.integrations.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.port.Signer.Result;
import dev.tidemark.port.Signer.Result.NotSigned;
import dev.tidemark.port.Signer.Result.Signed;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.Blocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitSignerTest {
  private static final byte[] MESSAGE = "DSSEv1 4 text 2 {}".getBytes(UTF_8);
  private static final String NAMESPACE = "tidemark-gate";
  private static final String PATH = System.getenv("PATH");

  @TempDir private Path folder;
  private ScratchRepository scratch;
  private Map<String, String> environment;
  private @Nullable Process agent;

  @BeforeEach
  void makeRepository() {
    assumeTrue(
        SearchPath.of(System.getenv(), Path.of("")).find("ssh-keygen") != null
            || "1".equals(System.getenv("TIDEMARK_CI")),
        "OpenSSH is not installed: signing is not tested");
    scratch = ScratchRepository.in(folder);
    environment = new HashMap<>(Map.of("PATH", PATH, "HOME", scratch.home().toString()));
  }

  @AfterEach
  void endAgent() {
    if (agent != null) {
      agent.destroy();
    }
  }

  private Result sign() {
    var root = new ProjectRoot(scratch.root(), ProjectRoot.Origin.GIT);
    return new GitSigner(root, environment, false, 20_000).sign(MESSAGE, NAMESPACE);
  }

  private Blocker refused() {
    var result = sign();
    assertThat(result).isInstanceOf(NotSigned.class);
    return ((NotSigned) result).blocker();
  }

  private String run(String... words) throws IOException, InterruptedException {
    var output = folder.resolve("output");
    var builder =
        new ProcessBuilder(words)
            .directory(scratch.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }

  private Path key(String passphrase) throws IOException, InterruptedException {
    var file = scratch.home().resolve("id_ed25519");
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "", "-f", file.toString());
    scratch.git("config", "gpg.format", "ssh");
    return file;
  }

  private void assertSigned(Result result) throws IOException, InterruptedException {
    assertThat(result).isInstanceOf(Signed.class);
    var file = Files.writeString(folder.resolve("s"), ((Signed) result).signature());
    var message = Files.write(folder.resolve("m"), MESSAGE);
    run(
        "sh",
        "-c",
        "ssh-keygen -Y check-novalidate -n " + NAMESPACE + " -s " + file + " < " + message);
  }

  @Test
  void key_in_a_file_signs_by_its_path_in_each_form() throws IOException, InterruptedException {
    var key = key("");
    for (var name :
        List.of(key.toString(), key + ".pub", "~/id_ed25519", "../home/id_ed25519.pub")) {
      scratch.git("config", "user.signingKey", name);
      assertSigned(sign());
    }
  }

  @Test
  void literal_key_signs_by_the_agent() throws IOException, InterruptedException {
    var key = key("");
    var line = Files.readString(key.resolveSibling("id_ed25519.pub")).strip();
    scratch.git("config", "user.signingKey", "key::" + line);
    var none = refused();
    assertThat(none.code()).isEqualTo("not-signed");
    assertThat(none.reason()).startsWith("ssh-keygen did not sign: ");

    var socket = folder.resolve("agent");
    agent =
        new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("agent.log").toFile())
            .start();
    for (int i = 0; i < 500 && !Files.exists(socket); i++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    environment.put("SSH_AUTH_SOCK", socket.toString());
    run("ssh-add", "-q", key.toString());
    Files.delete(key);

    assertSigned(sign());
    scratch.git("config", "user.signingKey", line);
    assertSigned(sign());
    scratch.git("config", "user.signingKey", key + ".pub");
    assertSigned(sign());
  }

  @Test
  void missing_key_and_other_formats_are_named_with_a_hint()
      throws IOException, InterruptedException {
    assertThat(refused())
        .isEqualTo(
            Blocker.refused(
                "signing-format",
                "git signs with openpgp (gpg.format), not with SSH keys",
                "git config --global gpg.format ssh"));
    scratch.git("config", "gpg.format", "x509");
    assertThat(refused().reason()).contains("x509");

    scratch.git("config", "gpg.format", "ssh");
    assertThat(refused())
        .isEqualTo(
            Blocker.refused(
                "no-signing-key",
                "git has no signing key (user.signingKey)",
                "git config --global user.signingKey ~/.ssh/id_ed25519.pub"));

    scratch.git("config", "user.signingKey", scratch.home() + "/none");
    assertThat(refused().code()).isEqualTo("not-signed");
    assertThat(refused().reason()).contains(scratch.home() + "/none");
  }

  @Test
  void passphrase_that_cannot_be_asked_for_is_a_reason() throws IOException, InterruptedException {
    var key = key("a passphrase");
    scratch.git("config", "user.signingKey", key.toString());

    assertThat(refused().reason()).contains("passphrase");
  }

  private static void script(Path file, String command) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + command + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void missing_program_is_a_reason() throws IOException, InterruptedException {
    scratch.git("config", "user.signingKey", key("").toString());
    var bin = Files.createDirectories(folder.resolve("bin"));
    script(bin.resolve("git"), "exec " + run("sh", "-c", "command -v git").strip() + " \"$@\"");
    environment.put("PATH", bin.toString());

    assertThat(refused().code()).isEqualTo("no-ssh-keygen");
  }

  @Test
  void program_that_hangs_is_ended() throws IOException, InterruptedException {
    scratch.git("config", "user.signingKey", key("").toString());
    var bin = Files.createDirectories(folder.resolve("bin"));
    script(bin.resolve("ssh-keygen"), "exec sleep 600");
    environment.put("PATH", bin + ":" + PATH);
    var root = new ProjectRoot(scratch.root(), ProjectRoot.Origin.GIT);

    var result = new GitSigner(root, environment, false, 200).sign(MESSAGE, NAMESPACE);

    assertThat(((NotSigned) result).blocker().reason())
        .isEqualTo("ssh-keygen did not sign: ssh-keygen took longer than 200 ms");
  }
}
