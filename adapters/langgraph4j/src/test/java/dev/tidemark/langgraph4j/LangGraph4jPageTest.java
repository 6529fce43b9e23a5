package dev.tidemark.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.JavaPage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program of this adapter in docs/frameworks.md compiles, and prints what the page has.
class LangGraph4jPageTest {
  @TempDir private Path folder;

  @Test
  void the_example_prints_what_the_page_has() throws Exception {
    var page = new JavaPage(Path.of("..", "..", "docs", "frameworks.md"), 21);

    var output = page.run("GraphExample", folder);

    assertThat(output.actual()).isEqualTo(output.expected());
  }
}
