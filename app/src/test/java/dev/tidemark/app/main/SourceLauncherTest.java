package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program `./tidemark`, which compiles its sources. On a build server the distribution must be
/// there; elsewhere `./tidemark --version` builds it.
@LongProof
class SourceLauncherTest {
  private static final String VERSION =
      "commands/src/main/java/dev/tidemark/app/command/HelpCommands.java";

  @TempDir private Path temp;

  private record Ran(int exit, String out, String err) {}

  @Test
  void an_edit_is_compiled_without_a_whole_build_and_an_error_leaves_the_program_as_it_was()
      throws Exception {
    var root = Repository.root();
    boolean built = Files.exists(root.resolve("app/target/tidemark/lib/built"));
    assumeTrue(built || System.getenv("TIDEMARK_CI") != null, "./tidemark --version builds it");
    copySources(root);
    // Shells compare whole seconds.
    var now = Instant.now();
    Files.setLastModifiedTime(
        temp.resolve("app/target/tidemark/lib/built"), FileTime.from(now.minusSeconds(2)));

    edit(VERSION, "\"tidemark \" + ", "\"tidemark edited \" + ");
    var edited = run("./tidemark", "--version");
    assertThat(edited.err()).contains("sources have changed, compiling");
    assertThat(edited.out()).startsWith("tidemark edited ");
    assertThat(edited.exit()).isZero();
    assertThat(run("./tidemark", "--version").err()).isEmpty();

    edit(VERSION, "\"tidemark edited \" + ", "\"tidemark edited + ");
    var broken = run("./tidemark", "--version");
    assertThat(broken.exit()).isEqualTo(69);
    assertThat(broken.err()).contains("the sources do not compile", "HelpCommands.java");
    assertThat(run("app/target/tidemark/bin/tidemark", "--version").out())
        .startsWith("tidemark edited ");
  }

  private void copySources(Path root) throws Exception {
    var copy =
        "cp -a --parents tidemark pom.xml build/*.* build/jdk build/dist plugins README.md"
            + " LICENSE NOTICE app/sbom.json app/target/tidemark */pom.xml */src/main"
            + " */target/test-classpath.txt \"$0\"";
    var process =
        new ProcessBuilder("sh", "-c", copy, temp.toString())
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }

  private void edit(String file, String text, String other) throws IOException {
    var path = temp.resolve(file);
    var before = Files.readString(path);
    assertThat(before).contains(text);
    Files.writeString(path, before.replace(text, other));
  }

  private Ran run(String... words) throws Exception {
    var out = temp.resolve("out");
    var err = temp.resolve("err");
    var process =
        new ProcessBuilder(words)
            .directory(temp.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    return new Ran(exit, Files.readString(out), Files.readString(err));
  }
}
