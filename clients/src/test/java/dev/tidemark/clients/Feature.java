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
  HAND_EDIT("an edit of the checkpoint file is recorded", Observations::handEdit),
  TYPED("a typed command behind a closed gate is stopped", Endings::typed),
  SKILL("the same command is stopped when the model runs it", Endings::skill),
  ANSWER("the headless answer stays what it was", Endings::answer),
  ANSWER_WITHOUT_RUN("the same in a project without a run", Endings::answerWithoutRun),
  SUBAGENT("a sub-agent's report stays what it was", Endings::subagent),
  SEAL("a compaction is recorded", Endings::seal),
  AFTER_COMPACTION("the brief is there after a compaction", Endings::afterCompaction),
  SESSION_END("what a session knows is recorded when it ends", Endings::sessionEnd),
  KILLED("a fresh session after SIGKILL knows where work stood", Endings::killed),
  SERVER_ERROR(
      "a server error of the provider (500) leaves the phase in progress",
      lab -> ProviderFailures.after(lab, Failure.SERVER_ERROR)),
  RATE_LIMIT(
      "so does a rate limit (429 with `retry-after`)",
      lab -> ProviderFailures.after(lab, Failure.RATE_LIMIT)),
  OVERLOADED(
      "so does an overloaded provider (529, elsewhere 503)",
      lab -> ProviderFailures.after(lab, Failure.OVERLOADED)),
  CUT(
      "so does a response that is cut in the middle",
      lab -> ProviderFailures.after(lab, Failure.CUT)),
  FAILURE_HOOKS("hooks run when the provider ended the turn", ProviderFailures::ends),
  AFTER_FAILURE("a fresh session after it knows where work stood", ProviderFailures::next),
  SELF_TEST("the self-test of `install` passes", Endings::selfTest),
  PLUGIN("as a plugin it does the same", Attended::plugin),
  AT_TERMINAL("the brief is there in a session at a terminal", Attended::begun),
  STATUS_LINE("the status line shows the run", Attended::statusLine),
  FORM("the user approves in a form that shows what it is", Attended::form),
  REVISION("MCP revision", Endings::revision),
  UNINSTALL("`--uninstall` gives every file back byte for byte", Endings::uninstall);

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
