package dev.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.app.cli.spec.CommandSpec;
import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.main.CommandRegistry;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The manual pages, which `build/ManPages.java` makes for a distribution from the table of
/// commands.
@Proves({"R-USR-05", "R-USR-26"})
class ManPagesTest {
  private static final Path GROFF = Path.of("/usr/bin/groff");

  @TempDir private static Path folder;

  @BeforeAll
  static void make() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var source = Repository.root().resolve("build/ManPages.java").toString();
    var path = System.getProperty("java.class.path");
    assertThat(run(List.of(java, "-cp", path, source, folder.toString()))).isEmpty();
  }

  @Test
  void each_verb_has_a_page_with_its_usage_options_and_examples() throws IOException {
    var expected = new ArrayList<>(List.of("tidemark.1"));
    for (CommandSpec verb : CommandRegistry.VERBS.shown()) {
      var name = "tidemark-" + verb.name().replace(' ', '-');
      expected.add(name + ".1");
      var page = Files.readString(folder.resolve(name + ".1"));
      var words = page.replace("\\-", "-").replace("\\(dq", "\"").replace("\\e", "\\");
      assertThat(words).contains(verb.usage(), ".SH EXAMPLES");
      for (Option option : verb.options()) {
        assertThat(words.contains(option.usage())).as(option.usage()).isEqualTo(!option.isHidden());
      }
      verb.examples().forEach(example -> assertThat(words).contains(example.line()));
    }
    assertThat(pages())
        .extracting(page -> page.getFileName().toString())
        .hasSameElementsAs(expected);
  }

  @Test
  void what_roff_would_take_for_a_request_is_text() throws IOException {
    var page = Files.readString(folder.resolve("tidemark-done.1"));

    assertThat(page).contains(".TH TIDEMARK-DONE 1", ".SH EXAMPLES", "\\-\\-summary");
    for (var line : page.lines().toList()) {
      assertThat(line).matches("(?:\\.[A-Za-z\\\\].*|[^.'].*)");
    }
  }

  @Test
  void the_pages_are_printed_without_a_warning() throws Exception {
    assumeTrue(Files.isExecutable(GROFF), "groff is not here");
    var command = new ArrayList<>(List.of(GROFF.toString(), "-man", "-Tascii", "-ww", "-z"));
    pages().forEach(page -> command.add(page.toString()));

    assertThat(run(command)).isEmpty();
  }

  private static String run(List<String> command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
