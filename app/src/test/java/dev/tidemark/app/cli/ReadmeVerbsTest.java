package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class ReadmeVerbsTest {
  @Test
  @Proves("R-USR-26")
  void the_readme_lists_the_verbs_of_the_command_table() throws IOException {
    var rows = new StringBuilder("| verb | what it does |\n|---|---|\n");
    for (var verb : CommandTable.shown()) {
      var page = verb.name().replace(' ', '-') + ".md";
      rows.append("| [`").append(verb.name()).append("`](docs/cli/").append(page).append(") | ");
      rows.append(verb.summary()).append(" |\n");
    }

    assertThat(Files.readString(Repository.root().resolve("README.md"))).contains(rows + "\n");
  }
}
