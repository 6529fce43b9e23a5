package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.Proves;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Listeners on the loopback hear what happens to runs.
class WebhooksTest {
  @TempDir private Path temp;
  private Audience audience;

  @BeforeEach
  void begin() {
    audience = new Audience(temp);
  }

  @AfterEach
  void end() {
    audience.close();
  }

  @Proves({"R-004-98", "R-004-99"})
  @Test
  void a_completed_phase_is_told_once_with_everything_and_a_signature()
      throws GeneralSecurityException {
    audience.hooks(Audience.generic(",'secret_env':'HOOK_SECRET'"));
    audience.tidemark.scratch().write("a.ts", "a").write("b.ts", "b");

    var ran =
        audience.tidemark.run(
            "done design --summary 'All is drawn.' --created a.ts --modified b.ts");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(audience.server.got()).hasSize(1);
    var got = audience.server.got().getFirst();
    assertThat(got.method() + " " + got.path()).isEqualTo("POST " + Audience.PATH);
    var body = audience.body(0);
    assertThat(body.members().stream().map(member -> member.key()))
        .containsExactly(
            "event",
            "command",
            "feature",
            "phase",
            "status",
            "summary",
            "files_created",
            "files_modified",
            "head_commit",
            "at",
            "id");
    assertThat(body.string("event")).isEqualTo("phase.completed");
    assertThat(body.string("command")).isEqualTo("implement");
    assertThat(body.string("feature")).isEqualTo("auth");
    assertThat(body.string("phase")).isEqualTo("design");
    assertThat(body.string("status")).isEqualTo("complete");
    assertThat(body.string("summary")).isEqualTo("All is drawn.");
    assertThat(body.strings("files_created")).containsExactly("a.ts");
    assertThat(body.strings("files_modified")).containsExactly("b.ts");
    assertThat(body.string("head_commit")).hasSize(40);
    assertThat(got.headers()).containsEntry("x-checkpoint-id", body.string("id"));
    assertThat(got.headers()).containsEntry("x-checkpoint-signature", signature(got.body()));
  }

  private static String signature(String body) throws GeneralSecurityException {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Audience.SECRET.getBytes(UTF_8), "HmacSHA256"));
    return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
  }

  @Proves("R-004-98")
  @Test
  void a_listener_hears_the_events_of_the_commands_that_it_wants() {
    audience.hooks(
        Audience.generic(
            ",'events':['phase.started','phase.failed','phase.skipped','checkpoint.completed']"),
        "'name':'other','type':'generic','url_env':'HOOK_URL','commands':['review']",
        "'name':'off','type':'generic','url_env':'HOOK_URL','enabled':false");

    audience.tidemark.after(
        "enter design",
        "fail design --reason Why",
        "done design",
        "skip code --reason No",
        "finish");

    assertThat(
            audience.server.got().stream()
                .map(Audience::body)
                .map(it -> it.string("event") + " " + it.string("phase")))
        .containsExactly(
            "phase.started design",
            "phase.failed design",
            "phase.skipped code",
            "checkpoint.completed null");
    assertThat(audience.body(1).string("summary")).isEqualTo("Why");
    assertThat(audience.body(2).string("summary")).isEqualTo("No");
    audience.tidemark.after("start review", "done analysis");
    assertThat(audience.server.got()).hasSize(5);
  }

  private static final String AGENT =
      """
      request=$(cat)
      field() {
        printf '%s\\n' "$request" | sed -n "s/^  \\"$1\\": \\"\\(.*\\)\\",*\\$/\\1/p" | head -n 1
      }
      printf '{"task_id":"%s","phase":"%s","status":"complete","decision":"%s",' \
        "$(field task_id)" "$(field phase)" "$1"
      printf '"findings":{},"context_summary":"done","issues":["Which port?"]}'
      """;

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "PROCEED | 0 | run.done    | null   | done    | null",
        "CLARIFY | 4 | run.waiting | design | waiting | the agent asks at design: Which port?",
        "STOP    | 1 | run.failed  | design | refused | the agent stopped at design: Which port?",
      })
  void the_end_of_a_runner_is_told_once_with_what_stands_in_the_way(
      String decision,
      int exit,
      String event,
      @Nullable String phase,
      String status,
      @Nullable String summary) {
    audience.hooks(Audience.generic(",'events':['run.done','run.waiting','run.failed']"));
    audience.tidemark.scratch().write("agent.sh", AGENT);

    var ran = audience.tidemark.run("run --command 'sh agent.sh " + decision + "'");

    assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
    assertThat(audience.server.got()).hasSize(1);
    var body = audience.body(0);
    assertThat(body.string("event")).isEqualTo(event);
    assertThat(body.string("command")).isEqualTo("implement");
    assertThat(body.string("feature")).isEqualTo("auth");
    assertThat(body.string("phase")).isEqualTo(phase);
    assertThat(body.string("status")).isEqualTo(status);
    if (summary == null) {
      assertThat(body.string("summary")).isNull();
    } else {
      assertThat(body.string("summary")).startsWith(summary + "\nhint: ").contains("tidemark ");
    }
  }

  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
  @Test
  void the_end_of_a_runner_is_told_again_only_after_a_change() {
    audience.hooks(
        "'name':'team','type':'slack','url_env':'HOOK_URL','events':['run.waiting','run.failed']");
    audience
        .tidemark
        .scratch()
        .write("agent.sh", AGENT)
        .write(
            ".tidemark/workflows/feature.yaml",
            "phases: [plan, {name: code, gates: [{approval: plan}]}]\n");
    audience.tidemark.after("start feature/login");
    var line = "run feature/login --command 'sh agent.sh PROCEED'";

    audience.tidemark.run(line);
    audience.tidemark.run(line);
    assertThat(audience.server.got())
        .extracting(got -> got.body())
        .containsExactly(
            "{\"text\":\"feature/login: the run is waiting at code: waiting for approval of plan"
                + " hint: A person does it, then run goes on: tidemark approve plan --run"
                + " state/feature/login\"}");

    audience.tidemark.after("note 'not yet' --run feature/login");
    audience.tidemark.run(line);
    assertThat(audience.server.got()).hasSize(2);
    audience.tidemark.after(
        "done design --run implement/auth",
        "done code --run implement/auth",
        "finish --run implement/auth");
    assertThat(audience.server.got()).hasSize(2);
  }

  @Proves("R-004-99")
  @Test
  void slack_gets_one_line_in_its_own_spelling() {
    audience.hooks("'name':'team','type':'slack','url_env':'HOOK_URL'");

    audience.tidemark.after("done design --summary 'a < b & c\nd'");

    assertThat(audience.server.got().getFirst().body())
        .isEqualTo("{\"text\":\"implement/auth: design complete: a &lt; b &amp; c d\"}");
  }

  @Proves({"R-004-99", "R-004-65"})
  @Test
  void linear_gets_a_comment_and_where_it_does_not_follow_by_itself_the_state() {
    try (var linear = new LinearStub()) {
      audience.tidemark =
          audience
              .tidemark
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", LinearStub.KEY);
      audience.hooks("'name':'issue','type':'linear'");
      configure(true);
      audience.tidemark.after("done design");
      assertThat(linear.asked()).isEmpty();
      audience.tidemark.after("issue", "enter code");
      assertThat(linear.state("BAS-7")).isEqualTo("backlog");
      assertThat(linear.comments()).isEmpty();

      audience.tidemark.after("done code --summary 'It works.'");
      assertThat(linear.comments())
          .containsExactly("**code** is complete (implement/auth)\n\nIt works.");
      int calls = linear.asked().size();
      audience.hooks();
      audience.tidemark.after("enter design", "done design");
      assertThat(linear.asked()).hasSize(calls);

      configure(false);
      audience.tidemark.trusting().after("enter code");

      assertThat(linear.state("BAS-7")).isEqualTo("started");
      audience.tidemark.after("done code", "finish");
      assertThat(linear.state("BAS-7")).isEqualTo("completed");
    }
  }

  @Test
  void nothing_is_sent_to_a_subscriber_that_the_user_has_not_trusted() {
    audience.hooks(Audience.generic(""));
    var agent = audience.tidemark.with("CLAUDECODE", "1").run("trust --revoke");
    assertThat(agent.exit()).isEqualTo(4);
    assertThat(agent.err()).contains("only a person can do this", "tidemark trust --revoke");
    audience.tidemark.after("trust --revoke");

    assertThat(audience.tidemark.run("done design").err())
        .contains("own in .claude/config/webhooks.json is not trusted: nothing is sent")
        .contains("tidemark trust");
    assertThat(audience.tidemark.run("note 'No event of it'").err()).isEmpty();
    assertThat(audience.tidemark.run("webhooks --retry").exit()).isEqualTo(1);
    assertThat(audience.tidemark.run("webhooks --test").exit()).isEqualTo(1);
    assertThat(audience.tidemark.run("doctor").out()).contains("is not trusted");
    assertThat(audience.server.got()).isEmpty();

    audience.hooks(Audience.generic(""));
    audience.tidemark.scratch().write(Audience.FILE, edited());
    audience.tidemark.run("enter code");
    assertThat(audience.server.got()).isEmpty();
  }

  /// One that the user has trusted, with another variable for its signature.
  private static String edited() {
    var text = "[{" + Audience.generic(",'secret_env':'AWS_SECRET_ACCESS_KEY'") + "}]";
    return text.replace('\'', '"');
  }

  private void configure(boolean follows) {
    audience
        .tidemark
        .scratch()
        .write(
            ".claude/config/integrations.json",
            "{\"linear\":{\"enabled\":true,\"team\":\"BAS\",\"use_native_automation\":"
                + follows
                + "}}");
  }

  @Proves("R-COM-18")
  @Test
  void secrets_in_summaries_are_blacked_out() {
    audience.hooks(Audience.generic(""));

    audience.tidemark.after("done design --summary 'The key is AKIAIOSFODNN7EXAMPLE now'");

    assertThat(audience.body(0).string("summary"))
        .isEqualTo("The key is [redacted-aws-access-key] now");
  }

  @Proves("R-004-98")
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{} | holds no list",
        "[7] | [0] is no object",
        "[{\"type\":\"slack\",\"url_env\":\"A\"}] | [0].name is",
        "[{\"name\":\"a/b\",\"type\":\"slack\",\"url_env\":\"A\"}] | [0].name is \"a/b\"",
        "[{\"name\":\"a\",\"type\":\"irc\",\"url_env\":\"A\"}] | [0].type is \"irc\"",
        "[{\"name\":\"a\",\"type\":\"slack\"}] | [0].url_env is",
        "[{\"name\":\"a\",\"type\":\"linear\",\"events\":[\"x\"]}] | [0].events is \"x\"",
        "[{\"name\":\"a\",\"type\":\"linear\",\"timeout_ms\":\"1s\"}] | [0].timeout_ms is \"1s\"",
        "[{\"name\":\"a\",\"type\":\"linear\"},{\"name\":\"a\",\"type\":\"linear\"}] | [1].name is"
            + " \"a\"",
      })
  void what_cannot_be_understood_is_said_and_changes_nothing(String text, String problem) {
    audience.tidemark.scratch().write(Audience.FILE, text);

    var ran = audience.tidemark.run("done design");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("no webhook was sent: " + Audience.FILE + ": " + problem);
    assertThat(audience.tidemark.run("webhooks --retry").exit()).isOne();
  }

  @Test
  void a_test_shows_what_is_sent_and_whether_it_arrives() {
    audience.hooks(
        Audience.generic(""), "'name':'lost','type':'slack','url_env':'NO_SUCH_VARIABLE'");

    var dry = audience.tidemark.run("webhooks --test --dry-run");
    assertThat(dry.exit()).isZero();
    assertThat(dry.lines()).contains("own: not sent", "lost: not sent");
    assertThat(audience.server.got()).isEmpty();
    var ran = audience.tidemark.run("webhooks --test");

    assertThat(ran.exit()).isOne();
    assertThat(ran.lines())
        .contains("own: arrives", "lost: NO_SUCH_VARIABLE is not set")
        .anyMatch(line -> line.startsWith("own: sends {\"event\":\"phase.completed\""));
    assertThat(ran.out() + ran.err()).doesNotContain(Audience.PATH, Audience.SECRET, "127.0.0.1");
    assertThat(audience.server.got()).hasSize(1);
  }
}
