package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `build/jdk`, which both commands of the README ask before they build: three lines where git,
/// Maven or a JDK 25 is missing. The JDKs of this machine are hidden in a mount namespace.
@EnabledOnOs(OS.LINUX)
class PrerequisitesTest {
  /// Hides what `build/jdk` finds outside of the home directory, then executes its arguments.
  private static final String HIDING =
      """
      while jdk=$(HOME= build/jdk 2>/dev/null); do mount -t tmpfs none "$jdk" || exit 99; done
      exec "$@"
      """;

  private static final String MISSING =
      "tidemark: missing for the build: a JDK 25 or newer\n"
          + "looked in JAVA_HOME, JAVA25_HOME, /usr/lib/jvm, ~/.sdkman, ~/.jdks,"
          + " ~/.m2/toolchains.xml\nhint: ";

  /// What the launcher of Maven writes on both streams, also where none of them is a terminal.
  private static final Pattern COLOR = Pattern.compile("\u001b\\[0m");

  private static final List<String> NEEDED =
      List.of("env", "id", "mount", "readlink", "sed", "uname", "unshare");

  @TempDir private Path temp;

  private record Ran(int exit, String out, String err) {}

  private Ran run(Path folder, Map<String, String> environment, List<String> words)
      throws Exception {
    var out = temp.resolve("out");
    var err = temp.resolve("err");
    var builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("JAVA"));
    builder.environment().putAll(environment);
    int exit = builder.start().waitFor();
    return new Ran(exit, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  private Ran withoutJdk(Path folder, Map<String, String> environment, String... words)
      throws Exception {
    var all = new ArrayList<>(List.of("unshare", "-rm", "/bin/sh", "-c", HIDING, "sh"));
    all.addAll(List.of(words));
    return run(folder, environment, all);
  }

  @BeforeEach
  void assumeHidden() throws Exception {
    var probe = withoutJdk(Repository.root(), programs(), "build/jdk");
    assumeTrue(probe.exit() == 69, "no JDK can be hidden here: " + probe);
  }

  @Test
  void without_a_jdk_the_launcher_of_the_sources_says_so_in_three_lines() throws Exception {
    var root = Repository.root();
    Files.createDirectories(temp.resolve("build"));
    for (var file : List.of("tidemark", "build/jdk", "build/first-use.sh")) {
      Files.copy(root.resolve(file), temp.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    var ran = withoutJdk(temp, Map.of(), "./tidemark", "tour");

    assertThat(ran.exit()).isEqualTo(69);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith(MISSING).hasLineCount(3);
  }

  @LongProof
  @Test
  void without_a_jdk_maven_ends_with_the_three_lines_and_nothing_of_its_own() throws Exception {
    var root = Repository.root();
    var maven = withoutJdk(root, Map.of(), "mvn", "--version");
    assumeTrue(maven.exit() == 0, "no Maven that runs without a JDK 25: " + maven);

    var ran = withoutJdk(root, Map.of(), "mvn", "-o", "-B", "-N", "validate");

    assertThat(ran.exit()).as(ran.toString()).isEqualTo(1);
    assertThat(COLOR.matcher(ran.err()).replaceAll("")).startsWith(MISSING).hasLineCount(3);
    assertThat(ran.out()).doesNotContain("ERROR");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "apt-get apt-cache | apt-get install git maven openjdk-25-jdk-headless",
        "dnf | dnf install git maven java-25-openjdk-devel",
        "brew | brew install git maven openjdk@25 && export JAVA25_HOME=\"$(brew --prefix"
            + " openjdk@25)/libexec\""
      })
  void the_hint_is_the_command_of_the_package_manager_at_hand(String managers, String command)
      throws Exception {
    var environment = programs(managers.split(" "));

    var ran = withoutJdk(Repository.root(), environment, "build/jdk", "git", "mvn");

    assertThat(ran.exit()).isEqualTo(69);
    assertThat(ran.err())
        .startsWith(
            "tidemark: missing for the build: git, Maven 3.8 or newer, a JDK 25 or newer\n"
                + "looked on the PATH; for the JDK in JAVA_HOME,")
        .endsWith("\nhint: " + command + "\n")
        .hasLineCount(3);
  }

  @Test
  void a_jdk_that_the_system_has_no_package_of_is_downloaded_or_managed_by_sdkman()
      throws Exception {
    var environment = programs();

    assertThat(withoutJdk(Repository.root(), environment, "build/jdk").err())
        .contains("\nhint: mkdir -p ~/.jdks && curl -fsSL https://");

    Files.createDirectories(temp.resolve("home/.sdkman/bin"));
    Files.createFile(temp.resolve("home/.sdkman/bin/sdkman-init.sh"));
    assertThat(withoutJdk(Repository.root(), environment, "build/jdk").err())
        .contains("\nhint: sdk install java ");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({"25.0.3, true", "26, true", "24.0.1, false", "1.8.0_402, false"})
  void a_jdk_in_the_home_directory_is_found_if_it_is_new_enough(String version, boolean found)
      throws Exception {
    var environment = programs();
    var home = Files.createDirectories(temp.resolve("home/.jdks/a jdk"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    program(home.resolve("bin/javac"), "");

    var ran = withoutJdk(Repository.root(), environment, "build/jdk");

    assertThat(ran.out()).isEqualTo(found ? home + "\n" : "");
  }

  /// Returns an environment whose PATH has only what the script and hiding need, and these
  /// programs, which succeed.
  private Map<String, String> programs(String... names) throws IOException {
    var bin = Files.createDirectories(temp.resolve("bin"));
    for (var name : NEEDED) {
      wrap(bin, name);
    }
    for (var name : names) {
      program(bin.resolve(name), "");
    }
    return Map.of("PATH", bin.toString(), "HOME", temp.resolve("home").toString());
  }

  private static void wrap(Path bin, String name) throws IOException {
    for (var folder : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(folder, name))) {
        program(bin.resolve(name), "exec " + Path.of(folder, name) + " \"$@\"\n");
        return;
      }
    }
    throw new IOException(name + " is not on the PATH");
  }

  private static void program(Path file, String lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + lines);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
