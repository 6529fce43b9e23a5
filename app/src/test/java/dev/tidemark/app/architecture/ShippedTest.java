package dev.tidemark.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import dev.tidemark.integrations.process.SearchPath;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list of parts that is shipped, in the form CycloneDX, names exactly what is shipped.
class ShippedTest {
  /// Files of packages that are no jars, by the name of their package.
  private static final Map<String, String> VENDORED =
      Map.of(
          "d3", "d3.min.js",
          "marked", "marked.esm.js",
          "dompurify", "purify.min.js",
          "@highlightjs/cdn-assets", "highlight.min.js");

  private static final Path ASSETS =
      Path.of("../server/src/main/resources/dev/tidemark/app/http/dashboard/assets");

  private static final String OURS = "dev.tidemark";

  @Test
  void the_list_of_parts_names_what_is_shipped_and_nothing_else()
      throws IOException, NoSuchAlgorithmException {
    var parts = (JsonObject) JsonText.parse(Files.readString(Path.of("sbom.json")));
    var listed = new TreeMap<String, String>();
    for (var part : array(parts, "components").elements()) {
      var component = (JsonObject) part;
      assertThat(array(component, "licenses").size()).as(component.string("name")).isPositive();
      if (!OURS.equals(component.string("group"))) {
        var name = component.string("name");
        var file =
            VENDORED.containsKey(name) ? name : name + "-" + component.string("version") + ".jar";
        listed.put(file, String.valueOf(sha256(array(component, "hashes"))));
      }
    }

    assertThat(listed).isEqualTo(shipped());
    assertThat(parts.string("bomFormat")).isEqualTo("CycloneDX");
    assertThat(parts.string("serialNumber")).as("the same in every build").isNull();
  }

  @Test
  void the_command_that_writes_the_list_adds_the_same_scripts() throws IOException {
    var parts = (JsonObject) JsonText.parse(Files.readString(Path.of("sbom.json")));
    var added = Repository.root().resolve("build/vendored.json");
    var scripts = (JsonArray) JsonText.parse(Files.readString(added));

    assertThat(scripts.size()).isEqualTo(VENDORED.size());
    assertThat(array(parts, "components").elements()).containsAll(scripts.elements());
  }

  @Test
  void the_list_of_a_distribution_names_its_run_time_and_what_is_linked_into_the_client(
      @TempDir Path dist) throws Exception {
    assumeTrue(
        SearchPath.of(System.getenv(), Path.of("")).find("cc") != null, "there is no C compiler");
    Files.createDirectory(dist.resolve("bin"));
    Files.writeString(dist.resolve("bin/tidemark"), "\177ELF");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var program = Repository.root().resolve("build/Parts.java").toString();

    assertThat(
            new ProcessBuilder(java, program, "sbom.json", dist.toString())
                .inheritIO()
                .start()
                .waitFor())
        .isZero();

    var before = (JsonObject) JsonText.parse(Files.readString(Path.of("sbom.json")));
    var parts = (JsonObject) JsonText.parse(Files.readString(dist.resolve("sbom.json")));
    var added = new TreeMap<String, String>();
    for (var part : array(parts, "components").elements()) {
      if (!array(before, "components").elements().contains(part)) {
        var component = (JsonObject) part;
        added.put(component.string("name"), component.string("version"));
        assertThat(array(component, "licenses").size()).isPositive();
      }
    }
    assertThat(added).containsEntry("openjdk", System.getProperty("java.runtime.version"));
    assertThat(added).hasSizeBetween(2, 3);
    assertThat(parts.without("components")).isEqualTo(before.without("components"));
  }

  private static TreeMap<String, String> shipped() throws IOException, NoSuchAlgorithmException {
    var shipped = new TreeMap<String, String>();
    var classPath = Files.readString(Path.of("target", "runtime-classpath.txt")).strip();
    for (var entry : classPath.split(File.pathSeparator)) {
      var file = Path.of(entry);
      var name = String.valueOf(file.getFileName());
      if (!name.equals("classes") && !name.startsWith("tidemark-")) {
        var digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        shipped.put(name, HexFormat.of().formatHex(digest));
      }
    }
    for (var vendored : VENDORED.entrySet()) {
      var bytes = Files.readAllBytes(ASSETS.resolve(vendored.getValue()));
      var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      shipped.put(vendored.getKey(), HexFormat.of().formatHex(digest));
    }
    return shipped;
  }

  private static @Nullable String sha256(JsonArray hashes) {
    for (var hash : hashes.elements()) {
      if (hash instanceof JsonObject one && "SHA-256".equals(one.string("alg"))) {
        return one.string("content");
      }
    }
    return null;
  }

  private static JsonArray array(JsonObject from, String key) {
    var array = from.array(key);
    return array == null ? JsonArray.EMPTY : array;
  }
}
