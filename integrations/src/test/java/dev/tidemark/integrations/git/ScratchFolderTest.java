package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Temporary folders, also those that a killed process has left.
class ScratchFolderTest {
  @TempDir private Path temp;

  private Path all() {
    return temp.resolve("tidemark-trees-" + System.getProperty("user.name"));
  }

  private static Path aged(Path folder, Duration age) throws IOException {
    Files.createDirectories(folder.resolve("objects/aa"));
    Files.writeString(folder.resolve("objects/aa/bb"), "x");
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
    return folder;
  }

  @Test
  void it_is_deleted_with_its_content_and_only_its_owner_may_enter() throws IOException {
    try (var scratch = ScratchFolder.create(temp)) {
      Files.writeString(scratch.path().resolve("index"), "x");

      assertThat(scratch.path()).hasParent(all());
      assertThat(Files.getPosixFilePermissions(all()))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    assertThat(all()).isEmptyDirectory();
  }

  @Test
  void what_a_killed_process_has_left_is_removed_after_an_hour_and_no_link_is_followed()
      throws IOException {
    ScratchFolder.create(temp).close();
    var outside = aged(temp.resolve("outside"), Duration.ofDays(1));
    var old = aged(all().resolve("tree-1"), Duration.ofMinutes(61));
    var recent = aged(all().resolve("tree-2"), Duration.ofMinutes(59));
    Files.createSymbolicLink(old.resolve("link"), outside);
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(61))));

    ScratchFolder.create(temp).close();

    assertThat(old).doesNotExist();
    assertThat(recent).isDirectory();
    assertThat(outside.resolve("objects/aa/bb")).exists();
  }

  @Test
  void a_folder_that_others_may_enter_or_that_leads_elsewhere_is_not_used() throws IOException {
    var old = aged(all().resolve("tree-1"), Duration.ofDays(1));
    Files.setPosixFilePermissions(all(), PosixFilePermissions.fromString("rwxrwxrwx"));
    try (var scratch = ScratchFolder.create(temp)) {
      assertThat(scratch.path()).hasParent(temp);
    }
    assertThat(old).exists();

    var elsewhere = Files.move(all(), temp.resolve("elsewhere"));
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createSymbolicLink(all(), elsewhere);
    try (var scratch = ScratchFolder.create(temp)) {
      assertThat(scratch.path()).hasParent(temp);
    }
    assertThat(elsewhere.resolve("tree-1")).exists();
  }
}
