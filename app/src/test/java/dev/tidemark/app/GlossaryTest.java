package dev.tidemark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// GLOSSARY.md speaks of types that exist, in the order of the alphabet.
class GlossaryTest {
  private static final Pattern ENTRY = Pattern.compile("\\| \\*\\*(.+?)\\*\\* \\(`(\\w+)`\\) \\|");

  @Test
  void every_type_in_brackets_exists() throws IOException {
    var root = Repository.root();
    var types = new TreeSet<String>();
    try (var files = Files.walk(root, 16)) {
      files
          .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .forEach(name -> types.add(name.replace(".java", "")));
    }
    var named = new TreeSet<String>();
    var words = new ArrayList<String>();
    var matcher = ENTRY.matcher(Files.readString(root.resolve("GLOSSARY.md")));
    while (matcher.find()) {
      words.add(matcher.group(1));
      named.add(matcher.group(2));
    }

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(types).containsAll(named);
    assertThat(words).isSorted().doesNotHaveDuplicates();
  }
}
