package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Time on the dashboard: of one run, of all runs, and over days.
@LongProof
class TimelinePageTest extends AtTheDashboard {
  private static final String RELEASE = "/runs/state%2Frelease%2Fv2.4";
  private static final String SEARCH = "implement/search";

  private Locator picture(String section) {
    return ann.page().locator("section[aria-labelledby=" + section + "] svg[role=img]");
  }

  private Locator table(String section) {
    return ann.page().locator("section[aria-labelledby=" + section + "] table.plain tbody tr");
  }

  @Test
  void a_run_shows_work_waiting_and_approval_on_an_axis_with_a_table_behind_it() {
    ann.at(served).open(served, RELEASE);
    ann.see(picture("time").locator(".span.waiting.open"), 1);
    ann.see(picture("time").locator(".axis .tick").first());
    ann.open(served, RELEASE + "?approve=design");
    ann.button("Approve design").click();
    ann.see(picture("time").locator(".mark.approval"), 1);

    ann.page().locator("section[aria-labelledby=time] summary").focus();
    ann.page().keyboard().press("Enter");

    ann.see(table("time").filter(has("design approved by ann")), 1);
    ann.see(table("time").filter(has("build waiting")).filter(has("so far")), 1);
    ann.see(table("time").filter(has("started by ann")), 1);
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void attempts_of_agents_stand_in_the_row_of_their_phase_and_cost_in_that_of_the_day()
      throws IOException {
    try (var driven = DrivenRun.start(tidemark, SEARCH)) {
      ann.at(served).open(served, "/runs/state%2Fimplement%2Fsearch");
      ann.see(picture("time").locator(".attempt.running"), 1);
      ann.see(picture("time").locator(".attempt.good"), 1);
      assertThat(driven.goOn().exit()).isEqualTo(ExitCode.SUCCESS.code());
    }
    ann.see(picture("time").locator(".attempt.running"), 0);
    ann.link("Timeline").click();
    ann.see(picture("cost").locator(".column.cost").last());
    ann.page().locator("section[aria-labelledby=cost] summary").click();
    var cost = tidemark.run("run log --json --run " + SEARCH).json().number("cost_usd");
    assertThat(table("cost").last().locator("td").innerText()).isEqualTo(cost.spelling());
  }

  @Test
  void all_runs_stand_on_one_axis_and_each_day_has_what_it_completed() {
    ann.at(served);
    ann.page().keyboard().press("l");
    ann.see(picture("runs-over-time").locator("text.label"), 6);
    ann.page().locator("section[aria-labelledby=throughput] summary").click();
    var today = table("throughput").last().locator("td");
    assertThat(today.allInnerTexts()).containsExactly("5", "1");
    ann.see(picture("throughput").locator(".column.phases").last());
    ann.see(picture("waiting-time").locator(".column.waiting").last());

    ann.link("Last day").click();
    ann.seeAddress("/timeline?since=1d");
    ann.page().locator("section[aria-labelledby=runs-over-time] summary").click();
    table("runs-over-time").locator("a").filter(has("implement/cart")).first().click();
    ann.see(ann.page().locator("h1").filter(has("cart")), 1);
    assertThat(ann.wrong()).isEmpty();
  }
}
