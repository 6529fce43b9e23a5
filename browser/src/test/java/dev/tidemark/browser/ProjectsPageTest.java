package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The page of all projects of a server.
@LongProof
class ProjectsPageTest extends WithChromium {
  private static final String RELEASE = "/runs/state%2Frelease%2Fv2.4";

  /// Both folders have the same name, so those above are in front.
  private static final String SHOP = "shop-project";

  private static final String BLOG = "blog-project";

  @TempDir private Path temp;
  private CommandLineHarness shop;
  private CommandLineHarness blog;
  private Served served;
  private Visitor ann;

  @BeforeEach
  void open() throws IOException {
    shop = Scene.busy(Files.createDirectory(temp.resolve("shop")));
    blog = Scene.busy(Files.createDirectory(temp.resolve("blog")));
    served =
        Served.byPerson(
            shop, "--project", shop.folder().toString(), "--project", blog.folder().toString());
    ann = chromium.visitor(Look.DESK);
    ann.open(served, "/#token=" + served.token());
    ann.see(part(BLOG).locator("a.run").first()).see(part(SHOP).locator("a.run").first());
  }

  @AfterEach
  void close() {
    assertThat(ann.wrong()).isEmpty();
    ann.close();
    served.close();
  }

  private Locator part(String project) {
    return ann.page().locator("section.of-project[aria-label='" + project + "']");
  }

  private static String approvals(CommandLineHarness project) {
    return project.run("history --run release/v2.4 --json").out();
  }

  @Test
  void an_approval_from_the_page_reaches_the_project_that_it_was_shown_for() {
    part(BLOG).locator("tbody.waiting a.button.primary").click();
    ann.see(ann.page().locator("section.approval"));
    assertThat(ann.page().url()).contains("/projects/" + BLOG + RELEASE);

    ann.button("Approve design").click();

    ann.see("design is approved. The run can go on.");
    assertThat(approvals(blog)).containsOnlyOnce("\"claim\":\"approval\"");
    assertThat(approvals(shop)).doesNotContain("\"claim\":\"approval\"");
    ann.page().locator("nav.crumbs a").click();
    ann.see(ann.page().locator("nav.counts"));
    ann.seeAddress("/projects/" + BLOG + "/");
    ann.link("All projects").click();
    ann.see(part(SHOP).locator("tbody.waiting tr.row"), 1)
        .see(part(BLOG).locator("tbody.waiting tr.row"), 0);
  }

  @Test
  void a_change_shows_by_itself_in_its_project_only_and_a_broken_project_hides_no_other()
      throws IOException {
    ann.see(ann.page().locator(".live.on"));
    int before = part(BLOG).locator("a.run").count();
    shop.after("start implement/pay --phases a,b");
    ann.see(part(SHOP).locator("a.run").filter(text("pay")), 1);
    assertThat(part(BLOG).locator("a.run").count()).isEqualTo(before);

    Files.writeString(shop.folder().resolve(".tidemark/config.yaml"), "summary: [\n");
    ann.page().reload();

    ann.see(part(SHOP).locator(".notice.bad").filter(text("config.yaml")), 1);
    ann.see(part(BLOG).locator("a.run").first());
  }

  @Test
  void it_is_used_by_keys_alone_and_opens_the_run_of_that_project() {
    ann.page().keyboard().press("j");
    assertThat((String) ann.page().evaluate("document.activeElement.getAttribute('href')"))
        .startsWith("/projects/" + SHOP + "/runs/");
    ann.page().keyboard().press("k");
    ann.page().keyboard().press("Enter");
    ann.see(ann.page().locator("article.run-page"));
    assertThat(ann.page().url()).contains("/projects/" + SHOP + "/runs/");
    ann.page().keyboard().press("h");
    ann.see(ann.page().locator("nav.counts"));
    ann.seeAddress("/projects/" + SHOP + "/");
  }

  @Test
  void axe_finds_nothing_in_any_theme_or_width() throws IOException {
    var axe = AccessibilityTest.axe();
    Files.writeString(shop.folder().resolve(".tidemark/config.yaml"), "summary: [\n");
    for (var look : Look.all()) {
      try (var visitor = chromium.visitor(look)) {
        visitor.open(served, "/#token=" + served.token());
        visitor.see(visitor.page().locator("section.of-project a.run").first());
        visitor.see(visitor.page().locator("section.of-project .notice.bad"));
        AccessibilityTest.judge(visitor, axe, look + " projects");
        visitor.open(served, "/projects/" + BLOG + "/").see(visitor.page().locator("nav.counts"));
        AccessibilityTest.judge(visitor, axe, look + " a project");
        if (System.getProperty("tidemark.shots") != null) {
          visitor.open(served, "/").see(visitor.page().locator("section.of-project a.run").first());
          var file = Path.of(System.getProperty("tidemark.shots"), look.word() + ".png");
          Files.write(file, visitor.page().screenshot());
        }
      }
    }
  }

  private static Locator.FilterOptions text(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }
}
