package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LongProof;
import dev.tidemark.text.EscapedText;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// What people do with the dashboard.
class DashboardTest extends AtTheDashboard {
  private static final String OF_ANOTHER =
      "{\"workflow_id\":\"wf-1\",\"tasks\":[{\"id\":\"task-009\",\"status\":\"pending\"}]}";

  private static final String AUTH = "/runs/state%2Fimplement%2Fauth";

  @Test
  void whoever_opens_the_printed_address_is_logged_in_and_the_token_leaves_the_address() {
    ann.at(served);

    ann.seeAddress(served.url() + "/");
    ann.see(ann.runs("waiting"), 1).see(ann.runs("damaged"), 1).see(ann.runs("done"), 0);
    ann.see(ann.runs("running"), 3);
    assertThat(ann.page().title()).isEqualTo("(1) Runs – Tidemark");
    assertThat(ann.page().evaluate("document.cookie")).isEqualTo("");
    assertThat(ann.wrong()).isEmpty();
  }

  @LongProof
  @Test
  void the_page_spells_out_the_characters_that_the_terminal_spells_out() {
    ann.at(served);
    var script =
        "async () => { const {visible} = await import('/assets/dom.js'); let s = '';"
            + " for (let c = 0; c < 0x10000; c++) { const t = String.fromCharCode(c);"
            + " s += visible(t) === t ? '0' : '1'; } return s; }";

    var spelled = String.valueOf(ann.page().evaluate(script));

    var differing = new ArrayList<String>();
    for (int c = 0; c < 0x10000; c++) {
      boolean active = EscapedText.isActive(c) && c != '\n' && c != '\t';
      // Which characters are assigned depends on the version of Unicode.
      if (Character.getType(c) != Character.UNASSIGNED && active != (spelled.charAt(c) == '1')) {
        differing.add(Integer.toHexString(c));
      }
    }
    assertThat(spelled).hasSize(0x10000);
    assertThat(differing).isEmpty();
  }

  @Test
  void a_wrong_token_lets_nobody_in_and_a_right_one_does() {
    ann.open(served, "/").see("Log in");
    ann.page().fill("#token", "0123456789abcdef");
    ann.button("Log in").click();
    ann.see(ann.page().locator(".notice.bad"));
    assertThat(ann.page().locator("a.run").count()).isZero();

    ann.page().fill("#token", served.token());
    ann.button("Log in").click();
    ann.see(ann.runs("waiting"), 1);

    ann.button("Log out").click();
    ann.see(ann.page().locator("#token"));
    ann.page().reload();
    ann.see(ann.page().locator("#token"));
  }

  @Test
  void what_another_process_does_shows_without_reloading() {
    ann.at(served);
    ann.page().evaluate("window.stayed = true");

    var ran = tidemark.child("done design --run implement/search --summary Indexed.");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    ann.see(ann.runs("running").filter(has("1 of 3 done")).filter(has("search")), 1);
    assertThat(tidemark.child("start implement/mail --phases a,b").exit()).isZero();
    ann.see(ann.runs("running"), 4);
    assertThat(ann.page().evaluate("window.stayed")).isEqualTo(true);
  }

  @Test
  void a_run_shows_its_phases_gates_decisions_files_and_tasks() {
    ann.at(served).open(served, AUTH).see("Token endpoint and rotation are in");
    ann.see(ann.page().locator(".timeline li.complete"), 2);
    ann.see(ann.page().locator(".timeline li[aria-current=step]").filter(has("validation")), 1);
    ann.see("Rotate on use").see("src/auth/token.ts").see("What was checked");

    ann.open(served, "/runs/state%2Frelease%2Fv2.4").see("no approval of design");
    ann.see(ann.page().locator(".gates li.closed"), 3);

    ann.open(served, "/runs/state%2Fimplement%2Forders").see("Add the table").see("T002");
    ann.open(served, "/runs/state%2Fimplement%2Fbilling").see("The file cannot be read");
    ann.open(served, "/runs/state%2Fnobody").see("There is no run state/nobody");
    assertThat(ann.wrong()).isEmpty();
  }

  @LongProof
  @Test
  void the_tasks_of_a_flow_are_shown_too_as_they_come() {
    var run = " --run flow/develop";
    tidemark.after("start flow/develop", "task add task-001" + run, "task start task-001" + run);
    var tasks = ann.page().locator("section[aria-labelledby=tasks]");
    ann.at(served).open(served, "/runs/flow%2Fdevelop");
    ann.see("SPAWN PM").see("Completed: none");
    ann.see(
        tasks.filter(has("Tasks 0 of 1")).filter(has("task-001")).filter(has("in progress")), 1);

    assertThat(tidemark.child("task done task-001 --status verified" + run).exit()).isZero();
    assertThat(tidemark.child("task add task-002" + run).exit()).isZero();

    ann.see(tasks.filter(has("Tasks 1 of 2")).filter(has("task-002")).filter(has("pending")), 1);
    tidemark.scratch().write("memory/state/execution.json", OF_ANOTHER);
    ann.open(served, "/runs/flow%2Fdevelop").see("SPAWN PM").see(tasks, 0);
    assertThat(ann.wrong()).isEmpty();
  }

  @LongProof
  @Test
  void two_saves_are_compared_side_by_side_and_the_address_says_which() {
    ann.at(served).open(served, AUTH + "?from=2&to=5");

    var diff = ann.page().locator("table.diff");
    ann.see(diff.locator("tr.added").filter(has("context_summary")).first());
    ann.see(ann.page().locator("table.changes tr").filter(has("src/server.ts")), 1);
    ann.page().selectOption("#from", "1");
    ann.see(diff.locator("th").filter(has("Entry 1")), 1);
    ann.seeAddress(AUTH + "?from=1&to=5");
    ann.page().reload();
    ann.see(diff.locator("th").filter(has("Entry 1")), 1);
  }

  @Test
  void an_earlier_save_is_restored_after_it_was_shown_what_that_changes() throws Exception {
    ann.at(served).open(served, AUTH);
    ann.button("Restore entry 3").click();
    ann.see(ann.page().locator("dialog table.changes tr").filter(has("src/server.ts")), 1);
    var file = tidemark.scratch().root().resolve(".claude/state/implement-auth.json");
    assertThat(file).content().contains("Token endpoint");

    ann.page().locator("dialog .primary").click();

    ann.see(ann.page().locator(".entries li").filter(has("Restored")), 1);
    ann.see(ann.page().locator(".timeline li.complete"), 1);
    assertThat(file).content().doesNotContain("Token endpoint");
  }

  @Test
  void what_is_searched_stands_in_the_address_and_keys_do_what_a_mouse_does() {
    ann.at(served);
    ann.page().keyboard().press("/");
    ann.page().keyboard().type("imple search");
    ann.see(ann.page().locator("a.run"), 1);
    ann.seeAddress(served.url() + "/?q=imple+search");
    ann.page().reload();
    ann.see(ann.page().locator("a.run"), 1);
    assertThat(ann.page().inputValue("#search")).isEqualTo("imple search");

    ann.page().fill("#search", "no such run");
    ann.see("No run matches");
    ann.link("Show all runs").click();
    ann.see(ann.page().locator("a.run"), 5);
    ann.page().locator("a.count.damaged").click();
    ann.see(ann.page().locator("a.run"), 1);
    ann.page().goBack();
    ann.see(ann.page().locator("a.run"), 5);

    ann.page().locator("body").press("j");
    ann.page().keyboard().press("j");
    ann.page().keyboard().press("k");
    ann.page().keyboard().press("Enter");
    ann.see(ann.page().locator("h1").filter(has("v2.4")), 1);
    ann.page().keyboard().press("h");
    ann.see(ann.page().locator("a.run"), 5);
    ann.page().keyboard().press("?");
    ann.see("These keys");
  }

  @LongProof
  @Test
  void the_run_that_was_chosen_by_a_key_is_still_chosen_after_a_change_of_another() {
    ann.at(served).see(ann.page().locator("a.run"), 5);
    ann.page().locator("body").press("j");
    ann.page().keyboard().press("j");
    var chosen = ann.page().evaluate("document.activeElement.dataset.key");
    assertThat(chosen).asString().startsWith("run ");

    tidemark.after("start implement/other");

    ann.see(ann.page().locator("a.run"), 6);
    assertThat(ann.page().evaluate("document.activeElement.dataset.key")).isEqualTo(chosen);
  }

  @LongProof
  @Test
  void a_server_that_is_gone_is_told_and_one_that_comes_back_is_used() {
    ann.at(served);
    ann.page().context().setOffline(true);
    ann.page().locator("a.count.waiting").click();
    ann.see("The server does not answer.");

    ann.page().context().setOffline(false);
    ann.see(ann.page().locator(".notice.bad"), 0);
    ann.see(ann.page().locator(".live.on"));
  }
}
