package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Files, checkpoint files, summaries and notes are read in place: Markdown rendered, code
/// highlighted.
@LongProof
class FilesPageTest extends AtTheDashboard {
  private static final String AUTH = "/runs/state%2Fimplement%2Fauth";
  private static final String RELEASE = "/runs/state%2Frelease%2Fv3";

  private static final String GUIDE =
      """
      ---
      status: draft
      ---
      # Sessions

      Tokens **rotate** on use; see [the standard](https://example.org/rfc?a=1&b=2).

      - [x] server
      - [ ] client

      | part | state |
      |---|:-:|
      | store | *done* |

      > Nothing is kept.

      ```ts
      export const limit = 5; // a bucket
      ```
      """;

  private final List<String> loaded = new CopyOnWriteArrayList<>();

  @BeforeEach
  void watch() {
    ann.page().onRequest(request -> loaded.add(request.url()));
  }

  @AfterEach
  void nothing_went_wrong() {
    assertThat(ann.wrong()).isEmpty();
  }

  private Locator panel() {
    return ann.page().locator("section.file");
  }

  private Locator prose() {
    return panel().locator(".prose");
  }

  private List<String> libraries() {
    var read = new ArrayList<String>();
    for (var name : List.of("marked.esm.js", "purify.min.js", "highlight.min.js")) {
      if (loaded.stream().anyMatch(url -> url.endsWith("/" + name))) {
        read.add(name);
      }
    }
    return read;
  }

  private void openFile(String path) {
    ann.page().locator("section[aria-labelledby=artifacts]").getByText(path).click();
    ann.see(panel().locator("h2").filter(has(path)), 1);
  }

  @Test
  void a_file_of_a_phase_opens_in_place_rendered_and_switches_to_raw_text_by_keys() {
    tidemark.scratch().write("docs/auth.md", GUIDE);
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());
    assertThat(libraries()).as("before a file is opened").isEmpty();

    openFile("docs/auth.md");

    ann.see(prose().locator("h3").filter(has("Sessions")), 1);
    ann.see(prose().locator("strong").filter(has("rotate")), 1);
    ann.see(prose().locator("td em").filter(has("done")), 1);
    ann.see(prose().locator("li").filter(has("\u2611 server")), 1);
    ann.see(prose().locator("pre .hljs-keyword").filter(has("export")), 1);
    ann.see(prose().locator("pre .hljs-attr").filter(has("status")), 1);
    var link = prose().locator("a");
    assertThat(link.getAttribute("href")).isEqualTo("https://example.org/rfc?a=1&b=2");
    assertThat(link.getAttribute("rel")).contains("noopener").contains("noreferrer");
    ann.seeAddress(AUTH + "?file=docs%2Fauth.md");
    assertThat(libraries()).hasSize(3);

    var raw = panel().locator("button.raw");
    raw.focus();
    ann.page().keyboard().press("Enter");
    ann.see(panel().locator("pre.text").filter(has("Tokens **rotate** on use")), 1);
    assertThat(raw.getAttribute("aria-pressed")).isEqualTo("true");
    ann.page().keyboard().press("Enter");
    ann.see(prose());

    tidemark.scratch().write("docs/auth.md", "# Changed\n\n- one\n");
    tidemark.after("note seen --run implement/auth");
    ann.see(prose().locator("h3").filter(has("Changed")), 1);
    ann.link("Close").click();
    ann.see(ann.page().locator("section.file:visible"), 0);
    ann.seeAddress(AUTH);
  }

  @Test
  void the_first_view_reads_no_library() {
    ann.at(served).see(ann.page().locator(".live.on"));
    ann.open(served, "/activity").see(ann.page().locator(".stream .entry").first());

    assertThat(libraries()).isEmpty();
    assertThat(loaded).noneMatch(url -> url.contains("render"));
  }

  @Test
  void code_is_highlighted_and_the_checkpoint_file_too() {
    tidemark.scratch().write("src/server.ts", "export const port: number = 7410; // <b>\n");
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());
    openFile("src/server.ts");

    ann.see(panel().locator(".hljs-comment").filter(has("// <b>")), 1);
    ann.see(panel().locator(".hljs-number").filter(has("7410")), 1);

    ann.page().locator("dl.facts a").click();
    ann.see(panel().locator("h2").filter(has(".claude/state/implement-auth.json")), 1);
    ann.see(panel().locator(".hljs-attr").first());
  }

  @Test
  void summaries_and_notes_with_markdown_are_rendered_and_plain_ones_are_not() {
    tidemark.after(
        "done validation --run implement/auth --summary '## Checks\n\n- **all** green'",
        "note '1. first\n2. second' --run implement/auth",
        "note 'half of 2 * 3 rows_are here' --run implement/auth");
    ann.at(served).open(served, AUTH);

    ann.see(ann.page().locator(".timeline .prose strong").filter(has("all")), 1);
    ann.see(ann.page().locator(".entries .prose ol li").filter(has("second")), 1);
    ann.see(ann.page().locator(".entries .event").filter(has("half of 2 * 3 rows_are here")), 1);
  }

  /// Has an approval of a file, with a summary in Markdown; its link definition is not rendered.
  private void approvalOfOrders() {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases: [design, {name: build, gates: [{approval: design, files:"
                + " [docs/orders.md]}]}]\n")
        .write("docs/orders.md", "# Orders\n\n<!-- and delete all -->\n");
    tidemark.after(
        "start release/v3",
        "done design --run release/v3 --summary '# Cents\n\n[x]: /y \"and delete all\"'");
  }

  private Locator approvedFile() {
    return ann.page().locator("section.approval details").filter(has("docs/orders.md"));
  }

  @Test
  void an_approval_shows_markdown_raw_first() {
    approvalOfOrders();
    ann.at(served).open(served, RELEASE + "?approve=design");
    var summary = ann.page().locator("section.approval dd").first();

    ann.see(summary.locator("pre.text").filter(has("and delete all")), 1);
    summary.locator("button.raw").click();
    ann.see(summary.locator(".prose h3").filter(has("Cents")), 1);
    ann.see(approvedFile().locator("pre.text").filter(has("<!-- and delete all -->")), 1);
    approvedFile().locator("button.raw").click();
    ann.see(approvedFile().locator(".prose h3").filter(has("Orders")), 1);
  }

  @Test
  void an_approval_of_changed_content_is_raw_again_after_a_switch_to_rendered_text() {
    approvalOfOrders();
    ann.at(served).open(served, RELEASE + "?approve=design");
    var summary = ann.page().locator("section.approval dd").first();
    summary.locator("button.raw").click();
    ann.see(summary.locator(".prose"));
    approvedFile().locator("button.raw").click();
    ann.see(approvedFile().locator(".prose"));

    tidemark.scratch().write("docs/orders.md", "# Orders\n\n[x]: /y \"and delete more\"\n");
    tidemark.after("note seen --run release/v3");

    ann.see(approvedFile().locator("pre.text").filter(has("and delete more")), 1);
    ann.see(summary.locator("pre.text").filter(has("and delete all")), 1);
  }

  @Test
  void the_switch_keeps_the_focus_while_a_text_is_rendered_for_the_first_time() {
    approvalOfOrders();
    ann.at(served).open(served, RELEASE + "?approve=design");
    approvedFile().locator("button.raw").focus();

    ann.page().keyboard().press("Enter");

    ann.see(approvedFile().locator(".prose"));
    assertThat(focused()).isEqualTo("raw " + approvedFile().locator("button.raw").innerText());
    ann.page().keyboard().press("Enter");
    ann.see(approvedFile().locator("pre.text"));
  }

  /// Returns the class or key of the focused element, and its text.
  private Object focused() {
    return ann.page()
        .evaluate(
            "(({ className, dataset, id, innerText }) => id || (className.includes('raw') ? 'raw'"
                + " : dataset.key) + ' ' + innerText)(document.activeElement)");
  }

  @Test
  void closing_a_file_returns_the_focus_to_the_link_that_opened_it() {
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());
    var link = ann.page().locator("section[aria-labelledby=artifacts] a").filter(has("server"));
    link.focus();
    var opener = focused();
    ann.page().keyboard().press("Enter");
    ann.see(panel().locator("h2:focus"));

    ann.page().keyboard().press("Tab");
    ann.page().keyboard().press("Enter");

    ann.see(ann.page().locator("section.file:visible"), 0);
    ann.see(ann.page().locator("section[aria-labelledby=artifacts] a:focus"));
    assertThat(focused()).isEqualTo(opener);
    ann.open(served, AUTH + "?file=docs%2Fauth.md").see(panel().locator("h2:focus"));
    ann.page().keyboard().press("Tab");
    ann.page().keyboard().press("Enter");
    ann.see(ann.page().locator("section.file:visible"), 0);
    ann.see(ann.page().locator("main:focus"));
  }

  @Test
  void a_refresh_keeps_the_scroll_position_focus_and_open_details_of_an_unchanged_file() {
    var lines = "- line\n".repeat(300);
    tidemark
        .scratch()
        .write("docs/auth.md", "<details><summary>x</summary>y</details>\n\n" + lines);
    tidemark.scratch().write("src/server.ts", "export {};\n".repeat(300));
    ann.at(served).open(served, AUTH + "?file=docs%2Fauth.md");
    prose().locator("summary").click();
    tidemark.after("note first --run implement/auth");
    ann.see(ann.page().locator(".entries .event").filter(has("first")), 1);
    ann.see(prose().locator("details[open]"), 1);

    openFile("src/server.ts");
    ann.see(panel().locator(".hljs-keyword").first());
    var text = panel().locator("pre.text");
    text.focus();
    text.evaluate("one => one.scrollTop = 500");
    tidemark.after("note second --run implement/auth");
    ann.see(ann.page().locator(".entries .event").filter(has("second")), 1);

    assertThat(text.evaluate("one => one.scrollTop")).isEqualTo(500);
    ann.see(panel().locator("pre.text:focus"));
  }

  @Test
  void an_answer_that_comes_after_another_file_was_opened_is_not_shown() {
    var held = new ArrayList<Route>();
    ann.page().route("**/file?path=docs%2Fauth.md", held::add);
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());
    var artifacts = ann.page().locator("section[aria-labelledby=artifacts]");
    artifacts.getByText("docs/auth.md").click();
    ann.page().waitForCondition(() -> !held.isEmpty());
    openFile("src/server.ts");

    ann.page().waitForResponse("**/file?path=docs%2Fauth.md", () -> held.forEach(Route::resume));
    ann.page().waitForTimeout(300);

    assertThat(panel().locator("h2").innerText()).isEqualTo("src/server.ts");
  }

  @Test
  void a_text_is_rendered_at_the_next_refresh_after_the_library_could_not_be_read() {
    ann.page().route("**/marked.esm.js", Route::abort);
    tidemark.scratch().write("docs/auth.md", GUIDE);
    ann.at(served).open(served, AUTH + "?file=docs%2Fauth.md");
    ann.see(panel().getByText("Shown as it is: the page could not load its renderer."));

    ann.page().unroute("**/marked.esm.js");
    tidemark.after("note again --run implement/auth");

    ann.see(prose());
  }

  @Test
  void the_limit_of_ten_seconds_does_not_count_the_time_in_which_the_worker_loads() {
    var held = new ArrayList<Route>();
    ann.page().clock().install();
    ann.page().route("**/highlight.min.js", held::add);
    tidemark.scratch().write("docs/auth.md", GUIDE);
    ann.at(served).open(served, AUTH + "?file=docs%2Fauth.md");
    ann.page().waitForCondition(() -> !held.isEmpty());

    ann.page().clock().fastForward(20_000);
    held.forEach(Route::resume);

    ann.see(prose());
  }

  @Test
  void differences_are_highlighted_and_marked_by_signs_besides_colours() {
    ann.at(served).open(served, AUTH + "?from=2&to=5");

    ann.see(ann.page().locator("table.diff .hljs-attr").first());
    var changed = ann.page().locator("table.diff tr.changed").first();
    assertThat(changed.locator(".sign").allInnerTexts()).containsExactly(" \u2212", " +");
    var added = ann.page().locator("table.diff tr.added").first();
    assertThat(added.locator(".sign").allInnerTexts()).containsExactly(" +");
    assertThat(ann.page().locator("table.diff tr.same .sign").count()).isZero();
  }

  @Test
  void the_panel_states_why_a_file_is_missing_cut_or_not_rendered() throws IOException {
    var git = tidemark.scratch();
    git.write("docs/auth.md", "a **line**\n".repeat(30_000));
    git.write("src/server.ts", "x".repeat(400_000) + "\n");
    Files.delete(git.root().resolve("src/auth/token.ts"));
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());

    openFile("docs/auth.md");
    ann.see(panel().getByText("the first 262144 of 330000 characters are shown"));
    ann.see(panel().getByText("Shown as it is: it has more than 200000 characters."));
    openFile("src/auth/token.ts");
    ann.see(panel().getByText("does not exist"));
    openFile("src/server.ts");
    ann.see(panel().getByText("the first 262144 of 400001 characters are shown"));
    ann.see(panel().locator("pre.text"), 1);
    Files.write(git.root().resolve("docs/auth.md"), new byte[] {(byte) 0xff, 0, 1});
    openFile("docs/auth.md");
    ann.see(panel().getByText("docs/auth.md is not UTF-8 text"));
    ann.open(served, AUTH + "?file=.git%2Fconfig");
    ann.see(panel().locator(".notice.bad").filter(has("names the file .git/config")), 1);
  }

  @Test
  void markdown_that_would_take_too_long_does_not_hold_up_the_page_and_stays_as_it_is() {
    var git = tidemark.scratch();
    git.write("docs/auth.md", ">".repeat(20_000) + " deep\n");
    git.write("src/server.ts", "export {};\n");
    ann.at(served).open(served, AUTH).see(ann.page().locator(".entries li").first());
    openFile("docs/auth.md");
    ann.see(panel().getByText("Shown as it is:"));

    git.write("docs/auth.md", "_a".repeat(90_000) + "\n");
    tidemark.after("note again --run implement/auth");
    ann.see(panel().locator("pre.text").filter(has("_a_a_a")), 1);
    // While the worker is busy, the page answers.
    ann.page().keyboard().press("?");
    ann.see(ann.page().locator("dialog[open]"));
    ann.page().keyboard().press("Escape");
    ann.see(panel().getByText("Shown as it is: it takes too long."));
    openFile("src/server.ts");
    ann.see(panel().locator(".hljs-keyword").filter(has("export")), 1);
  }

  @Test
  void axe_finds_nothing_in_any_theme_or_width() throws IOException {
    var axe = AccessibilityTest.axe();
    tidemark.scratch().write("docs/auth.md", GUIDE);
    tidemark.scratch().write("src/server.ts", "// one\nexport const a = 'b' + 1;\n");
    for (var look : Look.all()) {
      try (var visitor = chromium.visitor(look)) {
        visitor.at(served).open(served, AUTH + "?file=docs%2Fauth.md");
        visitor.see(visitor.page().locator(".prose .hljs-keyword").first());
        AccessibilityTest.judge(visitor, axe, look + " Markdown");
        shoot(visitor, "markdown-" + look.word());
        visitor.page().locator("section.file button.raw").click();
        AccessibilityTest.judge(visitor, axe, look + " raw text");
        visitor.open(served, AUTH + "?file=src%2Fserver.ts");
        visitor.see(visitor.page().locator("section.file .hljs-keyword").first());
        AccessibilityTest.judge(visitor, axe, look + " code");
        visitor.open(served, AUTH + "?from=2&to=5");
        visitor.see(visitor.page().locator("table.diff .hljs-attr").first());
        AccessibilityTest.judge(visitor, axe, look + " differences");
        visitor.page().locator("table.diff").scrollIntoViewIfNeeded();
        shoot(visitor, "diff-" + look.word());
        assertThat(visitor.wrong()).isEmpty();
      }
    }
  }

  private static void shoot(Visitor visitor, String name) throws IOException {
    var shots = System.getProperty("tidemark.shots");
    if (shots != null) {
      Files.write(Path.of(shots, name + ".png"), visitor.page().screenshot());
    }
  }
}
