package dev.tidemark.app.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.hook.event.ProjectProbe;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class LauncherPlacesTest {
  @Test
  void the_launcher_looks_where_the_program_looks() throws IOException {
    var launcher = Files.readString(Repository.root().resolve("build/dist/quiet.sh"));

    assertThat(launcher)
        .contains("  for place in " + String.join(" ", ProjectProbe.PLACES) + "; do\n");
  }
}
