package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// What a person does on the page of a run, and takes back; and how the page tells that something
/// waits or that the server is gone.
@LongProof
class ActionsPageTest extends AtTheDashboard {
  private static final String SEARCH = "/runs/state%2Fimplement%2Fsearch";
  private static final String PAY = "/runs/state%2Fpay%2Fcard";
  private static final String RECORDED =
      "window.told = []; window.Notification = class { static permission = 'granted';"
          + " constructor(title, options) { window.told.push(title + '|' + options.body); } };";

  private Locator dialog() {
    return ann.page().locator("dialog[open]");
  }

  @Test
  void a_phase_is_skipped_with_a_reason_and_that_is_undone() {
    ann.at(served).open(served, SEARCH);
    ann.button("Skip design…").click();
    ann.button("Skip design").click();
    ann.see(dialog());
    ann.page().keyboard().type("Designed elsewhere");
    ann.button("Skip design").click();

    ann.see("design is skipped.");
    assertThat(tidemark.run("status --run implement/search").out()).contains("skipped");
    ann.button("Undo").click();

    ann.see("Undone. The history keeps both.");
    assertThat(tidemark.run("status --run implement/search").out()).doesNotContain("skipped");
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void a_failed_phase_is_retried_and_that_is_undone() {
    tidemark.after("fail design --reason 'No sandbox' --run implement/search");
    ann.at(served).open(served, SEARCH);

    ann.button("Retry design").press("Enter");

    ann.see("design is started again.").see(ann.page().locator(".badge").filter(has("open")), 1);
    ann.button("Undo").click();
    ann.see(ann.page().locator(".badge.failed"), 1);
  }

  @Test
  void a_failed_phase_is_offered_again_only_if_the_verdict_is_to_do_it_again() throws IOException {
    var pay = "phases:\n  - design\n  - name: build\n";
    tidemark.scratch().write(".tidemark/workflows/pay.yaml", pay);
    tidemark.after("start pay/card", "done design --run pay/card", "fail build --run pay/card");
    ann.at(served).open(served, PAY).see(ann.button("Retry build"));

    var gate = "    gates: [approval: design]\n";
    tidemark.scratch().write(".tidemark/workflows/pay.yaml", pay + gate);

    ann.open(served, PAY).see(ann.link("Review and approve")).see(ann.button("Retry build"), 0);
    assertThat(tidemark.run("status --run pay/card").out()).contains("tidemark approve design");
    try (var driven = DrivenRun.start(tidemark, "implement/search")) {
      ann.open(served, SEARCH).see("An agent is at work.").see(ann.button("Add note"));
      ann.see(ann.page().locator(".run-actions button"), 1);
      driven.goOn();
    }
  }

  @Test
  void a_note_is_added_that_the_next_brief_tells_and_a_blocker_is_undone() {
    ann.at(served).open(served, SEARCH);
    ann.button("Add note").click();
    ann.page().keyboard().type("Look at the index first");
    ann.page().locator("dialog .primary").click();
    ann.see("The note is recorded.").see(ann.page().locator("dialog[open]"), 0);
    assertThat(tidemark.run("resume --run implement/search").out())
        .contains("Look at the index first");

    ann.button("Add note").click();
    ann.page().selectOption("#kind", "blocked_by");
    ann.page().fill("#note", "No access");
    ann.page().locator("dialog .primary").click();
    ann.see(ann.page().locator(".badge.blocked"), 1);
    ann.button("Undo").click();
    ann.see(ann.page().locator(".badge.blocked"), 0);
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void whoever_may_only_read_is_offered_no_action() {
    var token = tidemark.run("serve token add eve --scope read").out().strip();
    ann.open(served, "/#token=" + token);
    ann.see(ann.runs("running").first()).open(served, SEARCH);
    ann.see(ann.page().locator(".timeline li").first());
    assertThat(ann.button("Add note").count()).isZero();
  }

  @Test
  void a_run_that_begins_to_wait_is_counted_in_the_title_and_notified_on_every_view() {
    ann.page().addInitScript(RECORDED);
    ann.at(served).open(served, "/");
    ann.see(ann.runs("waiting"), 1);
    ann.link("Activity").click();
    ann.see(ann.page().locator(".stream .entry").first());
    assertThat(ann.page().title()).isEqualTo("(1) Activity – Tidemark");

    assertThat(tidemark.child("start release/v3").exit()).isZero();
    assertThat(tidemark.child("done design --summary Two. --run release/v3").exit()).isZero();

    ann.page().waitForFunction("() => window.told.length > 0");
    assertThat(ann.page().title()).isEqualTo("(2) Activity – Tidemark");
    assertThat(ann.page().evaluate("window.told.join()"))
        .isEqualTo("Waiting for you: v3|approval of design");
  }

  @Test
  void a_banner_tells_how_old_the_data_is_while_the_server_is_gone() {
    ann.at(served).see(ann.page().locator(".live.on"));

    served.close();

    ann.see(ann.page().locator("#gone .banner").filter(has("This is what it said ")), 1);
    ann.see(ann.page().locator("tr.row").first());
  }
}
