package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The story of docs/evidence.md happens as the page tells it, with the workflow of the page.
///
/// With `-Dtidemark.write=true` the page is written anew.
class EvidencePageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern WRITTEN = Pattern.compile("echo '(.*)' > (\\S+)");
  private static final Pattern VARYING =
      Pattern.compile("\\b[0-9a-f]{7,40}\\b|\\d{4}(-\\d\\d){2}T[0-9:]+Z|/\\S*/test\\b");

  @TempDir private Path temp;
  private ScratchRepository scratch;

  @Test
  void the_story_of_the_page_happens() throws IOException {
    var file = Repository.root().resolve("docs/evidence.md");
    var page = Files.readString(file);
    scratch = ScratchRepository.in(temp);
    int from = page.indexOf("```yaml\n") + "```yaml\n".length();
    scratch.write(".gitignore", ".claude/state/\ntarget/\n").write("README.md", "# Scratch\n");
    scratch.write(
        ".tidemark/workflows/release.yaml", page.substring(from, page.indexOf("```", from)));
    CommandLineHarness.in(scratch).after("config receipts on").trusting();
    scratch.commit("Begin");

    var real =
        BLOCK.matcher(page).replaceAll(block -> Matcher.quoteReplacement(played(block.group(1))));

    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, real);
      return;
    }
    assertThat(VARYING.matcher(page).replaceAll("<varies>"))
        .isEqualTo(VARYING.matcher(real).replaceAll("<varies>"));
  }

  private String played(String block) {
    var played = new StringBuilder("```console\n");
    for (var line : block.lines().filter(line -> line.startsWith("$ ")).toList()) {
      played.append(line).append('\n');
      var words = line.substring(2);
      var written = WRITTEN.matcher(words);
      if (written.matches()) {
        scratch.write(written.group(2), written.group(1) + "\n");
      } else if (words.startsWith("cd ")) {
        scratch = scratch.at(scratch.root().resolve(words.substring(3)).normalize());
      } else if (words.startsWith("git ")) {
        var git = words.substring(4).replace("\"", "'");
        scratch.git(ShellWords.of(git).toArray(new String[0]));
      } else {
        var ran =
            CommandLineHarness.in(scratch)
                .run(words.substring("tidemark ".length()).replace('"', '\''));
        played.append(ran.err()).append(ran.out());
      }
    }
    return played.append("```").toString();
  }
}
