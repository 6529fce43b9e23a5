package dev.tidemark.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.tidemark.app.main.Served;
import dev.tidemark.testkit.LongProof;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The phases of a run as a graph: what each needs, its gates and its tasks.
@LongProof
class WorkflowGraphTest extends AtTheDashboard {
  private static final String SHIP = "/runs/state%2Fdelivery%2Fshop";

  private static final String TASKS = "phases: [{name: build, run: {each: tasks}}, ship]\n";

  @TempDir private Path other;

  private Locator graph() {
    return ann.page().locator("section.graph svg[role=img]");
  }

  private Locator node(String phase) {
    return graph().locator(".node").filter(has(phase));
  }

  private Locator rows() {
    return ann.page().locator("section.graph table.plain tbody tr");
  }

  private void deliver() {
    tidemark.scratch().write(".tidemark/workflows/delivery.yaml", Scene.DELIVERY);
    tidemark.after(
        "start delivery/shop",
        "done plan --run delivery/shop",
        "enter server --run delivery/shop",
        "task add 'The table' --run delivery/shop",
        "task add 'The rows' --run delivery/shop",
        "task done T001 --run delivery/shop",
        "enter client --run delivery/shop");
  }

  private static double place(Locator node, boolean down) {
    var box = node.locator(".box").boundingBox();
    return down ? box.y : box.x;
  }

  @Test
  void parallel_phases_stand_beside_each_other_behind_what_they_need() {
    deliver();
    ann.at(served).open(served, SHIP).see(graph());

    assertThat(place(node("client"), false)).isEqualTo(place(node("server"), false));
    assertThat(place(node("client"), true)).isGreaterThan(place(node("server"), true));
    assertThat(place(node("check"), false)).isGreaterThan(place(node("translate"), false));
    // That check needs plan is implied by the others.
    ann.see(graph().locator(".edge"), 8).see(graph().locator(".edge.done"), 3);
    ann.see(graph().locator(".node.in_progress"), 2).see(graph().locator(".node.complete"), 1);
    ann.see(node("server").locator(".fact").filter(has("1 of 2 tasks in parallel")), 1);
    assertThat(ann.wrong()).isEmpty();
  }

  @Test
  void phases_that_were_begun_before_what_they_need_stand_behind_it_with_an_edge() {
    tidemark.scratch().write(".tidemark/workflows/delivery.yaml", Scene.DELIVERY);
    tidemark.after(
        "start delivery/shop",
        "enter manual --run delivery/shop",
        "enter translate --run delivery/shop",
        "enter plan --run delivery/shop");
    ann.at(served).open(served, SHIP).see(graph());

    ann.see(graph().locator(".edge"), 8);
    assertThat(place(node("translate"), false)).isGreaterThan(place(node("client"), false));
    assertThat(place(node("manual"), false)).isGreaterThan(place(node("plan"), false));
  }

  @Test
  void gates_stand_before_and_behind_their_phase_and_open_without_reloading() {
    deliver();
    ann.at(served).open(served, SHIP).see(node("check").locator(".gate-bar.closed"), 2);
    ann.see(node("check").locator(".fact.open").filter(has("\u2713 clean-tree, advisory")), 1);

    tidemark.after("gate set review --allowed true --run delivery/shop");

    // An open gate has a gap.
    ann.see(node("check").locator(".gate-bar.open"), 2);
    ann.see(node("check").locator(".gate-bar.closed"), 1);
    ann.see(node("check").locator(".fact.closed").filter(has("\u2715 command, at the end")), 1);
  }

  @Test
  void the_table_behind_the_graph_is_opened_by_keys_and_has_the_same() {
    deliver();
    ann.at(served).open(served, SHIP).see(graph());
    ann.page().locator("section.graph summary").focus();
    ann.page().keyboard().press("Enter");

    ann.see(rows(), 7);
    assertThat(rows().first().locator("td").allInnerTexts())
        .containsExactly("complete", "none", "none", "none");
    assertThat(rows().nth(1).locator("td").allInnerTexts())
        .containsExactly("in progress", "plan", "none", "1 of 2 tasks in parallel");
    assertThat(rows().nth(5).locator("td").nth(1).innerText())
        .isEqualTo("plan, server, translate, manual");
  }

  @Test
  void agents_at_work_at_the_same_time_are_counted_in_their_phase() {
    tidemark.scratch().write(".tidemark/workflows/delivery.yaml", TASKS).commit("Tasks");
    tidemark.after(
        "start delivery/shop",
        "task add 'The table' --run delivery/shop",
        "task add 'The rows' --run delivery/shop");
    var runner = tidemark.start("run delivery/shop --command 'sleep 300' --yes");
    try {
      ann.at(served).open(served, SHIP);
      ann.see(node("build").locator(".fact").filter(has("in progress, 2 agents")), 1);
      ann.see(node("build").locator(".fact").filter(has("0 of 2 tasks in parallel")), 1);
    } finally {
      tidemark.run("run stop --now --run delivery/shop");
      runner.end();
    }
    ann.see(node("build").locator(".fact").filter(has("agents")), 0);
  }

  @Test
  void phases_in_a_row_without_gates_and_tasks_have_no_graph() {
    ann.at(served).open(served, "/runs/state%2Fimplement%2Fauth");
    ann.see(ann.page().locator(".timeline li").first());
    ann.see(ann.page().locator("section.graph"), 0);
  }

  @Test
  void it_is_usable_in_every_theme_and_width_also_on_a_server_of_several_projects()
      throws IOException {
    deliver();
    var axe = AccessibilityTest.axe();
    var blog = Scene.empty(Files.createDirectory(other.resolve("blog")));
    try (var several =
        Served.byPerson(
            tidemark,
            "--project",
            tidemark.folder().toString(),
            "--project",
            blog.folder().toString())) {
      for (var look : Look.all()) {
        try (var visitor = chromium.visitor(look)) {
          visitor.open(several, "/#token=" + several.token());
          visitor.page().locator("section.of-project a.run[href$='delivery%2Fshop']").click();
          visitor.see(visitor.page().locator("section.graph svg"));
          visitor.page().locator("section.graph summary").click();
          AccessibilityTest.judge(visitor, axe, look + " graph");
          var shots = System.getProperty("tidemark.shots");
          if (shots != null) {
            visitor.page().locator("section.graph").scrollIntoViewIfNeeded();
            Files.write(
                Path.of(shots, "graph-" + look.word() + ".png"), visitor.page().screenshot());
          }
          assertThat(visitor.wrong()).isEmpty();
        }
      }
    }
  }
}
