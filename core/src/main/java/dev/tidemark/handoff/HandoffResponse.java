package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.history.Event;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Handoff response of a worker (T-004-C). Every instance fulfils the contract: an invalid text is
/// [Rejected] with all violations.
///
/// A summary that is too long is no violation; the orchestrator's policy decides (R-004-54).
/// Unknown fields are kept (R-004-58).
public final class HandoffResponse {
  private static final String WHAT = "response";

  private final JsonObject root;
  private final String digest;

  private HandoffResponse(JsonObject root, String digest) {
    this.root = root;
    this.digest = digest;
  }

  /// Parses a worker's text: a JSON object, alone or in one fenced block, with or without prose
  /// around it.
  ///
  /// @param request the request it answers; absent if unavailable
  /// @param limit how long the summary may be
  public static ContractCheck<HandoffResponse> read(
      String text, @Nullable HandoffRequest request, SummaryLimit limit) {
    return switch (WorkerText.object(WHAT, text)) {
      case Accepted<JsonObject>(var root, var notices) -> of(root, request, limit);
      case Rejected<JsonObject>(var blockers, var notices) -> new Rejected<>(blockers, notices);
    };
  }

  /// Checks a response.
  ///
  /// @param request the request it answers; absent if unavailable
  /// @param limit how long the summary may be
  public static ContractCheck<HandoffResponse> of(
      JsonObject root, @Nullable HandoffRequest request, SummaryLimit limit) {
    var check = new FieldCheck(WHAT);
    check.duplicates("", root);
    check.text(root, HandoffFields.TASK_ID);
    check.usualWord(root, HandoffFields.PHASE, HandoffFields.PHASES);
    if (request != null) {
      echo(root, HandoffFields.TASK_ID, request.taskId(), check);
      echo(root, HandoffFields.PHASE, request.phase(), check);
    }
    check.usualWord(root, HandoffFields.STATUS, HandoffFields.STATUSES);
    check.word(root, HandoffFields.DECISION, HandoffDecision.words());
    var findings = check.object(root, HandoffFields.FINDINGS);
    if (findings != null) {
      files(findings, HandoffFields.FILES_CREATED, check);
      files(findings, HandoffFields.FILES_MODIFIED, check);
    }
    var summary = root.find(HandoffFields.CONTEXT_SUMMARY);
    if (summary instanceof JsonString text) {
      var objection = limit.objection(text.value());
      if (!objection.isEmpty()) {
        check.add(new Notice("summary-too-long", objection));
      }
    } else {
      check.wrong(HandoffFields.CONTEXT_SUMMARY, "must be a string", summary);
    }
    check.number(root, HandoffFields.TOKENS_USED);
    check.texts(HandoffFields.ISSUES, root.find(HandoffFields.ISSUES));
    var bytes = JsonText.compact(root).getBytes(StandardCharsets.UTF_8);
    return check.result(new HandoffResponse(root, Sha256.hex(bytes)));
  }

  private static void echo(JsonObject root, String key, String wanted, FieldCheck check) {
    var found = root.string(key);
    if (found != null && !found.equals(wanted)) {
      var rule = "must be " + JsonText.compact(JsonString.of(wanted)) + " as in the request";
      check.wrong(key, rule, root.find(key));
    }
  }

  private static void files(JsonObject findings, String key, FieldCheck check) {
    var value = findings.find(key);
    var path = HandoffFields.FINDINGS + "." + key;
    if (value instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        if (pathOf(array, i) == null) {
          check.reportOdd(path + "[" + i + "]", "a path, or an object with one", array.get(i));
        }
      }
    } else if (value != null) {
      check.reportOdd(path, "an array of paths", value);
    }
  }

  /// Returns the response as an orchestrator with that policy takes it: its summary cut, or the
  /// whole rejected, where the summary is too long (R-004-55).
  public ContractCheck<HandoffResponse> withPolicy(SummaryPolicy policy, SummaryLimit limit) {
    var objection = limit.objection(summary());
    if (objection.isEmpty() || policy == SummaryPolicy.ACCEPT) {
      return new Accepted<>(this, List.of());
    }
    if (policy == SummaryPolicy.REJECT) {
      var blocker = FieldCheck.tooLong(objection, limit, "");
      return new Rejected<>(List.of(blocker), List.of());
    }
    var cut = SummaryPolicy.truncated(summary(), limit);
    var shorter = new HandoffResponse(root.with(HandoffFields.CONTEXT_SUMMARY, cut), digest);
    return new Accepted<>(shorter, List.of());
  }

  /// Returns the response for a worker that had only a part of the phase: it ends nothing, and its
  /// summary is not that of the phase.
  public HandoffResponse asPart() {
    var part =
        root.with(HandoffFields.STATUS, HandoffFields.PARTIAL)
            .with(HandoffFields.CONTEXT_SUMMARY, "");
    return new HandoffResponse(part, digest);
  }

  /// Returns the task it is about.
  public String taskId() {
    return HandoffRequest.text(root, HandoffFields.TASK_ID);
  }

  /// Returns how far the worker has come: `complete`, `partial`, `blocked` or a word of its own.
  public String status() {
    return HandoffRequest.text(root, HandoffFields.STATUS);
  }

  /// Returns the decision.
  public HandoffDecision decision() {
    return HandoffDecision.of(HandoffRequest.text(root, HandoffFields.DECISION)).orElseThrow();
  }

  /// Returns the context for the next worker.
  public String summary() {
    return HandoffRequest.text(root, HandoffFields.CONTEXT_SUMMARY);
  }

  /// Returns the reported issues.
  public List<String> issues() {
    return root.strings(HandoffFields.ISSUES);
  }

  /// Returns the files the worker created and changed; entries without a path are left out.
  public List<Artifact> artifacts() {
    var artifacts = new ArrayList<Artifact>();
    var findings = root.object(HandoffFields.FINDINGS);
    if (findings != null) {
      add(artifacts, findings.array(HandoffFields.FILES_CREATED), Artifact.Kind.CREATED);
      add(artifacts, findings.array(HandoffFields.FILES_MODIFIED), Artifact.Kind.MODIFIED);
    }
    return artifacts;
  }

  private static void add(List<Artifact> to, @Nullable JsonArray array, Artifact.Kind kind) {
    for (int i = 0; array != null && i < array.size(); i++) {
      var path = pathOf(array, i);
      if (path != null) {
        to.add(new Artifact(path, kind));
      }
    }
  }

  private static @Nullable String pathOf(JsonArray array, int index) {
    var entry = array.get(index);
    var path =
        entry instanceof JsonObject object
            ? object.string(HandoffFields.PATH)
            : entry instanceof JsonString string ? string.value() : null;
    return path == null || path.isBlank() ? null : path;
  }

  /// Returns the change that applies the response to a phase of a run (R-004-59): done only if the
  /// worker reports done, failed if it reports stop, else in progress.
  public Change change(PhaseName phase) {
    var summary = summary().isBlank() ? null : new ContextSummary(summary());
    var report = new PhaseReport(summary, artifacts(), List.of(), null);
    return switch (decision()) {
      case STOP -> {
        var issues = String.join("; ", issues());
        yield new Change.FailPhase(
            phase, issues.isBlank() ? "the worker reported STOP" : issues, report);
      }
      case PROCEED ->
          status().equals(HandoffFields.COMPLETE)
              ? new Change.CompletePhase(phase, report)
              : new Change.StartPhase(phase, report);
      case CLARIFY -> new Change.StartPhase(phase, report);
    };
  }

  /// Returns the event that marks the response as applied to a phase. Equal for equal responses,
  /// even if their summaries were truncated.
  public Event applied(PhaseName phase) {
    return new Event.HandoffApplied(phase, taskId(), decision().name(), digest);
  }

  /// Returns the whole response.
  public JsonObject json() {
    return root;
  }
}
