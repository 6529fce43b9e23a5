package dev.tidemark.clients;

import dev.tidemark.clients.Lab.Observed;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// Reads what a client and Tidemark's record are after the provider failed in the middle of a turn.
///
/// Each client is told to try again as seldom as it can be told; one that does not give up is
/// answered in the end.
final class ProviderFailures {
  private static final int SESSIONS_AT_A_TIME = 4;

  private final Map<Failure, Outcome> without = new EnumMap<>(Failure.class);
  private final Map<Failure, Outcome> with = new EnumMap<>(Failure.class);
  private final Outcome unfailing;

  private ProviderFailures(Outcome unfailing) {
    this.unfailing = unfailing;
  }

  /// A session that has ended.
  ///
  /// @param observed the session and its project
  /// @param ends the events at the end of the turn and of the session, in their order
  private record Outcome(Observed observed, List<String> ends) {
    Session session() {
      return observed.session();
    }
  }

  /// Runs the sessions of a client with each failure, with and without Tidemark: several at a time,
  /// because they mostly wait before they try again.
  static ProviderFailures play(Lab lab) {
    var sessions = new ArrayList<Callable<Outcome>>();
    for (var failure : Failure.PASSING) {
      int times = lab.client().driver().failures();
      sessions.add(() -> session(lab, failure, times, false));
      sessions.add(() -> session(lab, failure, times, true));
    }
    sessions.add(() -> session(lab, Failure.CUT, 0, true));
    try (var threads = Executors.newFixedThreadPool(SESSIONS_AT_A_TIME)) {
      var outcomes = threads.invokeAll(sessions);
      var played = new ProviderFailures(outcomes.removeLast().get());
      for (var failure : Failure.PASSING) {
        played.without.put(failure, outcomes.removeFirst().get());
        played.with.put(failure, outcomes.removeFirst().get());
      }
      return played;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static Outcome session(Lab lab, Failure failure, int times, boolean installed)
      throws IOException {
    var name = "failure-" + failure.ordinal() + "-" + times + "-" + installed;
    var workspace = lab.project(name).after("enter build");
    var driver = lab.client().driver();
    var log = Files.createFile(workspace.root().resolveSibling("ends.log"));
    driver.recordEnds(workspace, log);
    if (installed) {
      workspace.after("install " + driver.word());
    }
    var script = Script.begin().call("read", driver.shell("cat README.md"));
    for (int i = 0; i < times; i++) {
      script.turn(Turn.failing(failure));
    }
    var session = Session.run(lab.client(), workspace, "Go on", script.say(Lab.ANSWER));
    var ends = new LinkedHashSet<>(Files.readAllLines(log));
    return new Outcome(new Observed(session, workspace), List.copyOf(ends));
  }

  /// The exit code, the requests, what is printed and the events are those without Tidemark, and
  /// the phase is in progress for the next session.
  static Cell after(Lab lab, Failure failure) {
    var failures = lab.failures();
    var without = failures.of(failures.without, failure);
    var with = failures.of(failures.with, failure);
    var wanted = summary(without);
    if (!summary(with).equals(wanted)) {
      return Cell.no("without Tidemark " + wanted + ", with it " + summary(with));
    }
    var record = record(with.observed());
    return record.isEmpty()
        ? Cell.yes(told(with.session(), lab.client().driver().failures()))
        : Cell.no(record);
  }

  private Outcome of(Map<Failure, Outcome> outcomes, Failure failure) {
    var outcome = outcomes.get(failure);
    if (outcome == null) {
      throw new IllegalStateException(failure + " was not played");
    }
    return outcome;
  }

  private static String summary(Outcome outcome) {
    var session = outcome.session();
    return "exit code "
        + session.ran().exit()
        + ", "
        + session.steps().size()
        + " steps of "
        + session.requests().size()
        + " requests, "
        + outcome.ends()
        + ", answer: "
        + session.answer();
  }

  /// Returns what is wrong in Tidemark's record of a phase that is in progress; empty if nothing
  /// is.
  private static String record(Observed observed) {
    var workspace = observed.workspace();
    var brief = workspace.tidemark("resume");
    var history = observed.history();
    if (!brief.out().contains("1 of 3 phases done")
        || !brief.out().contains("in progress: build")) {
      return "the brief is " + brief;
    }
    for (var end : List.of("build complete", "build failed", "build skipped")) {
      if (history.contains(end)) {
        return history;
      }
    }
    var doctor = workspace.tidemark("doctor");
    return doctor.exit() == 0 ? "" : doctor.toString();
  }

  private static String told(Session session, int times) {
    int failed = session.steps().size() - 1;
    if (failed > times) {
      return "tried again and answered";
    }
    var tried = failed > 1 ? "tried again" : "not tried again";
    return tried + ", then exit code " + session.ran().exit();
  }

  /// The events at the end of a turn that the provider ended, against those of a turn that ended by
  /// itself.
  static Cell ends(Lab lab) {
    var sets = new LinkedHashSet<List<String>>();
    lab.failures().with.values().forEach(outcome -> sets.add(outcome.ends()));
    if (sets.size() > 1) {
      return Cell.partly(lab.failures().with.keySet() + " " + sets);
    }
    var usual = lab.failures().unfailing.ends();
    var events = sets.iterator().next();
    if (events.equals(usual)) {
      return Cell.yes(named(events) + ", as always");
    }
    var place = " in place of " + named(usual);
    return events.isEmpty() ? Cell.no("none" + place) : Cell.yes(named(events) + place);
  }

  private static String named(List<String> events) {
    return "`" + String.join("`, `", events) + "`";
  }

  /// The next session in the project of one that failed has the brief of the phase in progress.
  static Cell next(Lab lab) {
    var failures = lab.failures();
    var workspace = failures.of(failures.with, Failure.SERVER_ERROR).observed().workspace();
    var script = Script.begin().say(Lab.ANSWER);
    var next = Session.run(lab.client(), workspace, "Please go on", script);
    var first = next.first().text();
    return Cell.of(first.contains("1 of 3 phases done") && first.contains("in progress: build"));
  }
}
