package dev.tidemark.app.view;

import dev.tidemark.brief.Why;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;

/// View of an explanation: the one fact behind a refusal or warning.
public final class WhyView {
  private WhyView() {}

  /// Returns all fields of the explanation.
  public static JsonObject json(Why why) {
    var run = why.run();
    var at = why.at();
    return JsonObject.builder()
        .add("kind", why.kind().word())
        .addOrNull("run", run == null ? null : run.toString())
        .add("code", why.code())
        .add("fact", why.fact())
        .add("source", why.source())
        .add("next", why.next())
        .addOrNull("at", at == null ? null : Timestamps.millis(at))
        .build();
  }
}
