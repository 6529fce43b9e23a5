package dev.tidemark.app.cli;

import dev.tidemark.app.cli.spec.Option;
import dev.tidemark.app.cli.spec.ValueKind;
import java.util.ArrayList;
import java.util.List;

/// Format-specific options: each is supported by one dialect only, and refused by the others.
final class ProtocolOptions {
  static final Option PLAN =
      Option.value("plan", "FILE", ValueKind.FILES, "the plan with the phases or tasks")
          .ofProtocol("item, state");

  static final Option CONTEXT =
      Option.value("context", "TEXT", ValueKind.TEXT, "a file to read again on resume")
          .repeated()
          .ofProtocol("item");

  static final Option CREATE_ONLY =
      Option.flag("create-only", "leave the first phase pending").ofProtocol("flow");

  static final Option BEFORE_SPAWN =
      text("before-spawn", "the expensive worker about to start").ofProtocol("flow");

  static final List<Option> OF_TASKS =
      List.of(
          Option.value(
                  "status",
                  "STATUS",
                  ValueKind.oneOf("pre_complete", "complete", "verified", "failed", "blocked"),
                  "another status than the default")
              .ofProtocol("flow"),
          text("reason", "why the task failed or is blocked"),
          Option.value("output", "FILE", ValueKind.FILES, "the output of the task")
              .ofProtocol("flow"),
          Option.value("after", "TASK", ValueKind.NAME, "a task that must be done first")
              .repeated()
              .ofProtocol("flow"));

  static final Option NO_COMMIT =
      Option.flag("no-commit", "write, but do not commit").ofProtocol("item");

  static final Option ANYWAY =
      Option.value("anyway", "REASON", ValueKind.TEXT, "pass an advisory gate, with the reason")
          .ofProtocol("");

  /// No word of a protocol: the ship gate is forced before the run is changed.
  static final List<Option> FORCING =
      List.of(
          Option.flag("force", "pass the closed ship gate"),
          Option.value("reason", "TEXT", ValueKind.TEXT, "the reason for --force"));

  static final Option NEW = Option.flag("new", "add a phase to the run").ofProtocol("state");

  static final List<Option> ENTERING =
      List.of(
          ANYWAY,
          FORCING.get(0),
          FORCING.get(1),
          Option.value("task", "TASK", ValueKind.NAME, "the first task, such as T002")
              .ofProtocol("state"),
          NEW,
          Option.flag("continue", "enter it although another phase is expected")
              .ofProtocol("phase"));

  static final List<Option> FINISHING =
      List.of(
          Option.flag("force", "finish with an open phase").ofProtocol("item, flow"),
          Option.flag("bundle", "stage the removal, but do not commit").ofProtocol("item"),
          NO_COMMIT);

  private ProtocolOptions() {}

  /// Returns the options given, and the format-specific options at the end of a phase.
  static List<Option> after(Option... own) {
    List<Option> all = new ArrayList<>(List.of(own));
    all.add(text("outcome", "a concrete result").repeated().ofProtocol("phase"));
    all.add(text("context", "what the next phase must know").repeated().ofProtocol("phase, item"));
    all.add(text("open", "an open point").repeated().ofProtocol("phase"));
    all.add(text("state", "the state of the work, in three sentences").ofProtocol("item"));
    all.add(
        Option.value("result", "RESULT", ValueKind.oneOf("pass", "fail"), "the result of a review")
            .ofProtocol("phase"));
    all.add(text("next", "the next step, or another next phase").repeated().ofProtocol("phase"));
    all.add(
        Option.value(
                "clear",
                "ANSWER",
                ValueKind.oneOf("yes", "no"),
                "whether to clear the conversation")
            .ofProtocol("phase"));
    all.add(text("why", "the reason for --clear").ofProtocol("phase"));
    all.add(
        Option.value("messages", "N", ValueKind.COUNT, "the number of messages in the session")
            .ofProtocol("phase"));
    all.add(Option.flag("partial", "the build continues in another session").ofProtocol("phase"));
    all.add(Option.flag("complete", "the build is finished").ofProtocol("phase"));
    all.add(Option.flag("skip-to", "skip the phases in between").ofProtocol("item"));
    all.add(NO_COMMIT);
    all.add(ANYWAY);
    all.addAll(FORCING);
    all.add(NEW);
    return all;
  }

  private static Option text(String name, String meaning) {
    return Option.value(name, "TEXT", ValueKind.TEXT, meaning);
  }
}
