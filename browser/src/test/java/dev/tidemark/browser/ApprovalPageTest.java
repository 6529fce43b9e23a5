package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.Served;
import dev.tidemark.testkit.LongProof;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Approving in the browser: of what was shown, by whoever may, once.
class ApprovalPageTest extends AtTheDashboard {
  private static final String RELEASE = "/runs/state%2Frelease%2Fv2.4";

  @Test
  void whoever_approves_sees_of_what_and_the_run_goes_on() {
    ann.at(served);
    ann.link("Review and approve design of state/release/v2.4").click();
    var panel = ann.page().locator("section.approval");
    ann.see(panel.filter(has("Money is kept in cents")), 1);
    ann.see(panel.filter(has("docs/orders.md")).filter(has("No foreign keys")), 1);

    ann.button("Approve design").click();

    ann.see("design is approved. The run can go on.");
    ann.see(ann.page().locator(".gates li.open").filter(has("a person's approval of design")), 1);
    assertThat(tidemark.run("history --run release/v2.4 --json").out())
        .containsOnlyOnce("\"claim\":\"approval\"");
    tidemark.after("enter build --run release/v2.4");
  }

  @LongProof
  @Test
  void what_came_of_an_approval_stays_until_it_is_closed_while_the_run_goes_on() {
    ann.at(served).open(served, RELEASE + "?approve=design");
    ann.button("Approve design").click();
    ann.see("design is approved. The run can go on.");

    tidemark.after("note 'The build begins' --run release/v2.4");

    ann.see(ann.page().locator(".entries .event").filter(has("The build begins")), 1);
    ann.see("design is approved. The run can go on.");
    ann.link("Close").click();
    ann.see(ann.page().locator("section.approval:not([hidden])"), 0);
  }

  @Test
  void what_has_changed_since_it_was_shown_is_not_approved() {
    ann.at(served).open(served, RELEASE + "?approve=design");
    ann.see(ann.button("Approve design"));
    ann.page().context().setOffline(true);
    tidemark.scratch().write("docs/orders.md", "# Something else\n");
    ann.page().context().setOffline(false);

    ann.button("Approve design").click();

    ann.see(ann.page().locator(".approval .notice.bad"));
    assertThat(tidemark.run("history --run release/v2.4 --json").out())
        .doesNotContain("\"claim\":\"approval\"");
  }

  @LongProof
  @Test
  void changes_are_requested_with_a_comment_that_the_next_brief_tells() {
    ann.at(served).open(served, RELEASE + "?approve=design");
    var file = ann.page().locator(".approval details").filter(has("docs/orders.md"));
    ann.see(file.locator("pre.text").filter(has("# Orders")), 1);
    ann.see(ann.link("Not now"));
    ann.page().getByText("Request changes").click();
    ann.page().fill(".approval textarea", "Say which columns go away");

    ann.button("Send comment").click();

    ann.see("The agent reads your comment in its next brief.");
    ann.see(ann.page().locator(".entries .event").filter(has("Say which columns go away")), 1);
    ann.see(ann.page().locator(".gates li.closed").filter(has("design")).first());
    assertThat(tidemark.run("resume --run release/v2.4").out())
        .contains("Say which columns go away");
    assertThat(tidemark.run("enter build --run release/v2.4").exit()).isEqualTo(3);
  }

  @LongProof
  @Test
  void whoever_reads_keeps_the_place_when_the_page_is_refreshed() {
    tidemark.scratch().write("docs/orders.md", "# Orders\n\nEach has lines.\n".repeat(200));
    ann.at(served).open(served, RELEASE + "?approve=design");
    var text = ann.page().locator(".approval details pre.text");
    ann.see(text.filter(has("Each has lines")), 1);
    text.first().evaluate("e => { e.scrollTop = 300; }");
    ann.page().getByText("Request changes").click();

    tidemark.after("note 'The columns were counted' --run release/v2.4");

    ann.see(ann.page().locator(".entries .event").filter(has("The columns were counted")), 1);
    assertThat(text.first().evaluate("e => e.scrollTop")).isEqualTo(300);
    ann.see(ann.page().locator(".approval textarea"));
  }

  @LongProof
  @Test
  void not_now_closes_the_panel_and_records_nothing() {
    var before = tidemark.run("history --run release/v2.4").out();
    ann.at(served).open(served, RELEASE + "?approve=design");

    ann.link("Not now").click();

    ann.see(ann.page().locator("section.approval:not([hidden])"), 0);
    assertThat(tidemark.run("history --run release/v2.4").out()).isEqualTo(before);
  }

  @LongProof
  @Test
  void of_two_who_approve_at_once_one_wins_and_the_other_is_told() {
    try (var bob = chromium.visitor(Look.DESK)) {
      ann.at(served).open(served, RELEASE + "?approve=design");
      bob.at(served).open(served, RELEASE + "?approve=design");
      ann.see(ann.button("Approve design"));
      bob.see(bob.button("Approve design"));
      for (var visitor : List.of(ann, bob)) {
        visitor.page().evaluate("document.querySelector('.approval button.primary').click()");
      }

      ann.see(ann.page().locator(".approval .notice"));
      bob.see(bob.page().locator(".approval .notice"));
      var said =
          ann.page().locator(".approval .notice").innerText()
              + "\n"
              + bob.page().locator(".approval .notice").innerText();

      assertThat(said).contains("design is approved. The run can go on.", "was approved by ann at");
      assertThat(tidemark.run("history --run release/v2.4 --json").out())
          .containsOnlyOnce("\"claim\":\"approval\"");
    }
  }

  @Test
  void whoever_only_may_look_is_offered_nothing_else() {
    served.close();
    served = Served.at(tidemark.with("CLAUDECODE", "1"));
    ann.at(served).open(served, RELEASE + "?approve=design");

    ann.see("Your token may not approve. A person with one that may does it here");
    assertThat(ann.button("Approve design").count()).isZero();
  }
}
