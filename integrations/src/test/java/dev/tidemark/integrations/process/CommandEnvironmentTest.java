package dev.tidemark.integrations.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandEnvironmentTest {
  @TempDir private Path temp;

  @Test
  void options_of_tools_are_removed_and_named_and_the_rest_is_passed_on() {
    var environment =
        new CommandEnvironment(
            temp,
            Map.of("GOFLAGS", "-run=none", "npm_config_x", "1", "HOME", "/h", "PATH", "/bin"));

    assertThat(environment.removed()).containsExactly("GOFLAGS", "npm_config_x");
    assertThat(environment.variables()).isEqualTo(Map.of("HOME", "/h", "PATH", "/bin"));
  }

  @Test
  void nothing_that_loads_code_or_configures_git_stays() {
    var variables =
        Map.of("LD_LIBRARY_PATH", "/x", "GIT_CONFIG_COUNT", "1", "GIT_ASKPASS", "/a", "LANG", "C");

    assertThat(new CommandEnvironment(temp, variables).variables())
        .isEqualTo(Map.of("GIT_ASKPASS", "/a", "LANG", "C"));
  }

  @Test
  void folders_of_the_project_are_removed_from_the_path_through_links_too() throws IOException {
    var root = Files.createDirectories(temp.resolve("root/bin")).resolveSibling("");
    var link = Files.createSymbolicLink(temp.resolve("link"), root.resolve("bin"));
    var path = link + ":" + root + "/../root/bin:bin:.:" + temp + ":/usr/bin";

    var environment = new CommandEnvironment(root, Map.of("PATH", path));

    assertThat(environment.variables()).containsEntry("PATH", temp + ":/usr/bin");
    assertThat(environment.removed()).hasSize(4);
  }

  @Test
  void a_name_is_looked_for_in_what_remains_and_a_path_is_taken_from_the_root() {
    var environment = new CommandEnvironment(temp, Map.of("PATH", "/bin"));

    assertThat(environment.program(temp, "sh")).isEqualTo("/bin/sh");
    assertThat(environment.program(temp, "no-such-program")).isNull();
    assertThat(environment.program(temp, "./gradlew"))
        .isEqualTo(temp.resolve("./gradlew").toString());
  }
}
