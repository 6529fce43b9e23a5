package dev.tidemark.clients;

import java.util.List;

/// Reads the features of a client from its sessions.
final class Observations {
  static final String GUARD = "only the command tidemark changes it";
  private static final int TOOLS = 6;

  private Observations() {}

  static Cell offline(Lab lab) {
    var session = lab.work().session();
    return Cell.of(session.ran().exit() == 0 && session.ran().out().contains(Lab.ANSWER));
  }

  static Cell brief(Lab lab) {
    var text = lab.work().session().first().text();
    if (!text.contains("state/release/v1: 1 of 3 phases done")) {
      return Cell.no();
    }
    return text.contains("<tidemark-data") ? Cell.yes() : Cell.yes("the fence is escaped");
  }

  static Cell tools(Lab lab) {
    var session = lab.work().session();
    if (count(session.first().tools()) == TOOLS) {
      return Cell.yes("listed");
    }
    return session.result("done").contains("\"ok\":true") ? Cell.yes("found by search") : Cell.no();
  }

  private static long count(List<String> tools) {
    return tools.stream().filter(tool -> tool.contains("tidemark_")).count();
  }

  static Cell shell(Lab lab) {
    var history = lab.work().history();
    return Cell.of(history.contains(lab.client().actor() + "  build started"));
  }

  static Cell mcp(Lab lab) {
    var done =
        lab.work().history().lines().filter(line -> line.endsWith("build complete")).toList();
    return Cell.of(done.size() == 1);
  }

  /// Counts denials whose reason reached the model; nothing may have happened either.
  static Cell guard(Lab lab) {
    var work = lab.work();
    var attacks = List.of("rm", "write", "edit");
    long denied = attacks.stream().filter(name -> work.result(name).contains(GUARD)).count();
    boolean whole =
        work.workspace().tidemark("doctor").exit() == 0
            && Lab.read(work.workspace().root().resolve(Lab.WORKFLOW)).startsWith("phases");
    if (denied < attacks.size() || !whole) {
      return Cell.no(denied + " of " + attacks.size() + " denied");
    }
    return Cell.yes("`rm`, a new file, an edit");
  }

  static Cell gate(Lab lab) {
    var said = lab.work().result("gate");
    return Cell.of(said.contains("gate approval of publish") && said.contains("exit=3"));
  }

  static Cell approveByShell(Lab lab) {
    var work = lab.work();
    boolean refused = work.result("approve").contains("exit=4");
    return Cell.of(refused && !work.history().contains("design approved"));
  }

  static Cell approveByMcp(Lab lab) {
    var work = lab.work();
    var said = work.result("approve by MCP");
    if (work.history().contains("design approved")) {
      return Cell.no();
    }
    if (said.contains("agent-acts")) {
      return Cell.yes("refused by Tidemark");
    }
    if (said.contains("not-approved")) {
      return Cell.yes("the client declines the form");
    }
    return said.contains("requires permission")
        ? Cell.yes("the client denies the call")
        : Cell.no(said);
  }

  static Cell handEdit(Lab lab) {
    var history = lab.work().history();
    return Cell.of(history.contains("edited outside Tidemark: summary of design changed"));
  }
}
