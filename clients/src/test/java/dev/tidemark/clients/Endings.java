package dev.tidemark.clients;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Reads the features that concern gates of commands, unchanged answers, compactions, crashes and
/// the installation.
final class Endings {
  private static final String CLOSED = "a mandatory gate of phase/dev is closed";
  private static final Pattern REVISION = Pattern.compile("\"protocolVersion\":\\s*\"([0-9-]+)\"");

  private static final Pattern SELF_TEST = Pattern.compile("self-test: (.+) passed");

  private Endings() {}

  static Cell typed(Lab lab) {
    var stopped = new ArrayList<String>();
    var passed = new ArrayList<String>();
    for (var how : lab.client().driver().typed(Lab.COMMAND).keySet().stream().sorted().toList()) {
      boolean reached = !lab.typed(how).session().steps().isEmpty();
      (reached ? passed : stopped).add(how);
    }
    if (stopped.isEmpty()) {
      return Cell.no();
    }
    var forms = String.join(", ", stopped);
    return passed.isEmpty()
        ? Cell.yes(forms)
        : Cell.partly(forms + "; not " + String.join(", ", passed));
  }

  static Cell skill(Lab lab) {
    var skill = lab.client().driver().skill(Lab.COMMAND);
    return skill == null
        ? Cell.no("the model has no tool for it")
        : Cell.of(lab.skilled(skill).result("skill").contains(CLOSED));
  }

  /// The final answer, the exit code and the number of requests equal those without Tidemark.
  static Cell answer(Lab lab) {
    return same(lab.question(false).session(), lab.question(true).session());
  }

  /// The same in a project without a run, in which Tidemark records nothing either.
  static Cell answerWithoutRun(Lab lab) {
    var seen = lab.questionWithoutRun();
    var said = seen.workspace().tidemark("history");
    return said.out().contains("captured")
        ? Cell.no(said.toString())
        : same(lab.question(false).session(), seen.session());
  }

  static Cell subagent(Lab lab) {
    var without = lab.delegated(false).session();
    if (!without.result("delegate").contains(Lab.REPORT)) {
      return Cell.no("the client has no sub-agents here");
    }
    var with = lab.delegated(true).session();
    return with.result("delegate").contains(Lab.REPORT)
        ? same(without, with)
        : Cell.no("the report is lost");
  }

  private static Cell same(Session without, Session with) {
    if (!without.answer().equals(Lab.ANSWER)) {
      return Cell.no("without Tidemark: " + without.ran());
    }
    if (!with.answer().equals(without.answer())) {
      return Cell.no("the answer is " + with.answer());
    }
    if (with.ran().exit() != without.ran().exit()) {
      return Cell.no("exit code " + with.ran().exit());
    }
    int more = with.requests().size() - without.requests().size();
    return more == 0 ? Cell.yes() : Cell.no(more + " more requests");
  }

  /// `install` runs every command line that it wrote, and the guards twice.
  static Cell selfTest(Lab lab) {
    var workspace = lab.project("self-test");
    var said = workspace.tidemark("install " + lab.client().driver().word());
    var passed = SELF_TEST.matcher(said.out());
    return said.exit() == 0 && passed.find() ? Cell.yes(passed.group(1)) : Cell.no(said.toString());
  }

  static Cell seal(Lab lab) {
    var compacted = lab.compacted();
    return isCompacted(compacted.session())
        ? Cell.of(compacted.history().contains("session sealed"))
        : Cell.no("not compacted");
  }

  static Cell sessionEnd(Lab lab) {
    var history = lab.question(true).history();
    return Cell.of(history.contains("session captured (stop)") || history.contains("sealed"));
  }

  static Cell afterCompaction(Lab lab) {
    var session = lab.compacted().session();
    if (!isCompacted(session)) {
      return Cell.no("not compacted");
    }
    if (!session.requests().getLast().text().contains("1 of 3 phases done")) {
      return Cell.no();
    }
    return lab.client().driver().resume().isEmpty()
        ? Cell.yes()
        : Cell.partly("the one of the current prompt");
  }

  private static boolean isCompacted(Session session) {
    var last = session.requests().getLast().text();
    return last.contains(Lab.SUMMARY) || last.contains(Session.ASIDE);
  }

  static Cell killed(Lab lab) {
    var first = lab.resumed().session().first().text();
    return Cell.of(first.contains("1 of 3 phases done") && first.contains("in progress: build"));
  }

  static Cell revision(Lab lab) {
    var log = lab.resumed().workspace().root().resolveSibling("mcp.log");
    if (!Files.exists(log)) {
      return Cell.no();
    }
    var sent = Lab.read(log);
    var form = sent.contains("\"elicitation\"") ? ", forms" : ", no forms";
    if (sent.contains("server/discover")) {
      return Cell.yes("2026-07-28" + form);
    }
    var revision = REVISION.matcher(sent);
    return revision.find() ? Cell.yes(revision.group(1) + form) : Cell.no();
  }

  static Cell uninstall(Lab lab) {
    var driver = lab.client().driver();
    var workspace = lab.project("uninstall");
    driver.settings().forEach(workspace.scratch()::write);
    var before = workspace.files();
    workspace.after("install " + driver.word());
    var installed = workspace.files();
    workspace.after("install " + driver.word() + " --uninstall");
    var after = new TreeMap<>(workspace.files());
    if (installed.equals(before)) {
      return Cell.no("nothing was installed");
    }
    var left = new ArrayList<>(after.keySet());
    left.removeAll(before.keySet());
    left.forEach(after::remove);
    if (!after.equals(before)) {
      return Cell.no("files differ");
    }
    return left.isEmpty() ? Cell.yes() : Cell.partly("leaves `" + String.join("`, `", left) + "`");
  }
}
