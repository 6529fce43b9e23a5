package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The pages under `docs/cli` are what the table says. `-Dtidemark.write=true` writes them anew.
class CliDocsTest {
  private static final Path FOLDER = Repository.root().resolve("docs/cli");

  /// Written by hand; `JsonShapesTest` holds it to the program.
  private static final String WRITTEN = "json.md";

  @Test
  void the_pages_are_what_the_table_says() throws IOException {
    Map<String, String> pages = CliDocs.pages();
    if (Boolean.getBoolean("tidemark.write")) {
      write(pages);
    }
    List<String> stale = new ArrayList<>();
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Path file = FOLDER.resolve(page.getKey());
      if (!Files.exists(file) || !Files.readString(file).equals(page.getValue())) {
        stale.add(page.getKey());
      }
    }
    assertThat(stale).as("pages to write anew with -Dtidemark.write=true").isEmpty();
  }

  @Test
  void there_is_no_page_for_a_verb_that_is_gone() throws IOException {
    assertThat(files()).isEqualTo(new TreeSet<>(CliDocs.pages().keySet()));
  }

  private static void write(Map<String, String> pages) throws IOException {
    Files.createDirectories(FOLDER);
    for (String file : files()) {
      Files.delete(FOLDER.resolve(file));
    }
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
    }
  }

  private static TreeSet<String> files() throws IOException {
    if (!Files.isDirectory(FOLDER)) {
      return new TreeSet<>();
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      var names = new TreeSet<>(files.map(file -> file.getFileName().toString()).toList());
      names.remove(WRITTEN);
      return names;
    }
  }
}
