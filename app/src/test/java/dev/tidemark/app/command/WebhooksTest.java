package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.LoopbackServer.Got;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.UnrulyServer;
import dev.tidemark.testkit.UnrulyServer.Manner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Listeners on the loopback hear what happens to runs.
class WebhooksTest {
  private static final String FILE = ".claude/config/webhooks.json";
  private static final String SECRET = "sign-with-this-and-nothing-else";
  private static final String PATH = "/services/T0/B0/very-secret-path";

  @TempDir private Path temp;
  private final LoopbackServer server = LoopbackServer.answering(200, "ok");
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .with("HOOK_URL", server.address() + PATH)
            .with("HOOK_SECRET", SECRET)
            .with("TIDEMARK_LISTENERS_WAIT_MS", "10000");
    tidemark.after("start implement/auth --phases design,code");
  }

  @AfterEach
  void end() {
    server.close();
  }

  private CommandLineHarness hooks(String... fields) {
    var all = new StringBuilder("[");
    for (var field : fields) {
      all.append(all.length() == 1 ? "{" : ",{").append(field).append('}');
    }
    tidemark.scratch().write(FILE, all.append(']').toString().replace('\'', '"'));
    return tidemark;
  }

  private JsonObject body(int at) {
    return (JsonObject) JsonText.parse(server.got().get(at).body());
  }

  private static String generic(String more) {
    return "'name':'own','type':'generic','url_env':'HOOK_URL'" + more;
  }

  @Proves({"R-004-98", "R-004-99"})
  @Test
  void a_completed_phase_is_told_once_with_everything_and_a_signature()
      throws GeneralSecurityException {
    hooks(generic(",'secret_env':'HOOK_SECRET'"));
    tidemark.scratch().write("a.ts", "a").write("b.ts", "b");

    var ran = tidemark.run("done design --summary 'All is drawn.' --created a.ts --modified b.ts");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(server.got()).hasSize(1);
    var got = server.got().getFirst();
    assertThat(got.method() + " " + got.path()).isEqualTo("POST " + PATH);
    var body = body(0);
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
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    assertThat(got.headers())
        .containsEntry(
            "x-checkpoint-signature",
            "sha256=" + HexFormat.of().formatHex(mac.doFinal(got.body().getBytes(UTF_8))));
  }

  @Proves("R-004-98")
  @Test
  void a_listener_hears_the_events_of_the_commands_that_it_wants() {
    hooks(
        generic(
            ",'events':['phase.started','phase.failed','phase.skipped','checkpoint.completed']"),
        "'name':'other','type':'generic','url_env':'HOOK_URL','commands':['review']",
        "'name':'off','type':'generic','url_env':'HOOK_URL','enabled':false");

    tidemark.after(
        "enter design",
        "fail design --reason Why",
        "done design",
        "skip code --reason No",
        "finish");

    assertThat(server.got().stream().map(got -> string(got, "event") + " " + string(got, "phase")))
        .containsExactly(
            "phase.started design",
            "phase.failed design",
            "phase.skipped code",
            "checkpoint.completed null");
    assertThat(body(1).string("summary")).isEqualTo("Why");
    assertThat(body(2).string("summary")).isEqualTo("No");
    tidemark.after("start review", "done analysis");
    assertThat(server.got()).hasSize(5);
  }

  private static String string(Got got, String key) {
    return String.valueOf(((JsonObject) JsonText.parse(got.body())).string(key));
  }

  @Proves("R-004-99")
  @Test
  void slack_gets_one_line_in_its_own_spelling() {
    hooks("'name':'team','type':'slack','url_env':'HOOK_URL'");

    tidemark.after("done design --summary 'a < b & c\nd'");

    assertThat(server.got().getFirst().body())
        .isEqualTo("{\"text\":\"implement/auth: design complete: a &lt; b &amp; c d\"}");
  }

  @Proves({"R-004-99", "R-004-65"})
  @Test
  void linear_gets_a_comment_and_where_it_does_not_follow_by_itself_the_state() {
    try (var linear = new LinearStub()) {
      tidemark =
          tidemark
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", LinearStub.KEY);
      hooks("'name':'issue','type':'linear'");
      configure(true);
      tidemark.after("done design");
      assertThat(linear.asked()).isEmpty();
      tidemark.after("issue", "enter code");
      assertThat(linear.state("BAS-7")).isEqualTo("backlog");
      assertThat(linear.comments()).isEmpty();

      tidemark.after("done code --summary 'It works.'");
      assertThat(linear.comments())
          .containsExactly("**code** is complete (implement/auth)\n\nIt works.");
      int calls = linear.asked().size();
      hooks();
      tidemark.after("enter design", "done design");
      assertThat(linear.asked()).hasSize(calls);

      configure(false);
      tidemark.after("enter code");
      assertThat(linear.state("BAS-7")).isEqualTo("started");
      tidemark.after("done code", "finish");
      assertThat(linear.state("BAS-7")).isEqualTo("completed");
    }
  }

  private void configure(boolean follows) {
    tidemark
        .scratch()
        .write(
            ".claude/config/integrations.json",
            "{\"linear\":{\"enabled\":true,\"team\":\"BAS\",\"use_native_automation\":"
                + follows
                + "}}");
  }

  @Proves("R-004-100")
  @ParameterizedTest
  @CsvSource({"500", "503", "401", "404", "429", "307"})
  void trouble_is_told_by_name_retried_and_changes_nothing(int status) throws IOException {
    server.answer(got -> new Said(status, Map.of("Location", "http://127.0.0.1:1/"), SECRET));
    hooks(generic(",'retries':1,'secret_env':'HOOK_SECRET'"));

    var ran = tidemark.run("done design --summary First");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("design complete");
    assertThat(ran.err())
        .startsWith("tidemark: own could not be told: it answered " + status)
        .hasLineCount(1);
    assertThat(server.got()).hasSize(2);
    var log = tidemark.scratch().root().resolve(".claude/logs/webhooks.log");
    assertThat(Files.readString(log)).contains("own could not be told: it answered " + status);
    assertThat(tidemark.scratch().git("status", "--porcelain")).doesNotContain("logs");
    assertThat(tidemark.run("deliver --dry-run --json").json().array("listeners").toString())
        .contains("\"left\":1");

    server.answer(got -> Said.of(204, ""));
    assertThat(tidemark.run("deliver").lines()).containsExactly("own: 1 told, 0 left");
    assertThat(tidemark.run("deliver").lines()).containsExactly("own: 0 told, 0 left");
    var ids = server.got().stream().map(got -> string(got, "id")).distinct();
    assertThat(ids).hasSize(1);
    assertThat(everything() + ran.err() + ran.out()).doesNotContain(SECRET, PATH);
  }

  @Proves("R-004-100")
  @ParameterizedTest
  @EnumSource(Manner.class)
  void nobody_waits_for_long_whatever_a_listener_does(Manner manner) {
    try (var unruly = UnrulyServer.of(manner)) {
      tidemark =
          tidemark.with("HOOK_URL", unruly.address()).with("TIDEMARK_LISTENERS_WAIT_MS", "300");
      hooks(generic(""));

      var ran = tidemark.run("done design");

      assertThat(ran.exit()).isZero();
      assertThat(ran.err()).startsWith("tidemark: own could not be told: ").hasLineCount(1);
    }
  }

  @Proves("R-004-100")
  @Test
  void a_listener_that_fails_is_left_alone_for_a_while_and_then_told_in_order() {
    server.answer(got -> Said.of(500, ""));
    hooks(generic(",'retries':0"));
    tidemark.after("done design --summary First");

    var second = tidemark.run("done code --summary Second");

    assertThat(second.err()).isEmpty();
    assertThat(server.got()).hasSize(1);
    server.answer(got -> Said.of(200, ""));
    assertThat(tidemark.run("deliver").lines()).containsExactly("own: 2 told, 0 left");
    assertThat(server.got().stream().map(got -> string(got, "summary")))
        .containsExactly("First", "First", "Second");
  }

  @Proves("R-004-100")
  @Test
  void what_a_listener_does_not_want_keeps_nothing_back() {
    server.answer(got -> Said.of(string(got, "phase").equals("design") ? 400 : 200, ""));
    hooks(generic(""));

    assertThat(tidemark.run("done design").err())
        .isEqualTo(
            "tidemark: own does not want phase.completed of state/implement/auth: it answered"
                + " 400\n");
    tidemark.after("done code");
    assertThat(tidemark.run("deliver").lines()).containsExactly("own: 0 told, 0 left");
    assertThat(server.got()).hasSize(2);
  }

  @Proves("R-004-98")
  @Test
  void nothing_is_told_of_what_happened_before_anybody_listened() {
    tidemark.after("done design");
    hooks(generic(""));
    tidemark.after("done code");

    assertThat(server.got()).hasSize(1);
    assertThat(body(0).string("phase")).isEqualTo("code");
  }

  @Proves("R-COM-18")
  @Test
  void secrets_in_summaries_are_blacked_out() {
    hooks(generic(""));

    tidemark.after("done design --summary 'The key is AKIAIOSFODNN7EXAMPLE now'");

    assertThat(body(0).string("summary")).isEqualTo("The key is [redacted-aws-access-key] now");
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
    tidemark.scratch().write(FILE, text);

    var ran = tidemark.run("done design");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("nobody was told: " + FILE + ": " + problem);
    assertThat(tidemark.run("deliver").exit()).isOne();
  }

  @Proves("R-COM-17")
  @Test
  void a_dry_run_and_a_hook_tell_nobody() {
    hooks(generic(",'events':['phase.started','phase.completed']"));
    var before = Tree.of(temp);

    tidemark.run("done design --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    tidemark.given("{\"session_id\":\"s\"}").run("hook claude-code PreCompact");

    assertThat(server.got()).isEmpty();
  }

  @Test
  void a_test_shows_what_is_sent_and_whether_it_arrives() {
    hooks(generic(""), "'name':'lost','type':'slack','url_env':'NO_SUCH_VARIABLE'");

    var dry = tidemark.run("integrations test --dry-run");
    assertThat(dry.exit()).isZero();
    assertThat(dry.lines()).contains("own: not sent", "lost: not sent");
    assertThat(server.got()).isEmpty();
    var ran = tidemark.run("integrations test");

    assertThat(ran.exit()).isOne();
    assertThat(ran.lines())
        .contains("own: arrives", "lost: nobody has said where it is")
        .anyMatch(line -> line.startsWith("own: sends {\"event\":\"phase.completed\""));
    assertThat(ran.out() + ran.err()).doesNotContain(PATH, SECRET, "127.0.0.1");
    assertThat(server.got()).hasSize(1);
  }

  /// Every file of the project, as text.
  private String everything() throws IOException {
    var all = new StringBuilder();
    try (var files = Files.walk(tidemark.scratch().root())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), ISO_8859_1));
      }
    }
    return all.toString();
  }
}
