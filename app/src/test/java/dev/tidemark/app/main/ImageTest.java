package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The OCI image of the distribution: its parts are named by their digests, and it runs as a user
/// without rights on a file system that it cannot write.
@LongProof
class ImageTest {
  private static final Path ROOT = Repository.root();

  /// Waits for the server, and asks it from within for what a project has.
  private static final String SESSION =
      """
      "$@" 2>/var/lib/tidemark/log & server=$!
      for try in $(seq 60); do healthy 2>/dev/null && break; sleep 1; done
      healthy && echo healthy as $(id -un)
      tidemark serve token add ann --scope read --project /projects/shop >/tmp/token
      exec 3<>/dev/tcp/127.0.0.1/7410
      printf 'GET %s HTTP/1.0\\r\\nHost: localhost:7410\\r\\nAuthorization: Bearer %s\\r\\n\\r\\n' \
        /projects/shop/api/runs "$(cat /tmp/token)" >&3
      cat <&3
      kill $server; wait $server; echo ended with $?
      """;

  @TempDir private Path temp;

  private static String run(String... words) throws IOException, InterruptedException {
    var said = Files.createTempFile("tidemark-image", ".txt");
    try {
      var process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(said.toFile())
              .start();
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      process.destroyForcibly();
      var text = Files.readString(said, UTF_8);
      assertThat(ended && process.exitValue() == 0).as(text).isTrue();
      return text;
    } finally {
      Files.delete(said);
    }
  }

  private static boolean isThere(String program) {
    return Files.isExecutable(Path.of("/usr/bin").resolve(program));
  }

  private JsonObject blob(JsonObject descriptor) throws IOException {
    return (JsonObject) JsonText.parse(Files.readString(file(descriptor), UTF_8));
  }

  /// Returns the file that a descriptor names, if it is that.
  private Path file(JsonObject descriptor) throws IOException {
    var digest = String.valueOf(descriptor.string("digest"));
    var file = temp.resolve("oci/blobs/sha256").resolve(digest.replace("sha256:", ""));
    var bytes = Files.readAllBytes(file);
    assertThat("sha256:" + Sha256.hex(bytes)).isEqualTo(digest);
    assertThat(descriptor.number("size").wholeValue()).hasValue((long) bytes.length);
    return file;
  }

  @Test
  void it_is_built_without_a_registry_and_serves_the_projects_that_are_mounted() throws Exception {
    var needed =
        isThere("mmdebstrap")
            && isThere("bwrap")
            && Files.exists(ROOT.resolve("app/target/tidemark/lib/built"));
    assumeTrue(
        needed || System.getenv("TIDEMARK_CI") != null,
        "needs mmdebstrap, bubblewrap and a distribution: ./tidemark --version");
    var archive = temp.resolve("image.tar").toString();

    run(ROOT.resolve("build/image/build").toString(), archive);

    var oci = Files.createDirectory(temp.resolve("oci")).toString();
    run("tar", "-xf", archive, "-C", oci);
    var index = (JsonObject) JsonText.parse(Files.readString(temp.resolve("oci/index.json")));
    var manifest = blob((JsonObject) index.array("manifests").elements().getFirst());
    var image = blob(manifest.object("config"));
    var system = Files.createDirectory(temp.resolve("system"));
    var digests = new ArrayList<String>();
    for (var layer : manifest.array("layers").elements()) {
      var tar = temp.resolve("layer.tar").toString();
      run("sh", "-c", "gzip -dc \"$0\" >\"$1\"", file((JsonObject) layer).toString(), tar);
      digests.add("sha256:" + run("sha256sum", tar).substring(0, 64));
      run("tar", "-xf", tar, "-C", system.toString());
    }
    assertThat(image.object("rootfs").strings("diff_ids")).isEqualTo(digests);

    var shop = CommandLineHarness.fresh(temp.resolve("shop")).after("init", "start implement/auth");
    var config = image.object("config");
    assertThat(config.string("User")).isEqualTo("1000:1000");
    assertThat(start(system, shop.folder(), config, "tidemark --version")).startsWith("tidemark ");
    var session = start(system, shop.folder(), config, SESSION);
    assertThat(session)
        .contains("healthy as tidemark\n", "state/implement/auth", "ended with 0\n")
        .doesNotContain("#token=", "setlocale");
    // Its links lead nowhere here.
    run("rm", "-rf", system.toString());
  }

  /// Runs a script in the image, with its command as the arguments.
  private String start(Path system, Path project, JsonObject config, String script)
      throws Exception {
    var home = Files.createDirectories(temp.resolve("home")).toString();
    var words = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent"));
    words.addAll(List.of("--uid", "1000", "--gid", "1000", "--clearenv"));
    words.addAll(List.of("--ro-bind", system.toString(), "/", "--proc", "/proc", "--dev", "/dev"));
    words.addAll(List.of("--tmpfs", "/tmp", "--bind", home, "/var/lib/tidemark"));
    words.addAll(List.of("--tmpfs", "/projects", "--bind", project.toString(), "/projects/shop"));
    words.addAll(List.of("--chdir", String.valueOf(config.string("WorkingDir"))));
    for (var variable : config.strings("Env")) {
      var pair = variable.split("=", 2);
      words.addAll(List.of("--setenv", pair[0], pair[1]));
    }
    words.addAll(List.of("/bin/bash", "-c", script, "bash"));
    words.addAll(config.strings("Entrypoint"));
    words.addAll(config.strings("Cmd"));
    return run(words.toArray(new String[0]));
  }
}
