package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/// The table in the README is the command table. `-Dtidemark.write=true` writes it anew.
class ReadmeVerbsTest {
  private static final String HEAD = "| verb | what it does |\n|---|---|\n";

  @Test
  @Proves("R-USR-26")
  void the_readme_lists_the_verbs_of_the_command_table() throws IOException {
    var readme = Repository.root().resolve("README.md");
    var text = Files.readString(readme);
    int begin = text.indexOf(HEAD);
    assertThat(begin).isPositive();
    int end = text.indexOf("\n\n", begin) + 1;
    var made = text.substring(0, begin) + HEAD + rows() + text.substring(end);
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(readme, made);
    }
    assertThat(readme).as("write it anew with -Dtidemark.write=true").hasContent(made);
  }

  private static String rows() {
    var rows = new StringBuilder();
    for (var verb : CommandTable.shown()) {
      var page = verb.name().replace(' ', '-') + ".md";
      rows.append("| [`").append(verb.name()).append("`](docs/cli/").append(page).append(") | ");
      rows.append(verb.summary()).append(" |\n");
    }
    return rows.toString();
  }
}
