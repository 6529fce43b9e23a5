package dev.tidemark.app.view;

import dev.tidemark.brief.Explanation;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;

/// View of an explanation: the one fact behind a refusal or warning.
public final class WhyView {
  private WhyView() {}

  /// Returns all fields of the explanation.
  public static JsonObject json(Explanation explanation) {
    var run = explanation.run();
    var at = explanation.at();
    return JsonObject.builder()
        .add("kind", explanation.kind().word())
        .addOrNull("run", run == null ? null : run.toString())
        .add("code", explanation.code())
        .add("fact", explanation.fact())
        .add("source", explanation.source())
        .add("next", explanation.next())
        .addOrNull("at", at == null ? null : Timestamps.millis(at))
        .build();
  }
}
