package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.PhaseDialect;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.dialects.phase.format.PhaseWorkflows;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/formats/phase.md shows what really happens.
@Proves("R-USR-26")
class PhasePageTest {
  private static final Pattern TIME = Pattern.compile("[0-9-]{10}T[0-9:]{8}Z");

  @TempDir private Path temp;

  private static String page() throws IOException {
    return Files.readString(Repository.root().resolve("docs/formats/phase.md"));
  }

  private static List<String> fenced(String language) throws IOException {
    var blocks = new ArrayList<String>();
    var pattern = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL);
    var matcher = pattern.matcher(page());
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    assertThat(fenced("console")).hasSize(3);
    for (var block : fenced("console")) {
      for (var step : block.split("(?m)^\\$ tidemark ")) {
        if (!step.isBlank()) {
          var lines = step.lines().toList();
          var ran = tidemark.run(lines.getFirst().replace('"', '\''));
          assertThat(ran.lines().stream().map(PhasePageTest::timeless).toList())
              .as(lines.getFirst())
              .isEqualTo(lines.stream().skip(1).map(PhasePageTest::timeless).toList());
        }
      }
    }
  }

  private static String timeless(String line) {
    return TIME.matcher(line).replaceAll("<time>");
  }

  @Test
  void its_example_is_valid() throws IOException {
    var dialect = PhaseDialect.of(new Workflows(List.of()), PhaseSettings.USUAL);

    assertThat(fenced("markdown")).hasSize(1);
    assertThat(dialect.validator().validate(fenced("markdown").getFirst())).isEmpty();
  }

  @Test
  @Proves("T-000-A")
  void its_workflows_are_those_built_in() throws IOException {
    for (var workflow : PhaseWorkflows.builtIn()) {
      var phases = workflow.phaseNames().stream().map(PhaseName::value).toList();

      assertThat(page()).contains("| " + workflow.name() + " | " + String.join(", ", phases));
    }
  }
}
