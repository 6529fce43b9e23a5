package dev.tidemark.browser;

import java.util.LinkedHashMap;
import java.util.Map;

/// The views of the dashboard: what each is called, and where it is.
final class Views {
  private Views() {}

  /// Returns the address of every view, and what shows that it is complete.
  static Map<String, String[]> all() {
    var views = new LinkedHashMap<String, String[]>();
    views.put("overview", new String[] {"/", "tbody.group.running tr.row"});
    views.put("activity", new String[] {"/activity", ".stream .entry"});
    views.put("timeline", new String[] {"/timeline", ".picture svg"});
    views.put("run", new String[] {"/runs/state%2Fimplement%2Fauth", ".entries li"});
    views.put("graph", new String[] {"/runs/state%2Frelease%2Fv2.4", ".graph svg"});
    views.put("diff", new String[] {"/runs/state%2Fimplement%2Fauth?from=2&to=5", "table.diff"});
    views.put(
        "approval",
        new String[] {"/runs/state%2Frelease%2Fv2.4?approve=design", ".approval .primary"});
    views.put("attempts", new String[] {"/runs/state%2Fimplement%2Fsearch", ".attempts pre"});
    views.put("runner-gone", new String[] {"/runs/state%2Fimplement%2Fgone", ".attempts .bad"});
    views.put("nothing-found", new String[] {"/?q=nothing", ".empty"});
    views.put("no-run", new String[] {"/runs/state%2Fnobody", ".notice.bad"});
    views.put("damaged", new String[] {"/runs/state%2Fimplement%2Fbilling", ".notice.bad"});
    return views;
  }
}
