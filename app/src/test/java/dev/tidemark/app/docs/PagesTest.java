package dev.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The pages lead to each other, and their words to the code.
@Proves("R-USR-26")
class PagesTest {
  /// Written by a test and by `bench/run`, so a fresh checkout may be without them for a while.
  private static final List<String> GENERATED = List.of("requirements.md", "BENCHMARKS.md");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern TERM = Pattern.compile("(?m)^\\| \\*\\*[^*]+\\*\\* \\(`(\\w+)`\\)");
  private static final Pattern FENCE = Pattern.compile("(?s)```.*?```");

  static Stream<Path> pages() throws IOException {
    var all = new ArrayList<Path>();
    var root = Repository.root();
    for (var folder : List.of("", "docs", "bench")) {
      int depth = folder.equals("docs") ? 9 : 1;
      try (var files = Files.walk(root.resolve(folder), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(all::add);
      }
    }
    return all.stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_link_leads_somewhere(Path page) throws IOException {
    for (var link : links(page)) {
      if (link.contains("://") || GENERATED.stream().anyMatch(link::endsWith)) {
        continue;
      }
      int hash = link.indexOf('#');
      var path = hash < 0 ? link : link.substring(0, hash);
      var target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
      assertThat(target).as("from %s", page).exists();
      if (hash >= 0) {
        assertThat(anchors(target)).as("of %s", link).contains(link.substring(hash + 1));
      }
    }
  }

  @Test
  void the_index_leads_to_every_page() throws IOException {
    var root = Repository.root();
    var index = root.resolve("docs/README.md");
    var reached = new ArrayList<Path>(List.of(index));
    for (int i = 0; i < reached.size(); i++) {
      for (var link : links(reached.get(i))) {
        var target = reached.get(i).resolveSibling(link.replaceAll("#.*", "")).normalize();
        boolean indexed = reached.get(i).endsWith("README.md");
        if (indexed && link.contains(".md") && !reached.contains(target) && Files.exists(target)) {
          reached.add(target);
        }
      }
    }
    assertThat(reached).containsAll(pages().toList());
  }

  @Test
  void every_term_of_the_glossary_has_its_type() throws IOException {
    var root = Repository.root();
    var types = new ArrayList<String>();
    for (var module : Repository.MODULES) {
      try (var files = Files.walk(root.resolve(module).resolve("src/main/java"))) {
        files.map(file -> file.getFileName().toString().replace(".java", "")).forEach(types::add);
      }
    }
    var terms = TERM.matcher(Files.readString(root.resolve("GLOSSARY.md"))).results();
    var named = terms.map(term -> term.group(1)).toList();
    assertThat(named).hasSizeGreaterThan(25);
    assertThat(types).containsAll(named);
  }

  @Test
  @Proves("R-USR-12")
  void the_licences_of_what_is_shipped_are_named() throws IOException {
    var root = Repository.root();
    assertThat(Files.readString(root.resolve("LICENSE"))).contains("Apache License", "Version 2.0");
    var notice = Files.readString(root.resolve("NOTICE"));
    var poms = new StringBuilder();
    for (var module : Repository.MODULES) {
      poms.append(Files.readString(root.resolve(module).resolve("pom.xml")));
    }
    assertThat(poms).contains("<artifactId>snakeyaml-engine</artifactId>");
    var version = Pattern.compile("snakeyaml-engine</artifactId>\\s*<version>([^<]+)<");
    var found = version.matcher(Files.readString(root.resolve("dialects/pom.xml")));
    assertThat(found.find()).isTrue();
    assertThat(notice)
        .contains("snakeyaml-engine-" + found.group(1) + ".jar", "OpenJDK", "Classpath Exception");
  }

  private static List<String> links(Path page) throws IOException {
    var prose = FENCE.matcher(Files.readString(page)).replaceAll("");
    return LINK.matcher(prose).results().map(link -> link.group(1)).toList();
  }

  /// As the places where such pages are read make them from headings.
  private static List<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(Files.readString(page))
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^a-z0-9 _-]", "")
                    .replace(' ', '-'))
        .toList();
  }
}
