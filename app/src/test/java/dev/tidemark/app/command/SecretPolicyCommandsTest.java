package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LongProof;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets are seen before they are written, whatever the dialect and the verb.
@LongProof
class SecretPolicyCommandsTest {
  private static final String KEY = "AKIAIOSFODNN7EXAMPLE";
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  /// Returns the names and contents of all of the project's own files, journals included.
  private String everything() throws IOException {
    var all = new StringBuilder();
    try (var files = Files.walk(tidemark.scratch().root())) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        boolean git = file.toString().contains("/.git/");
        boolean state = file.startsWith(tidemark.scratch().state());
        // Files that are reported are the user's.
        if ((!git || state) && !file.toString().contains("/cfg/")) {
          all.append(file).append('\n').append(Files.readString(file)).append('\n');
        }
      }
    }
    return all.toString();
  }

  @Proves("R-USR-13")
  @Test
  void a_secret_is_told_and_recorded_by_default() throws IOException {
    tidemark.after("start implement/auth");

    var ran = tidemark.run("done implementation --summary 'The key is " + KEY + "'");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("looks like a secret").contains("aws-access-key");
    assertThat(everything()).contains(KEY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "start implement/auth | done implementation --summary 'S KEY' --decision 'D KEY'",
        "start implement/auth | fail implementation --reason 'R KEY'",
        "start implement/auth | skip validation --reason 'R KEY'",
        "start item/epic/EPIC-001 | note --state 'S KEY' --decision 'D KEY'",
        "start item/epic/EPIC-001 | task add 'T KEY'",
        "done 2-plan --run phase/dev | done 3-build --run phase/dev --outcome 'O KEY'"
      })
  void a_secret_is_nowhere_when_it_is_to_be_left_out(String before, String line)
      throws IOException {
    tidemark.after("init", "config secrets redact");
    tidemark.run(before);

    var ran = tidemark.run(line.replace("KEY", KEY + " of commit " + COMMIT));

    assertThat(everything()).doesNotContain(KEY);
    if (ran.exit() == 0) {
      assertThat(ran.err()).contains("text that looks like a secret was not recorded");
      assertThat(everything()).contains("[redacted-aws-access-key]").contains(COMMIT);
    }
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void a_change_with_a_secret_can_be_refused() throws IOException {
    tidemark.after("init", "config secrets refuse", "start implement/auth");

    var ran = tidemark.run("done implementation --summary 'The key is " + KEY + "'");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("this looks like a secret: aws-access-key");
    assertThat(everything()).doesNotContain(KEY);
    assertThat(tidemark.run("config secrets maybe").exit()).isNotZero();
  }

  /// Ways in: what comes before, the line, and whether the secret is in a text that can be
  /// redacted.
  static Stream<Arguments> ways() {
    var state = "start implement/auth | enter implementation";
    var item = "start item/debug/crash";
    var response =
        "{\"task_id\": \"T1\", \"phase\": \"implementation\", \"status\": \"complete\","
            + " \"decision\": \"PROCEED\", \"findings\": {\"files_created\": [\"t.ts\"]},"
            + " \"context_summary\": \"with KEY\"}";
    return Stream.of(
            new String[] {"a summary", state, "done implementation --summary 'S KEY'", "", "text"},
            new String[] {"a decision", state, "note --decision 'D KEY'", "", "text"},
            new String[] {"a note", state, "note 'N KEY'", "", "text"},
            new String[] {"a question", state, "note --question 'Is it KEY?'", "", "text"},
            new String[] {"a blocker", state, "note --blocked-by 'B KEY'", "", "text"},
            new String[] {"a goal", "", "start implement/auth --goal 'G KEY'", "", "text"},
            new String[] {"a goal afterwards", state, "note --goal 'G KEY'", "", "text"},
            new String[] {"a reason", state, "fail implementation --reason 'R KEY'", "", "text"},
            new String[] {
              "a reason to skip", state, "skip validation --reason 'R KEY'", "", "text"
            },
            new String[] {"a task", state, "task add 'T KEY'", "", "text"},
            new String[] {"a response", state, "handoff response --apply", response, "text"},
            new String[] {
              "an outcome", "start phase/dev", "done 2-plan --outcome 'O KEY'", "", "text"
            },
            new String[] {"a decision of an item", item, "note --decision 'D KEY'", "", "text"},
            new String[] {
              "a created file", state, "done implementation --created cfg/KEY.txt", "", "name"
            },
            new String[] {"a modified file", state, "note --modified cfg/KEY.txt", "", "name"},
            new String[] {"a phase", state, "enter --new KEY", "", "name"},
            new String[] {"phases", "", "start x --any-command --phases a,KEY", "", "name"},
            new String[] {"an actor", state, "note N --as KEY", "", "name"},
            new String[] {"a workflow", "", "start KEY --any-command --phases a,b", "", "name"},
            new String[] {"an item", "", "start implement/KEY", "", "name"},
            new String[] {
              "an item of a protocol that commits", "", "start item/debug/'see KEY'", "", "name"
            })
        .flatMap(
            way ->
                Stream.of("warn", "redact", "refuse")
                    .map(policy -> Arguments.of(way[0], policy, way[1], way[2], way[3], way[4])));
  }

  @Proves("R-USR-13")
  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("ways")
  void every_way_in_follows_the_policy(
      String way, String policy, String before, String line, String given, String kind)
      throws IOException {
    tidemark.scratch().write("t.ts", "").write("cfg/" + KEY + ".txt", "");
    tidemark.after("init", "config secrets " + policy);
    for (var one : before.split(" [|] ", -1)) {
      if (!one.isEmpty()) {
        tidemark.after(one);
      }
    }

    var ran = tidemark.given(given.replace("KEY", KEY)).run(line.replace("KEY", KEY));

    boolean recorded = policy.equals("warn");
    boolean made = recorded || (policy.equals("redact") && kind.equals("text"));
    assertThat(ran.exit() == 0).as(ran.err() + ran.out()).isEqualTo(made);
    assertThat(ran.err()).contains("looks like a secret").contains("aws-access-key");
    if (!recorded) {
      assertThat(everything()).doesNotContainIgnoringCase(KEY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"warn", "redact", "refuse"})
  void a_branch_is_a_name(String policy) throws IOException {
    tidemark.after("init", "config secrets " + policy, "start implement/auth");
    tidemark.scratch().git("switch", "-q", "-c", "fix/" + KEY);

    var ran = tidemark.run("enter implementation --run implement/auth");

    assertThat(ran.exit() == 0).as(ran.err()).isEqualTo(policy.equals("warn"));
    assertThat(ran.err()).contains("looks like a secret");
    assertThat(everything().contains(KEY)).isEqualTo(policy.equals("warn"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"warn", "redact", "refuse"})
  void the_session_of_a_hook_is_kept_under_a_digest(String policy) throws IOException {
    tidemark.after("init", "config secrets " + policy, "start implement/auth");
    for (var event : List.of("SessionStart", "UserPromptSubmit", "Stop", "PreCompact")) {
      var json =
          "{\"session_id\":\"%s\",\"cwd\":\"%s\",\"hook_event_name\":\"%s\",\"trigger\":\"%s\","
              + "\"prompt\":\"Log users in with the key %s\"}";
      var input = json.formatted(KEY, tidemark.folder(), event, KEY, KEY);

      var ran = tidemark.given(input).run("hook claude-code " + event);

      assertThat(ran.exit()).isZero();
    }
    assertThat(everything()).doesNotContain(KEY).contains("[redacted-aws-access-key]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"warn", "redact", "refuse"})
  void an_archive_is_imported_as_it_is_or_not_at_all(String policy) throws IOException {
    var other = CommandLineHarness.fresh(temp.resolve("other"));
    other.after("start implement/auth", "note 'The key is " + KEY + "'");
    var file = temp.resolve("all.zip");
    other.after("export " + file);
    tidemark.after("init", "config secrets " + policy);

    var ran = tidemark.run("import " + file);

    assertThat(ran.exit() == 0).as(ran.err()).isEqualTo(policy.equals("warn"));
    assertThat(ran.err()).contains("looks like a secret: aws-access-key");
    assertThat(everything().contains(KEY)).isEqualTo(policy.equals("warn"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serve token add KEY --scope read | the name of the token",
        "config phase.command-prefix /KEY- | the value of phase.command-prefix",
        "note N --as KEY | the name of the actor",
        "start KEY --any-command --phases a,b | the workflow",
        "start implement/KEY | the item",
        "enter --new KEY | the phase",
        "done implementation --created cfg/KEY.txt | the path of a file",
        "task start KEY |",
        "gate set KEY --allowed=true |",
        "gate run KEY |",
        "done implementation --detail KEY=1 |",
        "issue --issue KEY |",
        "redact --run KEY x |",
        "export KEY/x.zip |"
      })
  void a_name_that_cannot_be_redacted_is_refused_by_its_field(String line, String field)
      throws IOException {
    tidemark.after("init", "start implement/auth", "enter implementation");
    for (var policy : List.of("redact", "refuse")) {
      tidemark.after("config secrets " + policy);

      var ran = tidemark.run(line.replace("KEY", KEY));

      assertThat(ran.exit()).as(ran.out() + ran.err()).isNotZero();
      if (field != null) {
        assertThat(ran.err()).contains(field + " looks like a secret: aws-access-key");
        assertThat(ran.out() + ran.err()).doesNotContainIgnoringCase(KEY);
      }
      assertThat(everything()).doesNotContainIgnoringCase(KEY);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"redact", "refuse"})
  void no_argument_of_the_mcp_server_brings_a_secret_in(String policy) throws IOException {
    tidemark.after("init", "config secrets " + policy, "start implement/auth");
    var calls = new StringBuilder();
    int id = 0;
    for (var arguments :
        List.of(
            "'action':'enter','phase':'KEY'",
            "'action':'start','workflow':'implement','item':'KEY'",
            "'action':'note','text':'N KEY','tried':['T KEY'],'next':'X KEY'",
            "'action':'task','step':'add','task':'KEY'",
            "'action':'goal','goal':'G KEY'",
            "'action':'fail','phase':'implementation','reason':'R KEY'",
            "'action':'done','phase':'implementation','summary':'S KEY','decisions':['D KEY'],"
                + "'created':['KEY.txt']",
            "'action':'gate','gate':'KEY','allowed':false,'blockers':['B KEY']",
            "'action':'note','text':'N','details':{'KEY':'V KEY'}")) {
      var call =
          "{'jsonrpc':'2.0','id':%d,'method':'tools/call','params':{'name':'tidemark_update',"
              + "'arguments':{%s}}}\n";
      calls.append(call.formatted(++id, arguments).replace('\'', '"').replace("KEY", KEY));
    }
    var hello =
        "{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25',"
            + "'capabilities':{},'clientInfo':{'name':'KEY','version':'KEY'}}}\n";

    tidemark.given(hello.replace('\'', '"').replace("KEY", "probe") + calls).run("mcp");
    tidemark.given(hello.replace('\'', '"').replace("KEY", KEY) + calls).run("mcp");

    assertThat(everything()).doesNotContainIgnoringCase(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redact", "refuse"})
  void what_hooks_capture_holds_no_secret(String policy) throws IOException {
    tidemark.after("init", "config secrets " + policy, "start implement/auth");
    var transcript = temp.resolve(KEY + ".jsonl");
    Files.writeString(
        transcript,
        """
        {"type":"user","message":{"role":"user","content":"use KEY"}}
        {"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"1",\
        "name":"TodoWrite","input":{"todos":[{"content":"rotate KEY","status":"pending"}]}}]}}
        {"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"1",\
        "is_error":true,"content":"denied for KEY"}]}}
        """
            .replace("KEY", KEY));
    for (var agent : List.of("claude-code Stop", "codex Stop", "claude-code PreCompact")) {
      var json =
          "{\"session_id\":\"%s\",\"cwd\":\"%s\",\"hook_event_name\":\"Stop\","
              + "\"transcript_path\":\"%s\",\"trigger\":\"manual\","
              + "\"last_assistant_message\":\"done with %s\"}";
      tidemark.given(json.formatted(KEY, tidemark.folder(), transcript, KEY)).run("hook " + agent);
    }
    tidemark.run("resume");

    assertThat(everything()).doesNotContainIgnoringCase(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redact", "refuse"})
  void an_item_commits_no_secret(String policy) {
    tidemark.after("init", "config secrets " + policy, "start item/debug/crash");

    tidemark.run("note --run item/debug/crash --decision 'The key is " + KEY + "'");
    tidemark.run("start item/debug/'see " + KEY + "'");

    tidemark.after("done 1 --run item/debug/crash");
    var log = tidemark.scratch().git("log", "--all", "-p");
    assertThat(log).contains("docs/checkpoints").doesNotContainIgnoringCase(KEY);
  }

  @Test
  void documents_that_git_ignores_are_their_owners_only() throws IOException {
    tidemark.after("start implement/auth", "start item/epic/EPIC-001", "done 0 --run EPIC-001");
    tidemark.scratch().write("seen-by-all", "");
    var root = tidemark.scratch().root();
    var usual = mode(root.resolve("seen-by-all"));

    assertThat(mode(root.resolve(".claude/state/implement-auth.json"))).isEqualTo("rw-------");
    assertThat(mode(root.resolve(".claude/state"))).isEqualTo("rwx------");
    try (var files = Files.list(root.resolve("docs/checkpoints"))) {
      assertThat(files.map(SecretPolicyCommandsTest::mode)).containsOnly(usual);
    }
  }

  private static String mode(Path file) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
