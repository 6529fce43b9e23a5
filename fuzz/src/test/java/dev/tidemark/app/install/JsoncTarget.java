package dev.tidemark.app.install;

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
    if (text.contains(Jsonc.MARK)) {
      return;
    }
    var jsonc = Jsonc.of(text);
    Claims.same(jsonc.restored(jsonc.json()), text, "what was taken apart");
    try {
      var json = JsonText.parse(jsonc.json());
      Claims.same(
          jsonc.restored(JsonSplice.apply(jsonc.json(), json)), text, "changed into itself");
    } catch (JsonException expected) {
      Claims.explains(expected);
    }
  }
}
