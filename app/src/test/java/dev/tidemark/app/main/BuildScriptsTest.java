package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.app.Repository;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Scripts and files for build servers, checked by the linters of their languages.
class BuildScriptsTest {
  private static final String RULES =
      "{extends: default, rules: {line-length: {max: 140}, document-start: disable,"
          + " truthy: {check-keys: false}}}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shellcheck -x build/release build/javadoc build/java21 build/jdk build/proof"
            + " build/programs build/all.sh build/fresh.sh .ci/run",
        "yamllint -s -d '" + RULES + "' build/ci/github.yml build/ci/gitlab.yml action.yml"
      })
  void linters_accept_the_scripts_and_the_files_for_build_servers(String command) throws Exception {
    var linter = command.substring(0, command.indexOf(' '));
    var present = new ProcessBuilder("sh", "-c", "command -v " + linter).start().waitFor() == 0;
    assumeTrue(System.getenv("TIDEMARK_CI") != null || present, linter + " is missing");

    var process =
        new ProcessBuilder("sh", "-c", command)
            .directory(Repository.root().toFile())
            .redirectErrorStream(true)
            .start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(out).isZero();
  }
}
