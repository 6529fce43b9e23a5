package dev.tidemark.stores.file.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The answers of the program `stat` that count as a type.
@EnabledOnOs(
    value = {OS.LINUX, OS.MAC},
    disabledReason = "the program is a shell script")
class FileSystemOfStatTest {
  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({
    "echo ext2/ext3, 60, ext2/ext3",
    "echo 'UNKNOWN (0x6a656a63)', 60, ''",
    "echo nfs; exit 1, 60, ''",
    "exec sleep 60, 1, ''",
    "true, 60, ''"
  })
  void only_a_name_of_a_program_that_succeeds_in_time_is_a_type(
      String script, int seconds, String type) throws IOException {
    var program = Files.writeString(temp.resolve("stat"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));

    assertThat(DiskIo.fileSystemOfStat(program.toString(), temp, seconds)).isEqualTo(type);
  }

  @Test
  void without_the_program_the_type_is_unknown() {
    assertThat(DiskIo.fileSystemOfStat(temp.resolve("absent").toString(), temp, 1)).isEmpty();
  }
}
