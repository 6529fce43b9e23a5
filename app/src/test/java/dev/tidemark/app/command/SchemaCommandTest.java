package dev.tidemark.app.command;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.dialects.definition.DefinitionException;
import dev.tidemark.dialects.definition.WorkflowFilesReader;
import dev.tidemark.dialects.definition.YamlTree;
import dev.tidemark.handoff.ContractCheck;
import dev.tidemark.handoff.ContractCheck.Rejected;
import dev.tidemark.handoff.HandoffRequest;
import dev.tidemark.handoff.HandoffResponse;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.runner.RunDefinition;
import dev.tidemark.testkit.JsonVariants;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The published schemas say what the code says.
class SchemaCommandTest {
  private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\n(.*?)^```");
  private static final Pattern JSON = Pattern.compile("(?ms)^\\{\n.*?^\\}");

  private static final String FILE = ".tidemark/workflows/release.yaml";

  private static final String[] REPLACEMENTS = {
    "null",
    "true",
    "0",
    "1.0",
    "-1",
    "1.5",
    "\"\"",
    "\" \"",
    "\"complete\"",
    "\"90s\"",
    "\"../x\"",
    "\"/x\"",
    "[]",
    "[\"a\",1]",
    "{}",
    "{\"x\":{}}"
  };

  private static final String WORKFLOW =
      """
      {"name":"release","format":"state","purpose":"Cut a release","summary-limit":300,
       "gate":true,"strict":true,"x-note":1,
       "run":{"agent":"claude","command":["./a.sh","-q"],"prompt":"p.md","tools":["Read"],
              "writes":["docs/**"],"timeout":"45m","idle":"90s","retries":1,"max-cost":2.5,
              "x-team":"ours"},
       "phases":["prepare",
         {"name":"publish","number":1.5,"x-note":1,
          "run":{"agent":"codex","each":"tasks","jobs":2,"needs":["prepare"],"sandbox":"off"},
          "gates":[
           {"phases-done":["prepare"],"name":"d","at":"both","advisory":true,"x-note":1},
           {"artifact":"docs/n.md","json":true},{"review":true},
           {"approval":"prepare","files":["a"]},{"head-unchanged":"start"},
           {"command":["make","check"],"timeout":9},
           {"report":"junit"},{"report":"sarif","level":"note"},
           {"report":"in-toto","predicate":["https://in-toto.io/attestation/svr/v0.1"]},
           {"clean-tree":true},{"ship":true},
           {"preview":true},{"issue":true}]}]}
      """;

  /// What a schema cannot express: what one place says about another, or about the disk.
  private static final List<String> BEYOND =
      List.of(
          "there is no phase",
          "expected phases before this one",
          "is there already",
          "is no readable file",
          "patterns such as");

  private static final String REQUEST =
      """
      {"task_id":"T002","phase":"write","mode":"code",
       "context":{"feature":"auth","spec_path":"docs/spec.md","relevant_files":["src/a.ts"],
                  "constraints":["Keep the old API"],"previous_summary":"Tokens live in src/auth."},
       "instructions":"Rotate tokens","expected_output":"files_changed"}\
      """;

  private static final String RESPONSE =
      """
      {"task_id":"T002","phase":"write","status":"complete","decision":"PROCEED",
       "findings":{"files_created":["src/rotate.ts"],"files_modified":[{"path":"src/a.ts"}]},
       "context_summary":"Tokens rotate on use.","tokens_used":1200,"issues":[]}\
      """;

  private static final Map<String, String> FILES =
      Map.of(
          "request", "handoff-request-1",
          "response", "handoff-response-1",
          "workflow", "workflow-1",
          "checkpoint", "checkpoint-state-1");

  @TempDir private Path temp;

  private static String published(String name) throws IOException {
    var file = "docs/schema/" + FILES.get(name) + ".schema.json";
    return Files.readString(Repository.root().resolve(file));
  }

  private static Schema schema(String name) throws IOException {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(published(name));
  }

  private static boolean accepts(Schema schema, String json) {
    return schema.validate(json, InputFormat.JSON).isEmpty();
  }

  @Test
  void it_prints_the_published_files_and_lists_them() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp).from(temp);
    var listed = tidemark.run("schema");
    for (var name : FILES.keySet()) {
      var text = published(name);
      assertThat(tidemark.run("schema " + name).out()).isEqualTo(text);
      var json = tidemark.run("schema --json " + name).json();
      assertThat(json.object("schema")).isEqualTo(JsonText.parse(text));
      var title = ((JsonObject) JsonText.parse(text)).string("title");
      assertThat(listed.lines()).contains(name + "  " + title);
    }
    assertThat(listed.lines()).hasSize(FILES.size());
    assertThat(tidemark.run("schema other").exit()).isEqualTo(2);
  }

  // ---------------------------------------------------------------- workflows

  /// Returns why the product refuses a workflow file, or what it ignores in it; null if it reads
  /// all of it.
  private @Nullable String refusal(String yaml) throws IOException {
    var file = temp.resolve(FILE);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(temp.resolve("p.md"), "Do it.");
    Files.writeString(file, yaml);
    var ignored = new ArrayList<String>();
    try {
      var tree = YamlTree.read(FILE, yaml);
      var definition = WorkflowFilesReader.of(FILE, tree.root(), tree::line, ignored);
      RunDefinition.read(temp, definition, null);
      return ignored.isEmpty() ? null : ignored.getFirst();
    } catch (DefinitionException wrong) {
      return wrong.problem();
    }
  }

  /// Returns a file as the validator gets it.
  private static String tree(String yaml) {
    return JsonText.compact(YamlTree.read(FILE, yaml).root());
  }

  private static Map<String, String> workflows() throws IOException {
    var workflows = new LinkedHashMap<String, String>();
    for (var place : List.of("README.md", "build", "docs", "plugins", "resume-suite")) {
      try (var files = Files.walk(Repository.root().resolve(place))) {
        for (var file : files.sorted().toList()) {
          var path = file.toString().replace('\\', '/');
          if (path.endsWith(".yaml") && path.contains(".tidemark/workflows/")) {
            workflows.put(path, Files.readString(file));
          } else if (path.endsWith(".md")) {
            var blocks = YAML.matcher(Files.readString(file));
            while (blocks.find()) {
              if (blocks.group(1).contains("phases:")) {
                workflows.put(path + " at " + blocks.start(), blocks.group(1));
              }
            }
          }
        }
      }
    }
    return workflows;
  }

  @Test
  void every_workflow_of_the_sources_and_the_documentation_is_valid() throws IOException {
    var schema = schema("workflow");
    var workflows = workflows();
    assertThat(workflows).hasSizeGreaterThanOrEqualTo(5);
    for (var workflow : workflows.entrySet()) {
      assertThat(refusal(workflow.getValue())).as(workflow.getKey()).isNull();
      assertThat(schema.validate(tree(workflow.getValue()), InputFormat.JSON))
          .as(workflow.getKey())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "phasse: [a]                               | unknown key phasse",
        "name: x                                   | phases: expected a list",
        "phases: a                                 | phases: expected a list",
        "phases: []                                | expected 1 to 200 phases",
        "phases: [2026]                            | expected the name of a phase",
        "phases: [{nam: a}]                        | unknown key nam",
        "phases: [{number: 1}]                     | expected the name of a phase",
        "phases: [{name: a, number: one}]          | expected a number",
        "phases: [a]; name: a/b                    | cannot stand in a file name",
        "phases: [a]; name: state                  | is the name of a format",
        "phases: [a]; format: spoken              | no format spoken",
        "phases: [a]; purpose: ' '                 | purpose: expected a text",
        "phases: [a]; summary-limit: 0             | summary-limit: expected",
        "phases: [a]; summary-limit: 1.5           | summary-limit: expected",
        "phases: [a]; gate: maybe                  | gate: expected true or false",
        "phases: [a]; strict: 1                    | strict: expected true or false",
        "phases: [a]; run: claude                  | run: expected keys and values",
        "phases: [a]; run: {agnt: claude}          | unknown key agnt",
        "phases: [a]; run: {timeout: soon}         | expected a length of time",
        "phases: [a]; run: {timeout: 30}           | expected a length of time",
        "phases: [a]; run: {idle: 0s}              | expected a length of time",
        "phases: [a]; run: {retries: 101}          | expected a number from 0 to 100",
        "phases: [a]; run: {max-cost: -1}          | expected an amount",
        "phases: [a]; run: {jobs: 0}               | expected a number from 1 to 32",
        "phases: [a]; run: {sandbox: on}           | sandbox of run: expected auto or off",
        "phases: [a]; run: {each: tasks}           | belong to a phase",
        "phases: [{name: a, run: {each: files}}]   | expected the word tasks",
        "phases: [{name: a, run: {needs: b}}]      | expected a list of words",
        "phases: [a]; run: {max-cost: '5.00'}      | expected an amount",
        "phases: [a]; run: {prompt: ../p.md}       | expected a path inside the project",
        "phases: [a]; run: {command: ./a.sh}       | expected a list of words",
        "phases: [a]; run: {tools: []}             | expected a list of words",
        "phases: [{name: a, run: {writes: docs}}]  | expected a list of words",
        "phases: [{name: a, gates: {ship: true}}]  | gates: expected a list",
        "phases: [{name: a, gates: [{wizardry: x}]}] | unknown condition",
        "phases: [{name: a, gates: [{ship: false}]}] | ship: expected true",
        "phases: [{name: a, gates: [{ship: true, at: soon}]}] | at: expected",
        "phases: [{name: a, gates: [{ship: true, issue: true}]}] | make it two gates",
        "phases: [{name: a, gates: [{ship: true, json: true}]}] | unknown key json",
        "phases: [{name: a, gates: [{artifact: /etc/x}]}] | expected a path inside",
        "phases: [{name: a, gates: [{command: mvn}]}] | command: expected a list of words",
        "phases: [{name: a, gates: [{command: [x], timeout: 86401}]}] | timeout: expected",
        "phases: [{name: a, gates: [{report: xunit}]}] | report: expected one of",
        "phases: [{name: a, gates: [{report: junit, level: note}]}] | level belongs to",
        "phases: [{name: a, gates: [{report: sarif, level: none}]}] | level: expected one of",
        "phases: [{name: a, gates: [{report: in-toto, predicate: x}]}] | predicate: expected",
      })
  void a_wrong_workflow_is_refused_by_both(String line, String problem) throws IOException {
    var yaml = line.strip().replace("; ", "\n") + "\n";
    assertThat(refusal(yaml)).contains(problem.strip());
    assertThat(accepts(schema("workflow"), tree(yaml))).isFalse();
  }

  @Test
  void it_agrees_with_the_reader_of_workflows_whatever_is_replaced_or_left_out()
      throws IOException {
    var schema = schema("workflow");
    var variants = JsonVariants.of(WORKFLOW, REPLACEMENTS);
    assertThat(variants).hasSizeGreaterThan(500);
    for (var variant : variants) {
      if (!(variant instanceof JsonObject)) {
        continue;
      }
      var text = JsonText.compact(variant);
      var ours = refusal(text);
      var theirs = schema.validate(tree(text), InputFormat.JSON);
      boolean beyond = ours != null && BEYOND.stream().anyMatch(ours::contains);
      if (!beyond) {
        assertThat(theirs.isEmpty())
            .as("%s%nours: %s%ntheirs: %s", text, ours, theirs)
            .isEqualTo(ours == null);
      }
    }
  }

  // ---------------------------------------------------------------- hand-off

  @ParameterizedTest
  @CsvSource({"request", "response"})
  void it_agrees_with_the_contract_of_a_handoff_whatever_is_replaced_or_left_out(String name)
      throws IOException {
    var schema = schema(name);
    var variants = JsonVariants.of(name.equals("request") ? REQUEST : RESPONSE, REPLACEMENTS);
    assertThat(variants).hasSizeGreaterThan(100);
    for (var variant : variants) {
      if (variant instanceof JsonObject object) {
        var text = JsonText.compact(object);
        var theirs = schema.validate(text, InputFormat.JSON);
        assertThat(theirs.isEmpty()).as("%s%n%s", text, theirs).isEqualTo(isAccepted(name, object));
      }
    }
  }

  private static boolean isAccepted(String name, JsonObject object) {
    ContractCheck<?> check =
        name.equals("request")
            ? HandoffRequest.of(object, SummaryLimit.DEFAULT)
            : HandoffResponse.of(object, null, SummaryLimit.DEFAULT);
    return !(check instanceof Rejected<?>);
  }

  @Test
  void the_requests_and_responses_of_the_documentation_are_valid() throws IOException {
    var found = new ArrayList<String>();
    var blocks = JSON.matcher(Files.readString(Repository.root().resolve("docs/handoff.md")));
    while (blocks.find()) {
      var name = blocks.group().contains("decision") ? "response" : "request";
      found.add(name);
      assertThat(schema(name).validate(blocks.group(), InputFormat.JSON)).isEmpty();
    }
    assertThat(found).containsExactly("request", "response");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the agent is a shell script")
  void the_requests_of_the_runner_and_the_responses_to_them_are_valid() throws IOException {
    var tidemark = CommandLineHarness.fresh(temp.resolve("project"));
    var page = Files.readString(Repository.root().resolve("docs/run.md"));
    int from = page.indexOf("```sh\n") + 6;
    var root = tidemark.scratch().root();
    tidemark.scratch().write("agent.sh", page.substring(from, page.indexOf("```", from)));
    tidemark.after("start implement/auth --phases design,code", "run --command 'sh agent.sh'");
    int compared = 0;
    try (var attempts = Files.walk(root.resolve(STATE + "/attempts"))) {
      for (var file : attempts.toList()) {
        var name = String.valueOf(file.getFileName());
        if (name.equals("in") || name.equals("out")) {
          var schema = schema(name.equals("in") ? "request" : "response");
          assertThat(schema.validate(Files.readString(file), InputFormat.JSON)).isEmpty();
          compared++;
        }
      }
    }
    assertThat(compared).isEqualTo(4);
  }
}
