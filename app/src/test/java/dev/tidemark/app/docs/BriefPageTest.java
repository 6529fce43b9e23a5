package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/brief.md shows what really happens.
class BriefPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern WRITTEN = Pattern.compile("echo \"([^\"]*)\" > (\\S+)");
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9-]{10}T[0-9:.]{8,12}Z|\\b[0-9a-f]{40}\\b|age \\([^)]*\\)|(?m)^ *\\d+  \\S+  \\w+  ");

  @TempDir private Path temp;

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var file = Repository.root().resolve("docs/brief.md");
    var page = Files.readString(file);
    var blocks = new ArrayList<String>();
    var real =
        BLOCK
            .matcher(page)
            .replaceAll(
                block -> {
                  var played = played(tidemark, block.group(1));
                  blocks.add(played);
                  return java.util.regex.Matcher.quoteReplacement("```console\n" + played + "```");
                });

    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, real);
      return;
    }
    assertThat(blocks).hasSize(3);
    assertThat(timeless(page)).isEqualTo(timeless(real));
  }

  private static String played(CommandLineHarness tidemark, String block) {
    var played = new StringBuilder();
    for (var line : block.lines().filter(line -> line.startsWith("$ ")).toList()) {
      played.append(line).append('\n');
      var written = WRITTEN.matcher(line);
      if (written.find()) {
        tidemark.scratch().write(written.group(2), written.group(1) + "\n");
      } else if (line.startsWith("$ rm ")) {
        assertThat(tidemark.scratch().root().resolve(line.substring(5)).toFile().delete()).isTrue();
      } else {
        var ran = tidemark.run(line.substring("$ tidemark ".length()).replace('"', '\''));
        played.append(ran.err()).append(ran.out());
      }
    }
    return played.toString();
  }

  private static String timeless(String text) {
    return VARYING.matcher(text).replaceAll("<varies>");
  }
}
