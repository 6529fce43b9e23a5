package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/// Very many runs, none at all, and runs whose every text wants to be more than text.
@LongProof
class CrowdTest {
  /// Would call a dialog or leave for elsewhere, were it ever taken for markup.
  private static final String ATTACK =
      "<img src=x onerror=alert(1)><script>alert(2)</script>\\\"'><a href=javascript:alert(3)>x</a>"
          + "<style>*{display:none}</style>{{7*7}}\\u202e\\u001b[2J";

  @TempDir private Path temp;

  private static String document(String item, String phase, String text) {
    return """
    {"command": "implement", "feature": "%s", "version": 1, "head_commit": "%s",
    "started_at": "2026-11-21T08:00:00.000Z", "updated_at": "2026-11-21T08:30:00.000Z",
    "state": {"current_phase": "%s", "completed_phases": ["a"], "pending_phases": ["%s"]},
    "phases": {"a": {"status": "complete", "started_at": "2026-11-21T08:00:00.000Z",
    "updated_at": "2026-11-21T08:10:00.000Z", "context_summary": "%s",
    "files_created": ["%s"], "files_modified": ["%s"], "decisions": ["%s"]}}}
    """
        .formatted(item, text, phase, phase, text, text, text, text);
  }

  private CommandLineHarness runs(int number) {
    var tidemark = CommandLineHarness.fresh(temp);
    for (int i = 0; i < number; i++) {
      var name = "run-" + i;
      tidemark
          .scratch()
          .write(".claude/state/implement-" + name + ".json", document(name, "b", "Text."));
    }
    return tidemark;
  }

  @Test
  void a_thousand_runs_are_shown_searched_and_followed() {
    var tidemark = runs(1000);
    try (var chromium = Chromium.start();
        var served = Served.byPerson(tidemark);
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served).see(ann.page().locator("a.run"), 100);
      assertThat(ann.page().locator("nav.counts").innerText()).contains("1000");

      ann.page().fill("#search", "run-77");
      ann.see(ann.page().locator("a.run"), 11);
      ann.page().fill("#search", "");
      ann.button("Show all 1000").click();
      ann.see(ann.page().locator("a.run"), 1000);

      assertThat(tidemark.child("done b --run implement/run-500").exit()).isZero();
      ann.see(ann.page().locator("tr.row").filter(with("run-500")).filter(with("2 of 2")), 1);
      assertThat(ann.wrong()).isEmpty();
    }
  }

  /// Scrolls to the end, 120 pixels a frame, and returns how long frames took, in order.
  private static final String SCROLL =
      """
      () => new Promise((done) => {
        const frames = [];
        let last = 0;
        const step = (now) => {
          frames.push(now - last);
          last = now;
          const before = window.scrollY;
          window.scrollBy(0, 120);
          if (window.scrollY > before) {
            requestAnimationFrame(step);
          } else {
            done(frames.slice(1).sort((one, other) => one - other));
          }
        };
        requestAnimationFrame(step);
      })
      """;

  @Test
  void two_thousand_runs_are_drawn_while_they_are_scrolled_to(TestReporter reporter) {
    var tidemark = runs(2000);
    try (var chromium = Chromium.start();
        var served = Served.byPerson(tidemark);
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served);
      ann.page().reload();
      ann.see(ann.page().locator("tr.row"), 100);
      var shown = ann.page().evaluate("performance.now()");

      var frames = (List<?>) ann.page().evaluate(SCROLL);

      ann.see(ann.page().locator("tr.row"), 2000).see(ann.page().locator("tr.more"), 0);
      reporter.publishEntry("first row, ms after the page was asked for", String.valueOf(shown));
      reporter.publishEntry(
          "ms of a frame: median, 95 of 100",
          frames.get(frames.size() / 2) + ", " + frames.get(frames.size() * 95 / 100));
      assertThat(ann.wrong()).isEmpty();
    }
  }

  @Test
  void nothing_that_stands_in_a_file_is_executed_or_hides() {
    var tidemark = CommandLineHarness.fresh(temp);
    var hostile = document("auth", "b", ATTACK).replace("\"a\"", "\"" + ATTACK + "\"");
    tidemark.scratch().write(".claude/state/implement-auth.json", hostile);
    tidemark.after("start implement/other --phases x,y");
    tidemark.run("enter b --run implement/auth");
    tidemark.after("start implement/bad --phases x,y", "enter x --run implement/bad");
    tidemark.scratch().write(".claude/state/implement-bad.json", "{\"" + ATTACK + "\": <script>");
    try (var chromium = Chromium.start();
        var served = Served.byPerson(tidemark);
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served).see(ann.page().locator("a.run"), 3);
      ann.open(served, "/runs/state%2Fimplement%2Fauth").see("<script>alert(2)</script>");
      ann.see("\\u{202e}").see(ann.page().locator("h2").filter(with("Artifacts 2")), 1);
      ann.open(served, "/runs/state%2Fimplement%2Fauth?from=1&to=2");
      ann.see(ann.page().locator("table.diff").filter(with("<script>alert(2)")), 1);
      ann.open(served, "/runs/state%2Fimplement%2Fbad").see("The file cannot be read");
      ann.open(served, "/?q=" + "%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E").see("No run matches");
      ann.open(served, "/runs/%3Cscript%3Ealert(1)%3C%2Fscript%3E").see("All runs");
      ann.open(served, "/runs/state%2Fimplement%2Fauth?approve=%3Cscript%3Ealert(1)");
      ann.see(ann.page().locator(".approval .notice.bad"));

      assertThat(ann.page().locator("main img, main script, main style, main iframe").count())
          .isZero();
      assertThat(ann.page().locator("a[href^=javascript]").count()).isZero();
      assertThat(ann.wrong()).isEmpty();
    }
  }

  @Test
  void a_project_without_runs_says_how_to_begin() {
    var tidemark = CommandLineHarness.fresh(temp);
    try (var chromium = Chromium.start();
        var served = Served.byPerson(tidemark);
        var ann = chromium.visitor(Look.DESK)) {
      ann.at(served).see("No runs yet").see("tidemark start implement/auth");
    }
  }

  private static Locator.FilterOptions with(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
