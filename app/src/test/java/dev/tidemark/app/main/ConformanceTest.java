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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The official conformance suite, over HTTP and over standard streams. It drives HTTP only, so a
/// bridge stands before the streams, and most of its scenarios call tools, resources and prompts of
/// its own reference server. Those that fit any server must pass; over streams also, of all
/// scenarios, the check that every message has the form of the protocol's schema.
///
/// `npm install --prefix build/conformance` fetches it; without it the test is skipped, and fails
/// where `TIDEMARK_CI=1`.
class ConformanceTest {
  private static final Path SUITE = Repository.root().resolve("build/conformance/node_modules");

  /// The scenarios that fail, by the reason.
  private static final Map<String, Set<String>> EXPECTED =
      Map.of(
          "calls a tool, prompt or resource of the reference server",
          words(
              """
              json-schema tools-call-simple-text tools-call-image tools-call-audio
              tools-call-embedded-resource tools-call-mixed-content tools-call-error
              tools-call-with-logging tools-call-with-progress tools-call-sampling
              tools-call-elicitation elicitation-sep1034-defaults elicitation-sep1330-enums
              prompts-get-simple prompts-get-with-args prompts-get-embedded-resource
              prompts-get-with-image resources-read-text resources-read-binary
              resources-templates-read http-custom-header-server-validation
              input-required-result-basic-elicitation input-required-result-basic-sampling
              input-required-result-basic-list-roots input-required-result-request-state
              input-required-result-multiple-input-requests input-required-result-multi-round
              input-required-result-non-tool-request input-required-result-result-type
              input-required-result-tampered-state input-required-result-capability-check
              """),
          "needs completion, logging or resource subscriptions, which the server does not declare",
          words("completion-complete logging-set-level resources-subscribe resources-unsubscribe"),
          "needs the extension for tasks, which the server does not declare",
          words(
              """
              tasks-lifecycle tasks-capability-negotiation tasks-wire-fields
              tasks-request-state-removal tasks-mrtr-input tasks-request-headers
              tasks-dispatch-and-envelope tasks-required-task-error tasks-mrtr-composition
              """));

  /// The checks of other scenarios that call a tool of the reference server; the suite reports them
  /// as "not testable".
  private static final Set<String> UNTESTABLE =
      Set.of(
          "sep-2575-server-rejects-undeclared-capability",
          "sep-2575-missing-capability-http-400",
          "sep-2575-http-server-no-independent-requests-on-stream",
          "sep-2575-server-no-log-without-loglevel");

  @TempDir private Path temp;

  private static void assumeSuite() {
    if (!"1".equals(System.getenv("TIDEMARK_CI"))) {
      assumeThat(SUITE).as("npm install --prefix build/conformance").exists();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, server-initialize ping tools-list resources-list prompts-list",
    "2026-07-28, tools-list resources-list prompts-list caching sep-2164-resource-not-found"
        + " input-required-result-unsupported-methods input-required-result-ignore-extra-params"
  })
  void the_suite_finds_nothing_that_breaks_the_protocol(String revision, String scenarios)
      throws IOException, InterruptedException {
    assumeSuite();
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

  /// The server of `serve` itself, over HTTP. The suite sends no token, so a proxy adds it.
  @ParameterizedTest
  @ValueSource(strings = {"2025-11-25", "2026-07-28"})
  void over_http_only_scenarios_fail_that_need_a_feature_of_the_reference_server(String revision)
      throws IOException, InterruptedException {
    assumeSuite();
    var tidemark = CommandLineHarness.fresh(temp.resolve("project")).after("start implement/auth");
    var results = temp.resolve("results");
    try (var served = Served.at(tidemark);
        var proxy = new AuthorizingProxy(served.port(), served.token())) {
      run(proxy.url(), revision, results);
    }

    var checks = checks(results);
    assertThat(checks.keySet())
        .contains("tools-list", "dns-rebinding-protection", "resources-list", "prompts-list");
    if (revision.equals("2026-07-28")) {
      assertThat(checks.keySet()).contains("server-stateless", "http-header-validation", "caching");
    }
    for (var scenario : checks.entrySet()) {
      var failed = failed(scenario.getValue());
      if (EXPECTED.values().stream().anyMatch(all -> all.contains(scenario.getKey()))) {
        assertThat(failed).as(scenario.getKey() + " passes now: expect it to").isNotEmpty();
      } else {
        failed.removeAll(UNTESTABLE);
        assertThat(failed).as(scenario.getKey()).isEmpty();
      }
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

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
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
