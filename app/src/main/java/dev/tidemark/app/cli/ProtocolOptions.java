package dev.tidemark.app.cli;

import java.util.ArrayList;
import java.util.List;

/// Format-specific options: each is supported by one dialect only, and refused by the others.
final class ProtocolOptions {
  static final Option PLAN =
      Option.value(
              "plan", "FILE", Values.FILES, "item, state: the plan that has the phases, or tasks")
          .ofProtocol();

  static final Option CONTEXT =
      Option.value("context", "TEXT", Values.TEXT, "item: what to read again when resuming")
          .repeated()
          .ofProtocol();

  static final Option CREATE_ONLY =
      Option.flag("create-only", "flow: create it, and leave the first phase pending").ofProtocol();

  static final Option BEFORE_SPAWN =
      text("before-spawn", "flow: the expensive worker that is about to start").ofProtocol();

  static final List<Option> OF_TASKS =
      List.of(
          Option.value(
                  "status",
                  "STATUS",
                  Values.oneOf("pre_complete", "complete", "verified", "failed", "blocked"),
                  "flow: another status than the usual one")
              .ofProtocol(),
          text("reason", "why it failed or is blocked"),
          Option.value("output", "FILE", Values.FILES, "flow: what the task is to produce")
              .ofProtocol(),
          Option.value("after", "TASK", Values.NAME, "flow: a task to be done first")
              .repeated()
              .ofProtocol());

  static final Option NO_COMMIT =
      Option.flag("no-commit", "item: write, and leave the commit to you").ofProtocol();

  static final Option ANYWAY =
      Option.value("anyway", "REASON", Values.TEXT, "why to go on through an advisory gate")
          .ofProtocol();

  /// No word of a protocol: the ship gate is forced before the run is changed.
  static final List<Option> FORCING =
      List.of(
          Option.flag("force", "go on although the ship gate is closed"),
          Option.value("reason", "TEXT", Values.TEXT, "why it is forced"));

  static final Option NEW =
      Option.flag("new", "state: add a phase that the run does not have").ofProtocol();

  static final List<Option> ENTERING =
      List.of(
          ANYWAY,
          FORCING.get(0),
          FORCING.get(1),
          Option.value("task", "TASK", Values.NAME, "state: the task to begin with, such as T002")
              .ofProtocol(),
          NEW,
          Option.flag("continue", "phase: go on although the checkpoint suggests another phase")
              .ofProtocol());

  static final List<Option> FINISHING =
      List.of(
          Option.flag("force", "item, flow: although a phase is open").ofProtocol(),
          Option.flag("bundle", "item: leave the removal staged for your own commit").ofProtocol(),
          NO_COMMIT);

  private ProtocolOptions() {}

  /// Returns the options given, and the format-specific options at the end of a phase.
  static List<Option> after(Option... own) {
    List<Option> all = new ArrayList<>(List.of(own));
    all.add(text("outcome", "phase: a concrete result").repeated().ofProtocol());
    all.add(text("context", "phase, item: what the next phase must know").repeated().ofProtocol());
    all.add(text("open", "phase: something left open").repeated().ofProtocol());
    all.add(text("state", "item: where things stand, in three sentences").ofProtocol());
    all.add(
        Option.value("result", "RESULT", Values.oneOf("pass", "fail"), "phase: of a review")
            .ofProtocol());
    all.add(
        text("next", "phase: what the next step does, or another successor")
            .repeated()
            .ofProtocol());
    all.add(
        Option.value("clear", "ANSWER", Values.oneOf("yes", "no"), "phase: clear the conversation?")
            .ofProtocol());
    all.add(text("why", "phase: why to clear it or not").ofProtocol());
    all.add(
        Option.value("messages", "N", Values.COUNT, "phase: how many messages the session had")
            .ofProtocol());
    all.add(Option.flag("partial", "phase: the build goes on in another session").ofProtocol());
    all.add(Option.flag("complete", "phase: the build is finished").ofProtocol());
    all.add(Option.flag("skip-to", "item: leave the phases in between out").ofProtocol());
    all.add(NO_COMMIT);
    all.add(ANYWAY);
    all.addAll(FORCING);
    all.add(NEW);
    return all;
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", Values.TEXT, meaning);
  }
}
