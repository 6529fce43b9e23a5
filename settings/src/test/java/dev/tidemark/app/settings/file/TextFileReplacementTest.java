package dev.tidemark.app.settings.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TextFileReplacementTest {
  @TempDir Path folder;
  private Path file;
  private final TextFileReplacement whole = new TextFileReplacement();

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.writeString(folder.resolve("config.yaml"), "old\n");
  }

  @Test
  void another_text_takes_the_place_and_nothing_is_left_beside_it() throws IOException {
    whole.replace(file, "old\n", "näw\n");

    assertThat(file).hasContent("näw\n");
    assertThat(names()).containsExactly("config.yaml");
  }

  @Test
  void the_text_is_on_the_medium_before_the_name_and_the_name_before_we_go_on() throws IOException {
    var steps = new ArrayList<String>();

    new TextFileReplacement(logged(StorageIo.class, new DiskIo(), steps))
        .replace(file, "old\n", "new\n");

    assertThat(steps)
        .containsExactly("create", "write", "copyMode", "force", "close", "rename", "forceDir");
  }

  @Test
  void a_file_keeps_its_permissions() throws IOException {
    assumePosix();
    for (var modes : List.of("rw-------", "rw-rw-r--", "rwxr-xr-x")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(modes));
      var text = Files.readString(file);

      whole.replace(file, text, text + "more\n");

      assertThat(modes(file)).isEqualTo(modes);
    }
  }

  @Test
  void what_is_private_lets_nobody_in_even_if_it_did_before() throws IOException {
    assumePosix();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));

    whole.replacePrivate(file, "old\n", "new\n");
    whole.replacePrivate(folder.resolve("fresh"), "", "new\n");

    assertThat(modes(file)).isEqualTo("rw-------");
    assertThat(modes(folder.resolve("fresh"))).isEqualTo("rw-------");
  }

  @Test
  void a_link_stays_one_and_what_it_leads_to_is_replaced() throws IOException {
    assumePosix();
    var elsewhere = Files.createDirectory(folder.resolve("dotfiles"));
    Files.move(file, elsewhere.resolve("shared.yaml"));
    Files.createSymbolicLink(file, Path.of("dotfiles/shared.yaml"));

    whole.replace(file, "old\n", "new\n");

    assertThat(file).isSymbolicLink();
    assertThat(elsewhere.resolve("shared.yaml")).hasContent("new\n");
    assertThat(names()).containsExactlyInAnyOrder("config.yaml", "dotfiles");
  }

  @Test
  void what_somebody_else_has_changed_since_stays_as_they_left_it() throws IOException {
    Files.writeString(file, "theirs\n");

    assertThatThrownBy(() -> whole.replace(file, "old\n", "ours\n"))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " was changed by another process just now; nothing was done");

    assertThat(file).hasContent("theirs\n");
    assertThat(names()).containsExactly("config.yaml");
  }

  @Test
  void a_file_that_has_come_or_gone_since_counts_as_changed() throws IOException {
    assertThatThrownBy(() -> whole.replace(file, "", "ours\n")).isInstanceOf(IOException.class);
    Files.delete(file);
    assertThatThrownBy(() -> whole.replace(file, "old\n", "x")).isInstanceOf(IOException.class);

    assertThat(names()).isEmpty();
  }

  @Test
  void where_the_disk_refuses_the_file_is_as_it_was() throws IOException {
    var full =
        (StorageIo)
            Proxy.newProxyInstance(
                StorageIo.class.getClassLoader(),
                new Class<?>[] {StorageIo.class},
                (proxy, method, values) -> {
                  if (method.getName().equals("rename")) {
                    throw new IOException("No space left on device");
                  }
                  return call(method, new DiskIo(), values);
                });

    assertThatThrownBy(() -> new TextFileReplacement(full).replace(file, "old\n", "new\n"))
        .isInstanceOf(IOException.class)
        .hasMessage("No space left on device");

    assertThat(file).hasContent("old\n");
    assertThat(names()).containsExactly("config.yaml");
  }

  private static <T> T logged(Class<T> type, T real, List<String> steps) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, values) -> {
              steps.add(method.getName());
              var result = call(method, real, values);
              return result instanceof StorageIo.Output output
                  ? logged(StorageIo.Output.class, output, steps)
                  : result;
            }));
  }

  private static Object call(Method method, Object real, Object[] values) throws Throwable {
    try {
      return method.invoke(real, values);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private void assumePosix() {
    assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");
  }

  private static String modes(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(found -> found.getFileName().toString()).toList();
    }
  }
}
