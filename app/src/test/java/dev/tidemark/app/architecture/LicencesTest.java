package dev.tidemark.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.testkit.Proves;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// NOTICE names every library that a user gets.
class LicencesTest {
  @Proves("R-USR-12")
  @Test
  void every_library_besides_ours_is_named_with_its_licence() throws IOException {
    var classPath = Files.readString(Path.of("target", "runtime-classpath.txt")).strip();
    var notice = Files.readString(Repository.root().resolve("NOTICE"));
    var others = new ArrayList<String>();
    for (var entry : classPath.split(File.pathSeparator)) {
      var name = Path.of(entry).getFileName().toString();
      if (!name.equals("classes") && !name.startsWith("tidemark-")) {
        others.add("(lib/" + name + ")");
      }
    }

    assertThat(others).hasSizeLessThanOrEqualTo(10);
    assertThat(others).allMatch(notice::contains);
    assertThat(notice).contains("Apache License");
  }
}
