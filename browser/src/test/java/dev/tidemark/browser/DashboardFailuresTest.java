package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.testkit.LongProof;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Failure is visible on the dashboard: groups of their own, first and red, each with reason and
/// next step.
@LongProof
class DashboardFailuresTest extends AtTheDashboard {
  private static final String RED = "rgb(163, 35, 28)";

  @Test
  void failed_blocked_waiting_and_damaged_runs_come_first_in_red_with_reason_and_next_step() {
    tidemark.after(
        "start implement/pay --phases design,code --goal 'Pay by card'",
        "enter design --run implement/pay",
        "fail design --reason 'The provider has no sandbox' --run implement/pay",
        "note --blocked-by 'No access to the database' --run implement/search");

    ann.at(served);

    var groups = ann.page().locator("tbody.group h2 .words").allInnerTexts();
    assertThat(groups)
        .startsWith("Failed", "Blocked", "Waiting for you", "Damaged")
        .endsWith("Running", "Done");
    for (var group : new String[] {"failed", "blocked", "damaged"}) {
      assertThat(colour("tbody.group." + group + " h2")).as(group).isEqualTo(RED);
      assertThat(colour("a.count." + group + " strong")).as(group).isEqualTo(RED);
    }
    ann.see(
        ann.runs("failed").filter(has("Pay by card")).filter(has("The provider has no sandbox")),
        1);
    ann.see(next("failed").filter(has("tidemark enter design --run state/implement/pay")), 1);
    ann.see(ann.runs("blocked").filter(has("No access to the database")), 1);
    ann.see(next("blocked").filter(has("tidemark ")), 1);
    ann.see(next("waiting").filter(has("tidemark approve design --run state/release/v2.4")), 1);
    ann.see(next("damaged").filter(has("tidemark ")), 1);

    ann.open(served, "/runs/state%2Fimplement%2Fpay").see("The provider has no sandbox");
    ann.see(ann.page().locator(".badge.failed"), 1).see(ann.page().locator(".goal"), 1);
    assertThat(colour(".timeline .failed .mark")).isEqualTo(RED);
  }

  private Locator next(String group) {
    return ann.page().locator("tbody.group." + group + " td.next");
  }

  private Object colour(String selector) {
    return ann.page()
        .locator(selector)
        .first()
        .evaluate("element => getComputedStyle(element).color");
  }

  @Test
  void numbers_are_done_of_total_on_the_list_the_page_and_the_command_line() {
    tidemark.after(
        "task start T001 --run implement/orders", "task done T001 --run implement/orders");

    ann.at(served);

    ann.see(ann.runs("running").filter(has("search")).filter(has("0 of 3 done")), 1);
    ann.see(ann.runs("running").filter(has("orders")).filter(has("tasks 1/2")), 1);
    assertThat(tidemark.run("status --run implement/search").out()).contains("0/3");
    ann.open(served, "/runs/state%2Fimplement%2Fsearch").see("0 of 3 done");
    ann.see(ann.page().locator(".facts .bar i"), 3).see(ann.page().locator(".bar i.full"), 0);
  }

  @Test
  void a_damaged_run_is_restored_on_its_page() {
    tidemark.scratch().write(".claude/state/implement-auth.json", "{\"command\": oops");
    ann.at(served).open(served, "/runs/state%2Fimplement%2Fauth").see("The file cannot be read");
    assertThat(ann.page().content()).doesNotContain("This run has no phases yet");

    ann.button("Restore entry 6").click();
    ann.page().locator("dialog .primary").click();

    ann.see(ann.page().locator(".timeline li.complete"), 2);
    ann.see(ann.page().locator(".badge.damaged"), 0);
  }

  @Test
  void a_log_in_that_the_network_lost_is_tried_again() {
    var tried = new AtomicInteger();
    ann.page()
        .route(
            "**/login",
            route -> {
              if (tried.getAndIncrement() == 0) {
                route.abort("connectionaborted");
              } else {
                route.resume();
              }
            });

    ann.at(served);

    assertThat(tried).hasValue(2);
    assertThat(ann.page().url()).doesNotContain("token");
  }

  @Test
  void a_server_that_ended_is_told_without_a_click_and_what_is_shown_loses_its_colour() {
    ann.at(served).see(ann.page().locator(".live.on"));

    served.close();

    ann.see("No connection, last update ");
    ann.see(ann.page().locator("body.stale"));
    assertThat(ann.page().locator("main").evaluate("main => getComputedStyle(main).filter"))
        .isEqualTo("grayscale(1)");
    assertThat(colour(".live.lost")).isEqualTo(RED);
  }

  @Test
  void after_an_approval_the_page_has_one_next_step_in_the_words_of_the_command_line() {
    ann.at(served).open(served, "/runs/state%2Frelease%2Fv2.4?approve=design");
    ann.button("Approve design").click();
    ann.see("design is approved. The run can go on.");

    var command = "tidemark enter build --run state/release/v2.4";
    ann.see(ann.page().locator(".run-head p.next").filter(has(command)), 1);
    assertThat(ann.page().locator("p.next").count()).isEqualTo(1);
    var approved = ann.page().locator(".entries .event").filter(has("design approved"));
    ann.see(approved.filter(has("unsigned")), 1);
    ann.see(ann.page().locator(".gates li.open").filter(has("Approved by ann")), 1);
    ann.see(ann.page().locator(".gates li.open").filter(has("unsigned")), 1);
    assertThat(ann.page().content()).doesNotContain("Evidence recorded");
    assertThat(tidemark.run("history --run release/v2.4").out()).contains("design approved");
    assertThat(tidemark.run("history --run release/v2.4 --json").out())
        .containsOnlyOnce("\"signed\":false");
  }
}
