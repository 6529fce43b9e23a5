package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Protocol;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `redact`: a secret once written is taken out of everything.
@Proves("R-USR-13")
class RedactVerbTest {
  private static final String SECRET = "correct horse battery";
  private static final String DOCUMENT = ".claude/state/design-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .after(
                "start design/auth",
                "done research --summary 'The password is " + SECRET + ".'",
                "fail planning --reason 'Not with " + SECRET + "'");
  }

  private boolean isAnywhere() throws IOException {
    for (var folder : new String[] {STATE, ".claude"}) {
      try (var all = Files.walk(tidemark.scratch().root().resolve(folder))) {
        for (var file : all.filter(Files::isRegularFile).toList()) {
          var text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
          if (text.contains(SECRET)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  @Test
  void it_goes_out_of_the_file_the_states_the_events_and_the_copies() throws IOException {
    tidemark.completed("design/auth");
    var before = Tree.of(temp);

    var dry = tidemark.given(SECRET + "\n").run("redact --dry-run");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var ran = tidemark.given(SECRET + "\n").run("redact");

    assertThat(dry.lines())
        .containsExactly(
            "state/design/auth: would be removed from the file, 5 recorded states, 1 entry's notes,"
                + " 1 archived copy");
    assertThat(ran.lines().getFirst()).contains("removed from the file, 5 recorded states");
    assertThat(ran.out() + ran.err()).doesNotContain(SECRET);
    assertThat(isAnywhere()).isFalse();
    assertThat(tidemark.run("show --raw").out()).contains("The password is [redacted].");
    assertThat(tidemark.run("show --at 2").exit()).isEqualTo(1);
    assertThat(tidemark.run("show --at 1").exit()).isZero();
    assertThat(tidemark.run("history").out())
        .contains("planning failed: Not with [redacted]", "a secret removed from 5 states");
    assertThat(tidemark.run("doctor").out()).doesNotContain("error");
    assertThat(tidemark.given(SECRET).run("redact").lines())
        .containsExactly("it is in none of 1 run");
  }

  @Test
  void it_goes_out_of_what_was_set_aside_even_if_that_is_no_text() throws IOException {
    var aside = tidemark.scratch().root().resolve(DOCUMENT + ".corrupt-20260129T100000Z");
    var bytes = new ByteArrayOutputStream();
    bytes.write(0xff);
    bytes.writeBytes((SECRET + "!").getBytes(StandardCharsets.UTF_8));
    Files.write(aside, bytes.toByteArray());
    var moved = tidemark.scratch().state().resolve("moved/state-design-auth.json-4");
    Files.createDirectories(moved);
    Files.writeString(moved.resolve("000001.jsonl"), SECRET);
    tidemark.after("start implement/other");
    var before = Tree.of(temp);

    var dry = tidemark.given(SECRET).run("redact --dry-run --json");
    assertThat(Tree.of(temp)).isEqualTo(before);
    var ran = tidemark.given(SECRET).run("redact");

    assertThat(dry.out())
        .contains(
            "[\".claude/state/design-auth.json.corrupt-20260129T100000Z\",\""
                + STATE
                + "/moved/state-design-auth.json-4/000001.jsonl\"]")
        .doesNotContain("implement/other");
    assertThat(ran.lines().getFirst()).contains("2 kept files");
    assertThat(Files.readAllBytes(aside))
        .startsWith(0xff)
        .endsWith("[redacted]!".getBytes(StandardCharsets.UTF_8));
    assertThat(isAnywhere()).isFalse();
    assertThat(tidemark.given(SECRET).run("redact").lines())
        .containsExactly("it is in none of 2 runs");
  }

  @Test
  void it_goes_out_of_what_a_workflow_has_replaced() throws IOException {
    var all = Protocol.all(temp.resolve("all")).after("adopt");
    var root = all.scratch().root();
    var kept = root.resolve("memory/state/.archive/wf-1_20260129T100000Z/phase.json");
    Files.createDirectories(kept.resolveSibling(""));
    Files.writeString(kept, "{\"goal\":\"" + SECRET + "\"}");

    var ran = all.given(SECRET).run("redact --run flow/develop");

    assertThat(ran.lines()).containsExactly("flow/develop: removed from 1 kept file");
    assertThat(kept).hasContent("{\"goal\":\"[redacted]\"}");
  }

  @ParameterizedTest
  @EnumSource
  void documents_of_every_protocol_can_be_read_without_it(Protocol protocol) throws IOException {
    var word =
        switch (protocol) {
          case STATE -> "codebase patterns";
          case PHASE -> "47 tests passing";
          case ITEM -> "notifications for orders";
          case FLOW -> "demand.json";
        };
    var all = Protocol.all(temp.resolve("all")).after("adopt");
    var file = all.scratch().root().resolve(protocol.path());
    assertThat(Files.readString(file)).contains(word);

    var ran = all.given(word).run("redact --run " + protocol.run());

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(Files.readString(file)).doesNotContain(word).contains("[redacted]");
    assertThat(all.run("status --run " + protocol.run()).exit()).isZero();
  }

  @Test
  void an_edit_that_nobody_recorded_yet_is_cleaned_with_the_rest() throws IOException {
    var file = tidemark.scratch().root().resolve(DOCUMENT);
    Files.writeString(file, Files.readString(file).replace("Not with", SECRET + " with"));

    tidemark.given(SECRET).after("redact");

    assertThat(isAnywhere()).isFalse();
    assertThat(tidemark.run("history").out()).contains("edited outside Tidemark");
  }

  @Test
  void what_could_be_any_word_or_would_break_the_file_is_refused() throws IOException {
    var before = Files.readString(tidemark.scratch().root().resolve(DOCUMENT));

    var brief = tidemark.given("pass").run("redact");
    var broken = tidemark.given("\"phases\": {").run("redact");

    assertThat(brief.exit()).isEqualTo(2);
    assertThat(brief.err()).contains("has less than 6 characters");
    assertThat(tidemark.given("\n").run("redact").err())
        .isEqualTo("tidemark: no secret was given\nhint: Name its file: tidemark redact FILE\n");
    assertThat(broken.exit()).isEqualTo(5);
    assertThat(broken.err()).contains("could not be read without the secret");
    assertThat(tidemark.scratch().root().resolve(DOCUMENT)).hasContent(before);
  }

  @Test
  void a_name_of_who_acted_is_told_and_stays() {
    tidemark.after("enter specs --as SecretAgent");

    var ran = tidemark.given("SecretAgent").run("redact --json");

    assertThat(ran.out()).contains("\"states\":[]", "\"unalterable\":[4]");
    assertThat(tidemark.run("history --limit 1").out()).contains("SecretAgent");
  }
}
