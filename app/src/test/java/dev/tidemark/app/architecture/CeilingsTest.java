package dev.tidemark.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Ceilings of what a successor has to carry. A change that adds pays for it: something else goes.
/// A change that removes lowers the ceiling, so that nothing grows into the room.
class CeilingsTest {
  /// The product's lines, with comments and blank ones.
  private static final long LINES = 138_900;

  /// The product's source files, each of which has one type of the first level.
  private static final long TYPES = 1_070;

  /// The words of README, GLOSSARY and docs, without decision records and internals.
  private static final long WORDS = 59_950;

  private static final double SLACK = 0.01;

  private static long sum(Path folder, Predicate<Path> wanted, ToLongFunction<String> size)
      throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      long sum = 0;
      for (var file : found.filter(Files::isRegularFile).filter(wanted).toList()) {
        sum += size.applyAsLong(Files.readString(file));
      }
      return sum;
    }
  }

  private static long product(ToLongFunction<String> size) throws IOException {
    long sum = 0;
    for (var module : Repository.MODULES) {
      var sources = Repository.root().resolve(module).resolve("src/main/java");
      sum += sum(sources, file -> file.toString().endsWith(".java"), size);
    }
    return sum;
  }

  private static void check(long actual, long ceiling) {
    assertThat(actual)
        .as("the ceiling is met by removing, and lowered where there is room")
        .isBetween((long) (ceiling * (1 - SLACK)), ceiling);
  }

  @Test
  void the_product_has_no_more_lines() throws IOException {
    check(product(text -> text.lines().count()), LINES);
  }

  @Test
  void the_product_has_no_more_types() throws IOException {
    check(product(text -> 1), TYPES);
  }

  @Test
  void the_user_docs_have_no_more_words() throws IOException {
    var root = Repository.root();
    ToLongFunction<String> words = text -> text.strip().split("\\s+").length;
    long sum = 0;
    for (var page : List.of("README.md", "GLOSSARY.md")) {
      sum += words.applyAsLong(Files.readString(root.resolve(page)));
    }
    var docs = root.resolve("docs");
    Predicate<Path> wanted =
        file ->
            file.toString().endsWith(".md")
                && !file.startsWith(docs.resolve("adr"))
                && !file.startsWith(docs.resolve("internals"));
    check(sum + sum(docs, wanted, words), WORDS);
  }
}
