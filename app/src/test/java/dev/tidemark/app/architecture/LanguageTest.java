package dev.tidemark.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Lint of comments and string literals in the product's sources: plain technical English, without
/// the words of `build/excluded-words.txt`.
class LanguageTest {

  /// Comments, text blocks, strings and character literals; the latter only so that a quote in one
  /// begins no string.
  private static final Pattern TEXT =
      Pattern.compile(
          "\"\"\"(?:\\\\.|(?!\"\"\").)*+\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\""
              + "|'(?:\\\\.|[^'\\\\\\n])*+'|//[^\\n]*+|/\\*.*?\\*/",
          Pattern.DOTALL);

  /// The name of a parameter, a type or a member is no word of a sentence.
  private static final Pattern NAME =
      Pattern.compile("@param \\w+|\\[[\\w.#]+(?:\\([\\w., ]*\\))?]|`[^`\\n]*`");

  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

  /// File and text of the exceptions.
  private static final Set<String> EXCEPTIONS =
      Set.of(
          // The version of a cache's format.
          "RunSummaryCodec.java: glance",
          // A key in the JSON of a change.
          "ChangeView.java: errand");

  @Test
  void comments_and_messages_use_no_excluded_word() throws IOException {
    var excluded = excluded();
    var found = new ArrayList<String>();
    for (var source : sources()) {
      found.addAll(violations(source, Files.readString(source), excluded));
    }
    assertThat(found).as("name the actor or the thing, see build/excluded-words.txt").isEmpty();
  }

  @Test
  void comments_strings_and_text_blocks_are_checked_and_code_and_names_are_not() {
    var text =
        """
        /// Nobody is here.
        /// @param house the [house][House] of `house`
        class House {
          char quote = '"'; // doors
          String text = "the \\"parcel\\"";
          String block = \"""
              somebody's
              \""";
        }
        """;

    assertThat(violations(Path.of("House.java"), text, excludedWords("nobody house parcel door")))
        .containsExactly("House.java:1: nobody", "House.java:4: doors", "House.java:5: parcel");
    assertThat(violations(Path.of("House.java"), text, excludedWords("somebody")))
        .containsExactly("House.java:7: somebody");
  }

  private static Set<String> excludedWords(String words) {
    return Set.of(words.split(" "));
  }

  private static List<String> violations(Path file, String source, Set<String> excluded) {
    var found = new ArrayList<String>();
    var texts = TEXT.matcher(source);
    while (texts.find()) {
      var text = NAME.matcher(texts.group()).replaceAll(name -> " ".repeat(name.group().length()));
      var words = WORD.matcher(text);
      while (words.find()) {
        var word = words.group().toLowerCase(Locale.ROOT);
        var singular = word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
        if ((excluded.contains(word) || excluded.contains(singular))
            && !EXCEPTIONS.contains(file.getFileName() + ": " + word)) {
          long line = source.substring(0, texts.start() + words.start()).lines().count();
          found.add(file + ":" + Math.max(line, 1) + ": " + word);
        }
      }
    }
    return found;
  }

  private static Set<String> excluded() throws IOException {
    var words =
        Files.readAllLines(Path.of("../build/excluded-words.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .toList();
    assertThat(words).isNotEmpty();
    return Set.copyOf(words);
  }

  private static List<Path> sources() throws IOException {
    var sources = new ArrayList<Path>();
    for (var module : Repository.MODULES) {
      try (var found = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        found.filter(path -> path.toString().endsWith(".java")).sorted().forEach(sources::add);
      }
    }
    assertThat(sources).hasSizeGreaterThan(500);
    return sources;
  }
}
