package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Person;
import dev.tidemark.dialects.flow.FlowDialect;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// docs/formats/flow.md shows what really happens.
@Proves("R-USR-26")
class FlowPageTest {
  private static final Pattern TIME = Pattern.compile("[0-9-]{10}T[0-9:.]{12}Z");
  private static final Pattern ID = Pattern.compile("wf-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}");
  private static final Pattern ECHO = Pattern.compile("echo '(.*)' > (.*)");

  @TempDir private Path temp;

  private static String page() throws IOException {
    return Files.readString(Repository.root().resolve("docs/formats/flow.md"));
  }

  private static String fenced(String language) throws IOException {
    var matcher = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private static List<String> timeless(List<String> lines) {
    return lines.stream()
        .map(line -> ID.matcher(TIME.matcher(line).replaceAll("<time>")).replaceAll("<id>"))
        .toList();
  }

  @Test
  void its_session_prints_what_it_shows() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    for (var step : fenced("console").split("(?m)^\\$ ")) {
      if (step.isBlank()) {
        continue;
      }
      var lines = step.lines().toList();
      var echo = ECHO.matcher(lines.getFirst());
      if (echo.matches()) {
        tidemark.scratch().write(echo.group(2), echo.group(1));
      } else {
        assertThat(timeless(said(tidemark, lines.getFirst().substring("tidemark ".length()))))
            .as(lines.getFirst())
            .isEqualTo(timeless(lines.subList(1, lines.size())));
      }
    }
  }

  private static List<String> said(CommandLineHarness tidemark, String line) {
    var approve = "approve ";
    return line.startsWith(approve)
        ? Person.approves(tidemark, line.substring(approve.length()))
        : shortened(tidemark.run(line).lines());
  }

  /// The page leaves the brief out that `resume` prints behind the lines of the protocol.
  private static List<String> shortened(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("flow/develop: ")) {
        var shown = new ArrayList<>(lines.subList(0, i));
        shown.add("...");
        return shown;
      }
    }
    return lines;
  }

  @Test
  @Proves({"T-003-B", "R-003-01"})
  void its_example_is_valid() throws IOException {
    var dialect = FlowDialect.of(FlowSettings.USUAL);

    assertThat(dialect.validator().validate(fenced("json"))).isEmpty();
  }

  @Test
  @Proves("T-003-A")
  void its_phases_are_those_built_in() throws IOException {
    var page = page();
    for (var phase : FlowDialect.builtIn().getFirst().phases()) {
      assertThat(page).contains("| " + phase.number() + " | " + phase.name() + " | `memory/");
    }
  }
}
