package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonMember;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Handoff request of an orchestrator to a worker (T-004-B). Every instance fulfils the contract:
/// an invalid text is [Rejected] with all violations (R-004-50).
///
/// Unknown fields are kept, in their order (R-004-58). [RequestComposer] builds it from a run.
public final class HandoffRequest {
  private static final String WHAT = "request";

  private final JsonObject root;

  private HandoffRequest(JsonObject root) {
    this.root = root;
  }

  /// Parses a request: a JSON object, alone or in one fenced block.
  ///
  /// @param limit how long the summary of the phase before may be
  public static ContractCheck<HandoffRequest> read(String text, SummaryLimit limit) {
    return switch (WorkerText.object(WHAT, text)) {
      case Accepted<JsonObject>(var root, var notices) -> of(root, limit);
      case Rejected<JsonObject>(var blockers, var notices) -> new Rejected<>(blockers, notices);
    };
  }

  /// Checks a request, and brings its old name up to date.
  ///
  /// @param limit how long the summary of the phase before may be
  public static ContractCheck<HandoffRequest> of(JsonObject root, SummaryLimit limit) {
    var check = new FieldCheck(WHAT);
    check.duplicates("", root);
    check.text(root, HandoffFields.TASK_ID);
    check.usualWord(root, HandoffFields.PHASE, HandoffFields.PHASES);
    check.word(root, HandoffFields.MODE, HandoffMode.words());
    var context = check.object(root, HandoffFields.CONTEXT);
    var next = root;
    if (context != null) {
      check.duplicates(HandoffFields.CONTEXT + ".", context);
      next = root.with(HandoffFields.CONTEXT, renamed(context, check));
      context(context, limit, check);
    }
    check.text(root, HandoffFields.INSTRUCTIONS);
    check.usualWord(root, HandoffFields.EXPECTED_OUTPUT, HandoffFields.OUTPUTS);
    return check.result(new HandoffRequest(next));
  }

  private static void context(JsonObject context, SummaryLimit limit, FieldCheck check) {
    var feature = context.find(HandoffFields.FEATURE);
    var path = HandoffFields.inContext(HandoffFields.FEATURE);
    if (feature == null || feature instanceof JsonNull) {
      check.reportOdd(path, "the name of what the work is about", feature);
    } else if (!(feature instanceof JsonString name)) {
      check.wrong(path, "must be a string", feature);
    } else if (name.value().isBlank()) {
      check.reportOdd(path, "the name of what the work is about", feature);
    }
    var spec = context.find(HandoffFields.SPEC_PATH);
    check.textOrNull(HandoffFields.inContext(HandoffFields.SPEC_PATH), spec);
    for (var key : new String[] {HandoffFields.RELEVANT_FILES, HandoffFields.CONSTRAINTS}) {
      check.texts(HandoffFields.inContext(key), context.find(key));
    }
    for (var key : new String[] {HandoffFields.PREVIOUS_SUMMARY, HandoffFields.PREVIOUS_FINDINGS}) {
      var summary = context.find(key);
      check.textOrNull(HandoffFields.inContext(key), summary);
      var objection = summary instanceof JsonString text ? limit.objection(text.value()) : "";
      if (!objection.isEmpty()) {
        check.add(FieldCheck.tooLong(objection, limit, ": " + HandoffFields.inContext(key)));
      }
    }
  }

  /// Returns the context with the new name in place of the old one (R-004-53).
  private static JsonObject renamed(JsonObject context, FieldCheck check) {
    var old = context.find(HandoffFields.PREVIOUS_FINDINGS);
    if (old == null) {
      return context;
    }
    check.add(
        new Notice(
            "handoff-renamed",
            "context.previous_findings is called context.previous_summary now; it was taken as"
                + " that"));
    var summary = context.find(HandoffFields.PREVIOUS_SUMMARY);
    if (summary == null) {
      var members = new ArrayList<JsonMember>();
      for (var member : context.members()) {
        boolean renamed = member.key().equals(HandoffFields.PREVIOUS_FINDINGS);
        var key = renamed ? HandoffFields.PREVIOUS_SUMMARY : member.key();
        members.add(JsonMember.of(key, member.value()));
      }
      return JsonObject.of(members);
    }
    boolean both = !(old instanceof JsonNull) && !(summary instanceof JsonNull);
    if (both && !old.equals(summary)) {
      check.wrong(
          HandoffFields.inContext(HandoffFields.PREVIOUS_FINDINGS),
          "must not differ from context.previous_summary",
          old);
    }
    Json kept = summary instanceof JsonNull ? old : summary;
    return context
        .without(HandoffFields.PREVIOUS_FINDINGS)
        .with(HandoffFields.PREVIOUS_SUMMARY, kept);
  }

  /// Returns the id that the response must repeat.
  public String taskId() {
    return text(root, HandoffFields.TASK_ID);
  }

  /// Returns the phase as the protocol calls it, which a response must name again. It is not a
  /// phase of the run.
  public String phase() {
    return text(root, HandoffFields.PHASE);
  }

  /// Returns the worker mode.
  public HandoffMode mode() {
    return HandoffMode.of(text(root, HandoffFields.MODE)).orElseThrow();
  }

  /// Returns the summary of the previous phase, or null.
  public @Nullable String previousSummary() {
    var context = root.object(HandoffFields.CONTEXT);
    return context == null ? null : context.string(HandoffFields.PREVIOUS_SUMMARY);
  }

  /// Returns the whole request.
  public JsonObject json() {
    return root;
  }

  /// Returns the request as it is sent: JSON, two spaces to a level.
  @Override
  public String toString() {
    return JsonText.pretty(root);
  }

  /// Returns a text that a check has found to be there.
  static String text(JsonObject holder, String key) {
    return Objects.requireNonNull(holder.string(key), key);
  }
}
