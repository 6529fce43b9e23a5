package dev.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The programs that `bench/run` compiles with libraries of others name classes that are there.
class MeasuredProgramsTest {
  private static final Path BENCH = Path.of("").toAbsolutePath();
  private static final Pattern IMPORT = Pattern.compile("(?m)^import (dev\\.tidemark\\.[^;]+);");

  static Stream<Path> programs() throws IOException {
    try (var files =
        Stream.concat(
            Files.walk(BENCH.resolve("loops")), Files.walk(BENCH.resolve("peers/tidemark")))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void each_imported_class_is_there(Path program) throws IOException, ClassNotFoundException {
    var imports = IMPORT.matcher(Files.readString(program)).results().toList();
    assertThat(imports).isNotEmpty();
    for (var found : imports) {
      Class.forName(found.group(1), false, MeasuredProgramsTest.class.getClassLoader());
    }
  }
}
