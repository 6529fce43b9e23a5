package dev.tidemark.handoff;

import dev.tidemark.checkpoint.Notice;
import dev.tidemark.handoff.ContractCheck.Accepted;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.List;
import java.util.stream.IntStream;

/// A request and a response that keep the contract, and what comes of changing them.
final class Samples {
  static final String REQUEST =
      """
      {"task_id":"T002","phase":"write","mode":"code",
       "context":{"feature":"auth","spec_path":"docs/spec.md","relevant_files":["src/a.ts"],
                  "constraints":["Keep the old API"],"previous_summary":"Tokens live in src/auth."},
       "instructions":"Rotate tokens","expected_output":"files_changed"}\
      """;

  static final String RESPONSE =
      """
      {"task_id":"T002","phase":"write","status":"complete","decision":"PROCEED",
       "findings":{"files_created":["src/rotate.ts"],"files_modified":[{"path":"src/a.ts"}]},
       "context_summary":"Tokens rotate on use.","tokens_used":1200,"issues":[]}\
      """;

  private Samples() {}

  static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text);
  }

  /// Returns an object with the value at a path of keys joined by dots; the value `-` removes it.
  static JsonObject with(JsonObject object, String path, String value) {
    int dot = path.indexOf('.');
    if (dot > 0) {
      var key = path.substring(0, dot);
      return object.with(key, with(object.object(key), path.substring(dot + 1), value));
    }
    return value.equals("-") ? object.without(path) : object.with(path, JsonText.parse(value));
  }

  static ContractCheck<HandoffRequest> request(String path, String value) {
    return HandoffRequest.of(with(json(REQUEST), path, value), SummaryLimit.DEFAULT);
  }

  static ContractCheck<HandoffResponse> response(String path, String value) {
    return HandoffResponse.of(with(json(RESPONSE), path, value), null, SummaryLimit.DEFAULT);
  }

  static <T> T accepted(ContractCheck<T> contractCheck) {
    if (contractCheck instanceof Accepted<T> yes) {
      return yes.value();
    }
    throw new AssertionError(reasons(contractCheck));
  }

  static List<String> reasons(ContractCheck<?> contractCheck) {
    return contractCheck instanceof Rejected<?> no
        ? no.blockers().stream().map(Blocker::reason).toList()
        : List.of();
  }

  static List<String> notices(ContractCheck<?> contractCheck) {
    return contractCheck.notices().stream().map(Notice::text).toList();
  }

  static String words(int count) {
    return String.join(" ", IntStream.range(0, count).mapToObj(i -> "w" + i).toList());
  }
}
