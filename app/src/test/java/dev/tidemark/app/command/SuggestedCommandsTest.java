package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands that Tidemark suggests can be pasted into a shell, whatever a run is called.
class SuggestedCommandsTest {
  private static final String RUN = "state/implement/a $(b)";
  private static final Pattern SUGGESTED = Pattern.compile("tidemark [a-zA-Z ]+ --run '[^']*'");

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    start();
  }

  private Ran start() {
    return tidemark.run("start 'implement/a $(b)' --phases design,code");
  }

  @Test
  void list_and_status_name_the_run_as_one_word() throws Exception {
    assertNamesTheRun(tidemark.run("list").out());
    assertNamesTheRun(tidemark.run("status").out());
    tidemark.after("fail design --reason No.");
    assertNamesTheRun(tidemark.run("status --box").out());
  }

  @Test
  void hints_name_the_run_as_one_word() throws Exception {
    assertNamesTheRun(tidemark.run("restore").err());
    assertNamesTheRun(tidemark.run("show --at 9").err());
    assertNamesTheRun(tidemark.run("diff --from 9").err());
    assertNamesTheRun(tidemark.run("archive").err());
  }

  private static void assertNamesTheRun(String text) throws IOException, InterruptedException {
    var suggested = SUGGESTED.matcher(text);
    assertThat(suggested.find()).as(text).isTrue();
    assertThat(words(suggested.group())).as(text).startsWith("tidemark").endsWith("--run", RUN);
  }

  /// Returns the words that a shell makes of a command.
  private static List<String> words(String command) throws IOException, InterruptedException {
    var shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + command);
    var process = shell.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }
}
