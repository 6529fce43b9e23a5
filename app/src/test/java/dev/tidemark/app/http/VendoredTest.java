package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The libraries of the dashboard are what their publishers have published: `ShippedTest` compares
/// the digests.
class VendoredTest {
  private static final Path ASSETS =
      Path.of("../server/src/main/resources/dev/tidemark/app/http/dashboard/assets");

  @ParameterizedTest
  @CsvSource({
    "D3, 7.9.0, d3.min.js, d3.LICENSE, Mike Bostock, d3/dist",
    "marked, 18.2.1, marked.esm.js, marked.LICENSE, Christopher Jeffrey, marked/lib",
    "DOMPurify, 3.4.18, purify.min.js, purify.LICENSE, Apache License, dompurify/dist",
    "highlight.js, 11.12.0, highlight.min.js, highlight.LICENSE, Ivan Sagalaev,"
        + " @highlightjs/cdn-assets/es"
  })
  void a_library_is_the_file_of_its_package_and_named_with_its_licence(
      String name, String version, String file, String licence, String words, String folder)
      throws IOException {
    assertThat(Files.readString(ASSETS.resolve(licence))).contains(words);
    assertThat(Files.readString(ASSETS.resolve(file))).contains(version);
    assertThat(Files.readString(Repository.root().resolve("NOTICE")))
        .contains(name + " " + version)
        .contains("dashboard/assets/" + file);
    var packages = Repository.root().resolve("build/conformance");
    var named = folder.substring(0, folder.lastIndexOf('/'));
    assertThat(packages.resolve("package.json"))
        .content()
        .contains("\"" + named + "\": \"" + version + "\"");
    var published = packages.resolve("node_modules").resolve(folder).resolve(file);
    if (Files.exists(published)) {
      assertThat(Files.readAllBytes(published)).isEqualTo(Files.readAllBytes(ASSETS.resolve(file)));
    }
  }
}
