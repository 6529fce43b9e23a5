package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The gates of a run, over HTTP, are as `docs/openapi.yaml` types them, with receipts and without.
class GatesSchemaTest {
  private static final String RUN = "/api/runs/state%2Frelease%2Fv1/gates";

  @TempDir private Path temp;

  private static Schema schema() throws IOException {
    var name = "docs/openapi.yaml";
    var document = YamlTree.read(name, Files.readString(Repository.root().resolve(name))).root();
    var schema =
        JsonObject.builder()
            .add("$ref", "#/components/schemas/Gates")
            .add("components", document.object("components"))
            .build();
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(JsonText.compact(schema));
  }

  @Test
  void the_answer_has_the_types_that_are_published() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [{name: publish, gates: [{review: true}, {artifact: x}]}]\n");
    tidemark.after("config receipts on", "start release v1");
    try (var served = Served.at(tidemark)) {
      var without = Visitor.bearer(served).get(RUN).body();
      tidemark.after("gate set review --allowed true --run release/v1");
      tidemark.scratch().write("docs/receipts/state-release-v1/x.json", "{}\n");
      var with = Visitor.bearer(served).get(RUN).body();

      assertThat(without).doesNotContain("\"receipt\"");
      assertThat(with).contains("\"receipt\":{\"path\":").contains("\"problems\":[{");
      for (var body : new String[] {without, with}) {
        assertThat(schema().validate(body, InputFormat.JSON)).isEmpty();
      }
      assertThat(schema().validate(with.replace("\"fresh\":true", "\"fresh\":1"), InputFormat.JSON))
          .isNotEmpty();
    }
  }
}
