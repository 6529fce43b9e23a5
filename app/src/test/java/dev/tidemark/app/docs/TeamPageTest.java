package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.demo.ShellWords;
import dev.tidemark.app.main.ChildProcess;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The page for teams, from nothing to two machines and a dashboard, as it is written there.
@EnabledOnOs(value = OS.LINUX, disabledReason = "the agent is a shell script")
class TeamPageTest {
  private static final String STORE = "postgresql://tidemark@db.example.org/teams?schema=shop";
  private static final String ORIGIN = "git@example.org:shop.git";
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\\n(.*?)```");
  private static final Pattern TRUSTED = Pattern.compile("TIDEMARK_TRUST=(\\S+)");
  private static final String AGENT =
      """
      #!/bin/sh
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      echo "$TIDEMARK_RUN" > "$TIDEMARK_PHASE.txt"
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"PROCEED",' \\
        "$(field task_id)" "$(field phase)"
      printf '"findings":{},"context_summary":"done"}'
      """;

  @TempDir private Path temp;
  private final List<ChildProcess> running = new ArrayList<>();
  private String trusted = "";

  @AfterEach
  void end() throws IOException, InterruptedException {
    for (var process : running) {
      process.signal("KILL");
    }
  }

  @Test
  void ten_commands_lead_to_two_machines_and_a_dashboard() throws Exception {
    var origin = temp.resolve("remote/shop.git").toAbsolutePath();
    var address = PostgresServer.running().fresh();
    var scratch = ScratchRepository.in(temp.resolve("mine"));
    scratch.write("agent.sh", AGENT);
    assertThat(scratch.root().resolve("agent.sh").toFile().setExecutable(true)).isTrue();
    scratch.write(
        ".tidemark/workflows/feature.yaml", "run: {command: [./agent.sh]}\nphases: [plan, code]\n");
    scratch.git("init", "--quiet", "--bare", origin.toString());
    scratch.git("remote", "add", "origin", origin.toString());
    scratch.write(".gitignore", ".claude/\n").commit("first");
    scratch.git("push", "--quiet", "--set-upstream", "origin", "main");

    int commands = 0;
    var here = CommandLineHarness.in(scratch);
    for (var line : lines()) {
      commands++;
      var said = line.replace(STORE, address).replace(ORIGIN, origin.toString()).replace('"', '\'');
      if (said.startsWith("git clone")) {
        shell(scratch.at(temp), said);
        here = machine(scratch, temp.resolve("shop"));
      } else if (said.startsWith("tidemark start")) {
        here = machine(scratch, scratch.root());
        here.after(said.substring("tidemark ".length()));
      } else if (said.equals("tidemark trust")) {
        // A person answers.
        var asked = TRUSTED.matcher(here.run("trust --dry-run").out());
        assertThat(asked.find()).isTrue();
        trusted = asked.group(1);
        here = here.with("TIDEMARK_TRUST", trusted);
      } else if (said.endsWith(" &")) {
        var words = said.substring("tidemark ".length(), said.length() - 2);
        running.add(here.start(words + (words.equals("serve") ? " --port 0" : " --poll 1")));
      } else if (said.startsWith("tidemark ")) {
        here.after(said.substring("tidemark ".length()));
      } else {
        shell(scratch, said);
      }
    }
    assertThat(commands).isLessThanOrEqualTo(10);

    long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    while (!here.run("list --queue").out().equals("nothing is queued\n")) {
      assertThat(System.nanoTime()).as("the run is done").isLessThan(end);
      Thread.sleep(200);
    }
    assertThat(here.run("run log feature/login").out())
        .isEqualTo("1  plan  command  applied\n2  code  command  applied\n");
    assertThat(scratch.git("ls-remote", "origin"))
        .contains("refs/heads/tidemark/state/feature/login");
    var serve = running.getLast();
    serve.stop();
    assertThat(serve.end().out()).contains("http://127.0.0.1:");
  }

  private CommandLineHarness machine(ScratchRepository scratch, Path folder) {
    return CommandLineHarness.in(scratch.at(folder)).with("TIDEMARK_TRUST", trusted);
  }

  private static void shell(ScratchRepository scratch, String line) {
    var git = line.replaceFirst(" && cd shop$", "");
    for (var command : git.split(" && ")) {
      var words = ShellWords.of(command.substring("git ".length()));
      scratch.git(words.toArray(new String[0]));
    }
  }

  private static List<String> lines() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/team.md"));
    var section =
        page.substring(page.indexOf("## From nothing"), page.indexOf("## A shared store"));
    var lines = new ArrayList<String>();
    var blocks = BLOCK.matcher(section);
    while (blocks.find()) {
      lines.addAll(blocks.group(1).lines().toList());
    }
    return lines;
  }
}
