package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Messages refer to pages that the program itself can print: the distribution has no `docs`
/// folder.
class HelpTopicsTest {
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern PAGE = Pattern.compile("docs/[\\w/-]+\\.md");
  private static final Pattern TOPIC = Pattern.compile("tidemark help ([a-z]+)");

  private static final Pattern NAMED = Pattern.compile("TOPIC a topic: ([a-z,\\s]+)\\.");

  @TempDir private Path temp;

  @Test
  void no_message_refers_to_a_page_of_the_source_tree() throws IOException {
    var named = new TreeSet<String>();
    for (var source : sources()) {
      PAGE.matcher(source).results().forEach(found -> named.add(found.group()));
    }
    named.removeIf(page -> !Files.exists(Repository.root().resolve(page)));

    assertThat(named).isEmpty();
  }

  @Test
  void every_topic_that_a_message_names_is_printed() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var topics = new TreeSet<String>();
    for (var source : sources()) {
      TOPIC.matcher(source).results().forEach(found -> topics.add(found.group(1)));
    }

    assertThat(topics).contains("gates", "handoff", "postgres");
    for (var topic : topics) {
      var ran = tidemark.run("help " + topic);
      assertThat(ran.exit()).as(topic).isZero();
      assertThat(ran.out()).as(topic).isNotBlank();
    }
  }

  /// Where `mvn -P dist package` has made the archive; on a build server it must be there.
  @Test
  void every_topic_is_printed_by_the_unpacked_distribution() throws Exception {
    var home = Repository.root().resolve("app/target/tidemark");
    boolean built = Files.exists(home.resolve("lib/built"));
    assumeTrue(built || System.getenv("TIDEMARK_CI") != null, "./tidemark --version builds it");
    var unpacked = temp.resolve("tidemark");
    run(temp, "cp", "-a", home.toString(), unpacked.toString());
    var program = unpacked.resolve("bin/tidemark").toString();
    var help = run(temp, program, "help");
    var topics = NAMED.matcher(help);

    assertThat(topics.find()).isTrue();
    for (var topic : topics.group(1).split(",\\s*")) {
      assertThat(run(temp, program, "help", topic))
          .as(topic)
          .containsPattern("(?m)^  (\\$ )?tidemark ");
    }
  }

  private static String run(Path folder, String... words) throws Exception {
    var process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void a_topic_is_the_page_without_its_links() {
    var tidemark = CommandLineHarness.fresh(temp);

    assertThat(tidemark.run("help postgres").out())
        .startsWith("The shared store\n")
        .contains("it is read from `PGPASSWORD`", "a server (tidemark help serve)\nanswers 503")
        .contains("\nrole             may\n`SCHEMA_reader`  read\n")
        .doesNotContain("](");
    assertThat(tidemark.run("help gates --json").string("topic")).isEqualTo("gates");
    assertThat(tidemark.run("help gates").out()).startsWith("Gates\n");
    assertThat(tidemark.run("help gates --all").out()).startsWith("Gates and approvals\n");
    assertThat(tidemark.run("help handoff").out())
        .contains("handoff request", "\nHanding work to workers\n");
    assertThat(tidemark.run("help").out()).contains("tidemark help TOPIC", "postgres");
  }

  /// Returns the sources that are shipped, without comments, their texts in one piece.
  private static ArrayList<String> sources() throws IOException {
    var all = new ArrayList<String>();
    var modules = Repository.MODULES;
    for (var module : modules) {
      try (var files = Files.walk(Repository.root().resolve(module).resolve("src/main/java"))) {
        for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          var code = COMMENT.matcher(Files.readString(file)).replaceAll("");
          all.add(JOINT.matcher(code).replaceAll(""));
        }
      }
    }
    return all;
  }
}
