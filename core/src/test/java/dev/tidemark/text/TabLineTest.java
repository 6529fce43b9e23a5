package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Hostile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.WithNull;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whatever stands in the texts of a line, each comes back as it was.
class TabLineTest {
  private static List<@Nullable String> thereAndBack(List<@Nullable String> texts) {
    var line = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      TabLine.add(i == 0 ? line : line.append('\t'), texts.get(i));
    }
    assertThat(line.indexOf("\n")).isNegative();
    return TabLine.split(line.toString());
  }

  @Property(tries = 500)
  void texts_come_back(
      @ForAll @NotEmpty
          List<@WithNull @Chars({'\t', '\n', '\\', 'e', 't', 'n', 'x'}) String> some) {
    assertThat(thereAndBack(some)).isEqualTo(some);
  }

  @Test
  void hostile_texts_come_back() {
    var texts = new ArrayList<@Nullable String>(Hostile.texts());
    texts.addAll(Arrays.asList("", null, "\\", "\\e", "\t", "a\tb\nc\\d", null));

    assertThat(thereAndBack(texts)).isEqualTo(texts);
  }

  @Test
  void what_is_absent_stays_absent_wherever_it_stands() {
    assertThat(TabLine.split("\tb\t\t")).containsExactly(null, "b", null, null);
    assertThat(TabLine.split("")).containsExactly((String) null);
  }
}
