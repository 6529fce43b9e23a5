package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Proves;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

@Proves("R-004-23")
class JsonSpliceLawsTest {

  @Property(tries = 3_000)
  void a_pretty_text_stays_what_stringify_prints(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var before = trees.tree(4);
    var next = trees.edited(trees.edited(before));

    var spliced = JsonSplice.apply(JsonText.pretty(before), next);

    assertThat(spliced).isEqualTo(JsonText.pretty(next));
  }

  @Property(tries = 3_000)
  void a_compact_text_stays_compact(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var before = trees.container(4);
    var next = trees.edited(trees.edited(before));

    var spliced = JsonSplice.apply(JsonText.compact(before), next);

    assertThat(spliced).isEqualTo(JsonText.compact(next));
  }

  @Property(tries = 3_000)
  void whatever_the_formatting_the_result_means_the_next_value(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var before = trees.tree(4);
    var next = trees.edited(trees.edited(before));

    var spliced = JsonSplice.apply(trees.printedWildly(before), next);

    assertThat(JsonText.parse(spliced)).isEqualTo(next);
  }

  @Property(tries = 2_000)
  void without_a_change_no_byte_changes(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var text = trees.printedWildly(trees.tree(4));

    assertThat(JsonSplice.apply(text, JsonText.parse(text))).isEqualTo(text);
  }

  @Property(tries = 2_000)
  void a_changed_scalar_changes_no_byte_outside_its_span(@ForAll long seed) {
    var trees = new JsonTrees(seed);
    var text = trees.printedWildly(trees.container(4));
    var before = JsonText.parse(text);
    var spans = new ArrayList<Json>();
    scalars(before, spans);
    if (spans.isEmpty()) {
      return;
    }
    var changed = spans.get((int) Math.floorMod(seed, (long) spans.size()));

    var spliced = JsonSplice.apply(text, replaced(before, changed));

    assertThat(spliced)
        .isEqualTo(text.substring(0, changed.start()) + "\"NEW\"" + text.substring(changed.end()));
  }

  private static void scalars(Json tree, List<Json> found) {
    if (tree instanceof JsonObject object) {
      object.members().forEach(member -> scalars(member.value(), found));
    } else if (tree instanceof JsonArray array) {
      array.elements().forEach(element -> scalars(element, found));
    } else {
      found.add(tree);
    }
  }

  private static Json replaced(Json tree, Json scalar) {
    if (tree == scalar) {
      return JsonString.of("NEW");
    }
    if (tree instanceof JsonObject object) {
      return JsonObject.of(
          object.members().stream()
              .map(member -> JsonMember.of(member.key(), replaced(member.value(), scalar)))
              .toList());
    }
    return tree instanceof JsonArray array
        ? JsonArray.of(array.elements().stream().map(e -> replaced(e, scalar)).toList())
        : tree;
  }
}
