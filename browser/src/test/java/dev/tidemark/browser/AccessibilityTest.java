package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.app.main.Served;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Everybody can use the dashboard: as far as axe can tell, in both themes and both widths.
class AccessibilityTest {
  private static final Path AXE =
      Path.of("../build/conformance/node_modules/axe-core/axe.min.js").toAbsolutePath();

  private static final String JUDGE =
      """
      async () => {
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html
          + ' ' + node.failureSummary).slice(0, 3).join(' | '));
      }
      """;

  @TempDir private Path temp;

  /// Returns the script; without it the test is left out, but not on a build server.
  static String axe() throws IOException {
    boolean required = System.getenv("TIDEMARK_CI") != null;
    assumeTrue(required || Files.exists(AXE), "no axe: npm install in build/conformance");
    return Files.readString(AXE);
  }

  static void judge(Visitor ann, String axe, String where) {
    ann.page().evaluate(axe);
    assertThat((List<?>) ann.page().evaluate(JUDGE)).as(where).isEmpty();
    var width = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assertThat(ann.page().evaluate(width)).as(where + " is as wide as the window").isEqualTo(0);
  }

  @Test
  void axe_finds_nothing_in_any_view_theme_or_width() throws Exception {
    var axe = axe();
    var tidemark = Scene.busy(temp).after("start implement/gone --phases design,code");
    try (var chromium = Chromium.start();
        var served = Served.byPerson(tidemark);
        var gone = DrivenRun.start(tidemark, "implement/gone");
        var working = DrivenRun.start(tidemark, "implement/search")) {
      gone.kill("implement/gone");
      working.say("reading\n".repeat(50));
      for (var look : Look.all()) {
        try (var ann = chromium.visitor(look)) {
          ann.open(served, "/").see(ann.page().locator("#token"));
          judge(ann, axe, look + " login");
          ann.at(served);
          for (var view : Views.all().entrySet()) {
            var place = view.getValue();
            ann.open(served, place[0]).see(ann.page().locator(place[1]).first());
            judge(ann, axe, look + " " + view.getKey());
          }
          ann.open(served, Views.all().get("attempts")[0]);
          ann.button("Output of attempt 1").click();
          ann.see(ann.page().locator("dialog pre"));
          judge(ann, axe, look + " output");
          ann.page().keyboard().press("Escape");
          ann.page().keyboard().press("?");
          ann.see(ann.page().locator("dialog[open]"));
          judge(ann, axe, look + " keys");
        }
      }
    }
  }
}
