package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The library of the dashboard is what its publisher has published.
class VendoredTest {
  private static final String VERSION = "7.9.0";

  /// Of `dist/d3.min.js` in the package of npm.
  private static final String DIGEST =
      "f2094bbf6141b359722c4fe454eb6c4b0f0e42cc10cc7af921fc158fceb86539";

  private static final Path ASSETS =
      Path.of("src/main/resources/dev/tidemark/app/http/dashboard/assets");

  @Test
  void d3_is_the_file_of_its_package_and_named_with_its_licence() throws IOException {
    var file = Files.readAllBytes(ASSETS.resolve("d3.min.js"));

    assertThat(Sha256.hex(file)).isEqualTo(DIGEST);
    assertThat(Files.readString(ASSETS.resolve("d3.LICENSE"))).contains("Mike Bostock");
    assertThat(Files.readString(Repository.root().resolve("NOTICE")))
        .contains("D3 " + VERSION)
        .contains("ISC License");
    var packages = Repository.root().resolve("build/conformance");
    assertThat(packages.resolve("package.json")).content().contains("\"d3\": \"" + VERSION + "\"");
    var published = packages.resolve("node_modules/d3/dist/d3.min.js");
    if (Files.exists(published)) {
      assertThat(Files.readAllBytes(published)).isEqualTo(file);
    }
  }
}
