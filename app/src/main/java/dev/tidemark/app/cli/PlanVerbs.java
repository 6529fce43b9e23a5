package dev.tidemark.app.cli;

import static dev.tidemark.app.cli.Effect.READS;
import static dev.tidemark.app.cli.Effect.WRITES;

import java.util.List;

/// Verbs for plans and questions.
final class PlanVerbs {
  private PlanVerbs() {}

  static Verb plan() {
    return new Verb(
        "plan",
        Group.RUN,
        WRITES,
        "show which phases and tasks are next; begin the run if need be",
        List.of(
            Argument.optional("WORKFLOW", Values.NAME, "design/auth; left out, the open run"),
            Argument.optional("ITEM", Values.NAME, "what the run is about")),
        List.of(
            Option.value("phase", "PHASE", Values.NAME, "only this phase, or 2, or 1,2, or 2+"),
            Option.value("task", "TASKS", Values.NAME, "only T001, or T001,T003, or T001-T005"),
            Option.flag("resume", "only what is not done yet"),
            Option.flag("no-checkpoint", "without the questions; files are written all the same")),
        List.of(
            new Example("tidemark plan design/auth", "all phases, and the questions that are open"),
            new Example("tidemark plan design/auth --resume", "what is left"),
            new Example("tidemark plan implement/auth --task T001-T005", "some tasks"),
            new Example("tidemark plan design/auth --dry-run", "look only")));
  }

  static Verb questions() {
    return new Verb(
        "questions",
        Group.RUN,
        READS,
        "show what is asked around a design, and what was answered",
        List.of(),
        List.of(),
        List.of(new Example("tidemark questions", "of the one open design")));
  }

  static Verb answer() {
    return new Verb(
        "answer",
        Group.RUN,
        WRITES,
        "answer a question about a design, or all that are open",
        List.of(
            Argument.optional("KEY", Values.NAME, "what the question is called"),
            Argument.optional("TEXT", Values.TEXT, "the answer, stop to pause; - = stdin")),
        List.of(),
        List.of(
            new Example("tidemark answer approach \"Rotate on each use\"", "one of them"),
            new Example("tidemark answer approval revise", "write it again"),
            new Example("tidemark answer", "all that are open, at a terminal")));
  }
}
