package dev.tidemark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.history.Origin;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SecretPolicy;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// No text and no name of any change gets past.
class SecretScrubberTest {
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";

  static Stream<Class<?>> changes() {
    return records(Change.class);
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(SecretScrubberTest::records)
        : Stream.of(type);
  }

  /// Every component of every kind of change that can hold characters, by its type: a component of
  /// another type fails here, until it is known how it is looked at.
  static Stream<Arguments> components() {
    return changes()
        .flatMap(
            type ->
                Arrays.stream(type.getRecordComponents())
                    .filter(component -> !component.getType().isEnum())
                    .filter(component -> component.getType() != boolean.class)
                    .map(component -> Arguments.of(type, component.getName())));
  }

  /// Returns a value of a component: with the text in it, in every place where there is one.
  private static List<Object> values(RecordComponent component, String text) {
    var type = component.getType();
    if (type == String.class) {
      return List.of(text);
    }
    if (type == PhaseName.class) {
      return List.of(new PhaseName(text));
    }
    if (type == JsonObject.class) {
      return List.of(
          JsonObject.EMPTY.with("a", JsonArray.of(List.of(JsonString.of(text)))),
          JsonObject.EMPTY.with("a", JsonObject.EMPTY.with(text, JsonString.of("value"))));
    }
    if (type == PhaseReport.class) {
      var file = List.of(new Artifact(text, Artifact.Kind.CREATED));
      return List.of(
          new PhaseReport(new ContextSummary(text), List.of(), List.of(), null),
          new PhaseReport(null, file, List.of(), null),
          new PhaseReport(null, List.of(), List.of(text), null),
          new PhaseReport(null, List.of(), List.of(), text));
    }
    if (type == List.class) {
      var element = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
      if (element == String.class) {
        return List.of(List.of(text));
      }
      if (element == PhaseName.class) {
        return List.of(List.of(new PhaseName(text)));
      }
      if (element == Note.class) {
        var phase = new PhaseName("design");
        return List.of(
            List.of(new Note(Note.Kind.DECISION, phase, text)),
            List.of(new Note(Note.Kind.DECISION, new PhaseName(text), "a note")));
      }
    }
    if (type.isEnum()) {
      return List.of(type.getEnumConstants()[0]);
    }
    if (type == boolean.class) {
      return List.of(false);
    }
    throw new AssertionError("not known where the texts of a " + component + " are");
  }

  /// Returns changes of a kind that hold the key in one component only.
  private static List<Change> with(Class<?> type, String component)
      throws ReflectiveOperationException {
    var components = type.getRecordComponents();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var changes = new ArrayList<Change>();
    int count = 1;
    for (int variant = 0; variant < count; variant++) {
      var arguments = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        boolean one = components[i].getName().equals(component);
        var values = values(components[i], one ? "with-" + KEY : "harmless");
        count = one ? values.size() : count;
        arguments[i] = values.get(one ? variant : 0);
      }
      changes.add((Change) type.getDeclaredConstructor(types).newInstance(arguments));
    }
    return changes;
  }

  @ParameterizedTest
  @MethodSource("components")
  void every_component_of_every_change_is_looked_at(Class<?> type, String component)
      throws ReflectiveOperationException {
    for (var change : with(type, component)) {
      var warning = new SecretScrubber(SecretPolicy.WARN);
      var redacting = new SecretScrubber(SecretPolicy.REDACT);
      var refusing = new SecretScrubber(SecretPolicy.REFUSE);

      assertThat(warning.change(change)).isEqualTo(change);
      assertThat(warning.notices()).as(change.toString()).hasSize(1);
      assertThat(warning.blocker()).isNull();
      var safe = redacting.change(change);
      assertThat(redacting.blocker() != null || !safe.toString().contains(KEY))
          .as("redacted or refused: " + safe)
          .isTrue();
      refusing.change(change);
      assertThat(refusing.blocker()).as(change.toString()).isNotNull();
    }
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_change_without_a_secret_passes_as_it_is(Class<?> type)
      throws ReflectiveOperationException {
    for (var change : with(type, "none of them")) {
      for (var policy : SecretPolicy.values()) {
        var secretScrubber = new SecretScrubber(policy);

        assertThat(secretScrubber.change(change)).isEqualTo(change);
        assertThat(secretScrubber.notices()).isEmpty();
        assertThat(secretScrubber.blocker()).isNull();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SecretPolicy.class)
  void actor_branch_new_run_and_work_tree_are_names(SecretPolicy policy) {
    var id = new CheckpointId("state", "implement", "auth");
    List<Consumer<SecretScrubber>> places =
        List.of(
            secretScrubber -> secretScrubber.actor(Actor.tool(KEY)),
            secretScrubber -> secretScrubber.place(null, "fix/" + KEY, null),
            secretScrubber ->
                secretScrubber.place(new CheckpointId("item", "debug", KEY), "main", null),
            secretScrubber ->
                secretScrubber.place(id, "main", new Origin("x", "bob:" + KEY, null)));
    for (var place : places) {
      var secretScrubber = new SecretScrubber(policy);
      place.accept(secretScrubber);

      assertThat(secretScrubber.blocker() != null).isEqualTo(policy != SecretPolicy.WARN);
      assertThat(secretScrubber.mayName()).isEqualTo(policy == SecretPolicy.WARN);
    }
  }

  @Test
  void a_password_is_known_by_the_key_that_it_stands_under() {
    var json = (JsonObject) JsonText.parse("{\"db\": {\"password\": \"S3cure!pass\"}}");

    var safe = new SecretScrubber(SecretPolicy.REDACT).json(json);

    assertThat(safe.toString()).doesNotContain("S3cure!pass");
  }

  @Test
  void what_is_said_beyond_a_change_is_looked_at() {
    var said = new DialectOptions(Map.of("outcome", List.of("It works.", "with " + KEY)));

    var safe = new SecretScrubber(SecretPolicy.REDACT).details(said);

    assertThat(safe.values("outcome"))
        .containsExactly("It works.", "with [redacted-aws-access-key]");
  }

  @Test
  void what_is_told_says_whether_a_secret_was_recorded() {
    var said = new DialectOptions(Map.of("outcome", List.of("with " + KEY)));
    var redacting = new SecretScrubber(SecretPolicy.REDACT);
    var warning = new SecretScrubber(SecretPolicy.WARN);
    redacting.details(said);
    warning.details(said);

    assertThat(redacting.notices().getFirst().text())
        .startsWith("text that looks like a secret was not");
    assertThat(warning.notices().getFirst().text())
        .endsWith("was recorded: aws-access-key; to take it out: tidemark redact");
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
      var secretScrubber = new SecretScrubber(SecretPolicy.REDACT);

      boolean same = secretScrubber.change(change).equals(change);

      assertThat(same).isEqualTo(depth == 400);
    }
  }
}
