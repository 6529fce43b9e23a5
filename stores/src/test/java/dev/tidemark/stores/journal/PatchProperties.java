package dev.tidemark.stores.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.stores.journal.record.DocumentState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/// A patch leads from one state to the next, whatever they are.
class PatchProperties {
  @Provide
  Arbitrary<String> texts() {
    var lines =
        Arbitraries.of(
            "\"a\": 1,",
            "{",
            "}",
            "",
            "\u00e4\u20ac",
            "\ud83d\ude00",
            "\ud83d\ude01",
            "\u00e5\u20ad",
            "some long line that says something",
            "\r");
    return lines.list().ofMaxSize(60).map(list -> String.join("\n", list));
  }

  @Property(tries = 2_000)
  void a_patch_leads_from_any_text_to_any_other(
      @ForAll("texts") String before, @ForAll("texts") String after) {
    var bytes = before.getBytes(StandardCharsets.UTF_8);
    var documentState = DocumentState.difference(bytes, after.getBytes(StandardCharsets.UTF_8));
    var again = DocumentState.of(documentState.text());
    assertThat(new String(again.after(bytes), StandardCharsets.UTF_8)).isEqualTo(after);
  }

  @Property(tries = 500)
  void a_patch_leads_from_any_characters_to_any_other(
      @ForAll List<Character> before, @ForAll List<Character> after) {
    var bytes = valid(before).getBytes(StandardCharsets.UTF_8);
    var wanted = valid(after).getBytes(StandardCharsets.UTF_8);
    assertThat(DocumentState.of(DocumentState.difference(bytes, wanted).text()).after(bytes))
        .isEqualTo(wanted);
  }

  private static String valid(List<Character> characters) {
    var text = new StringBuilder();
    characters.stream().filter(c -> !Character.isSurrogate(c)).forEach(text::append);
    return text.toString();
  }

  @Test
  void changes_far_apart_do_not_drag_along_what_lies_between() {
    var between = "  \"line\": \"that stays\",\n".repeat(500);
    var before =
        ("{\n  \"at\": 1,\n" + between + "  \"end\": 1\n}").getBytes(StandardCharsets.UTF_8);
    var after =
        ("{\n  \"at\": 2,\n" + between + "  \"end\": 2\n}").getBytes(StandardCharsets.UTF_8);
    assertThat(DocumentState.difference(before, after).text()).hasSizeLessThan(60);
  }
}
