package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.LoopbackServer;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The configuration of services, and what it says of branches and pull requests.
class IntegrationVerbsTest {
  private static final String FILE = ".claude/config/integrations.json";

  @TempDir private Path temp;

  @Proves("R-004-60")
  @Test
  void the_sample_is_written_byte_for_byte_and_never_over_anything() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp);
    var before = Tree.of(temp);
    assertThat(tidemark.run("init --integrations --dry-run").out()).contains("would make " + FILE);
    assertThat(Tree.of(temp)).isEqualTo(before);

    var ran = tidemark.run("init --integrations");

    assertThat(ran.lines())
        .containsExactly(
            "made " + FILE, "linear.team is a sample: put the name of your own team there");
    var file = tidemark.scratch().root().resolve(FILE);
    assertThat(file)
        .hasContent(
            """
            {
              "linear": {
                "enabled": true,
                "team": "Basecamp",
                "branch_prefix": "feature",
                "use_native_automation": true
              },
              "vercel": {
                "enabled": true,
                "wait_for_preview": true,
                "preview_timeout_ms": 300000,
                "require_preview_success": false
              }
            }
            """);
    assertThat(Files.readString(file)).endsWith("}\n").doesNotEndWith("\n\n");
    tidemark.scratch().write(FILE, "{}");
    assertThat(tidemark.run("init --integrations").out()).contains("is there already");
    assertThat(file).hasContent("{}");
  }

  @Proves("R-004-62")
  @Test
  void a_branch_has_the_prefix_the_issue_and_a_slug() {
    var tidemark = CommandLineHarness.fresh(temp);
    assertThat(tidemark.run("issue --branch --issue BAS-6 --slug foundation").out())
        .isEqualTo("feature/BAS-6-foundation\n");
    assertThat(tidemark.run("issue --branch --issue BAS-6").out()).isEqualTo("feature/BAS-6\n");
    assertThat(tidemark.run("issue --branch --issue BAS-6 --slug 'The login; rm -rf /'").out())
        .isEqualTo("feature/BAS-6-login-rm-rf\n");
    tidemark.scratch().write(FILE, "{\"linear\":{\"branch_prefix\":\"team/new/\"}}");
    assertThat(tidemark.run("issue --branch --issue BAS-6").out()).isEqualTo("team/new/BAS-6\n");
    assertThat(tidemark.run("issue --branch --issue 'BAS-6;x'").err()).contains("is no issue");
    assertThat(tidemark.run("issue --branch").err()).contains("no issue is recorded");
  }

  @Proves("R-004-65")
  @Test
  void the_text_of_a_pull_request_closes_the_issue_where_linear_follows_it() {
    var tidemark = CommandLineHarness.fresh(temp);
    assertThat(tidemark.run("issue --pr --issue BAS-6 --text 'Adds it.'").out())
        .isEqualTo("Adds it.\n\ncloses BAS-6\n");
    assertThat(tidemark.given("Adds it.\n").run("issue --pr --issue BAS-6 --text -").out())
        .isEqualTo("Adds it.\n\ncloses BAS-6\n");
    assertThat(tidemark.run("issue --pr --issue BAS-6 --text 'Fixes BAS-6.'").out())
        .isEqualTo("Fixes BAS-6.\n");
    assertThat(tidemark.run("issue --pr --issue BAS-6 --text 'Fixes BAS-61.'").out())
        .endsWith("closes BAS-6\n");
    tidemark.scratch().write(FILE, "{\"linear\":{\"use_native_automation\":false}}");
    assertThat(tidemark.run("issue --pr --issue BAS-6 --text 'Adds it.'").out())
        .isEqualTo("Adds it.\n");
  }

  @Proves("R-004-61")
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{\"vercel\":{\"preview_timeout_ms\":\"5m\"}} | vercel.preview_timeout_ms is \"5m\"",
        "{\"vercel\":{\"preview_timeout_ms\":0}} | vercel.preview_timeout_ms is 0",
        "{\"linear\":{\"enabled\":1}} | linear.enabled is neither true nor false",
        "{\"linear\":{\"team\":7}} | linear.team is 7",
        "{\"linear\":[]} | linear is []",
        "{\"linear\":{\"branch_prefix\":\"a b\"}} | linear.branch_prefix is \"a b\"",
        "[] | holds no object",
        "{\"linear\": | is damaged at"
      })
  void what_cannot_be_understood_is_named_with_its_place(String text, String problem) {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(FILE, text);

    var ran = tidemark.run("issue --branch --issue BAS-6");

    assertThat(ran.exit()).isOne();
    assertThat(ran.err()).contains(FILE + ": " + problem);
    assertThat(tidemark.run("start implement/auth").exit()).isZero();
  }

  @Proves({"R-USR-02", "R-COM-18"})
  @Test
  void the_doctor_knows_what_is_wrong_with_the_configuration() {
    var tidemark = CommandLineHarness.fresh(temp).after("init");
    tidemark
        .scratch()
        .write(FILE, "{\"vercel\":{\"enabled\":1},\"linear\":{\"api_key\":\"lin_x\"}}");
    assertThat(tidemark.run("doctor").exit()).isOne();
    tidemark.scratch().write(FILE, "{\"linear\":{\"api_key\":\"lin_x\"}}");
    tidemark
        .scratch()
        .write(
            ".claude/config/webhooks.json",
            "[{\"name\":\"a\",\"type\":\"slack\",\"url_env\":\"NOWHERE_SET\"}]");

    var ran = tidemark.run("doctor --json");

    assertThat(ran.out())
        .contains("\"secret-in-project\"")
        .contains("a cannot be notified: NOWHERE_SET is not set")
        .doesNotContain("lin_x");
  }

  @Proves("R-004-61")
  @Test
  void unknown_fields_are_ignored_and_keys_have_no_place_in_the_project() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(FILE, "{\"linear\":{\"api_key\":\"lin_x\",\"colour\":1},\"x\":2}");

    var ran = tidemark.run("issue --branch --issue BAS-6");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .contains(FILE + ": linear.api_key is not read")
        .doesNotContain("lin_x")
        .doesNotContain("colour");
  }

  @Test
  void a_number_that_is_too_large_is_told_the_largest() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.scratch().write(FILE, "{\"vercel\":{\"preview_timeout_ms\":99999999999}}");

    assertThat(tidemark.run("issue --branch --issue BAS-6").err())
        .contains("expected a whole number from 1 to 2147483647");
  }

  @Test
  void what_is_there_but_switched_off_is_not_said_to_be_missing() {
    var tidemark = CommandLineHarness.fresh(temp);
    assertThat(tidemark.run("webhooks --test").out())
        .isEqualTo(
            "nothing is configured: no .claude/config/integrations.json, no"
                + " .claude/config/webhooks.json\n");
    tidemark.scratch().write(FILE, "{\"linear\":{\"enabled\":false}}");
    assertThat(tidemark.run("webhooks --test").out())
        .isEqualTo(
            "nothing is configured: nothing is switched on in .claude/config/integrations.json, no"
                + " .claude/config/webhooks.json\n");
    tidemark.scratch().write(".claude/config/webhooks.json", "[]");
    assertThat(tidemark.run("webhooks --test").out())
        .contains("nothing is switched on in .claude/config/webhooks.json");
  }

  @Test
  void where_there_is_no_team_none_is_named() {
    var none = "{\"data\":{\"teams\":{\"nodes\":[],\"pageInfo\":{\"hasNextPage\":false}}}}";
    try (var linear = LoopbackServer.answering(200, none)) {
      var tidemark =
          CommandLineHarness.fresh(temp)
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", "lin_x");
      tidemark.scratch().write(FILE, "{\"linear\":{\"enabled\":true,\"team\":\"Nope\"}}");

      assertThat(tidemark.run("webhooks --test").lines())
          .contains("linear: there is no team Nope: the key may see no team at all");
      assertThat(tidemark.after("start start/x").run("issue").err())
          .contains("there is no team Nope: the key may see no team at all");
    }
  }

  @Proves("R-COM-18")
  @Test
  void a_file_of_keys_may_begin_with_a_mark_and_is_complained_of_once() throws IOException {
    var keys = Files.createDirectories(temp.resolve("home/.config/tidemark")).resolve("keys");
    Files.writeString(keys, "\ufeffLINEAR_API_KEY=lin_\u00e4\u00f6\nBOARD=x\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    try (var linear = LoopbackServer.answering(200, "{}")) {
      var tidemark =
          CommandLineHarness.fresh(temp.resolve("project"))
              .with("TIDEMARK_LINEAR_URL", linear.address())
              .with("LINEAR_API_KEY", "")
              .with("XDG_CONFIG_HOME", "")
              .with("HOME", temp.resolve("home").toString());
      tidemark.scratch().write(FILE, "{\"linear\":{\"enabled\":true,\"team\":\"BAS\"}}");

      assertThat(tidemark.run("webhooks --test").lines())
          .contains("linear: its address or key contains characters that HTTP does not allow");
      assertThat(linear.got()).isEmpty();
      Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
      tidemark
          .scratch()
          .write(
              ".claude/config/webhooks.json",
              "[{\"name\":\"a\",\"type\":\"slack\",\"url_env\":\"BOARD\"}]");
      var ran = tidemark.after("start start/x --phases branch,issue-creation").run("issue");
      assertThat(ran.err().lines().filter(line -> line.contains("chmod 600"))).hasSize(1);
    }
  }
}
