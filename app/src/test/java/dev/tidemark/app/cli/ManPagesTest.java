package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The manual pages under `docs/man` are what the table says. `-Dtidemark.write=true` writes them
/// anew.
@Proves({"R-USR-05", "R-USR-26"})
class ManPagesTest {
  private static final Path FOLDER = Repository.root().resolve("docs/man");
  private static final Path GROFF = Path.of("/usr/bin/groff");

  @Test
  void the_manual_is_what_the_table_says() throws IOException {
    var pages = new TreeMap<>(ManPages.pages());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.createDirectories(FOLDER);
      for (Path file : files()) {
        Files.delete(file);
      }
      for (var page : pages.entrySet()) {
        Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
      }
    }
    var found = new TreeMap<String, String>();
    for (Path file : files()) {
      found.put(file.getFileName().toString(), Files.readString(file));
    }
    assertThat(found).isEqualTo(pages);
  }

  @Test
  void what_roff_would_take_for_a_request_is_text() {
    var page = ManPages.pages().get("tidemark-done.1");

    assertThat(page).contains(".TH TIDEMARK-DONE 1", ".SH EXAMPLES", "\\-\\-summary");
    for (var line : page.lines().toList()) {
      assertThat(line).matches("(?:\\.[A-Za-z\\\\].*|[^.'].*)");
    }
  }

  @Test
  void the_pages_are_printed_without_a_warning() throws Exception {
    assumeTrue(Files.isExecutable(GROFF), "groff is not here");
    var command = new ArrayList<>(List.of(GROFF.toString(), "-man", "-Tascii", "-ww", "-z"));
    for (Path file : files()) {
      command.add(file.toString());
    }

    var groff = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(groff.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
  }

  private static List<Path> files() throws IOException {
    if (!Files.isDirectory(FOLDER)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.sorted().toList();
    }
  }
}
