package dev.tidemark.app.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.LinearStub;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The specification of a feature, which is told of its issue where that is possible.
class IssueSpecificationTest {
  private static final String FILE = ".claude/config/integrations.json";
  private static final String SPEC = "specs/foundation/spec.json";
  private static final String NATIVE = "{\"linear\":{\"enabled\":true,\"team\":\"Basecamp\"}}";

  @TempDir private Path temp;
  private final LinearStub linear = new LinearStub();
  private CommandLineHarness tidemark;
  private Path spec;

  @BeforeEach
  void begin() {
    tidemark =
        CommandLineHarness.fresh(temp)
            .with("TIDEMARK_LINEAR_URL", linear.address())
            .with("LINEAR_API_KEY", LinearStub.KEY);
    tidemark.after("start start/foundation --phases branch,issue-creation");
    tidemark.scratch().write(FILE, NATIVE).write(SPEC, "{}");
    spec = tidemark.scratch().root().resolve(SPEC);
  }

  @AfterEach
  void end() {
    linear.close();
  }

  @Proves("R-004-63")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"name\":\"\u00e4\"} | it is not UTF-8 text",
        "{\"name\": | it is damaged at",
        "`` | it is empty",
        "[1] | it holds no object",
        "{\"linear\":\"mine\"} | its field linear is no object",
      })
  void where_the_specification_could_not_be_told_no_issue_is_made(String text, String reason)
      throws IOException {
    Files.writeString(spec, text, ISO_8859_1);

    var ran = tidemark.run("issue --create");

    assertThat(ran.exit()).isOne();
    assertThat(ran.err())
        .contains("Linear issue creation failed: " + SPEC + " cannot be updated: " + reason);
    assertThat(linear.issues()).isEmpty();
    assertThat(tidemark.run("issue").err()).contains("no issue was created: " + SPEC);
    var named = tidemark.run("issue --issue BAS-6");
    assertThat(named.exit()).isOne();
    assertThat(named.out()).contains("the issue is BAS-6");
    assertThat(named.err())
        .contains(SPEC + " cannot be updated: " + reason)
        .contains("--issue BAS-6");
    assertThat(Files.readString(spec, ISO_8859_1)).isEqualTo(text);
    Files.writeString(spec, "{}");
    assertThat(tidemark.run("issue --issue BAS-6").out()).contains("written into " + SPEC);
  }

  @Test
  void another_issue_takes_the_place_of_the_one_before_with_its_address() throws IOException {
    Files.writeString(
        spec, "{\"linear\":{\"identifier\":\"BAS-1\",\"url\":\"https://one\",\"mine\":1}}");

    tidemark.after("issue --issue BAS-6");

    assertThat(Files.readString(spec).replaceAll("\\s", ""))
        .isEqualTo("{\"linear\":{\"identifier\":\"BAS-6\",\"mine\":1}}");
  }

  @Test
  void a_refusal_names_the_run() {
    tidemark.scratch().write(FILE, "{}");

    assertThat(tidemark.run("issue --create --json").string("run"))
        .isEqualTo("state/start/foundation");
    tidemark.scratch().write(FILE, "{\"linear\":{\"enabled\":true}}");
    assertThat(tidemark.run("issue --create --json").string("run"))
        .isEqualTo("state/start/foundation");
  }
}
