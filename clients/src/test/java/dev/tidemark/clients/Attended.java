package dev.tidemark.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Reads the features that a user meets at a terminal, and those of the plugin.
///
/// @param begun the screen before the first prompt
/// @param edited the screen after an edit of the checkpoint file
/// @param form the screen that asks for the approval of a phase
/// @param first the first request to the model
/// @param history the journal afterwards
record Attended(String begun, String edited, String form, ModelRequest first, String history) {
  private static final String EDITED = "edited externally";

  /// Plays the session of a user who lets the model edit the checkpoint file, and approves a phase.
  static Attended play(Client client, Workspace workspace) {
    var driver = client.driver();
    var script =
        Script.begin()
            .say("The first answer.")
            .call("edit", driver.shell(Lab.HAND_EDIT))
            .say("The file is edited.")
            .calls(driver.discover())
            .call("approve", driver.mcp("tidemark_approve", "phase", "design"))
            .say("That was all.");
    try {
      driver.prepare(workspace);
      var environment = workspace.environment();
      environment.putAll(driver.environment());
      try (var terminal =
          TerminalSession.start(workspace, driver.attended(), environment, script)) {
        var begun = terminal.see("release/v1 1/3 build");
        terminal.send("Hello there");
        terminal.see("The first answer.");
        terminal.send("Edit it please");
        terminal.answer("Do you want to proceed?", "\r");
        terminal.see("The file is edited.");
        var edited = terminal.see(EDITED);
        terminal.send("I approve now");
        terminal.answer("Do you want to proceed?", "\r");
        var form = terminal.see("requests your input");
        terminal.answer("❯ * I approve", " ");
        terminal.answer("❯ ✔ I approve", "\033[B");
        terminal.answer("❯ Accept", "\r");
        terminal.see("That was all.");
        var first = terminal.requests().getFirst();
        return new Attended(begun, edited, form, first, workspace.history());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Cell statusLine(Lab lab) {
    if (lab.client().driver().attended().isEmpty()) {
      var workspace = lab.project("status line");
      var before = workspace.files();
      workspace.after("install " + lab.client().driver().word() + " --only statusline");
      return Cell.no(workspace.files().equals(before) ? "the client has none" : "not driven");
    }
    var seen = lab.attended();
    boolean marked = !seen.begun().contains(EDITED) && seen.edited().contains("| " + EDITED);
    return marked ? Cell.yes("marks a file that was edited externally") : Cell.yes();
  }

  /// The form tells what is approved on the rows that the client shows, and the answer is recorded.
  static Cell form(Lab lab) {
    var driver = lab.client().driver();
    if (driver.attended().isEmpty()) {
      return Cell.no(
          Endings.revision(lab).toString().contains("no forms")
              ? "the client shows no forms"
              : "declined where no user attends");
    }
    var seen = lab.attended();
    var wanted =
        List.of(
            "Approve the phase design of the run state/release/v1? Summary: Three tables",
            "! edited outside Tidemark",
            "Decisions: One schema. Files: docs/auth.md (5 bytes)");
    for (var text : wanted) {
      if (!seen.form().contains(text)) {
        return Cell.no("not shown: " + text + seen.form());
      }
    }
    return seen.history().contains("design approved (interaction")
        ? Cell.yes("summary, edits, decisions, files")
        : Cell.no(seen.history());
  }

  static Cell begun(Lab lab) {
    if (lab.client().driver().attended().isEmpty()) {
      return Cell.no("not driven there");
    }
    return Cell.of(lab.attended().first().text().contains("1 of 3 phases done"));
  }

  /// With the plugin the brief, the guard, the tools and the capture are those of an installation,
  /// and only the start and the end of the session start a process for a hook.
  static Cell plugin(Lab lab) {
    if (lab.client() != Client.CLAUDE_CODE) {
      return Cell.no("there is none");
    }
    var seen = lab.plugged();
    var session = seen.session();
    boolean works =
        session.first().text().contains("1 of 3 phases done")
            && session.answer().equals(Lab.ANSWER)
            && seen.result("read").contains("# Demo")
            && seen.result("rm").contains(Observations.GUARD)
            && seen.history().contains("claude-code  build complete")
            && seen.history().contains("session captured (stop)");
    return Cell.of(works);
  }
}
