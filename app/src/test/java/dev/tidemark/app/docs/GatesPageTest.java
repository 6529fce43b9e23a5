package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/gates.md shows what really happens.
@Proves("R-USR-26")
class GatesPageTest {
  @TempDir private Path temp;

  private static List<String> fenced(String language) throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/gates.md"));
    var blocks = new ArrayList<String>();
    var matcher = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var definition = fenced("yaml").stream().filter(it -> it.contains("built.txt")).toList();
    assertThat(definition).hasSize(1);
    tidemark.scratch().write(".tidemark/workflows/release.yaml", definition.getFirst());
    tidemark.after("start release/v1");
    var shown = new ArrayList<String>();
    var printed = new ArrayList<String>();
    for (var block : fenced("console")) {
      for (var step : block.split("(?m)^\\$ tidemark ")) {
        if (!step.isBlank()) {
          var lines = step.lines().toList();
          var line = lines.getFirst().replace('"', '\'');
          var person = tidemark.consenting(ApprovalEvidence.INTERACTION);
          var ran = (line.equals("trust") ? person : tidemark).run(line);
          shown.addAll(lines);
          printed.add(lines.getFirst());
          printed.addAll(told(ran.err(), ran.out()));
        }
      }
    }
    assertThat(printed).isEqualTo(shown);
    assertThat(printed).hasSizeGreaterThan(30);
  }

  @Test
  void its_first_definition_can_be_read() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(".tidemark/workflows/release.yaml", fenced("yaml").getFirst());

    tidemark.after("start release/v1");
    assertThat(tidemark.run("gate --json").each("gates", "name"))
        .containsExactly("phases-done", "artifact", "review", "tests", "clean-tree");
  }

  /// Notes come before what is printed, and problems after it, as at a terminal.
  private static List<String> told(String err, String out) {
    var lines = new ArrayList<String>();
    for (var line : err.lines().toList()) {
      if (line.startsWith("tidemark: running")) {
        lines.add(line);
      }
    }
    lines.addAll(out.lines().toList());
    for (var line : err.lines().toList()) {
      if (!line.startsWith("tidemark: running")) {
        lines.add(line);
      }
    }
    return lines.stream()
        .map(line -> line.replaceAll("\\(tree [0-9a-f]{7}\\)", "(tree TREE)"))
        .map(line -> line.replaceAll("at [0-9a-f]{7}$", "at COMMIT"))
        .toList();
  }
}
