package dev.tidemark.app.http.exchange;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.http.Visitor;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tokens of their own for the people of a team.
class TokenLookupTest {
  private static final String CHANGE = "{\"workflow\":\"implement\",\"item\":\"auth\"}";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  private String made(String line) {
    var ran = tidemark.run("serve token add " + line);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran.out().strip();
  }

  @Test
  void each_token_is_for_what_it_was_made_for() {
    var reader = made("eve --scope read");
    var writer = made("bob");
    try (var served = Served.at(tidemark)) {
      var eve = Visitor.of(served).with("Authorization: Bearer " + reader);
      var bob = Visitor.of(served).with("Authorization: Bearer " + writer);

      assertThat(eve.get("/api/runs").status()).isEqualTo(200);
      assertThat(eve.post("/api/runs", CHANGE).status()).isEqualTo(403);
      assertThat(eve.post("/api/runs", CHANGE).code()).isEqualTo("scope");
      assertThat(bob.post("/api/runs", CHANGE).status()).isEqualTo(200);
      assertThat(bob.get("/api/session").body()).contains("\"user\":\"bob\"");
    }
    assertThat(tidemark.run("history --json").out()).contains("\"name\":\"bob\"");
  }

  @Test
  void what_is_kept_is_no_token_and_nobody_elses_to_read() throws IOException {
    var token = made("bob");
    var file = tidemark.scratch().state().resolve("tokens.json");

    assertThat(token).matches("[0-9a-f]{64}");
    assertThat(Files.readString(file)).contains("bob").doesNotContain(token);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(tidemark.run("serve token list --json").out())
        .contains("\"name\":\"bob\",\"scopes\":[\"read\",\"write\"]")
        .doesNotContain(token, "hash");
  }

  @Test
  void a_token_that_is_taken_away_ends_logins_too() {
    var token = made("bob");
    try (var served = Served.at(tidemark)) {
      var page = Visitor.page(served, token);
      assertThat(page.get("/api/runs").status()).isEqualTo(200);

      tidemark.after("serve token remove bob");

      assertThat(page.get("/api/runs").status()).isEqualTo(401);
    }
    assertThat(tidemark.run("serve token remove bob").exit()).isEqualTo(1);
  }

  @Test
  void a_token_that_is_taken_away_ends_its_event_stream() {
    var token = made("bob");
    var soon = Duration.ofSeconds(1);
    var httpLimits = new HttpLimits(1_000, 100, 100, 40, 10, soon, soon);
    try (var served = Served.bearing(tidemark, httpLimits);
        var bob = Visitor.of(served).with("Authorization: Bearer " + token).listen("/api/events")) {
      assertThat(bob.next()).contains("event: hello");

      tidemark.after("serve token remove bob", "start design/after");

      assertThat(bob.rest()).doesNotContain("design/after");
    }
  }

  @Test
  void only_a_person_makes_a_token_that_approves() {
    var line = "serve token add ann --scope approve";

    assertThat(tidemark.run(line).exit()).isEqualTo(4);
    assertThat(tidemark.with("CLAUDECODE", "1").run(line).err()).contains("claude-code");
    assertThat(tidemark.consenting(ApprovalEvidence.TERMINAL).run(line).exit()).isZero();
  }

  @Test
  void scopes_that_were_raised_in_the_file_give_no_rights_and_doctor_names_them()
      throws IOException {
    var token = made("carl --scope read");
    var file = tidemark.scratch().state().resolve("tokens.json");
    Files.writeString(
        file, Files.readString(file).replace("\"read\"", "\"read\", \"write\", \"approve\""));

    try (var served = Served.byPerson(tidemark)) {
      var carl = Visitor.of(served).with("Authorization: Bearer " + token);
      assertThat(carl.get("/api/runs").status()).isEqualTo(401);
    }
    var doctor = tidemark.run("doctor");
    assertThat(doctor.exit()).isEqualTo(1);
    assertThat(doctor.out()).contains("the token of carl was not made by serve token add");
  }

  @Test
  void a_server_that_no_person_started_grants_no_approval() {
    var token =
        tidemark
            .consenting(ApprovalEvidence.TERMINAL)
            .run("serve token add ann --scope approve")
            .out();
    try (var served = Served.at(tidemark.with("CLAUDECODE", "1"))) {
      var page = Visitor.page(served, token.strip());
      assertThat(page.get("/api/session").body()).contains("ann").doesNotContain("approve");
    }
  }

  @Test
  void a_name_has_one_token_and_a_dry_run_makes_none() {
    made("bob");

    assertThat(tidemark.run("serve token add bob").err()).contains("bob has a token already");
    assertThat(tidemark.run("serve token add eve --dry-run --json").json().find("token"))
        .hasToString("null");
    assertThat(tidemark.run("serve token list").out()).doesNotContain("eve");
  }

  @Test
  void a_damaged_file_lets_nobody_in() {
    var token = made("bob");
    tidemark.scratch().write(STATE + "/tokens.json", "{\"tokens\": [1]}");
    try (var served = Served.at(tidemark)) {
      assertThat(
              Visitor.of(served).with("Authorization: Bearer " + token).get("/api/runs").status())
          .isEqualTo(401);
      assertThat(Visitor.bearer(served).get("/api/runs").status()).isEqualTo(200);
    }
    assertThat(tidemark.run("serve token list").err()).contains(STATE + "/tokens.json");
  }
}
