package dev.tidemark.dialects.state;

import static dev.tidemark.checkpoint.Diagnostic.Severity.ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tidemark.dialect.Validator;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.state.format.SchemaFields;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.Goldens;
import dev.tidemark.testkit.JsonVariants;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The published JSON Schema says what the code says.
@Proves("R-002-10")
class StateSchemaTest {
  private static final Path PUBLISHED =
      Path.of("..", "docs", "schema", "checkpoint-state-1.schema.json");

  private static final String TEXT = inJar();

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static final Validator VALIDATOR = StateDialect.of(new Workflows(List.of())).validator();

  private static final String COMPLETE =
      """
      {"command":"implement","feature":"x","version":1,
       "head_commit":"d36b6b4a1e2f3c4d5e6f7a8b9c0d1e2f3a4b5c6d",
       "started_at":"2026-01-29T10:30:00.000Z","updated_at":"2026-01-29T11:45:00.000Z",
       "completed_at":"2026-01-29T11:45:00.000Z",
       "state":{"current_phase":"b","completed_phases":["a"],"pending_phases":["c"],
                "current_task":"T002"},
       "phases":{"a":{"status":"complete","started_at":"2026-01-29T10:30:00.000Z",
                      "updated_at":"2026-01-29T10:45:00.000Z","context_summary":"s",
                      "files_created":["f"],"files_modified":["g"],"error":"e"}},
       "gate":{"ship_allowed":false,"blockers":["x"],"head_commit":"abc"}}\
      """;

  private static final String[] REPLACEMENTS = {
    "null", "true", "0", "1.0", "\"\"", "\"complete\"", "[]", "[\"a\",1]", "{}", "{\"x\":{}}"
  };

  @Test
  void it_is_published_where_the_documentation_says() throws IOException {
    assertThat(TEXT).isEqualTo(Files.readString(PUBLISHED));
  }

  private static String inJar() {
    var name = PUBLISHED.getFileName().toString();
    try (var in = StateDialect.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema-example.json", "design-example.json", "finished.json"})
  void it_accepts_the_published_examples(String golden) {
    assertThat(SCHEMA.validate(Goldens.of("state").text(golden), InputFormat.JSON)).isEmpty();
  }

  @Test
  void its_fields_are_those_of_the_code() {
    var schema = Run.json(TEXT);
    assertThat(keys(schema)).isEqualTo(SchemaFields.DOCUMENT_ORDER);
    var phase = at(schema, "$defs", "phase");
    assertThat(keys(phase)).isEqualTo(SchemaFields.PHASE_ORDER);
    assertThat(at(phase, "properties", "status").strings("enum"))
        .containsExactly(SchemaFields.STATUSES.split(", "));
  }

  @Test
  void it_agrees_with_the_validator_whatever_is_replaced_or_left_out() {
    var documents = JsonVariants.of(COMPLETE, REPLACEMENTS);

    assertThat(documents).hasSizeGreaterThan(200);
    for (var document : documents) {
      agree(JsonText.compact(document));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-29T11:45:00.000Z",
        "2026-01-29T11:45:00Z",
        "2026-01-29T11:45Z",
        "2026-01-29T11:45:00,123456789012+05:30",
        "20260129T114500Z",
        "20260129T1145-0330",
        "2026-01-29t11:45:00z",
        "2026-01-29T24:00:00.000Z",
        "2026-01-29T11:45:00+01",
        "2028-02-29T00:00:00Z",
        "2026-01-29 11:45",
        "2026-01-29",
        "2026-01-29T11:45:00",
        "2026-13-01T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-00-10T00:00:00Z",
        "2026-01-29T24:00:01Z",
        "2026-01-29T25:00:00Z",
        "2026-01-29T11:60:00Z",
        "2026-01-29T11:45:60Z",
        "2026-01-29T11:45:00.Z",
        "2026-0129T11:45:00Z",
        "2026-01-29T11:4500Z",
        "2026-01-29T11:45:00+1",
        "26-01-29T11:45Z",
        "2026-01-29T11:45:00.000Z ",
        " 2026-01-29T11:45:00.000Z",
        "2026-01-29T11:45:00.000ZZ",
        "0000-01-01T00:00:00+10:00",
        "9999-12-31T23:59:59-10:00",
        "yesterday",
        ""
      })
  void it_agrees_with_the_validator_about_times(String time) {
    agree(COMPLETE.replace("2026-01-29T10:45:00.000Z", time));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 499, 500, 501, 502})
  void it_agrees_with_the_validator_about_the_length_of_summaries(int words) {
    agree(COMPLETE.replace("\"s\"", "\"" + Run.words(words) + "\""));
    agree(COMPLETE.replace("\"s\"", "\"\u00a0" + Run.words(words).replace(' ', '\u3000') + " \""));
    agree(COMPLETE.replace("\"s\"", "\"" + Run.words(words).replace(' ', '\u0085') + "\""));
  }

  private static void agree(String document) {
    var theirs = SCHEMA.validate(document, InputFormat.JSON);
    var ours =
        VALIDATOR.validate(document).stream()
            .filter(finding -> finding.severity() == ERROR)
            .toList();

    assertThat(ours.isEmpty())
        .as("%s%nours: %s%ntheirs: %s", document, ours, theirs)
        .isEqualTo(theirs.isEmpty());
  }

  private static JsonObject at(JsonObject object, String... keys) {
    var found = object;
    for (var key : keys) {
      found = found.object(key);
      assertThat(found).as(key).isNotNull();
    }
    return found;
  }

  private static List<String> keys(JsonObject schema) {
    return at(schema, "properties").members().stream().map(JsonMember::key).toList();
  }
}
