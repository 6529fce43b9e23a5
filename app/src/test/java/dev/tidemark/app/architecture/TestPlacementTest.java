package dev.tidemark.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A test class `XTest` stands in the Maven module of the class `X`, so that `mvn -pl MODULE test`
/// proves the module. A test whose name is no class plus `Test` names a behaviour and may stand
/// anywhere, and one that needs the whole program stands in `app` (ADR 138).
class TestPlacementTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([a-z0-9/-]+)</module>");
  private static final String TEST = "Test.java";

  /// The modules of the program, whose tests may need all of it.
  private static final List<String> PROGRAM =
      List.of("settings", "cli", "server", "commands", "agents");

  private static List<String> modules() throws IOException {
    var modules = new ArrayList<String>();
    var matcher = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")));
    while (matcher.find()) {
      // What benchmarks measure is named for what it measures: no product class.
      if (!matcher.group(1).equals("bench")) {
        modules.add(matcher.group(1));
      }
    }
    return modules;
  }

  private static List<String> sources(String module, String kind) throws IOException {
    var folder = ROOT.resolve(module).resolve("src").resolve(kind).resolve("java");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.walk(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java") && !name.contains("-info"))
          .toList();
    }
  }

  /// Returns the modules that have a product class of each name.
  private static Map<String, Set<String>> classes(List<String> modules) throws IOException {
    var classes = new HashMap<String, Set<String>>();
    for (var module : modules) {
      for (var source : sources(module, "main")) {
        var name = source.substring(0, source.length() - ".java".length());
        classes.computeIfAbsent(name, _ -> new TreeSet<>()).add(module);
      }
    }
    return classes;
  }

  @Test
  void a_test_that_is_named_after_a_class_is_in_the_module_of_that_class() throws IOException {
    var modules = modules();
    var classes = classes(modules);
    var elsewhere = new ArrayList<String>();
    int beside = 0;
    for (var module : modules) {
      for (var source : sources(module, "test")) {
        var name =
            source.endsWith(TEST) ? source.substring(0, source.length() - TEST.length()) : "";
        var home = classes.getOrDefault(name, Set.of());
        if (home.contains(module)) {
          beside++;
        } else if (!home.isEmpty() && !(module.equals("app") && PROGRAM.containsAll(home))) {
          elsewhere.add(module + " has " + source + ", and " + name + " is in " + home);
        }
      }
    }

    assertThat(elsewhere).isEmpty();
    assertThat(beside).isGreaterThan(200);
  }

  /// The module with the engine, the JSON codec and the ports has tests of all of them.
  @Test
  void core_tests_its_own_packages() throws IOException {
    var tests = sources("core", "test");

    assertThat(tests)
        .contains(
            "CheckpointsTest.java",
            "GatekeeperTest.java",
            "JsonSpliceTest.java",
            "Sha256Test.java",
            "HandoffRequestTest.java",
            "SlashCommandTest.java");
  }
}
