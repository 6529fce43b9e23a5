package dev.tidemark.app.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tidemark.app.Repository;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The official conformance suite, as far as it fits a server over standard streams: it drives HTTP
/// only, so a bridge stands between, and most of its scenarios call tools, resources and prompts of
/// its own reference server. Those that fit any server must pass, and of all scenarios the check
/// that every message has the form of the protocol's schema.
///
/// `npm install --prefix build/conformance` fetches it; without it the test is skipped, unless
/// `TIDEMARK_CONFORMANCE` is 1, which `.ci/run` sets once it has fetched it.
class ConformanceTest {
  private static final Path SUITE = Repository.root().resolve("build/conformance/node_modules");

  @TempDir private Path temp;

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, server-initialize ping tools-list resources-list prompts-list",
    "2026-07-28, tools-list resources-list prompts-list caching sep-2164-resource-not-found"
        + " input-required-result-unsupported-methods input-required-result-ignore-extra-params"
  })
  void the_suite_finds_nothing_that_breaks_the_protocol(String revision, String scenarios)
      throws IOException, InterruptedException {
    if (!"1".equals(System.getenv("TIDEMARK_CONFORMANCE"))) {
      assumeThat(SUITE).as("npm install --prefix build/conformance").exists();
    }
    var tidemark = CommandLineHarness.fresh(temp.resolve("project")).after("start implement/auth");
    var results = temp.resolve("results");
    try (var bridge = new HttpBridge(server(tidemark))) {
      run(bridge.url(), revision, results);
    }

    var checks = checks(results);
    assertThat(checks.keySet()).containsAll(List.of(scenarios.split(" ")));
    for (var scenario : scenarios.split(" ")) {
      assertThat(failed(checks.get(scenario))).as(scenario).isEmpty();
      assertThat(checks.get(scenario)).as(scenario).isNotEmpty();
    }
    for (var scenario : checks.entrySet()) {
      assertThat(failed(scenario.getValue()))
          .as(scenario.getKey())
          .doesNotContain("wire-schema-valid");
    }
  }

  private static Process server(CommandLineHarness tidemark) throws IOException {
    var words = ChildProcess.program();
    words.add("mcp");
    var builder = new ProcessBuilder(words).directory(tidemark.folder().toFile());
    builder.environment().clear();
    builder.environment().putAll(tidemark.environment());
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private void run(String url, String revision, Path results)
      throws IOException, InterruptedException {
    var suite = SUITE.resolve("@modelcontextprotocol/conformance/dist/index.js");
    var log = temp.resolve("suite.log").toFile();
    var process =
        new ProcessBuilder(
                SUITE.resolve(".bin/node").toString(),
                suite.toString(),
                "server",
                "--url",
                url,
                "--requirements",
                revision,
                "--output-dir",
                results.toString())
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(results).as(Files.readString(log.toPath(), UTF_8)).exists();
  }

  /// Returns the checks of each scenario.
  private static TreeMap<String, List<JsonObject>> checks(Path results) throws IOException {
    var all = new TreeMap<String, List<JsonObject>>();
    try (var files = Files.walk(results)) {
      for (var file : files.filter(path -> path.endsWith("checks.json")).toList()) {
        var scenario = String.valueOf(file.getParent().getFileName());
        var name =
            scenario.replaceFirst("^server-", "").replaceFirst("-\\d{4}-\\d\\d-\\d\\d.*$", "");
        var checks = new ArrayList<JsonObject>();
        for (var check : ((JsonArray) JsonText.parse(Files.readString(file))).elements()) {
          checks.add((JsonObject) check);
        }
        all.put(name, checks);
      }
    }
    return all;
  }

  private static TreeSet<String> failed(List<JsonObject> checks) {
    var failed = new TreeSet<String>();
    for (var check : checks) {
      if ("FAILURE".equals(check.string("status"))) {
        failed.add(String.valueOf(check.string("id")));
      }
    }
    return failed;
  }
}
