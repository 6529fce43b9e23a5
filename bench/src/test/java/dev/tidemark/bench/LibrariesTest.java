package dev.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// `docs/internals/libraries.md` names every library that builds and tests, as Maven has resolved
/// it for each module, with its licence. `-Dtidemark.write=true` writes it anew. It is here because
/// this module is built last.
class LibrariesTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path PAGE = ROOT.resolve("docs/internals/libraries.md");
  private static final Pattern MODULE = Pattern.compile("<module>([\\w/-]+)</module>");

  /// What works on the sources, by the property that names its version.
  private static final String[][] TOOLS = {
    {"com.google.errorprone", "error_prone_core", "errorprone.version", "compiler"},
    {"com.uber.nullaway", "nullaway", "nullaway.version", "compiler"},
    {"com.google.googlejavaformat", "google-java-format", "google-java-format.version", "format"},
    {"com.puppycrawl.tools", "checkstyle", "checkstyle.version", "budgets"},
  };

  private static final String HEAD =
      """
      # Libraries that build and test

      None of these is in what a user gets, unless [NOTICE](../../NOTICE) names it, too. What stands
      here is what Maven has resolved for the class path of the tests of each module, with the
      licence that the library's own description gives; a licence of a kind that is not here yet
      fails the build. The plugins of Maven are not listed; their versions are in `pom.xml` and
      `build/pom.xml`.

      | library | version | licence | for |
      |---|---|---|---|
      """;

  private static final String TAIL =
      "\n---\nMade by `mvn test -Dtidemark.write=true`; do not edit.\n";

  @Test
  void every_library_that_builds_and_tests_is_named_with_its_licence() throws IOException {
    var pom = Files.readString(ROOT.resolve("pom.xml"));
    var versions = pom + Files.readString(ROOT.resolve("build/pom.xml"));
    var modules = new ArrayList<String>();
    for (var match : MODULE.matcher(pom).results().toList()) {
      modules.add(match.group(1));
    }
    // Without sources of their own.
    modules.removeAll(List.of("build", "bom"));
    for (var module : modules) {
      Assumptions.assumeTrue(
          Files.exists(classPath(module)), "not all modules are built: " + module);
    }
    var page = HEAD + String.join("\n", rows(modules, versions)) + "\n" + TAIL;
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("write it anew with -Dtidemark.write=true").hasContent(page);
  }

  private static Path classPath(String module) {
    return ROOT.resolve(module).resolve("target/test-classpath.txt");
  }

  private static List<String> rows(List<String> modules, String pom) throws IOException {
    var libraries = new TreeMap<String, Library>();
    var users = new TreeMap<String, List<String>>();
    for (var module : modules) {
      var classPath = Files.readString(classPath(module)).strip();
      for (var entry : new TreeSet<>(List.of(classPath.split(File.pathSeparator)))) {
        if (entry.endsWith(".jar") && !Path.of(entry).startsWith(ROOT)) {
          var library = Library.of(Path.of(entry));
          var key = key(library);
          libraries.put(key, library);
          var of = users.computeIfAbsent(key, _ -> new ArrayList<>());
          if (!of.contains(module)) {
            of.add(module);
          }
        }
      }
    }
    var repository = libraries.firstEntry().getValue().repository();
    for (var tool : TOOLS) {
      var library = Library.named(repository, tool[0], tool[1], property(pom, tool[2]));
      libraries.put(key(library), library);
      users.put(key(library), List.of(tool[3]));
    }
    var rows = new ArrayList<String>();
    for (var library : libraries.entrySet()) {
      var of = users.getOrDefault(library.getKey(), List.of());
      rows.add(
          row(library.getValue(), of.size() == modules.size() ? "all" : String.join(", ", of)));
    }
    return rows;
  }

  private static String key(Library library) {
    return library.group() + ":" + library.name() + " | " + library.version();
  }

  /// What is fetched only after the tests is taken from the page where it was not fetched yet.
  private static String row(Library library, String users) throws IOException {
    var known = "| " + key(library) + " | ";
    if (library.description() == null) {
      return Files.readAllLines(PAGE).stream()
          .filter(line -> line.startsWith(known))
          .findFirst()
          .orElse(known + "unknown | " + users + " |");
    }
    return known + library.licence() + " | " + users + " |";
  }

  private static String property(String pom, String name) {
    var found = Pattern.compile("<" + name + ">([^<]+)</").matcher(pom);
    assertThat(found.find()).as(name).isTrue();
    return found.group(1);
  }
}
