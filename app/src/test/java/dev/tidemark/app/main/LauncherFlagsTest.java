package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tidemark.app.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the launcher tells the run time that it finds.
class LauncherFlagsTest {
  private static final Path LAUNCHER = Repository.root().resolve("build/dist/launch.sh");

  @TempDir private Path temp;

  /// Options for diagnosing come and go with each version of the JDK, and one that is not known
  /// keeps it from starting.
  @ParameterizedTest
  @CsvSource({
    "25.0.3+9-LTS, status, true, true",
    "25, done, true, true",
    "26.0.1+8, status, false, false",
    "27-ea, done, false, false",
    "25.0.3+9-LTS, mcp, true, false",
    "26.0.1+8, mcp, false, false",
    "25.0.3+9-LTS, serve, false, false"
  })
  void options_for_diagnosing_go_to_the_version_that_has_them(
      String version, String verb, boolean diagnosing, boolean placed) throws Exception {
    var flags = flags(version, verb);

    assertThat(flags).contains("-XX:+UseSerialGC", "-XX:-UsePerfData");
    assertThat(flags.contains("-XX:+UnlockDiagnosticVMOptions")).isEqualTo(diagnosing);
    assertThat(flags.contains("-XX:-AOTReplayTraining")).isEqualTo(diagnosing);
    assertThat(flags.contains("-XX:ArchiveRelocationMode=0")).isEqualTo(placed);
  }

  @Test
  void the_run_time_that_we_ship_starts_with_them_and_says_nothing() throws Exception {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (var flag : flags("25.0.3", "status")) {
      if (flag.startsWith("-X")) {
        words.add(flag);
      }
    }
    words.add("--version");

    var java = new ProcessBuilder(words);
    java.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
    var process = java.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes());

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains(" 25").doesNotContain("arning");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Duser.home=/tmp/x",
        "-javaagent:x.jar",
        "-agentpath:x.so",
        "-Xbootclasspath/a:x.jar",
        "-cp x.jar",
        "@arguments",
        "-XX:OnError=evil",
        "-XX:Flags=x",
        "-XX:AOTCache=x",
        "-XX:SharedArchiveFile=x",
        "-Xmx64m -Dtidemark.home=x",
        "--patch-module=x=y",
        "Evil"
      })
  void an_option_that_could_approve_is_refused(String options) throws Exception {
    var process = launched(options, "25", "status");
    var said = new String(process.getInputStream().readAllBytes());

    assertThat(process.waitFor()).as(said).isEqualTo(69);
    assertThat(said).startsWith("tidemark: TIDEMARK_JAVA_OPTS cannot set ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-Xmx64m", "-XX:+UseParallelGC", "-Djavax.net.ssl.trustStore=x", "-Xlog:gc"})
  void a_harmless_option_is_passed_on(String option) throws Exception {
    var process = launched(option, "25", "status");
    var said = new String(process.getInputStream().readAllBytes());

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines()).contains(option);
  }

  @Test
  void in_a_removed_folder_the_launcher_says_so_in_one_line() throws Exception {
    var folder = temp.resolve("gone");
    var line = "mkdir \"$1\" && cd \"$1\" && rmdir \"$1\" && shift && h=$1 && . \"$2\"";
    var shell =
        new ProcessBuilder(
            "/bin/sh", "-c", line, "sh", folder.toString(), temp.toString(), LAUNCHER.toString());
    var process = shell.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes());

    assertThat(process.waitFor()).as(said).isEqualTo(69);
    assertThat(said)
        .isEqualTo(
            "tidemark: the current folder does not exist any more; cd to the project first\n");
  }

  /// What only servers and workers use costs each other command a millisecond for each jar.
  @ParameterizedTest
  @CsvSource({
    "worker --drain, /lib/worker/*",
    "--json worker, /lib/worker/*",
    "list --queue, /lib/worker/*",
    "run stop feature/x, /lib/worker/*",
    "run --queue, /lib/worker/*",
    "run feature/x --agent command --queue, /lib/worker/*",
    "serve --port 0, /lib/@SERVED@:/lib/worker/*",
    "--project /x serve, /lib/@SERVED@:/lib/worker/*",
    "status, ''",
    "note we~serve~the~worker, ''"
  })
  void the_libraries_of_workers_and_servers_are_on_the_class_path_of_these_only(
      String line, String libraries) throws Exception {
    var words = new ArrayList<String>();
    for (var word : line.split(" ")) {
      words.add(word.replace('~', ' '));
    }
    var said = flags("25", words.toArray(new String[0]));

    var path = said.get(said.indexOf("-cp") + 1).replace(temp.toString(), "");
    assertThat(path).isEqualTo("/lib/@JARS@" + (libraries.isEmpty() ? "" : ":" + libraries));
  }

  /// A JVM rejects a cache whose jars have another time, without a word.
  @Test
  void a_cache_that_is_older_than_the_jars_is_not_used() throws Exception {
    var shipped = file("lib/@BUILD@-25-command.aot", 20);
    file("lib/@JARS@", 10);
    assertThat(flags("25", "status")).contains("-XX:AOTCache=" + shipped);

    file("lib/@JARS@", 30);
    assertThat(flags("25", "status")).noneMatch(word -> word.contains("AOTCache"));

    var own = file("cache/tidemark" + temp + "/@BUILD@-25-command.aot", 40);
    assertThat(flags("25", "status")).contains("-XX:AOTCache=" + own);
  }

  /// A cache is code.
  @ParameterizedTest
  @ValueSource(strings = {"", "/tidemark", "/tidemark/HOME", "/tidemark/HOME/FILE"})
  void a_cache_that_others_may_write_or_replace_is_not_used(String place) throws Exception {
    file("lib/@JARS@", 10);
    var own = file("cache/tidemark" + temp + "/@BUILD@-25-command.aot", 20);
    assertThat(flags("25", "status")).contains("-XX:AOTCache=" + own);

    var name = place.replace("/HOME", "" + temp).replace("FILE", "" + own.getFileName());
    var open = temp.resolve("cache" + name);
    for (var mode : List.of("rwxrwxr-x", "rwxr-xrwx")) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(mode));
      assertThat(flags("25", "status").contains("-XX:AOTCache=" + own)).isEqualTo(place.isEmpty());
    }
  }

  @Test
  void no_run_time_of_the_checkout_is_taken_from_the_path() throws Exception {
    Files.createDirectories(temp.resolve("project/.git"));
    file("project/jdk/bin/java", 10).toFile().setExecutable(true);
    file("project/jdk/release", 10);
    var link = Files.createSymbolicLink(temp.resolve("link"), temp.resolve("project/jdk/bin"));
    var project = Files.createDirectories(temp.resolve("project/below"));
    Files.writeString(temp.resolve("project/jdk/release"), "JAVA_RUNTIME_VERSION=\"25\"\n");

    for (var folder : List.of(temp.resolve("project/jdk/bin"), link)) {
      var script = "cd \"$1\"; PATH=$2; h=$3; . \"$4\"; ";
      var functions = Files.readString(LAUNCHER);
      var ends = functions.indexOf("home=$h/runtime");
      var library = Files.writeString(temp.resolve("functions"), functions.substring(0, ends));
      var shell =
          new ProcessBuilder(
              "/bin/sh",
              "-c",
              script + "java_on_path && echo \"$home\" || echo none",
              "sh",
              project.toString(),
              folder.toString(),
              temp.toString(),
              library.toString());
      var process = shell.redirectErrorStream(true).start();
      assertThat(new String(process.getInputStream().readAllBytes())).isEqualTo("none\n");
    }
  }

  @Test
  void a_cache_of_another_installation_is_not_used() throws Exception {
    file("lib/@JARS@", 10);
    file("cache/tidemark/elsewhere/@BUILD@-25-command.aot", 20);
    file("cache/tidemark/@BUILD@-25-command.aot", 20);

    assertThat(flags("25", "status")).noneMatch(word -> word.contains("AOTCache"));
  }

  private Path file(String name, int seconds) throws IOException {
    var file = temp.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    return Files.setLastModifiedTime(
        file, FileTime.fromMillis(1_700_000_000_000L + seconds * 1000));
  }

  /// Returns the words that a run time of that version is started with.
  private List<String> flags(String version, String... words)
      throws IOException, InterruptedException {
    var process = launched("", version, words);
    var said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines().toList();
  }

  private Process launched(String options, String version, String... words) throws IOException {
    assumeThat(File.separatorChar).as("a shell").isEqualTo('/');
    var home = Files.createDirectories(temp.resolve("jdk/bin")).getParent();
    Files.writeString(home.resolve("release"), "JAVA_RUNTIME_VERSION=\"" + version + "\"\n");
    var java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    var sourced = "h=$1 launcher=$2; shift 2; . \"$launcher\"";
    var line = new ArrayList<>(List.of("/bin/sh", "-c", sourced, "sh"));
    line.addAll(List.of(temp.toString(), LAUNCHER.toString()));
    line.addAll(List.of(words));
    var shell = new ProcessBuilder(line);
    shell.environment().put("TIDEMARK_JAVA_HOME", home.toString());
    shell.environment().put("TIDEMARK_NO_AOT", "1");
    shell.environment().put("XDG_CACHE_HOME", temp.resolve("cache").toString());
    shell.environment().put("TIDEMARK_JAVA_OPTS", options);
    return shell.redirectErrorStream(true).start();
  }
}
