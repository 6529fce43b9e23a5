package dev.tidemark.app.settings.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PasswordDatabaseTest {
  private static final String LINES =
      """
      root:x:0:0:root:/root:/bin/bash
      # 1000:x:1000
      ann:x:1000:1000:Ann,,,:/home/ann:/bin/bash
      svc:x:1001:1001::relative:/bin/false
      """;

  @Test
  void the_home_is_that_of_the_user_number() {
    assertThat(PasswordDatabase.home(LINES, "1000")).isEqualTo(Path.of("/home/ann"));
    assertThat(PasswordDatabase.home(LINES, "0")).isEqualTo(Path.of("/root"));
    assertThat(PasswordDatabase.home(LINES, "1001")).isNull();
    assertThat(PasswordDatabase.home(LINES, "100")).isNull();
  }
}
