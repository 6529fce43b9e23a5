package dev.tidemark.app.view;

import dev.tidemark.app.view.run.Views;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.json.JsonNull;
import dev.tidemark.json.JsonObject;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// View of handoff requests and responses. A violation of the contract is shown as any refusal.
public final class HandoffView {
  private HandoffView() {}

  /// Returns `{"ok": true, "request": {...}, ...}`.
  public static JsonObject json(HandoffRequest request, List<Notice> notices) {
    return JsonObject.builder()
        .add("ok", true)
        .add("request", request.json())
        .add("notices", Views.notices(notices))
        .build();
  }

  /// Response with its result.
  ///
  /// @param response the response, as it was taken
  /// @param limit the limit of its summary
  /// @param made its changes; absent if it was only validated
  public record Taken(
      HandoffResponse response, SummaryLimit limit, ChangeView.@Nullable Made made) {

    /// Returns `{"ok": true, "decision": "STOP", "action": "HALT_AND_REPORT", ...}`; `change` is as
    /// for any change, or null.
    ///
    /// @param notices of the response
    /// @param changed of the change
    public JsonObject json(List<Notice> notices, List<Notice> changed) {
      var decision = response.decision();
      return JsonObject.builder()
          .add("ok", true)
          .add("decision", decision.name())
          .add("action", decision.action().name())
          .add("summary_tokens", limit.counter().count(response.summary()))
          .add("summary_limit", limit.tokens())
          .add("summary_strategy", limit.strategy())
          .add("response", response.json())
          .add("change", made == null ? JsonNull.NULL : ChangeView.json(made, changed))
          .add("notices", Views.notices(notices))
          .build();
    }

    /// Returns the worker's response, and the next action.
    public List<String> lines() {
      var decision = response.decision();
      var lines = new ArrayList<String>();
      lines.add(
          response.taskId()
              + ": "
              + response.status()
              + ", "
              + decision
              + "  ("
              + decision.action()
              + ")");
      for (var issue : response.issues()) {
        lines.add("issue: " + issue);
      }
      if (made != null) {
        lines.addAll(ChangeView.lines(made));
      }
      return lines;
    }
  }
}
