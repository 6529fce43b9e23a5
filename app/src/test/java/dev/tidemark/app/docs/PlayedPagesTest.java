package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Pages whose sessions are one after the other, in one project: each prints what it shows.
///
/// With `-Dtidemark.write=true` the pages are written anew.
@Proves("R-USR-26")
class PlayedPagesTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern WRITTEN = Pattern.compile("(?:echo|printf) ([\"'])(.*)\\1 > (\\S+)");
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9-]{10}T[0-9:.]{8,12}(?:Z|[+-]\\d\\d:\\d\\d)|\\b[0-9a-f]{7,40}\\b|\\b\\d+ s ago");

  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/getting-started.md",
        "docs/claude-code.md",
        "docs/team.md",
        "docs/counting.md",
        "docs/merge.md",
        "docs/screens.md",
        "docs/plans.md"
      })
  void its_sessions_print_what_they_show(String name) throws IOException {
    var tidemark = CommandLineHarness.fresh(temp).with("TZ", "Europe/Berlin");
    var file = Repository.root().resolve(name);
    var page = Files.readString(file);
    var real =
        BLOCK
            .matcher(page)
            .replaceAll(block -> Matcher.quoteReplacement(played(tidemark, block.group(1))));

    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, real);
      return;
    }
    assertThat(page).contains("```console\n$ tidemark ");
    assertThat(timeless(page)).isEqualTo(timeless(real));
  }

  private static String played(CommandLineHarness tidemark, String block) {
    var played = new StringBuilder("```console\n");
    for (var line : block.lines().filter(line -> line.startsWith("$ ")).toList()) {
      played.append(line).append('\n');
      var written = WRITTEN.matcher(line);
      if (line.startsWith("$ git ")) {
        // Git may stop with a conflict; its output is not shown.
        var words = ShellWords.of(line.substring("$ git ".length()).replace('"', '\''));
        tidemark.scratch().accepts(words.toArray(new String[0]));
      } else if (written.find()) {
        boolean formatted = line.startsWith("$ printf");
        var text = formatted ? written.group(2).replace("\\n", "\n") : written.group(2) + "\n";
        tidemark.scratch().write(written.group(3), text);
      } else {
        var ran = tidemark.run(line.substring("$ tidemark ".length()).replace('"', '\''));
        played.append(ran.err()).append(ran.out());
      }
    }
    return played.append("```").toString();
  }

  private static String timeless(String text) {
    return VARYING.matcher(text).replaceAll("<varies>");
  }
}
