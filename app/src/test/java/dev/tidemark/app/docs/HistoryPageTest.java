package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/history.md shows what really happens.
@Proves("R-USR-26")
class HistoryPageTest {
  private static final Pattern CONSOLE = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);

  private static final String PROMPT = "$ tidemark ";

  @TempDir private Path temp;

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var file = Repository.root().resolve("docs/history.md");
    var page = Files.readString(file);
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("secret.txt", "rotated on use\n");
    var made = new StringBuilder();
    int kept = 0;
    int steps = 0;
    var blocks = CONSOLE.matcher(page);
    while (blocks.find()) {
      made.append(page, kept, blocks.start(1));
      for (var line : blocks.group(1).lines().toList()) {
        if (line.startsWith(PROMPT)) {
          made.append(line).append('\n');
          var ran = tidemark.run(line.substring(PROMPT.length()).replace('"', '\''));
          told(ran.out() + ran.err()).forEach(told -> made.append(told).append('\n'));
          steps++;
        }
      }
      kept = blocks.end(1);
    }
    made.append(page.substring(kept));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, made);
    }
    assertThat(file).as("write it anew with -Dtidemark.write=true").hasContent(made.toString());
    assertThat(steps).isGreaterThan(8);
  }

  private static List<String> told(String text) {
    return text.lines()
        .map(line -> line.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME"))
        .map(line -> line.replaceAll("\\d{8}T\\d{6}Z", "STAMP"))
        .map(line -> line.replaceAll("\\b\\d+ bytes", "N bytes"))
        .toList();
  }
}
