package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.testkit.LongProof;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Files, summaries and notes that attack their reader: nothing in them runs, loads, imitates the
/// page or steers the text, as Markdown and as code.
@LongProof
class HostileFilesTest extends AtTheDashboard {
  private static final String AUTH = "/runs/state%2Fimplement%2Fauth";

  private static final List<String> INPUTS =
      List.of(
          "<script>window.ran = 1</script>",
          "<img src=x onerror=window.ran=1>",
          "![pixel](https://evil.example/p.png)",
          "![pixel][1]\n\n[1]: https://evil.example/p.png",
          "[x](javascript:window.ran=1)",
          "[x](JaVa&#x53;cript&colon;window.ran=1)",
          "<javascript:window.ran=1>",
          "<a href='data:text/html,<script>opener.ran=1</script>'>x</a>",
          "<a href='vbscript:x' target=_self ping=https://evil.example>x</a>",
          "[out](/logout) [in](#token=evil) [run](../?approve=design)",
          "[out](http://127.0.0.1:PORT/logout)",
          "[out](http://localhost:PORT/logout) [out](http://LOCALHOST.:1/)"
              + " [out](http://a.localhost/)",
          "[out](http://127.1.2.3:PORT/) [out](http://0x7f.1/) [out](http://127.0.0.1.:PORT/)",
          "[out](http://[::1]:PORT/) [out](http://[::ffff:127.0.0.1]/)"
              + " [out](https://0.0.0.0:PORT/)",
          "http://localhost:PORT/logout <http://[::]:PORT/>",
          "<code>a <img src=x onerror=window.ran=1 b</code> c",
          "x <kbd>a <!-- b</kbd> <pre>a <script b</pre> c",
          "[x](https://example.org \"t' onmouseover='window.ran=1\")",
          "<iframe src=https://evil.example></iframe>",
          "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
          "<form action=https://evil.example><input name=token autofocus onfocus=window.ran=1>"
              + "<button formaction=https://evil.example>Log in</button></form>",
          "<svg onload=window.ran=1><script>window.ran=1</script><a xlink:href='javascript:1'>x",
          "<math><mtext><table><mglyph><style><!--</style>"
              + "<img title='--&gt;&lt;img src=1 onerror=window.ran=1&gt;'>",
          "<style>body { display: none } @import 'https://evil.example/x.css';</style>",
          "<link rel=stylesheet href=https://evil.example/x.css>",
          "<meta http-equiv=refresh content='0;url=https://evil.example'>",
          "<base href=https://evil.example/>",
          "<object data=https://evil.example></object><embed src=https://evil.example>",
          "<video src=https://evil.example/v autoplay></video><audio src=//evil.example/a></audio>",
          "<div style='position:fixed;inset:0;background:url(https://evil.example/b)'>x</div>",
          "<div id=dialog class='notice bad'>Log in again</div><p id=main name=told>x</p>",
          "<span class='hljs-keyword button primary'>Approve design</span>",
          "<details><summary>x</summary><script>window.ran = 1</script></details><!-- hidden -->",
          "<details open ontoggle=window.ran=1><summary>x</summary>y</details>",
          "<p onclick=window.ran=1 onmouseover=window.ran=1 data-key=approve aria-label=x>x</p>",
          "```\"><img src=x onerror=window.ran=1>\nx\n```",
          "```html\n<img src=x onerror=window.ran=1>\n```",
          "---\nx: <img src=x onerror=window.ran=1>\n---\n# x",
          "<noscript><p title='</noscript><img src=x onerror=window.ran=1>'>",
          "<template><script>window.ran=1</script></template><xss-x is=x>x</xss-x>",
          "<textarea><title></textarea><img src=x onerror=window.ran=1>",
          "| a |\n|---|\n| <img src=x onerror=window.ran=1> |",
          "# <img src=x onerror=window.ran=1>\n\n<h1>Tidemark</h1>",
          "\u001b[2J\u001b[31mred\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007 \u0000"
              + " \u009b1m",
          "a \u202etxt.exe\u2066 \u200b\ufeff b",
          "a &#x202e;txt.exe&#8294; &#27;[31m &#x200b; b",
          "[&#x202e;x](https://example.org/\u202eexe \"&#x202e;\")",
          "<div>".repeat(5_000) + "<img src=x onerror=window.ran=1>",
          "[".repeat(5_000) + "x" + "](".repeat(5_000));

  /// Lists that are too deep for the parser; they stay raw.
  private static final String TOO_DEEP = "* ".repeat(5_000) + "x";

  /// Elements and attributes of the shown text that are not for texts, links that lead elsewhere
  /// than to another server, and control and bidirectional characters.
  private static final String FOUND =
      """
      () => {
        const found = [];
        const active = new RegExp('[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b-\\u200f'
          + '\\u202a-\\u202e\\u2066-\\u2069\\ufeff]');
        const frame = document.querySelector('section.file .readable');
        const allowed = new Set(['A', 'B', 'BLOCKQUOTE', 'BR', 'CODE', 'DEL', 'DETAILS', 'DIV',
          'EM', 'H3', 'H4', 'H5', 'H6', 'HR', 'KBD', 'LI', 'OL', 'P', 'PRE', 'SPAN', 'STRONG',
          'SUMMARY', 'TABLE', 'TBODY', 'TD', 'TH', 'THEAD', 'TR', 'UL']);
        for (const one of frame.querySelectorAll('*')) {
          if (one.matches('button.raw')) {
            continue;
          }
          if (!allowed.has(one.tagName)) {
            found.push(one.tagName);
          }
          const ours = one.matches('.readable > *, .scroll');
          for (const { name, value } of one.attributes) {
            if (name === 'data-key' && one.matches('.readable > pre.text')) {
              continue;
            }
            if (/^on|^style$|^id$|^name$|^src|^data|^form|^ping$|^is$/.test(name)) {
              found.push(one.tagName + ' ' + name);
            }
            if (name === 'class' && !ours && !/^hljs-[a-z_ -]+$/.test(value)) {
              found.push('class ' + value);
            }
          }
          const other = /^https?:\\/\\/(?:[a-z]+\\.)?(?:example\\.org|evil\\.example)[:\\/]/;
          if (one.hasAttribute('href') && !other.test(one.href)) {
            found.push('href ' + one.href);
          }
          if (active.test(one.getAttribute('title') ?? '')) {
            found.push('title ' + one.title);
          }
        }
        if (active.test(frame.textContent)) {
          found.push('characters');
        }
        if (window.ran !== undefined) {
          found.push('ran');
        }
        const dialogs = document.querySelectorAll('#dialog').length;
        if (dialogs !== 1 || document.activeElement.matches('input')) {
          found.push('page');
        }
        return found;
      }
      """;

  @AfterEach
  void nothing_ran_or_loaded() {
    assertThat(ann.wrong()).isEmpty();
  }

  private Locator shown() {
    return ann.page().locator("section.file .prose");
  }

  @Test
  void nothing_in_markdown_runs_loads_imitates_the_page_or_steers_the_text() {
    ann.at(served);
    var port = served.url().substring(served.url().lastIndexOf(':') + 1);
    for (var input : INPUTS) {
      var text = input.replace("PORT", port);
      tidemark.scratch().write("docs/auth.md", "before\n\n" + text + "\n\nafter\n");
      ann.open(served, AUTH + "?file=docs%2Fauth.md").see(shown().first());

      assertThat(problems()).as(input).isEmpty();
    }
  }

  @Test
  void markdown_that_is_too_deep_for_the_parser_stays_raw() {
    tidemark.scratch().write("docs/auth.md", "before\n\n" + TOO_DEEP + "\n");
    ann.at(served).open(served, AUTH + "?file=docs%2Fauth.md");

    ann.see(ann.page().locator("section.file .readable > p").filter(has("Shown as it is:")));
    assertThat(problems()).isEmpty();
  }

  @Test
  void text_in_elements_of_code_is_shown_whole() {
    tidemark
        .scratch()
        .write(
            "docs/auth.md",
            "<code>one <!-- two</code> three\n\n"
                + "x <kbd>four <img alt=five</kbd> six\n\nx <pre>seven &lt;b></pre> eight\n");
    ann.at(served).open(served, AUTH + "?file=docs%2Fauth.md").see(shown());

    assertThat(shown().innerText())
        .contains("one <!-- two", "three", "four <img alt=five", "six", "seven <b>", "eight");
  }

  @Test
  void nothing_in_code_is_markup() {
    ann.at(served);
    var all = String.join("\n", INPUTS.subList(0, INPUTS.size() - 2));
    for (var path : List.of("src/server.ts", "src/auth/token.ts")) {
      tidemark.scratch().write(path, path.endsWith("server.ts") ? all : "const a = `\n" + all);
      ann.open(served, AUTH + "?file=" + path.replace("/", "%2F"));
      ann.see(ann.page().locator("section.file pre.text span").first());

      assertThat(problems()).as(path).isEmpty();
      ann.see(ann.page().locator("section.file pre.text").filter(has("<script>window.ran")), 1);
    }
  }

  @Test
  void nothing_in_summaries_and_notes_runs_loads_or_imitates_the_page() {
    var all = new ArrayList<String>();
    for (var input : INPUTS) {
      if (input.length() < 200 && input.indexOf(0) < 0) {
        all.add(input);
      }
    }
    var text = "**x**\n\n" + String.join("\n\n", all);
    tidemark.scratch().write("summary.md", text);
    tidemark.after("done validation --run implement/auth --summary-file summary.md");
    ann.at(served).open(served, AUTH).see(ann.page().locator(".timeline .prose").first());

    assertThat(ann.page().locator(".prose img, .prose form, .prose svg, .prose [style]").count())
        .isZero();
    assertThat(ann.page().evaluate("window.ran === undefined")).isEqualTo(true);
  }

  private List<?> problems() {
    return (List<?>) ann.page().evaluate(FOUND);
  }
}
