package dev.tidemark.app.install;

import dev.tidemark.app.install.edit.JsoncText;
import dev.tidemark.fuzz.Claims;
import dev.tidemark.fuzz.Target;
import dev.tidemark.json.JsonException;
import dev.tidemark.json.JsonSplice;
import dev.tidemark.json.JsonText;

/// Settings of agents with comments in them: taken apart and put together, nothing is lost.
public final class JsoncTarget implements Target {
  @Override
  public void read(byte[] input) {
    var text = Claims.text(input);
    if (text.contains(JsoncText.MARK)) {
      return;
    }
    var jsoncText = JsoncText.of(text);
    Claims.same(jsoncText.restored(jsoncText.json()), text, "what was taken apart");
    try {
      var json = JsonText.parse(jsoncText.json());
      Claims.same(
          jsoncText.restored(JsonSplice.apply(jsoncText.json(), json)),
          text,
          "changed into itself");
    } catch (JsonException expected) {
      Claims.explains(expected);
    }
  }
}
