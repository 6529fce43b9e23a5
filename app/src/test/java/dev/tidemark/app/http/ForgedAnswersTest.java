package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.ForgedLines;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.mcp.rpc.PercentEncoding;
import dev.tidemark.json.JsonString;
import dev.tidemark.testkit.LongProof;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers of the server hold no raw control, bidirectional or zero-width character, whatever the
/// names and texts of a document or a request are: a client that prints them prints one line.
@LongProof
class ForgedAnswersTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";
  private static final List<String> ADDRESSES =
      List.of(
          "/api/overview",
          "/api/runs?all=true",
          RUN,
          RUN + "/brief",
          RUN + "/history",
          RUN + "/document",
          RUN + "/diff",
          RUN + "/gates",
          RUN + "/why",
          RUN + "/attempts",
          "/");

  /// The usual limits for one who may ask as often as this test does on any machine.
  private static final HttpLimits UNLIMITED_RATE =
      new HttpLimits(
          HttpLimits.USUAL.body(),
          1_000_000,
          1_000_000,
          HttpLimits.USUAL.connections(),
          HttpLimits.USUAL.listeners(),
          HttpLimits.USUAL.patience(),
          HttpLimits.USUAL.beat());

  @TempDir private Path temp;

  @Test
  void no_answer_holds_a_raw_character_that_breaks_a_line_or_hides() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after("init");
    var forged = new ArrayList<String>();
    int answers = 0;
    int shown = 0;
    try (var served = Served.bearing(tidemark, UNLIMITED_RATE)) {
      var visitor = Visitor.bearer(served);
      for (var payload : ForgedLines.payloads()) {
        ForgedLines.plant(tidemark, payload);
        var replies = new ArrayList<String>();
        for (var address : ADDRESSES) {
          replies.add(visitor.get(address).body());
        }
        var word = PercentEncoding.encode(payload);
        var text = JsonString.of(payload).toString();
        replies.add(visitor.get("/api/runs/" + word).body());
        replies.add(visitor.get("/" + word).body());
        replies.add(visitor.get("/api/runs?" + word + "=1").body());
        replies.add(visitor.post(RUN + "/changes", "{\"action\":" + text + "}").body());
        replies.add(
            visitor.post(RUN + "/changes", "{\"action\":\"enter\",\"phase\":" + text + "}").body());
        replies.add(visitor.post(RUN + "/changes", "{" + text + ":1}").body());
        for (var reply : replies) {
          answers++;
          shown += reply.contains(ForgedLines.MARK) ? 1 : 0;
          // A document ends in one line feed of its own.
          for (var line : ForgedLines.in(reply.strip())) {
            forged.add(payload + ": " + line);
          }
        }
      }
    }
    System.out.printf(
        "answers: %d, with the payload %d, forged %d%n", answers, shown, forged.size());

    assertThat(shown).isGreaterThan(86 * 10);
    assertThat(forged.stream().distinct().toList()).isEmpty();
  }
}
