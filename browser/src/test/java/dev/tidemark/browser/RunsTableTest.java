package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.LongProof;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The table of all runs: order, density, sorting, filters, and the address that keeps them.
@LongProof
class RunsTableTest extends AtTheDashboard {
  private List<String> names() {
    return ann.page().locator("a.run .title").allInnerTexts();
  }

  @Test
  void twenty_runs_fit_on_a_screen_of_900_pixels_and_done_ones_are_collapsed() {
    for (int i = 0; i < 15; i++) {
      tidemark.after("start implement/more-" + i + " --phases design,code --goal 'Goal " + i + "'");
    }
    ann.at(served);
    ann.see(ann.page().locator("tr.row"), 20).see(ann.runs("done"), 0);

    var bottom =
        "() => [...document.querySelectorAll('tr.row')].at(-1).getBoundingClientRect().bottom";
    assertThat(((Number) ann.page().evaluate(bottom)).doubleValue()).isLessThanOrEqualTo(900);

    ann.link("Show").click();
    ann.see(ann.runs("done").filter(has("cart")), 1);
    ann.seeAddress("/?open=done");
    ann.page().reload();
    ann.see(ann.runs("done"), 1);
    ann.link("Hide").click();
    ann.see(ann.runs("done"), 0);
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void columns_sort_within_their_group_and_the_address_keeps_it() {
    ann.at(served);
    ann.see(ann.runs("running"), 3);

    ann.link("Run").click();

    ann.see(ann.page().locator("th[aria-sort=ascending]").filter(has("Run")), 1);
    assertThat(names()).containsExactly("v2.4", "billing", "auth", "orders", "search");
    ann.link("Run").click();
    ann.see(ann.page().locator("th[aria-sort=descending]"), 1);
    assertThat(names()).containsExactly("v2.4", "billing", "search", "orders", "auth");
    ann.seeAddress("/?sort=-run");
    ann.page().reload();
    ann.see(ann.page().locator("th[aria-sort=descending]"), 1);
    ann.link("Run").click();
    ann.see(ann.page().locator("th[aria-sort]"), 0);

    ann.page().keyboard().press("Tab");
    ann.page().keyboard().press("Enter");
    ann.see(ann.page().locator("th[aria-sort=ascending]").filter(has("Phase")), 1);
  }

  @Test
  void runs_are_filtered_by_person_agent_workflow_branch_and_age() {
    tidemark.with("CLAUDECODE", "1").after("done design --summary Found. --run implement/search");
    ann.at(served);
    ann.page().selectOption("#by", "claude-code");
    ann.see(ann.page().locator("tr.row"), 1);
    ann.see(ann.page().locator("tr.row td.by").filter(has("claude-code")), 1);
    ann.seeAddress("/?by=claude-code");
    ann.page().reload();
    ann.see(ann.page().locator("tr.row"), 1);
    ann.page().selectOption("#by", "");
    ann.see(ann.page().locator("tr.row"), 5);
    ann.page().selectOption("#workflow", "release");
    ann.see(ann.page().locator("tr.row"), 1);
    ann.seeAddress("/?workflow=release");
    ann.page().selectOption("#workflow", "");
    ann.page().selectOption("#age", "over-day");
    ann.see("No run fits these filters.");
    ann.link("Show all runs").click();
    ann.see(ann.page().locator("tr.row"), 5);
  }

  @Test
  void the_next_step_is_that_of_the_command_line_and_pending_phases_are_empty() {
    ann.at(served);
    var listed = tidemark.run("list --json").json().array("runs");
    assertThat(listed).isNotNull();
    for (var one : listed.elements()) {
      var run = (JsonObject) one;
      var row = ann.page().locator("tr.row").filter(has(run.string("item"))).first();
      assertThat(row.locator("td.next code").innerText()).isEqualTo(run.string("command"));
    }
    var pending = ann.page().locator("tr.row .bar i:not(.full)").first();
    assertThat(pending.evaluate("bar => getComputedStyle(bar).backgroundColor"))
        .isEqualTo("rgba(0, 0, 0, 0)");
  }
}
