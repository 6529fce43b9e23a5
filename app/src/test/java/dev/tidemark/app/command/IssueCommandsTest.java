package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.LoopbackServer.Said;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The issue of a run, made in a Linear on the loopback.
class IssueCommandsTest {
  private static final String FILE = ".claude/config/integrations.json";
  private static final String NATIVE =
      "{\"linear\":{\"enabled\":true,\"team\":\"Basecamp\",\"use_native_automation\":true}}";
  private static final String OWN = NATIVE.replace("automation\":true", "automation\":false");

  @TempDir private Path temp;
  @TempDir private Path home;
  private final LinearStub linear = new LinearStub();
  private CommandLineHarness tidemark;

  @BeforeEach
  void begin() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_LINEAR_URL", linear.address())
            .with("LINEAR_API_KEY", LinearStub.KEY);
    tidemark.after("start start/foundation --phases branch,issue-creation");
  }

  @AfterEach
  void end() {
    linear.close();
  }

  private CommandLineHarness configured(String text) {
    tidemark.scratch().write(FILE, text);
    return tidemark;
  }

  private JsonObject document() throws IOException {
    var file = tidemark.scratch().root().resolve(".claude/state/start-foundation.json");
    return (JsonObject) JsonText.parse(Files.readString(file));
  }

  private String phase(String key) throws IOException {
    var phases = document().object("phases");
    var phase = phases == null ? null : phases.object("issue-creation");
    return phase == null ? "none" : String.valueOf(phase.string(key));
  }

  @Proves("R-004-63")
  @Test
  void an_issue_is_made_once_and_written_down() throws IOException {
    var spec = "{\n  \"name\": \"foundation\",\n  \"linear\": {\"priority\": 1.0}\n}\n";
    tidemark.scratch().write("specs/foundation/spec.json", spec);

    var ran = configured(NATIVE).run("issue --title 'Lay it' --description Deep");

    assertThat(ran.lines())
        .containsExactly("the issue is BAS-7", "written into specs/foundation/spec.json");
    var kept = document().object("linear");
    assertThat(kept).isNotNull();
    assertThat(kept.string("identifier")).isEqualTo("BAS-7");
    assertThat(kept.string("url")).isEqualTo("https://linear.app/x/BAS-7");
    assertThat(phase("status")).isEqualTo("complete");
    assertThat(phase("context_summary")).isEqualTo("BAS-7 https://linear.app/x/BAS-7");
    assertThat(Files.readString(tidemark.scratch().root().resolve("specs/foundation/spec.json")))
        .startsWith("{\n  \"name\": \"foundation\",\n  \"linear\": {\"priority\": 1.0")
        .contains("\"identifier\"")
        .endsWith("}\n");
    assertThat(linear.issues().getFirst().string("title")).isEqualTo("Lay it");
    int calls = linear.got().size();
    assertThat(tidemark.run("issue").out()).isEqualTo("the issue is BAS-7\n");
    assertThat(linear.got()).hasSize(calls);
    assertThat(tidemark.run("issue --branch --slug foundation").out())
        .isEqualTo("feature/BAS-7-foundation\n");
    assertThat(tidemark.run("history").out()).contains("linear: BAS-7");
  }

  @Proves("R-004-63")
  @Test
  void no_secret_is_sent_in_the_texts_of_an_issue() {
    var key = "AKIAIOSFODNN7EXAMPLE";

    var ran = configured(NATIVE).words("issue", "--title", "T " + key, "--description", "D " + key);

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(linear.got().toString()).contains("[redacted").doesNotContain(key);
  }

  @Test
  void an_issue_that_was_made_but_not_written_down_is_found_again() throws IOException {
    configured(NATIVE).after("issue");
    var file = tidemark.scratch().root().resolve(".claude/state/start-foundation.json");
    Files.writeString(file, JsonText.pretty(document().without("linear")));

    assertThat(tidemark.run("issue --create").out()).isEqualTo("the issue is BAS-7\n");
    assertThat(linear.issues()).hasSize(1);
    assertThat(document().object("linear")).isNotNull();
  }

  @Proves("R-004-64")
  @Test
  void what_is_not_enabled_is_skipped_silently() {
    for (var text : new String[] {"{}", "{\"linear\":{\"enabled\":false}}"}) {
      var ran = configured(text).run("issue");

      assertThat(ran.exit()).isZero();
      assertThat(ran.out() + ran.err()).isEmpty();
    }
    assertThat(linear.got()).isEmpty();
  }

  @Proves("R-004-64")
  @ParameterizedTest
  @ValueSource(strings = {"", "{\"linear\":", "{\"linear\":{\"enabled\":false}}"})
  void an_issue_that_is_needed_needs_a_configuration(String text) {
    if (!text.isEmpty()) {
      configured(text);
    }
    var ran = tidemark.run("issue --create");

    assertThat(ran.exit()).isOne();
    assertThat(ran.err())
        .contains(
            "Linear configuration not found. Create .claude/config/integrations.json with"
                + " linear.enabled and linear.team");
    assertThat(linear.got()).isEmpty();
  }

  @Proves({"R-004-64", "R-COM-18"})
  @Test
  void a_failure_fails_the_phase_and_can_be_made_good() throws IOException {
    linear.trouble(field -> Said.of(500, "key " + LinearStub.KEY));

    var ran = configured(OWN).run("issue");

    assertThat(ran.exit()).isOne();
    assertThat(ran.err())
        .contains("Linear issue creation failed: it answered 500")
        .contains("tidemark issue --run state/start/foundation");
    assertThat(phase("status")).isEqualTo("failed");
    assertThat(phase("error")).isEqualTo("Linear issue creation failed: it answered 500");
    linear.trouble(null);
    tidemark.after("issue");
    assertThat(phase("status")).isEqualTo("complete");
    assertThat(everything()).doesNotContain(LinearStub.KEY);
  }

  @Proves("R-004-64")
  @Test
  void a_failure_stops_nothing_where_linear_follows_by_itself() throws IOException {
    linear.trouble(field -> Said.of(500, ""));

    var ran = configured(NATIVE).run("issue");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains("no issue was created: it answered 500; name one with --issue ID");
    assertThat(phase("status")).isEqualTo("in_progress");
    assertThat(tidemark.run("issue --create").exit()).isOne();
    assertThat(phase("status")).isEqualTo("failed");
  }

  @Proves({"R-004-63", "R-004-66"})
  @Test
  void without_a_key_no_request_is_made_and_an_issue_may_be_named() throws IOException {
    tidemark = tidemark.with("LINEAR_API_KEY", "");

    var ran = configured(NATIVE).run("issue");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .isEqualTo(
            "tidemark: no issue was created: LINEAR_API_KEY is not set; name one with --issue"
                + " ID\n");
    assertThat(phase("status")).isIn("none", "pending");
    tidemark.after("issue --issue BAS-6 --url https://linear.app/x/BAS-6");
    assertThat(phase("status")).isEqualTo("complete");
    assertThat(tidemark.run("issue --pr").out()).isEqualTo("closes BAS-6\n");
    assertThat(configured(OWN).run("issue").out()).isEqualTo("the issue is BAS-6\n");
    assertThat(linear.got()).isEmpty();
  }

  @Test
  void where_the_issue_could_not_be_written_down_none_is_made() {
    tidemark.after("start item/epic/EPIC-001");

    var ran = configured(NATIVE).run("issue --run item/epic/EPIC-001");

    assertThat(ran.exit()).isOne();
    assertThat(linear.got()).isEmpty();
  }

  @Test
  void a_dry_run_asks_nobody() {
    configured(NATIVE);
    var before = Tree.of(temp);

    var ran = tidemark.run("issue --dry-run");

    assertThat(ran.out()).isEqualTo("would ask Linear for an issue of team Basecamp\n");
    assertThat(linear.got()).isEmpty();
    assertThat(Tree.of(temp)).isEqualTo(before);
  }

  @Proves("R-COM-18")
  @Test
  void a_key_may_stand_in_the_users_own_file_but_not_in_the_project_nor_for_all_to_read()
      throws IOException {
    var keys = Files.createDirectories(home.resolve(".config/tidemark")).resolve("keys");
    Files.writeString(keys, "# mine\nLINEAR_API_KEY = " + LinearStub.KEY + "\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
    tidemark = tidemark.with("LINEAR_API_KEY", "").with("XDG_CONFIG_HOME", "");
    tidemark = tidemark.with("HOME", home.toString());
    var root = tidemark.scratch().root();

    var open = configured(NATIVE).run("issue");
    assertThat(open.err()).contains("can be read or written by others").contains("not set");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    var inside = Files.createDirectories(root.resolve("x/.config/tidemark"));
    Files.copy(keys, inside.resolve("keys"));
    var within = tidemark.with("HOME", root.resolve("x").toString()).run("issue");
    assertThat(within.err()).contains("is inside the project").contains("not set");
    assertThat(tidemark.run("issue").lines()).contains("the issue is BAS-7");
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
