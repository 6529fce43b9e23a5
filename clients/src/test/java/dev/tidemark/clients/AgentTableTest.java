package dev.tidemark.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page on clients holds the table that [FeaturesTest] tests; `-Dtidemark.write=true` writes
/// it.
class AgentTableTest {
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- clients -->\n.*?<!-- end of clients -->");

  @Test
  void the_page_on_clients_has_the_tested_table() throws IOException {
    var file = Repository.root().resolve("docs/internals/clients.md");
    var page = Files.readString(file);
    var wanted = TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(table()));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, wanted);
    }
    assertThat(page).as("write it anew with -Dtidemark.write=true").isEqualTo(wanted);
    assertThat(page).contains(table());
  }

  private static String table() {
    var table = new StringBuilder("<!-- clients -->\n| in the real client |");
    for (var client : Client.values()) {
      var version = Installation.version(client.driver().packageName());
      table.append(' ').append(client).append(' ').append(version).append(" |");
    }
    table.append("\n|---").repeat("|---", Client.values().length).append("|\n");
    for (var feature : Feature.values()) {
      table.append("| ").append(feature.title()).append(" |");
      for (var client : Client.values()) {
        table.append(' ').append(FeatureTable.cell(feature, client)).append(" |");
      }
      table.append('\n');
    }
    return table.append("<!-- end of clients -->").toString();
  }
}
