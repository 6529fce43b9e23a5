package dev.tidemark.integrations.vercel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integrations.http.ServiceClient;
import dev.tidemark.integrations.vercel.VercelDeployments.Scope;
import dev.tidemark.port.CommandRunner;
import dev.tidemark.port.Deployment;
import dev.tidemark.port.Deployments.Lookup;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.policy.PreviewPolicy.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VercelDeploymentsTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final String TOKEN = "vercel-token-that-nobody-sees";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static Lookup look(LoopbackServer server, Scope scope) {
    try (var serviceClient = new ServiceClient()) {
      return new VercelDeployments(serviceClient, server.address(), TOKEN, scope)
          .find(COMMIT, PATIENCE);
    }
  }

  private static Lookup looking(String deployments) {
    var body = "{\"pagination\":{\"count\":1},\"deployments\":[" + deployments + "]}";
    try (var server = LoopbackServer.answering(200, body)) {
      return look(server, new Scope(null, null));
    }
  }

  private static String deployment(String uid, String state, String target, int created) {
    return "{\"uid\":\"%s\",\"name\":\"web\",\"url\":\"web-%s.vercel.app\",\"created\":%d,"
            .formatted(uid, uid, created)
        + "\"readyState\":\"%s\",\"target\":%s,\"meta\":{\"githubCommitSha\":\"%s\"}}"
            .formatted(state, target, COMMIT);
  }

  @Proves("R-004-73")
  @ParameterizedTest
  @CsvSource({
    "INITIALIZING, PENDING",
    "QUEUED, PENDING",
    "BUILDING, BUILDING",
    "READY, READY",
    "ERROR, FAILED",
    "CANCELED, FAILED",
    "SOMETHING_NEW, PENDING"
  })
  void every_state_has_its_meaning(String state, Status status) {
    assertThat(looking(deployment("d1", state, "null", 1)).deployment())
        .isEqualTo(new Deployment(status, "https://web-d1.vercel.app", "d1", null));
  }

  @Proves("R-004-73")
  @Test
  void no_deployment_is_none_yet() {
    assertThat(looking("")).isEqualTo(Lookup.NOTHING);
    assertThat(looking(deployment("d1", "READY", "null", 1).replace(COMMIT, "other")))
        .isEqualTo(Lookup.NOTHING);
  }

  @Test
  void the_newest_preview_counts_before_production() {
    var found =
        looking(
                deployment("d1", "ERROR", "null", 1)
                    + ","
                    + deployment("d2", "READY", "\"production\"", 9)
                    + ","
                    + deployment("d3", "BUILDING", "null", 5))
            .deployment();

    assertThat(found)
        .isEqualTo(
            new Deployment(
                Status.BUILDING, "https://web-d3.vercel.app", "d3", "https://web-d2.vercel.app"));
  }

  @Proves("R-004-73")
  @Test
  void the_question_names_commit_project_and_team_and_carries_the_token() {
    try (var server = LoopbackServer.answering(200, "{\"deployments\":[]}")) {
      look(server, Scope.linked("{\"projectId\":\"prj_1\",\"orgId\":\"team_2\"}"));
      look(server, Scope.linked("{\"projectId\":\"p&x=1\",\"orgId\":\"user3\"}"));
      look(server, Scope.linked("not json"));

      assertThat(server.got().stream().map(got -> got.method() + " " + got.path()))
          .containsExactly(
              "GET /v6/deployments?limit=20&sha=" + COMMIT + "&projectId=prj_1&teamId=team_2",
              "GET /v6/deployments?limit=20&sha=" + COMMIT,
              "GET /v6/deployments?limit=20&sha=" + COMMIT);
      assertThat(server.got())
          .allMatch(got -> got.headers().get("authorization").equals("Bearer " + TOKEN));
    }
  }

  @Proves({"R-004-73", "R-COM-18"})
  @ParameterizedTest
  @CsvSource({
    "401, false",
    "403, false",
    "404, false",
    "302, false",
    "429, true",
    "500, true",
    "200, true"
  })
  void trouble_passes_or_does_not(int status, boolean passing) {
    var headers = Map.of("Retry-After", "3", "Location", "http://127.0.0.1:1/");
    try (var server = LoopbackServer.answering(got -> new Said(status, headers, TOKEN))) {
      var look = look(server, new Scope(null, null));

      assertThat(look.temporary()).isEqualTo(passing);
      assertThat(look.isUsable()).isEqualTo(passing);
      assertThat(look.problem()).isNotEmpty().doesNotContain(TOKEN, "127.0.0.1");
      assertThat(look.retryAfter())
          .isEqualTo(status == 429 || status == 500 ? Duration.ofSeconds(3) : null);
    }
  }

  /// A program that prints what it is told to, by the end of its last word.
  private static CommandRunner gh(List<String> asked, Map<String, String> answers) {
    return (words, patience, output) -> {
      asked.add(String.join(" ", words));
      for (var answer : answers.entrySet()) {
        if (words.getLast().endsWith(answer.getKey())) {
          try {
            output.write(answer.getValue().getBytes(StandardCharsets.UTF_8));
          } catch (IOException failure) {
            throw new UncheckedIOException(failure);
          }
          return Fact.known(0);
        }
      }
      return Fact.known(1);
    };
  }

  @Proves("R-004-73")
  @ParameterizedTest
  @CsvSource({
    "success, READY",
    "failure, FAILED",
    "error, FAILED",
    "inactive, FAILED",
    "in_progress, BUILDING",
    "queued, PENDING",
    "pending, PENDING"
  })
  void github_has_heard_of_it(String state, Status status) {
    var asked = new ArrayList<String>();
    var list =
        "[{\"id\":9,\"environment\":\"Production\",\"creator\":{\"login\":\"vercel[bot]\"}},"
            + "{\"id\":8,\"environment\":\"Preview\",\"creator\":{\"login\":\"vercel[bot]\"}}]";
    var said = "[{\"state\":\"" + state + "\",\"environment_url\":\"https://x.vercel.app\"}]";
    var gh = gh(asked, Map.of("sha=" + COMMIT, list, "deployments/8/statuses?per_page=1", said));

    assertThat(new GitHubDeployments(gh).find(COMMIT, PATIENCE).deployment())
        .isEqualTo(new Deployment(status, "https://x.vercel.app", "8", null));
    assertThat(asked.getFirst())
        .isEqualTo("gh api repos/{owner}/{repo}/deployments?per_page=50&sha=" + COMMIT);
  }

  @Proves("R-004-73")
  @ParameterizedTest
  @ValueSource(strings = {"", "{\"message\":\"Not Found\"}", "gh: not logged in"})
  void without_a_usable_gh_the_preview_is_unknown(String said) {
    Map<String, String> answers = said.isEmpty() ? Map.of() : Map.of(COMMIT, said);

    var look = new GitHubDeployments(gh(new ArrayList<>(), answers)).find(COMMIT, PATIENCE);

    assertThat(look.isUsable()).isFalse();
    assertThat(look.problem()).isEqualTo("gh cannot list the deployments of this repository");
  }

  @Test
  void github_knows_of_no_deployment_or_of_one_without_a_state() {
    var none = gh(new ArrayList<>(), Map.of(COMMIT, "[]"));
    assertThat(new GitHubDeployments(none).find(COMMIT, PATIENCE)).isEqualTo(Lookup.NOTHING);
    var fresh =
        gh(
            new ArrayList<>(),
            Map.of(COMMIT, "[{\"id\":8,\"environment\":\"preview\"}]", "per_page=1", "[]"));
    assertThat(new GitHubDeployments(fresh).find(COMMIT, PATIENCE).deployment())
        .isEqualTo(new Deployment(Status.PENDING, null, "8", null));
  }
}
