package dev.tidemark.app.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
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

/// README.md is true: what it shows was printed like that.
@Proves("R-USR-26")
class ReadmeTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)\\n```\\n(.*?)```\\n");
  private static final String LEFT_OUT = "...\n";

  @TempDir private Path folder;

  @Test
  void the_tour_prints_what_the_readme_shows() throws Exception {
    var shown = blocks().stream().filter(block -> block.startsWith("$ ")).findFirst().orElseThrow();

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
    var commands = blocks().getFirst().lines().toList();

    assertThat(commands).containsExactly("./tidemark tour", "mvn verify");
    assertThat(Files.readString(Repository.root().resolve(".ci/run")))
        .contains(commands.get(0) + "\n")
        .endsWith("exec " + commands.get(1).replace("mvn ", "mvn -P proofs ") + "\n");
    assertThat(Files.isExecutable(Repository.root().resolve("tidemark"))).isTrue();
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

  private static List<String> blocks() throws IOException {
    var blocks = new ArrayList<String>();
    var matcher = BLOCK.matcher(Files.readString(Repository.root().resolve("README.md")));
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }
}
