package dev.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Served;
import dev.tidemark.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who approves over HTTP, and of what.
class ApprovingOverHttpTest {
  private static final String RUN = "/api/runs/state%2Fimplement%2Fauth";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void somethingToApprove() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write("plan.md", "The plan.\n");
    tidemark.after(
        "start implement/auth", "done implementation --summary Works. --created plan.md");
  }

  private static String shown(Visitor visitor) {
    var events = visitor.get(RUN + "/approval?phase=implementation").json().array("events");
    var evidence = ((JsonObject) events.elements().getFirst()).object("evidence");
    return String.valueOf(evidence.string("digest"));
  }

  private static String body(String digest) {
    return "{\"phase\":\"implementation\",\"seen\":\"" + digest + "\"}";
  }

  @Test
  void a_person_who_has_logged_in_approves_of_what_they_were_shown() {
    try (var served = Served.byPerson(tidemark)) {
      var page = Visitor.page(served, served.token());

      var reply = page.post(RUN + "/approve", body(shown(page)));

      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
    assertThat(tidemark.run("history --json").out())
        .contains("\"claim\":\"approval\"", "\"how\":\"login\"")
        .contains("{\"kind\":\"person\",\"name\":\"ann\"");
  }

  @Test
  void what_changed_after_it_was_shown_is_not_approved() {
    try (var served = Served.byPerson(tidemark)) {
      var page = Visitor.page(served, served.token());
      var digest = shown(page);
      tidemark.scratch().write("plan.md", "Another plan.\n");

      var reply = page.post(RUN + "/approve", body(digest));

      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.body()).contains("changed-meanwhile");
      assertThat(page.post(RUN + "/approve", "{\"phase\":\"implementation\"}").status())
          .isEqualTo(400);
    }
    assertNothingApproved();
  }

  @Test
  void the_content_of_the_files_is_shown() {
    try (var served = Served.byPerson(tidemark)) {
      var shown = Visitor.page(served, served.token()).get(RUN + "/approval?phase=implementation");

      assertThat(shown.body())
          .contains("\"path\":\"plan.md\"", "\"size\":10", "\"content\":\"The plan.\\n\"");
    }
  }

  @Test
  void a_person_who_has_logged_in_requests_changes_and_a_program_does_not() {
    try (var served = Served.byPerson(tidemark)) {
      var page = Visitor.page(served, served.token());
      var digest = shown(page);
      var body = body(digest).replace("}", ",\"request_changes\":\"Name the tables\"}");

      assertThat(Visitor.bearer(served).post(RUN + "/approve", body).status()).isEqualTo(403);
      assertThat(tidemark.run("history --json").out()).doesNotContain("changes-requested");
      var reply = page.post(RUN + "/approve", body);

      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
      assertThat(page.get(RUN + "/brief").body()).contains("changes-requested", "Name the tables");
    }
    assertNothingApproved();
  }

  @Test
  void a_token_that_a_program_sends_along_approves_nothing() {
    try (var served = Served.byPerson(tidemark)) {
      var program = Visitor.bearer(served);

      var reply = program.post(RUN + "/approve", body(shown(program)));

      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("login");
    }
    assertNothingApproved();
  }

  @Test
  void what_nobody_started_at_a_terminal_lets_nobody_approve() {
    try (var served = Served.at(tidemark.with("CLAUDECODE", "1"))) {
      var page = Visitor.page(served, served.token());

      var reply = page.post(RUN + "/approve", body(shown(page)));

      assertThat(reply.status()).isEqualTo(403);
      assertThat(reply.code()).isEqualTo("scope");
    }
    assertNothingApproved();
  }

  @Test
  void of_two_who_approve_at_once_one_is_recorded_and_the_other_is_told() throws Exception {
    try (var served = Served.byPerson(tidemark);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = Visitor.page(served, served.token());
      var second = Visitor.page(served, served.token());
      var digest = shown(first);

      var both = new ArrayList<Callable<Visitor.Reply>>();
      both.add(() -> first.post(RUN + "/approve", body(digest)));
      both.add(() -> second.post(RUN + "/approve", body(digest)));
      var replies = new ArrayList<String>();
      for (var reply : threads.invokeAll(both)) {
        assertThat(reply.get().status()).as(reply.get().body()).isEqualTo(200);
        replies.add(reply.get().body());
      }

      assertThat(replies.toString()).containsOnlyOnce("already-approved");
      assertThat(replies).filteredOn(reply -> reply.contains("evidence.recorded")).hasSize(1);
    }
    assertThat(tidemark.run("history --json").out()).containsOnlyOnce("\"claim\":\"approval\"");
  }

  private void assertNothingApproved() {
    assertThat(tidemark.run("history --json").out()).doesNotContain("\"claim\":\"approval\"");
  }
}
