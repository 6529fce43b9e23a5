package dev.tidemark.app.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainPageTest {
  @Test
  void a_page_is_text_for_a_terminal() {
    String page =
        """
        ## A `title`

        Some **bold and
        wide** words, [a verb](../serve.md#x), [a part](#part), [`code`](serve.md), `**` and `$1`.
        1. one [link
           of two lines](b.md)
        2. two

        | key | type | rule |
        |---|---|---|
        | `a: b` | a column that is wrapped after a few words | |
        | longer | | x |

        ````markdown
        text
        ```sh
            run **it**
        ```
        ````

            indented
        """;
    assertThat(PlainPage.lines(page, "serve"::equals))
        .containsExactly(
            "A `title`",
            "",
            "Some bold and wide words, a verb (tidemark help serve), a part, `code`, `**` and",
            "`$1`.",
            "1. one link of two lines",
            "2. two",
            "",
            "key     type                      rule",
            "`a: b`  a column that is wrapped",
            "        after a few words",
            "longer                            x",
            "",
            "  text",
            "      run **it**",
            "",
            "  indented");
  }
}
