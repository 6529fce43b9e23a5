package dev.tidemark.json;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.testkit.Proves;
import dev.tidemark.text.Utf8;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Our parser and printer against a library's and Node's.
class JsonDifferentialTest {
  private static final JsonMapper JACKSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  @Test
  void the_corpus_is_large_and_has_both_kinds() {
    var valid = JsonCorpus.texts().stream().filter(text -> ours(text).isPresent()).count();

    assertThat(valid).isGreaterThan(500);
    assertThat(JsonCorpus.texts().size() - valid).isGreaterThan(500);
  }

  @Test
  void a_library_accepts_and_reads_the_same() {
    for (var text : JsonCorpus.texts()) {
      var ours = ours(text);
      var theirs = jackson(text);

      if (ours.isEmpty()) {
        assertThat(theirs).as(text).isEmpty();
      } else if (!hasHalfKey(ours.get())) {
        assertSame(ours.get(), theirs.orElseThrow());
      }
    }
  }

  @Test
  @Proves("R-004-23")
  void node_accepts_and_prints_the_same(@TempDir Path folder)
      throws IOException, InterruptedException {
    Program.require(Program.isInstalled("node"), "node is not on the PATH");
    var texts = JsonCorpus.texts();
    var answers = NodeJson.answers(folder, texts);
    int printed = 0;
    for (int i = 0; i < texts.size(); i++) {
      var ours = ours(texts.get(i));
      assertThat(ours.isPresent()).as(texts.get(i)).isEqualTo(!answers.get(i).isEmpty());
      if (ours.isPresent() && survivesNode(ours.get())) {
        var theirs = answers.get(i).get(0);
        assertThat(JsonText.pretty(ours.get())).isEqualTo(theirs.pretty());
        assertThat(JsonText.compact(ours.get())).isEqualTo(theirs.compact());
        printed++;
      }
    }
    assertThat(printed).isGreaterThan(200);
  }

  /// Returns whether Node keeps everything: it rewrites numbers, merges duplicate keys and moves
  /// keys that look like numbers to the front.
  static boolean survivesNode(Json value) {
    return switch (value) {
      case JsonNumber number -> number.spelling().equals("0") || number.spelling().equals("1");
      case JsonArray array -> array.elements().stream().allMatch(e -> survivesNode(e));
      case JsonObject object ->
          object.duplicates().isEmpty()
              && object.members().stream()
                  .allMatch(
                      member -> !startsWithDigit(member.key()) && survivesNode(member.value()));
      default -> true;
    };
  }

  private static boolean startsWithDigit(String key) {
    return !key.isEmpty() && Character.isDigit(key.charAt(0));
  }

  static Optional<Json> ours(String text) {
    try {
      return Optional.of(JsonText.parse(text));
    } catch (JsonException refused) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> jackson(String text) {
    try {
      return Optional.of(JACKSON.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (JsonProcessingException refused) {
      return Optional.empty();
    }
  }

  /// Returns whether a key holds half of a surrogate pair, which the library refuses in keys only.
  private static boolean hasHalfKey(Json value) {
    return switch (value) {
      case JsonArray array -> array.elements().stream().anyMatch(e -> hasHalfKey(e));
      case JsonObject object ->
          object.members().stream()
              .anyMatch(m -> !Utf8.isEncodable(m.key()) || hasHalfKey(m.value()));
      default -> false;
    };
  }

  private static void assertSame(Json ours, JsonNode theirs) {
    switch (ours) {
      case JsonNull none -> assertThat(theirs.isNull()).isTrue();
      case JsonBoolean truth ->
          assertThat(theirs.isBoolean() && theirs.asBoolean() == truth.value()).isTrue();
      case JsonString string -> assertThat(theirs.textValue()).isEqualTo(string.value());
      case JsonNumber number ->
          assertThat(theirs.decimalValue()).isEqualByComparingTo(new BigDecimal(number.spelling()));
      case JsonArray array -> {
        assertThat(theirs.isArray()).isTrue();
        assertThat(theirs).hasSize(array.size());
        for (int i = 0; i < array.size(); i++) {
          assertSame(array.get(i), theirs.get(i));
        }
      }
      case JsonObject object -> {
        var keys = new HashSet<String>();
        object.members().forEach(member -> keys.add(member.key()));
        assertThat(theirs.isObject()).isTrue();
        assertThat(theirs.fieldNames()).toIterable().containsExactlyInAnyOrderElementsOf(keys);
        for (var key : keys) {
          assertSame(requireNonNull(object.find(key)), theirs.get(key));
        }
      }
    }
  }
}
