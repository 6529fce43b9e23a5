package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.app.main.TcpRelay;
import dev.tidemark.json.JsonObject;
import dev.tidemark.testkit.PostgresServer;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The server of a project whose runs are kept in a PostgreSQL.
class ServingSharedTest {
  private static final String AUTH = "/api/runs/state%2Fimplement%2Fauth";

  @TempDir private Path folder;
  private TcpRelay network;
  private CommandLineHarness one;
  private CommandLineHarness two;
  private Served served;

  @BeforeEach
  void serve() throws IOException {
    var postgres = PostgresServer.running();
    network = TcpRelay.from("127.0.0.1", postgres.port());
    var address = postgres.fresh();
    var relayed = address.replace(":" + postgres.port(), ":" + network.port());
    two = tree("two", address).after("start implement auth --phases design,build");
    one = tree("one", relayed);
    served = Served.byPerson(one);
  }

  private CommandLineHarness tree(String name, String address) {
    return CommandLineHarness.in(ScratchRepository.in(folder.resolve(name)))
        .with("TIDEMARK_STORE", address);
  }

  @AfterEach
  void end() {
    served.close();
    network.close();
  }

  @Test
  void what_another_work_tree_does_shows_and_can_be_gone_on_with() {
    var visitor = Visitor.bearer(served);
    try (var listener = visitor.listen("/api/events")) {
      assertThat(listener.next()).contains("event: hello");
      two.child("done design --run implement/auth --summary 'Tokens, not sessions.'");
      assertThat(listener.change()).contains("data: {\"runs\":[\"state/implement/auth\"]}");
      assertThat(visitor.get("/api/overview").body()).contains("\"1/2\"");
      assertThat(visitor.get(AUTH + "/brief").body()).contains("Tokens, not sessions.");

      two.after("claim --run implement/auth --for 600");
      assertThat(listener.change()).contains("data: {\"runs\":[\"state/implement/auth\"]}");
    }
    var claim = visitor.get(AUTH).json().object("claim");
    assertThat(claim.string("owner")).contains("ann").contains("two");
    assertThat(claim.string("since")).isLessThan(claim.string("until"));
    assertThat(visitor.get("/api/overview").body()).contains("claimed by ann");
    var refused = visitor.post(AUTH + "/changes", "{\"action\":\"enter\",\"phase\":\"build\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("claimed");

    two.after("claim --release --run implement/auth");
    assertThat(
            visitor.post(AUTH + "/changes", "{\"action\":\"enter\",\"phase\":\"build\"}").status())
        .isEqualTo(200);
    assertThat(two.run("status --run implement/auth").out()).contains("build");
    assertThat(visitor.get(AUTH).json().has("claim")).isFalse();
  }

  @Test
  void a_person_approves_what_another_work_tree_has_made() {
    two.after("done design --run implement/auth --summary 'Tokens, not sessions.'");
    var page = Visitor.page(served, served.token());
    var events = page.get(AUTH + "/approval?phase=design").json().array("events");
    var evidence = ((JsonObject) events.elements().getFirst()).object("evidence");

    var digest = String.valueOf(evidence.string("digest"));
    var reply = page.post(AUTH + "/approve", "{\"phase\":\"design\",\"seen\":\"" + digest + "\"}");

    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(two.run("history --run implement/auth --json").out())
        .contains("\"claim\":\"approval\"", "\"how\":\"login\"");
  }

  @Test
  void while_the_store_is_away_that_is_said_and_afterwards_all_goes_on()
      throws IOException, InterruptedException {
    var visitor = Visitor.bearer(served);
    assertThat(visitor.get(AUTH).status()).isEqualTo(200);
    try (var listener = visitor.listen("/api/events")) {
      listener.next();
      network.fail();
      for (var path : new String[] {"/api/overview", "/api/runs", AUTH}) {
        var away = visitor.get(path);
        assertThat(away.status()).as(away.body()).isEqualTo(503);
        assertThat(away.code()).isEqualTo("unavailable");
      }
      var change = "{\"action\":\"done\",\"phase\":\"design\",\"summary\":\"Later.\"}";
      assertThat(visitor.post(AUTH + "/changes", change).status()).isEqualTo(503);
      assertThat(visitor.get("/healthz").status()).isEqualTo(200);
      two.after("done design --run implement/auth --summary 'Meanwhile.'");

      network.comeBack();
      assertThat(listener.change()).contains("data: {\"runs\":[\"state/implement/auth\"]}");
    }
    assertThat(visitor.get(AUTH + "/brief").body()).contains("Meanwhile.");
    assertThat(visitor.get(AUTH + "/brief").body()).doesNotContain("Later.");
  }

  @Test
  void a_change_through_it_is_in_the_database_and_a_claim_shows_everywhere() {
    var change = "{\"action\":\"done\",\"phase\":\"design\",\"summary\":\"Works.\"}";
    var reply = Visitor.bearer(served).post(AUTH + "/changes", change);
    one.after("claim --run implement/auth");

    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    var line = "status --run implement/auth";
    assertThat(one.run(line).out()).contains("claimed by ann").contains("(fence 1)");
    assertThat(two.run("show --run implement/auth").out()).contains("Works.");
    assertThat(two.run("list").out()).contains("claimed by ann");
    assertThat(two.run("watch").out()).contains("claimed by ann");
    assertThat(two.run(line + " --json").json().object("claim").string("owner")).contains("one");
  }
}
