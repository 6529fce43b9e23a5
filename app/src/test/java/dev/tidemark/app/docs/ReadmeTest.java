package dev.tidemark.app.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// README.md and docs/getting-started.md are true: their commands work and print what is shown.
@Proves("R-USR-26")
class ReadmeTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
  private static final Pattern COMMENT = Pattern.compile("  +#.*");
  private static final int MOST_LINES = 120;
  private static final String LEFT_OUT = "...\n";

  @TempDir private Path folder;

  @LongProof
  @Test
  void the_tour_prints_the_transcript_of_getting_started() throws Exception {
    var page = blocks("docs/getting-started.md", "");
    var shown = page.stream().filter(block -> block.startsWith("$ ")).findFirst().orElseThrow();

    var tour = tour();

    int from = 0;
    var real = normal(tour);
    for (var part : normal(shown).split(Pattern.quote(LEFT_OUT), -1)) {
      assertThat(real.substring(from)).as("after what the parts above show").contains(part);
      from = real.indexOf(part, from) + part.length();
    }
  }

  @Test
  void the_two_commands_are_those_of_the_build() throws IOException {
    var commands = blocks("README.md", "").getFirst().lines().toList();

    assertThat(commands).containsExactly("./tidemark tour", "mvn verify");
    assertThat(Files.readString(Repository.root().resolve(".ci/run")))
        .contains(commands.get(0) + "\n")
        .endsWith("exec " + commands.get(1) + "\n");
    assertThat(Files.isExecutable(Repository.root().resolve("tidemark"))).isTrue();
  }

  @Test
  void the_quick_start_is_three_commands_that_work() throws IOException {
    var tidemark = CommandLineHarness.fresh(folder);
    var lines = blocks("README.md", "sh").getFirst().lines().toList();

    assertThat(lines).hasSize(3).allMatch(line -> line.startsWith("tidemark "));
    for (var line : lines) {
      var command = COMMENT.matcher(line.substring("tidemark ".length())).replaceAll("");
      assertThat(tidemark.run(command.replace('"', '\'')).exit()).as(line).isZero();
    }
    assertThat(tidemark.run("resume").out())
        .contains(
            "goal: Signing in survives a restart", "Now: begin design: tidemark enter design");
  }

  @Test
  void the_readme_is_short() throws IOException {
    assertThat(Files.readAllLines(Repository.root().resolve("README.md")))
        .hasSizeLessThanOrEqualTo(MOST_LINES);
  }

  private String tour() throws Exception {
    var scratch = ScratchRepository.without(folder);
    var out = folder.resolve("out");
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tidemark.app.main.Main",
                "tour")
            .directory(scratch.root().toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    var environment = scratch.environment(builder.environment());
    builder.environment().clear();
    builder.environment().putAll(environment);
    // Without a locale, Java cannot pass words beyond ASCII on to other programs.
    builder.environment().put("LC_ALL", "C.UTF-8");
    assertThat(builder.start().waitFor()).as("every step as it should be").isZero();
    return Files.readString(out, UTF_8);
  }

  /// Replaces what differs from one walk to the next: times, ages, commits, processes, who walks.
  private static String normal(String text) {
    return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME")
        .replaceAll("TIME  outside ", "TIME  OUTSIDE ")
        .replaceAll("TIME  (?!OUTSIDE).+?  +", "TIME  WHO  ")
        .replaceAll("TIME  OUTSIDE +", "TIME  OUTSIDE  ")
        .replaceAll("\\b[0-9a-f]{7}\\b", "COMMIT")
        .replaceAll("process \\d+", "process N")
        .replaceAll("\\d+ (s|min) ago", "AGE");
  }

  /// Returns the fenced blocks of a page that name this language, or none.
  private static List<String> blocks(String page, String language) throws IOException {
    var blocks = new ArrayList<String>();
    var matcher = BLOCK.matcher(Files.readString(Repository.root().resolve(page)));
    while (matcher.find()) {
      if (matcher.group(1).equals(language)) {
        blocks.add(matcher.group(2));
      }
    }
    return blocks;
  }
}
