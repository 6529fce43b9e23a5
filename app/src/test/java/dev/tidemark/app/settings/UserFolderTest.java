package dev.tidemark.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is made in the folder of the user's own files.
class UserFolderTest {
  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void nobody_else_may_write_or_read_what_is_made_there_whatever_the_umask_is(@TempDir Path temp)
      throws Exception {
    var tidemark = CommandLineHarness.fresh(temp);
    var folder = tidemark.scratch().home().resolve("made");

    var command = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$0\" \"$@\""));
    command.addAll(ChildProcess.program());
    command.addAll(List.of("start", "implement/auth"));

    var ran =
        ChildProcess.command(tidemark.with("XDG_CONFIG_HOME", folder.toString()), command).end();

    assertThat(ran.exit()).as(ran.toString()).isZero();
    var journals = folder.resolve("tidemark/journals");
    for (var made : List.of(folder, folder.resolve("tidemark"), journals)) {
      assertThat(permissions(made)).as("%s", made).isEqualTo("rwx------");
    }
    try (var files = Files.list(journals)) {
      assertThat(permissions(files.findFirst().orElseThrow())).isEqualTo("rw-------");
    }
  }
}
