package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The page of all verbs is what the table says. `-Dtidemark.write=true` writes it anew.
class CliDocsTest {
  private static final Path PAGE = Repository.root().resolve("docs/cli/README.md");

  @Test
  void the_page_is_what_the_table_says() throws IOException {
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, CliDocs.index());
    }
    assertThat(PAGE).as("to write anew with -Dtidemark.write=true").hasContent(CliDocs.index());
  }
}
