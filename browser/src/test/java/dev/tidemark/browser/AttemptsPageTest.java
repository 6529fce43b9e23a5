package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.cli.spec.ExitCode;
import dev.tidemark.app.main.DrivenRun;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// An agent at work, as the dashboard shows it.
@LongProof
class AttemptsPageTest extends AtTheDashboard {
  private static final String SEARCH = "implement/search";
  private static final String PAGE = "/runs/state%2Fimplement%2Fsearch";
  private static final String ATTACK =
      "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u001b[2J";

  @Test
  void an_agent_at_work_is_watched_and_stopped_without_reloading() throws IOException {
    ann.at(served).open(served, PAGE).see(ann.page().locator(".entries li").first());
    ann.page().evaluate("window.stayed = true");
    try (var driven = DrivenRun.start(tidemark, SEARCH)) {
      ann.see("is at work on code: attempt 2, for");
      ann.see("The run has cost 0.75 USD so far.");
      ann.see(ann.page().locator(".made tbody tr").filter(has("design")).filter(has("1,200")), 1);
      ann.see(ann.page().locator("pre.output").filter(has("reading code")), 1);
      driven.say("the tests are green\n");
      ann.see(ann.page().locator("pre.output").filter(has("the tests are green")), 1);
      ann.page().locator("a.brand").click();
      ann.see(ann.runs("running").filter(has("attempt 2 at code by command for")), 1);
      ann.page().goBack();

      ann.button("Stop after this attempt").click();

      ann.see("It stops after this attempt.").see(ann.button("Stop now"));
      assertThat(driven.goOn().exit()).isEqualTo(ExitCode.DECISION.code());
    }
    ann.see(ann.page().locator(".made tbody tr"), 2);
    ann.see(ann.page().locator(".attempts .verdict"), 0).see(ann.button("Stop now"), 0);
    ann.button("Output of attempt 2").click();
    ann.see(ann.page().locator("dialog pre.output").filter(has("the tests are green")), 1);
    assertThat(ann.page().evaluate("window.stayed")).isEqualTo(true);
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void a_runner_that_was_killed_does_not_look_as_if_an_agent_worked()
      throws IOException, InterruptedException {
    try (var driven = DrivenRun.start(tidemark, SEARCH)) {
      ann.at(served).open(served, PAGE).see("is at work on code");

      driven.kill(SEARCH);

      ann.see("The runner is gone: no agent works on code any more.");
      ann.see("tidemark run --run state/implement/search");
      ann.see(ann.page().locator(".badge.doubt"), 1).see(ann.button("Stop after this attempt"), 0);
      ann.open(served, "/");
      ann.see(ann.runs("doubt").filter(has("attempt 2 at code by command: its runner is gone")), 1);
    }
  }

  @Test
  void what_an_agent_prints_is_shown_as_text() throws IOException {
    try (var driven = DrivenRun.start(tidemark, SEARCH)) {
      driven.say(ATTACK + "\n{\"type\":\"assistant\",\"message\":{\"text\":\"<b>Reading</b>\"}}\n");
      ann.at(served).open(served, PAGE).see("<script>alert(2)</script>\\u{202e}\\u{1b}[2J");
      ann.see("assistant: <b>Reading</b>");
    }
    ann.button("Output of attempt 2").click();
    ann.see(ann.page().locator("dialog pre.output").filter(has("<script>alert(2)")), 1);
    assertThat(
            ann.page().locator("main img, main script, dialog img, dialog script, pre b").count())
        .isZero();
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void whoever_may_only_read_is_offered_no_stop() throws IOException {
    var token = tidemark.run("serve token add eve --scope read").out().strip();
    try (var driven = DrivenRun.start(tidemark, SEARCH)) {
      ann.open(served, "/#token=" + token);
      ann.see(ann.runs("running").first()).open(served, PAGE).see("is at work on code");
      ann.see(ann.page().locator("pre.output").filter(has("reading code")), 1);
      assertThat(ann.button("Stop after this attempt").count()).isZero();
      assertThat(driven.goOn().exit()).isEqualTo(ExitCode.SUCCESS.code());
    }
  }
}
