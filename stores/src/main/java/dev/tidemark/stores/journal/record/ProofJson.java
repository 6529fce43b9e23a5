package dev.tidemark.stores.journal.record;

import dev.tidemark.history.ClaimJson;
import dev.tidemark.history.Proof;
import dev.tidemark.json.Json;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.text.Timestamps;
import java.util.ArrayList;
import java.util.List;

/// JSON codec of recorded claims. Loaded only where there are any.
final class ProofJson {
  private ProofJson() {}

  static JsonArray array(List<Proof> proofs) {
    var array = new ArrayList<Json>(proofs.size());
    for (var proof : proofs) {
      array.add(
          JsonObject.builder()
              .add("at", Timestamps.millis(proof.at()))
              .add("by", HeadJson.actor(proof.by()))
              .add("claim", ClaimJson.of(proof.claim()))
              .build());
    }
    return JsonArray.of(array);
  }

  /// Reads proofs. A claim that only a newer version understands proves nothing here.
  ///
  /// @throws MalformedException if they are not as they are written
  static List<Proof> proofs(JsonArray array) {
    var proofs = new ArrayList<Proof>();
    for (int i = 0; i < array.size(); i++) {
      var json = array.get(i) instanceof JsonObject object ? object : JsonObject.EMPTY;
      var at = json.string("at");
      var by = json.object("by");
      var said = json.object("claim");
      if (at == null || by == null || said == null) {
        throw new MalformedException("a proof without time, actor or claim");
      }
      var claim = ClaimJson.read(said);
      if (claim != null) {
        proofs.add(new Proof(HeadJson.instant(at), HeadJson.actor(by), claim));
      }
    }
    return proofs;
  }
}
