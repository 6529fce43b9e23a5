package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a disk refuses is said in words, and not by the names of the JDK's classes.
class DiskReasonTest {
  @TempDir private Path temp;

  private interface Step {
    void run() throws IOException;
  }

  @BeforeEach
  void a_file_in_a_folder() throws IOException {
    Files.createDirectory(temp.resolve("folder"));
    Files.write(temp.resolve("folder/file"), new byte[] {(byte) 0xff});
  }

  @Test
  void what_is_missing_there_already_or_something_else_is_said() {
    refused(() -> Files.readString(temp.resolve("x/y")), "x/y", "there is no such file or folder");
    refused(() -> Files.createFile(temp.resolve("folder")), "folder", "it is there already");
    refused(() -> Files.delete(temp.resolve("folder")), "folder", "the folder is not empty");
    refused(
        () -> Files.newDirectoryStream(temp.resolve("folder/file")).close(),
        "folder/file",
        "it is no folder");
  }

  @Test
  void what_may_not_be_done_is_said() {
    refused(denied("key", null), "key", "permission denied");
    refused(denied("key", "it is locked"), "key", "it is locked");
  }

  @Test
  void the_words_of_the_system_are_kept() {
    refused(
        () -> Files.createFile(temp.resolve("folder/file/below")),
        "folder/file/below",
        "Not a directory");
    var failure = failure(() -> new FileInputStream(temp.resolve("folder").toFile()).close());

    assertThat(DiskReason.of(failure)).isEqualTo("Is a directory");
    assertThat(DiskReason.located(failure)).isEqualTo(temp.resolve("folder") + " (Is a directory)");
  }

  @Test
  void bytes_that_are_no_text_are_called_so() {
    var failure = failure(() -> Files.readString(temp.resolve("folder/file")));

    assertThat(DiskReason.of(failure)).isEqualTo("it is not UTF-8 text");
    assertThat(DiskReason.located(failure)).isEqualTo("it is not UTF-8 text");
  }

  @Test
  void any_other_failure_speaks_for_itself() {
    assertThat(DiskReason.of(new IOException("the cable (grey) is cut (off)")))
        .isEqualTo("the cable (grey) is cut (off)");
    assertThat(DiskReason.located(new IOException())).isEqualTo("IOException");
    assertThat(DiskReason.located(new FileSystemException(null, null, "full"))).isEqualTo("full");
  }

  private Step denied(String name, String reason) {
    return () -> {
      throw new AccessDeniedException(temp.resolve(name).toString(), null, reason);
    };
  }

  private void refused(Step step, String name, String reason) {
    var failure = failure(step);

    assertThat(DiskReason.of(failure)).isEqualTo(reason);
    assertThat(DiskReason.located(failure)).isEqualTo(temp.resolve(name) + ": " + reason);
  }

  private static IOException failure(Step step) {
    try {
      step.run();
    } catch (IOException refused) {
      return refused;
    }
    throw new AssertionError("nothing was refused");
  }
}
