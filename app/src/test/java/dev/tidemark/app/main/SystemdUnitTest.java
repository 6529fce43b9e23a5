package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.spec.ParsedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The unit for systemd that is shipped.
class SystemdUnitTest {
  private static final Path UNIT = Repository.root().resolve("build/dist/tidemark.service");
  private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

  @TempDir private Path temp;

  @Test
  void its_command_is_one_of_this_version_and_its_token_is_not_logged() throws IOException {
    var unit = Files.readString(UNIT);
    var command = unit.replaceAll("(?s).*\nExecStart=\\S+/tidemark ([^\n]*)\n.*", "$1");

    assertThat(CommandRegistry.parse(command.split(" "))).isInstanceOf(ParsedCommand.class);
    assertThat(command).startsWith("serve ");
    assertThat(unit).contains("\nStandardOutput=null\n");
  }

  @Test
  void systemd_accepts_it() throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(ANALYZE) || System.getenv("TIDEMARK_CI") != null,
        "systemd-analyze is missing");
    // A program and a user that are here.
    var text =
        Files.readString(UNIT)
            .replace("/opt/tidemark/bin/tidemark", "/bin/true")
            .replace("User=tidemark", "User=daemon");
    var file = Files.writeString(temp.resolve("tidemark.service"), text);
    var said = temp.resolve("said").toFile();

    var verify =
        new ProcessBuilder(ANALYZE.toString(), "verify", "--man=no", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();

    assertThat(verify.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(said.toPath())).doesNotContain("tidemark.service");
    assertThat(verify.exitValue()).as(Files.readString(said.toPath())).isZero();
  }
}
