package dev.tidemark.app.architecture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// ARCHITECTURE.md names every package of the product, and no package or type that does not exist.
/// With `-Dtidemark.write=true` the table of the packages is written anew, from the descriptions in
/// their `package-info.java`.
class ArchitecturePageTest {
  private static final Pattern TABLE =
      Pattern.compile("(?s)<!-- packages -->\n.*?<!-- end of packages -->");
  private static final Pattern FIRST_PARAGRAPH =
      Pattern.compile("(?:^/// .*\n)+", Pattern.MULTILINE);

  /// A package of a family, such as `app.cli`, also before the name of a type.
  private static final Pattern PACKAGE =
      Pattern.compile("(?<![\\w./])((?:app|dialects|stores|integrations)\\.[a-z]+)(?![\\w/])");

  private static final Pattern DIAGRAM = Pattern.compile("(?s)## Dependencies\n.*?```\n(.*?)```");
  private static final Pattern NODE = Pattern.compile("[a-z]+(?:\\.[a-z]+)?");
  private static final String ALL = "everything";

  /// A type behind its package, such as `engine.Checkpoints`.
  private static final Pattern TYPE = Pattern.compile("(?<![\\w./])((?:[a-z]+\\.)+[A-Z]\\w*)\\b");

  @Test
  void the_table_lists_every_package_with_its_description() throws IOException {
    var page = page();
    var table =
        new StringBuilder("<!-- packages -->\n| package | module | content |\n|---|---|---|\n");
    for (var module : Repository.MODULES) {
      for (var entry : descriptions(module).entrySet()) {
        table.append("| `").append(entry.getKey()).append("` | `").append(module).append("` | ");
        table.append(entry.getValue()).append(" |\n");
      }
    }
    table.append("<!-- end of packages -->");
    var tables = TABLE.matcher(page);
    assertThat(tables.find()).isTrue();
    var whole = page.substring(0, tables.start()) + table + page.substring(tables.end());
    if (Boolean.getBoolean("tidemark.write")) {
      Files.writeString(path(), whole);
      return;
    }
    assertThat(page).as("write it anew with -Dtidemark.write=true").isEqualTo(whole);
  }

  @Test
  void every_package_has_a_description() throws IOException {
    for (var module : Repository.MODULES) {
      try (var files = Files.walk(sources(module))) {
        var folders = files.filter(file -> file.toString().endsWith(".java")).map(Path::getParent);
        assertThat(folders.distinct().toList())
            .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
      }
    }
  }

  @Test
  void every_package_and_type_that_the_page_names_exists() throws IOException {
    var packages = new TreeSet<String>();
    var missing = new ArrayList<String>();
    for (var module : Repository.MODULES) {
      packages.addAll(descriptions(module).keySet());
    }
    var named = named(PACKAGE);
    assertThat(named).contains("app.http", "app.mcp");
    named.stream().filter(name -> !packages.contains(name)).forEach(missing::add);
    for (var type : named(TYPE)) {
      var file = type.replace('.', '/') + ".java";
      if (Repository.MODULES.stream()
          .noneMatch(module -> Files.exists(sources(module).resolve(file)))) {
        missing.add(type);
      }
    }
    assertThat(missing).as("named in ARCHITECTURE.md").isEmpty();
  }

  @Test
  void every_node_of_the_diagram_is_a_package_or_a_module() throws IOException {
    var known = new TreeSet<String>(Repository.MODULES);
    known.add(ALL);
    for (var module : Repository.MODULES) {
      known.addAll(descriptions(module).keySet());
    }
    var diagram = DIAGRAM.matcher(page());
    assertThat(diagram.find()).isTrue();
    var nodes = NODE.matcher(diagram.group(1)).results().map(MatchResult::group).toList();
    assertThat(nodes).hasSizeGreaterThan(20);
    assertThat(known).containsAll(nodes);
  }

  /// Returns the packages of a module, without `dev.tidemark.`, and what each contains.
  private static TreeMap<String, String> descriptions(String module) throws IOException {
    var descriptions = new TreeMap<String, String>();
    try (var files = Files.walk(sources(module))) {
      for (var file : files.filter(it -> it.endsWith("package-info.java")).toList()) {
        var name = sources(module).relativize(file.getParent()).toString().replace('/', '.');
        var text = FIRST_PARAGRAPH.matcher(Files.readString(file));
        assertThat(text.find()).as("a description of %s", name).isTrue();
        var line =
            text.group().lines().map(it -> it.substring("/// ".length())).collect(joining(" "));
        descriptions.put(name, line.replaceFirst("\\.$", ""));
      }
    }
    return descriptions;
  }

  private static TreeSet<String> named(Pattern pattern) throws IOException {
    var named = new TreeSet<String>();
    pattern.matcher(page()).results().map(it -> it.group(1)).forEach(named::add);
    return named;
  }

  private static Path sources(String module) {
    return Repository.root().resolve(module).resolve("src/main/java/dev/tidemark");
  }

  private static Path path() {
    return Repository.root().resolve("ARCHITECTURE.md");
  }

  private static String page() throws IOException {
    return Files.readString(path());
  }
}
