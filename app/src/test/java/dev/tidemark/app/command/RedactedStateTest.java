package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of a state that `redact` took out.
class RedactedStateTest {
  private static final String SECRET = "correct horse battery";

  @TempDir private Path temp;

  @Test
  void a_state_that_went_is_said_to_have_gone_when_and_by_whom() {
    var tidemark = CommandLineHarness.fresh(temp);
    tidemark.after(
        "start design/auth",
        "done research --summary 'The password is " + SECRET + ".'",
        "done planning --summary Planned");
    tidemark.given(SECRET).after("redact --as ann");

    var expected = "holds no state at entry 2: `redact` took it out at entry 4 (ann";
    assertThat(tidemark.run("show --at 2").err()).contains(expected);
    assertThat(tidemark.run("diff --from 2").err()).contains(expected);
    assertThat(tidemark.run("restore --to 2").err()).contains(expected);
    assertThat(tidemark.run("undo").err())
        .contains("holds no state at entry 3: `redact` took it out at entry 4 (ann");
    assertThat(tidemark.run("show --at 9").err())
        .contains("has no entry 9, the newest is")
        .doesNotContain("took it out");
  }
}
