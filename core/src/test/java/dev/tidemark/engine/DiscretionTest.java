package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Details;
import dev.tidemark.workflow.PhaseReport;
import dev.tidemark.workflow.SecretPolicy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No text of any change gets past.
class DiscretionTest {
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  /// What a run is found by stays as it is.
  private static final List<String> NAMES = List.of("workflow", "item");

  static Stream<Class<?>> changes() {
    return Arrays.stream(Change.class.getPermittedSubclasses());
  }

  private static Object sample(RecordComponent component) {
    var type = component.getType();
    if (type == String.class) {
      return NAMES.contains(component.getName()) ? "name" : "the key is " + KEY;
    }
    if (type == PhaseReport.class) {
      return new PhaseReport(
          new ContextSummary("with " + KEY),
          List.of(new Artifact("src/a.ts", Artifact.Kind.CREATED)),
          List.of("chose " + KEY),
          KEY);
    }
    if (type == JsonObject.class) {
      return JsonText.parse("{\"a\": [{\"b\": \"" + KEY + "\"}], \"password\": \"S3cure!pass\"}");
    }
    if (type == PhaseName.class) {
      return new PhaseName("design");
    }
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    return type == boolean.class ? false : List.of();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void no_text_of_a_change_gets_past(Class<?> type) throws ReflectiveOperationException {
    var types = new ArrayList<Class<?>>();
    var values = new ArrayList<Object>();
    for (var component : type.getRecordComponents()) {
      types.add(component.getType());
      values.add(sample(component));
    }
    var constructor = type.getDeclaredConstructor(types.toArray(new Class<?>[0]));
    var change = (Change) constructor.newInstance(values.toArray());
    boolean secret = change.toString().contains(KEY);
    var discretion = new Discretion(SecretPolicy.REDACT);

    var safe = discretion.change(change);

    assertThat(safe.toString()).doesNotContain(KEY, "S3cure!pass");
    assertThat(discretion.notices()).hasSize(secret ? 1 : 0);
    assertThat(safe).hasSameClassAs(change);
    assertThat(new Discretion(SecretPolicy.WARN).change(change)).isEqualTo(change);
    var strict = new Discretion(SecretPolicy.REFUSE);
    strict.change(change);
    assertThat(strict.blocker() != null).isEqualTo(secret);
  }

  @Test
  void what_is_said_beyond_a_change_is_looked_at() {
    var said = new Details(Map.of("outcome", List.of("It works.", "with " + KEY)));

    var safe = new Discretion(SecretPolicy.REDACT).details(said);

    assertThat(safe.values("outcome"))
        .containsExactly("It works.", "with [redacted-aws-access-key]");
  }

  @Test
  void what_is_told_says_whether_a_secret_was_recorded() {
    var said = new Details(Map.of("outcome", List.of("with " + KEY)));
    var redacting = new Discretion(SecretPolicy.REDACT);
    var warning = new Discretion(SecretPolicy.WARN);
    redacting.details(said);
    warning.details(said);

    assertThat(redacting.notices().getFirst().text()).startsWith("what looks like a secret is not");
    assertThat(warning.notices().getFirst().text()).endsWith("recorded as it is: aws-access-key");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void what_nests_deeper_than_documents_may_is_left_to_whoever_refuses_it(boolean objects) {
    for (int depth : List.of(200, 400)) {
      Json json = JsonString.of(KEY);
      for (int i = 0; i < depth; i++) {
        json = objects ? JsonObject.EMPTY.with("a", json) : JsonArray.of(List.of(json));
      }
      var change = new Change.SaveDocument(JsonObject.EMPTY.with("deep", json));
      var discretion = new Discretion(SecretPolicy.REDACT);

      boolean same = discretion.change(change).equals(change);

      assertThat(same).isEqualTo(depth == 400);
    }
  }
}
