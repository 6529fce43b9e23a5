package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Tree;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `redact` where a run is called what is to go.
@Proves("R-USR-13")
class RedactNameTest {
  private static final String NAME = "acme-merger";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
  }

  @Test
  void a_run_whose_name_holds_it_is_refused_and_left_as_it_is() throws IOException {
    tidemark.after("start design/" + NAME, "done research --summary 'For " + NAME + "'");
    var before = Tree.of(temp);

    var dry = tidemark.given(NAME).run("redact --dry-run");
    var ran = tidemark.given(NAME).run("redact --run design/" + NAME);

    assertThat(dry.exit()).isEqualTo(1);
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains("it is part of the name of state/design/" + NAME)
        .contains("the name of a run and its paths cannot be altered")
        .contains("Give a text that is in no name");
    assertThat(Tree.of(temp)).isEqualTo(before);
    tidemark.after("done planning --summary Fine");
  }

  @Test
  void a_feature_as_it_was_typed_is_a_name_too() {
    tidemark.words("start", "design/Acme:Merger");
    var run = "state/design/AcmeMerger";

    var ran = tidemark.given("Acme:Merger").run("redact --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("\"ok\":false,\"error\":{\"code\":\"in-name\"")
        .contains("\"refused\":[{\"run\":\"" + run + "\",\"code\":\"in-name\"");
    assertThat(tidemark.run("done research --summary Fine --run " + run).exit()).isZero();
  }

  @Test
  void the_other_runs_are_cleaned_all_the_same() throws IOException {
    tidemark.after(
        "start design/" + NAME,
        "start implement/other --phases code",
        "done code --summary 'For " + NAME + "' --run implement/other");
    var other = tidemark.scratch().root().resolve(".claude/state/implement-other.json");

    var ran = tidemark.given(NAME).run("redact");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out()).contains("state/implement/other: removed from the file");
    assertThat(ran.err()).contains("state/design/" + NAME).doesNotContain("implement/other");
    assertThat(Files.readString(other)).contains("For [redacted]").doesNotContain(NAME);
  }
}
