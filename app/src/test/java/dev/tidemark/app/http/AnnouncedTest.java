package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.http.Visitor.Reply;
import dev.tidemark.app.http.exchange.HttpLimits;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every way in which a request may fail is provoked: `docs/openapi.yaml` announces the status for
/// that address, and the body is what its description promises.
class AnnouncedTest {
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final int BURST = 20;
  private static final String CHANGES = "/api/runs/{run}/changes";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private JsonObject paths;
  private Served served;

  @BeforeEach
  void serve() throws IOException {
    var name = "docs/openapi.yaml";
    var text = Files.readString(Repository.root().resolve(name));
    paths = YamlTree.read(name, text).root().object("paths");
    tidemark = CommandLineHarness.fresh(temp).after("start implement/auth");
    served = Served.bearing(tidemark, new HttpLimits(1_000, 0, BURST, 40, 1, SOON, SOON));
  }

  @AfterEach
  void end() {
    served.close();
  }

  private Reply change(String run, String body) {
    return Visitor.bearer(served).post(CHANGES.replace("{run}", run.replace("/", "%2F")), body);
  }

  private void assertAnnounced(Reply reply, int status, String operation) {
    var words = operation.split(" ");
    var method = paths.object(words[1]).object(words[0].toLowerCase(Locale.ROOT));
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(method.object("responses").has(Integer.toString(status))).as(operation).isTrue();
    assertThat(reply.header("content-type")).isEqualTo("application/json");
  }

  private static void assertRefused(Reply reply, String code) {
    var blockers = reply.json().array("blockers");
    var first = (JsonObject) blockers.elements().getFirst();
    assertThat(reply.json().isTrue("ok")).isFalse();
    assertThat(first.string("code")).isEqualTo(code);
    assertThat(first.string("reason")).isNotBlank();
    assertThat(first.string("hint")).isNotBlank();
  }

  private static void assertProblem(Reply reply, String code) {
    var error = reply.json().object("error");
    assertThat(reply.json().isTrue("ok")).isFalse();
    assertThat(error.string("code")).isEqualTo(code);
    assertThat(error.string("message")).isNotBlank();
    assertThat(error.has("hint")).isTrue();
  }

  @Test
  void what_rules_refuse_is_409() {
    var reply = change("state/implement/auth", "{\"action\":\"note\",\"resolved\":[\"Which?\"]}");

    assertAnnounced(reply, 409, "POST " + CHANGES);
    assertRefused(reply, "no-open-note");
  }

  @Test
  void a_damaged_document_is_422() {
    tidemark.scratch().write(".claude/state/implement-auth.json", "{broken");

    var reply = Visitor.bearer(served).get("/api/runs/state%2Fimplement%2Fauth");

    assertAnnounced(reply, 422, "GET /api/runs/{run}");
    assertThat(reply.json().isTrue("ok")).isFalse();
  }

  private void gated(String gate) {
    tidemark
        .scratch()
        .write(
            ".tidemark/workflows/release.yaml",
            "phases:\n  - prepare\n  - name: publish\n    gates:\n      - " + gate + "\n");
    tidemark.after("start release", "done prepare --run release");
  }

  @Test
  void a_shut_gate_is_423() {
    gated("artifact: notes.md");

    var reply = change("state/release", "{\"action\":\"enter\",\"phase\":\"publish\"}");

    assertAnnounced(reply, 423, "POST " + CHANGES);
    assertRefused(reply, "artifact-missing");
  }

  @Test
  void what_a_person_has_to_decide_is_428() {
    tidemark.scratch().write(".active-spec", "SPEC-001\n");
    tidemark.after("done 2-plan --run phase/dev --summary Planned.");

    var reply = change("phase/dev", "{\"action\":\"enter\",\"phase\":\"4-review\"}");

    assertAnnounced(reply, 428, "POST " + CHANGES);
    assertRefused(reply, "continue");
  }

  @Test
  void too_many_requests_are_429() {
    var program = Visitor.bearer(served);
    var reply = program.get("/api/session");
    for (int i = 0; i <= BURST && reply.status() == 200; i++) {
      reply = program.get("/api/session");
    }

    assertAnnounced(reply, 429, "GET /api/session");
    assertProblem(reply, "too-many");
    assertThat(reply.header("retry-after")).isEqualTo("1");
  }

  @Test
  void no_room_for_one_more_listener_is_503() {
    try (var first = Visitor.bearer(served).listen("/api/events")) {
      assertThat(first.next()).contains("event: hello");

      var reply = Visitor.bearer(served).get("/api/events");

      assertAnnounced(reply, 503, "GET /api/events");
      assertProblem(reply, "too-many-listeners");
      assertThat(reply.header("retry-after")).isEqualTo("10");
    }
  }
}
