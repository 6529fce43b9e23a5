package dev.tidemark.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.DocumentField;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Fields of a document for comparisons.
class JsonFieldsTest {
  @Test
  void each_field_of_a_document_has_its_path() {
    var object =
        (JsonObject)
            JsonText.parse(
                "{\"a\":{\"b\":1,\"c\":[\"x\",{\"d\":2},[3]],\"e\":\"y\"},\"f\":null,\"g\":[]}");

    assertThat(JsonFields.of("", object, Set.of("a.b")))
        .containsExactly(
            new DocumentField("a.c", "x"),
            new DocumentField("a.c", "{\"d\":2}"),
            new DocumentField("a.c", "[3]"),
            new DocumentField("a.e", "y"),
            new DocumentField("f", "null"));
    assertThat(JsonFields.of("z", object, Set.of("z.a", "f")))
        .containsExactly(new DocumentField("z.f", "null"));
  }
}
