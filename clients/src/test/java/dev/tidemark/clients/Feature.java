package dev.tidemark.clients;

import java.util.function.Function;

/// The features of Tidemark that depend on the client: the rows of the table.
enum Feature {
  OFFLINE("works with no network but the model", Observations::offline),
  BRIEF("the brief is in the first request", Observations::brief),
  TOOLS("MCP tools reach the model", Observations::tools),
  SHELL("a shell command of the model changes the run", Observations::shell),
  MCP("an MCP call of the model changes the run", Observations::mcp),
  GUARD("writing below `.tidemark` is denied", Observations::guard),
  GATE("a closed gate refuses `tidemark enter`", Observations::gate),
  APPROVE_BY_SHELL("the model cannot approve by the shell", Observations::approveByShell),
  APPROVE_BY_MCP("the model cannot approve by MCP", Observations::approveByMcp),
  HAND_EDIT("an edit of the checkpoint file is recorded", Observations::handEdit);

  private final String title;
  private final Function<Lab, Cell> observation;

  Feature(String title, Function<Lab, Cell> observation) {
    this.title = title;
    this.observation = observation;
  }

  /// Returns what a client really does.
  Cell observe(Lab lab) {
    return observation.apply(lab);
  }

  String title() {
    return title;
  }
}
