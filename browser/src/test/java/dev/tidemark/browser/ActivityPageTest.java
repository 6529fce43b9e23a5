package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.testkit.LongProof;
import org.junit.jupiter.api.Test;

/// What happened in all runs, as the dashboard shows it.
@LongProof
class ActivityPageTest extends AtTheDashboard {
  private Locator entries() {
    return ann.page().locator(".stream .entry");
  }

  @Test
  void who_did_what_in_which_run_is_shown_newest_first_and_follows_live() {
    tidemark.with("CLAUDECODE", "1").after("done design --summary Found. --run implement/search");
    ann.at(served);
    ann.link("Activity").click();
    ann.see(entries().first().filter(has("claude-code")).filter(has("design complete")));
    ann.see(entries().filter(has("implement/cart")), 4);

    assertThat(tidemark.child("enter code --run implement/search").exit()).isZero();

    ann.see(entries().first().filter(has("code started")));
    entries().first().locator("a.run").press("Enter");
    ann.see(ann.page().locator("table.diff"));
    assertThat(ann.page().url()).contains("/runs/state%2Fimplement%2Fsearch?from=3&to=4");
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void it_is_filtered_by_period_actor_and_kind_and_the_address_keeps_that() {
    tidemark.with("CLAUDECODE", "1").after("done design --summary Found. --run implement/search");
    ann.at(served).open(served, "/activity");
    ann.see(entries().nth(5));
    ann.page().selectOption("#by", "claude-code");
    ann.see(entries(), 1);
    ann.page().selectOption("#by", "");
    ann.page().selectOption("#event", "workflow");
    ann.see(entries().filter(has("run complete")), 1);
    ann.see(entries().filter(has("run started")), 6);
    ann.link("Since yesterday").click();
    ann.seeAddress("/activity?since=yesterday&event=workflow");
    ann.page().reload();
    ann.see(entries(), 7);
    ann.page().keyboard().press("/");
    ann.page().keyboard().type("cart");
    ann.see(entries(), 2);
    ann.page().fill("#search", "no such thing");
    ann.see("Nothing happened");
    assertThat(ann.wrong()).isEmpty();
  }
}
