package dev.tidemark.integrations.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.port.Issue;
import dev.tidemark.port.IssueDraft;
import dev.tidemark.port.Tracker.Progress;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.UnrulyServer;
import dev.tidemark.testkit.UnrulyServer.Manner;
import dev.tidemark.text.Sha256;
import dev.tidemark.workflow.fact.Fact;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearTrackerTest {
  private static final Issue NONE = new Issue("NO-0", null);

  private final LinearStub stub = new LinearStub();
  private final ServiceClient serviceClient = new ServiceClient();
  private final LinearTracker linearTracker =
      new LinearTracker(serviceClient, stub.address(), LinearStub.KEY);

  @AfterEach
  void close() {
    serviceClient.close();
    stub.close();
  }

  private static IssueDraft draft(String team) {
    return new IssueDraft(Sha256.uuid("run"), team, "Log in", "So that *people* can.");
  }

  @Proves({"R-004-63", "R-004-66"})
  @ParameterizedTest
  @ValueSource(strings = {"team-2", "BAS", "bas", "Basecamp"})
  void an_issue_is_made_in_the_team_that_is_meant(String team) {
    var made = linearTracker.create(draft(team));

    assertThat(made.orElse(NONE)).isEqualTo(new Issue("BAS-7", "https://linear.app/x/BAS-7"));
    var issue = stub.issues().getFirst();
    assertThat(issue.string("teamId")).isEqualTo("team-2");
    assertThat(issue.string("title")).isEqualTo("Log in");
    assertThat(issue.string("description")).isEqualTo("So that *people* can.");
    assertThat(stub.got())
        .allMatch(got -> got.headers().get("authorization").equals(LinearStub.KEY));
  }

  @Test
  void a_team_that_is_not_there_is_said_with_those_that_are() {
    assertThat(linearTracker.create(draft("Nobody")).reason())
        .isEqualTo("there is no team Nobody, but Operations (OPS), Basecamp (BAS)");
    assertThat(stub.issues()).isEmpty();
  }

  @Proves("R-004-63")
  @Test
  void an_issue_whose_answer_was_lost_is_found_and_not_made_twice() {
    stub.trouble(field -> field.equals("issueCreate") ? Said.of(502, "Bad gateway") : null);
    assertThat(linearTracker.create(draft("BAS")).orElse(NONE).identifier()).isEqualTo("BAS-7");
    stub.trouble(null);
    assertThat(linearTracker.create(draft("BAS")).orElse(NONE).identifier()).isEqualTo("BAS-7");
    assertThat(stub.issues()).hasSize(1);
  }

  @Proves("R-004-66")
  @Test
  void only_questions_are_asked_twice() {
    stub.trouble(field -> Said.of(500, "{}"));
    assertThat(linearTracker.create(draft("BAS")).reason()).isEqualTo("it answered 500");
    assertThat(stub.asked()).containsExactly("teams", "teams");

    stub.trouble(field -> field.equals("issueUpdate") ? Said.of(500, "") : null);
    linearTracker.create(draft("BAS"));
    assertThat(linearTracker.move("BAS-7", Progress.STARTED).reason()).isEqualTo("it answered 500");
    assertThat(stub.asked()).filteredOn("issueUpdate"::equals).hasSize(1);
  }

  @Proves("R-004-65")
  @Test
  void an_issue_is_moved_to_the_first_state_of_its_kind_and_never_back() {
    linearTracker.create(draft("BAS"));

    assertThat(linearTracker.move("BAS-7", Progress.STARTED).orElse(false)).isTrue();
    assertThat(stub.state("BAS-7")).isEqualTo("started");
    var last = stub.got().getLast().body();
    assertThat(last).contains("\"stateId\":\"started-first\"");
    assertThat(linearTracker.move("BAS-7", Progress.STARTED).orElse(true)).isFalse();
    assertThat(linearTracker.move("BAS-7", Progress.COMPLETED).orElse(false)).isTrue();
    assertThat(linearTracker.move("BAS-7", Progress.STARTED).orElse(true)).isFalse();
    assertThat(stub.state("BAS-7")).isEqualTo("completed");
    assertThat(linearTracker.move("BAS-99", Progress.STARTED).reason())
        .isEqualTo("Linear reported: Entity not found: Issue");
  }

  @Proves("R-004-99")
  @Test
  void a_comment_is_added_once() {
    linearTracker.create(draft("BAS"));

    assertThat(linearTracker.comment("BAS-7", "Done.", Sha256.uuid("1")).orElse(false)).isTrue();
    assertThat(linearTracker.comment("BAS-7", "Done.", Sha256.uuid("1")).orElse(true)).isFalse();
    assertThat(linearTracker.comment("BAS-7", "Next.", Sha256.uuid("2")).orElse(false)).isTrue();
    assertThat(stub.comments()).containsExactly("Done.", "Next.");
  }

  static List<Function<LinearTracker, Fact<?>>> questions() {
    return List.of(
        linearTracker -> linearTracker.create(draft("BAS")),
        linearTracker -> linearTracker.move("BAS-7", Progress.STARTED),
        linearTracker -> linearTracker.comment("BAS-7", "Done.", Sha256.uuid("1")),
        LinearTracker::teams);
  }

  @Proves({"R-COM-18", "R-004-66"})
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "401 | {\"errors\":[{\"message\":\"bad key KEY\"}]} | it answered 401: the key is not"
            + " accepted",
        "400 | {\"errors\":[{\"message\":\"slow\",\"extensions\":{\"code\":\"RATELIMITED\"}}]} |"
            + " Linear reported: slow",
        "429 | slow | it answered 429: too many requests; again in 9 seconds",
        "500 | oops KEY | it answered 500",
        "200 | <html>KEY</html> | it answered something that is no GraphQL",
        "200 | {\"errors\":[{\"message\":\"KEY is odd\"}]} | Linear reported: [redacted] is odd",
        "200 | [] | it answered something that is no GraphQL",
        "307 | KEY | it answered 307, which leads elsewhere and is not followed",
      })
  void trouble_is_told_without_the_key(int status, String body, String reason) {
    var text = body.replace("KEY", LinearStub.KEY);
    var headers = Map.of("Retry-After", "9", "Location", "http://127.0.0.1:1/");
    stub.trouble(field -> new Said(status, headers, text));
    for (var question : questions()) {
      var answer = question.apply(linearTracker);

      assertThat(answer.isKnown()).isFalse();
      assertThat(answer.reason()).isEqualTo(reason).doesNotContain(LinearStub.KEY);
    }
  }

  @Test
  void a_key_that_is_not_accepted_is_said_at_once() {
    var other = new LinearTracker(serviceClient, stub.address(), "lin_api_other");

    assertThat(other.create(draft("BAS")).reason())
        .isEqualTo("it answered 401: the key is not accepted");
    assertThat(stub.asked()).containsExactly("unauthorized");
  }

  @Test
  void a_service_that_never_ends_is_left() {
    try (var slow = UnrulyServer.of(Manner.DRIP)) {
      var linearTracker =
          new LinearTracker(serviceClient, slow.address(), "k")
              .withTimeoutAtMost(Duration.ofMillis(200));

      assertThat(linearTracker.teams().reason()).isEqualTo("no answer within 200 ms");
    }
  }
}
