package dev.tidemark.runner;

import dev.tidemark.handoff.Assignment;
import dev.tidemark.handoff.HandoffMode;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Prompt of an agent: the hand-off request, and for agents that read text, the text around it.
final class AgentPrompt {
  /// Schema of the response, strict enough for agents that generate by it.
  static final String SCHEMA =
      """
      {"type":"object","additionalProperties":false,\
      "required":["task_id","phase","status","decision","findings","context_summary","issues"],\
      "properties":{"task_id":{"type":"string"},"phase":{"type":"string"},\
      "status":{"type":"string","enum":["complete","partial","blocked"]},\
      "decision":{"type":"string","enum":["PROCEED","STOP","CLARIFY"]},\
      "findings":{"type":"object","additionalProperties":false,\
      "required":["files_created","files_modified"],"properties":{\
      "files_created":{"type":"array","items":{"type":"string"}},\
      "files_modified":{"type":"array","items":{"type":"string"}}}},\
      "context_summary":{"type":"string"},\
      "issues":{"type":"array","items":{"type":"string"}}}}\
      """;

  private static final Map<String, String> RULES =
      Map.of(
          "PROCEED", "the work of this phase is done (status complete), or goes on (partial)",
          "STOP", "it cannot be done; issues say why",
          "CLARIFY", "a person has to answer the questions in issues first");

  private AgentPrompt() {}

  /// Returns the fields of the request that the runner sets.
  ///
  /// @param task the id of the task, which names the attempt
  /// @param instructions the text of the prompt; empty for the usual one
  /// @param brief the brief of the run
  /// @param before what the agent should know of the attempt before; empty if there was none
  /// @param part the task of the phase that is its own; empty for the whole phase
  static JsonObject assignment(
      String task,
      String run,
      String phase,
      String instructions,
      String brief,
      String before,
      String part) {
    var text = new StringBuilder(instructions.strip());
    if (text.isEmpty()) {
      text.append("Do the work of phase ")
          .append(phase)
          .append(" of run ")
          .append(run)
          .append(", and nothing of later phases.");
    }
    if (!part.isEmpty()) {
      text.append("\n\nYour part of it is this task, and nothing else: ")
          .append(part)
          .append("\nOthers work on the other tasks at the same time. ")
          .append("This folder is a git work tree of your own; what you change is merged.");
    }
    if (!before.isEmpty()) {
      text.append("\n\n").append(before);
    }
    var json =
        new Assignment()
            .task(task)
            .mode(mode(phase).word())
            .instructions(text.toString())
            .json()
            .with("run", run)
            .with("run_phase", phase)
            .with("brief", brief);
    return part.isEmpty() ? json : json.with("run_task", part);
  }

  /// Returns the mode that the name of a phase suggests.
  static HandoffMode mode(String phase) {
    var name = phase.toLowerCase(Locale.ROOT);
    if (containsAny(name, "plan", "design", "spec", "architect")) {
      return HandoffMode.PLAN;
    }
    if (containsAny(name, "research", "analy", "discover", "investigat", "explor")) {
      return HandoffMode.RESEARCH;
    }
    if (containsAny(name, "test", "valid", "verif", "review", "audit", "check")) {
      return HandoffMode.EVAL;
    }
    return containsAny(name, "doc") ? HandoffMode.DOCS : HandoffMode.CODE;
  }

  private static boolean containsAny(String name, String... parts) {
    for (var part : parts) {
      if (name.contains(part)) {
        return true;
      }
    }
    return false;
  }

  /// Returns the prompt for an agent that reads text.
  static String text(HandoffRequest request) {
    var text = new StringBuilder();
    var root = request.json();
    var brief = root.string("brief");
    text.append(root.string("instructions")).append("\n\n");
    if (brief != null) {
      text.append("State of the run:\n").append(brief).append("\n\n");
    }
    text.append("Request:\n").append(root.without("brief").without("instructions")).append("\n\n");
    text.append("Do not change the run with `tidemark` yourself: your answer is recorded. ")
        .append(form(request));
    return text.toString();
  }

  /// Returns the prompt that asks an agent again, in the same session, for a valid response.
  ///
  /// @param problem why the one it gave is not valid
  static String retryPrompt(HandoffRequest request, String problem) {
    return "Your answer cannot be recorded: "
        + problem
        + ".\n\nThe files that you have changed are kept; do not do the work again. "
        + form(request);
  }

  /// Returns the form of the response.
  private static String form(HandoffRequest request) {
    var text =
        new StringBuilder("End with one JSON object of this schema, and nothing after it:\n")
            .append(SCHEMA)
            .append("\ntask_id is \"")
            .append(request.taskId())
            .append("\", phase is \"")
            .append(request.phase())
            .append("\". The decision:");
    for (var word : List.of("PROCEED", "STOP", "CLARIFY")) {
      text.append("\n- ").append(word).append(": ").append(RULES.get(word));
    }
    text.append("\ncontext_summary has at most 500 words, for the agent of the next phase.\n");
    return text.toString();
  }
}
