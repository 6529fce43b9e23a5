package dev.tidemark.app.docs;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The story of docs/run.md happens as the page tells it, with its agent and its workflow, on a
/// machine with a sandbox for agents or without one.
///
/// With `-Dtidemark.write=true` the page is written anew.
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
class RunPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern VARYING =
      Pattern.compile("[0-9-]{10}T[0-9:.]{8,12}Z|\\b[0-9a-f]{7,40}\\b");

  private static final String KILLED = " & sleep 9; kill -9 $!";

  @TempDir private Path temp;

  @Test
  void the_story_of_the_page_happens() throws IOException {
    var file = Repository.root().resolve("docs/run.md");
    var page = Files.readString(file);
    var tidemark = CommandLineHarness.fresh(temp).consenting(ApprovalEvidence.INTERACTION);
    var scratch = tidemark.scratch();
    scratch.write("agent.sh", block(page, "sh"));
    assertThat(scratch.root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
    scratch.write(".tidemark/workflows/feature.yaml", block(page, "yaml"));
    scratch.commit("an agent and a workflow");
    var real =
        BLOCK
            .matcher(page)
            .replaceAll(block -> Matcher.quoteReplacement(played(tidemark, block.group(1))));
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(file, real);
      return;
    }
    assertThat(VARYING.matcher(page).replaceAll("<varies>"))
        .isEqualTo(VARYING.matcher(real).replaceAll("<varies>"));
  }

  private static String block(String page, String language) {
    var start = "```" + language + "\n";
    int from = page.indexOf(start) + start.length();
    return page.substring(from, page.indexOf("```", from));
  }

  /// Kills a runner once its agent has changed a file, and waits until its supervisor has ended the
  /// agent.
  private static Ran killed(CommandLineHarness tidemark, String words) {
    var runner = tidemark.start(words);
    try {
      var root = tidemark.scratch().root();
      await(root.resolve("text.txt"));
      runner.signal("KILL");
      await(root.resolve(STATE + "/attempts/state~feature~login/3/exit"));
    } catch (IOException | InterruptedException failure) {
      throw new AssertionError(failure);
    }
    return runner.end();
  }

  private static void await(Path file) throws InterruptedException {
    for (int i = 0; i < 600 && !Files.exists(file); i++) {
      Thread.sleep(100);
    }
  }

  private static String played(CommandLineHarness tidemark, String block) {
    var played = new StringBuilder("```console\n");
    for (var line : block.lines().filter(line -> line.startsWith("$ ")).toList()) {
      var words = line.substring("$ tidemark ".length()).replace('"', '\'');
      int killed = words.indexOf(KILLED);
      var ran = killed < 0 ? tidemark.run(words) : killed(tidemark, words.substring(0, killed));
      played.append(line).append('\n');
      played.append(ran.out().replaceAll("(?m)^agents run without a sandbox: .*\n", ""));
      played.append(ran.err());
    }
    return played.append("```").toString();
  }
}
