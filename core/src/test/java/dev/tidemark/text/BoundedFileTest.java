package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BoundedFileTest {
  @TempDir private Path temp;

  private Path project;

  private Path outside;

  @BeforeEach
  void a_project_beside_another_folder() throws IOException {
    var root = temp.toRealPath();
    project = Files.createDirectory(root.resolve("project"));
    outside = Files.createDirectory(root.resolve("outside"));
    Files.writeString(project.resolve("file"), "w\u00f6rd");
    Files.writeString(outside.resolve("file"), "secret");
  }

  @Test
  void a_file_of_the_largest_size_is_read_and_one_byte_more_is_refused() throws IOException {
    var file = project.resolve("file");

    assertThat(BoundedFile.bytes(file)).isEqualTo("w\u00f6rd".getBytes(UTF_8));
    assertThat(BoundedFile.bytes(file, 6)).isEqualTo("w\u00f6rd".getBytes(UTF_8));
    assertThat(BoundedFile.bytes(file, 5)).isEqualTo("w\u00f6rd".getBytes(UTF_8));
    assertRefused(() -> BoundedFile.bytes(file, 4), file, "it is larger than 4 bytes");
    assertThat(BoundedFile.text(file)).isEqualTo("w\u00f6rd");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_link_into_the_files_of_the_system_is_not_opened() throws IOException {
    var link = project.resolve("link");
    // Reading it blocks until the kernel has a message.
    Files.createSymbolicLink(link, Path.of("/proc/kmsg"));

    var reason = "it is not a regular file; remove it, or put a file in its place";
    assertRefused(() -> BoundedFile.bytes(link), link, reason);
    assertThat(BoundedFile.bytes(Path.of("/proc/self/stat"))).isNotEmpty();
  }

  @Test
  void a_folder_or_a_missing_file_is_not_opened() {
    var reason = "it is not a regular file; remove it, or put a file in its place";

    assertRefused(() -> BoundedFile.check(project), project, reason);
    assertRefused(() -> BoundedFile.bytes(project), project, reason);
    assertThatThrownBy(() -> BoundedFile.bytes(project.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void bytes_that_are_not_utf_8_are_no_text() throws IOException {
    var file = Files.write(project.resolve("binary"), new byte[] {'a', (byte) 0xff});

    assertThat(BoundedFile.bytes(file)).containsExactly('a', 0xff);
    assertRefused(() -> BoundedFile.text(file), file, "it is not UTF-8 text");
  }

  @Test
  void a_link_may_lead_to_a_file_of_the_project_only() throws IOException {
    var inside = Files.createSymbolicLink(project.resolve("inside"), project.resolve("file"));
    var out = Files.createSymbolicLink(project.resolve("out"), outside.resolve("file"));
    var folder = Files.createSymbolicLink(project.resolve("folder"), outside).resolve("file");

    assertThat(BoundedFile.leadsOut(project.resolve("file"), project)).isFalse();
    assertThat(BoundedFile.leadsOut(inside, project)).isFalse();
    assertThat(BoundedFile.leadsOut(out, project)).isTrue();
    assertThat(BoundedFile.leadsOut(folder, project)).isTrue();
    assertThat(BoundedFile.text(inside, project)).isEqualTo("w\u00f6rd");
    var reason = "it leaves the project through a symbolic link";
    assertRefused(() -> BoundedFile.text(out, project), out, reason);
    assertRefused(() -> BoundedFile.text(folder, project), folder, reason);
  }

  @Test
  void a_project_reached_by_a_link_has_its_files_inside() throws IOException {
    var alias = Files.createSymbolicLink(temp.resolve("alias"), project);

    assertThat(BoundedFile.leadsOut(alias.resolve("file"), alias)).isFalse();
    assertThat(BoundedFile.text(alias.resolve("file"), alias)).isEqualTo("w\u00f6rd");
  }

  private static void assertRefused(ThrowingCallable read, Path file, String reason) {
    assertThatThrownBy(read)
        .isInstanceOfSatisfying(
            FileSystemException.class,
            refused -> {
              assertThat(refused.getFile()).isEqualTo(file.toString());
              assertThat(refused.getReason()).isEqualTo(reason);
            });
  }
}
