package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports of other tools as the result of gates, from the import to the verification.
class GateImportTest {
  private static final String PASSED = "<testsuite><testcase name='a'/></testsuite>";
  private static final String FAILED =
      "<testsuite><testcase name='a'><failure/></testcase></testsuite>";

  private static final String LINTED =
      """
      {"version":"2.1.0","runs":[{"tool":{"driver":{"name":"lint","version":"9"}},
       "results":[{"level":"warning","message":{"text":"m"}}]}]}
      """;

  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp.resolve("project"));
    tidemark
        .scratch()
        .write(".gitignore", "target/\n.claude/\n")
        .write("src/a.txt", "a\n")
        .write(
            ".tidemark/workflows/release.yaml",
            """
            phases:
              - prepare
              - name: publish
                gates:
                  - report: junit
                    name: unit
                  - report: sarif
                    name: lint
                    level: warning
                    advisory: true
                  - report: in-toto
                    name: policy
                    predicate: https://slsa.dev/verification_summary/v1
            """);
    tidemark.after("config receipts on");
    tidemark.scratch().commit("Begin");
    tidemark.scratch().git("switch", "--quiet", "--create", "change");
    tidemark.after("start release/v1", "done prepare --summary Done");
  }

  private void write(String path, String text) {
    tidemark.scratch().write(path, text);
  }

  private String summary(String commit, String result) {
    return """
    {"_type":"https://in-toto.io/Statement/v1",
     "subject":[{"name":"git+https://example.com/x","digest":{"gitCommit":"%s"}}],
     "predicateType":"https://slsa.dev/verification_summary/v1",
     "predicate":{"verifier":{"id":"https://example.com/v"},"verificationResult":"%s"}}
    """
        .formatted(commit, result);
  }

  private String head() {
    return tidemark.scratch().git("rev-parse", "HEAD");
  }

  private static void assertRefused(Ran ran, String message, String hint) {
    assertThat(ran.err()).contains(message).contains("hint: " + hint);
    assertThat(ran.exit()).isNotZero();
  }

  @Test
  void a_report_that_passed_opens_the_gate_for_exactly_this_tree() {
    write("target/junit/TEST-a.xml", PASSED);
    write("target/junit/TEST-b.xml", PASSED);
    assertThat(tidemark.run("gate unit").out()).contains("no JUnit XML report was imported");

    var ran = tidemark.run("gate set unit --report target/junit");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "state/release/v1: gate unit passed (tests 2, failures 0, errors 0, skipped 0)\n");
    assertThat(ran.err()).contains("receipt docs/receipts/state-release-v1/publish-unit-");
    assertThat(tidemark.run("gate unit").exit()).isZero();
    write("src/a.txt", "b\n");
    assertThat(tidemark.run("gate unit").out()).contains("the report was imported for tree ");
    write("src/a.txt", "a\n");
    assertThat(tidemark.run("gate unit").exit()).isZero();
    assertThat(tidemark.run("history").out()).contains("report of gate unit passed (tree ");
  }

  @Test
  void a_report_that_failed_closes_the_gate_again() {
    write("target/a.xml", PASSED);
    write("target/b.xml", FAILED);
    tidemark.after("gate set unit --report target/a.xml");

    var ran = tidemark.run("gate set unit --report target/a.xml target/b.xml --json");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.json().isTrue("ok")).isFalse();
    assertThat(ran.json().strings("blockers")).containsExactly("1 failure and 0 errors in 2 tests");
    assertThat(ran.json().object("counts").number("failures").spelling()).isEqualTo("1");
    var file = (JsonObject) ran.json().array("reports").get(1);
    assertThat(file.string("path")).isEqualTo("target/b.xml");
    assertThat(file.string("sha256")).hasSize(64);
    var gate = tidemark.run("gate unit");
    assertThat(gate.exit()).isEqualTo(3);
    assertThat(gate.out()).contains("the report did not pass: 1 failure and 0 errors in 2 tests");
    assertThat(tidemark.run("enter publish").err())
        .contains("Run the tool on this tree, then import its report: tidemark gate set unit");
  }

  @Test
  void the_level_of_the_gate_decides_about_sarif() {
    write("target/lint.sarif", LINTED);

    var ran = tidemark.run("gate set lint --report target/lint.sarif");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("gate lint stays closed: 1 result of level warning (runs 1, error 0, warning 1,");
    assertThat(tidemark.run("gate lint").exit()).isEqualTo(4);
  }

  @Test
  void a_statement_has_to_be_about_what_is_checked_out() {
    tidemark.scratch().commit("Work");
    write("target/vsa.json", summary(head(), "PASSED"));

    var ran = tidemark.run("gate set policy --report target/vsa.json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.err())
        .contains("target/vsa.json is unsigned, or not by a signer of .tidemark/allowed_signers");
    assertThat(tidemark.run("gate policy").exit()).isZero();

    write("src/a.txt", "b\n");
    assertRefused(
        tidemark.run("gate set policy --report target/vsa.json"),
        "target/vsa.json does not count for gate policy: it is about gitCommit "
            + head().substring(0, 7),
        "Name a report that the tool wrote for this tree.");
    assertThat(tidemark.run("gate policy").exit()).isEqualTo(3);
    write("src/a.txt", "a\n");
    assertThat(tidemark.run("gate policy").exit()).isZero();
    write("target/vsa.json", summary(head(), "FAILED"));
    assertThat(tidemark.run("gate set policy --report target/vsa.json").exit()).isEqualTo(1);
    assertThat(tidemark.run("gate policy").out()).contains("the result is FAILED");
  }

  @Test
  void the_tree_of_the_commit_is_a_subject_too() {
    tidemark.scratch().commit("Work");
    var tree = tidemark.scratch().git("rev-parse", "HEAD^{tree}");
    write("target/vsa.json", summary(tree, "PASSED").replace("gitCommit", "gitTree"));

    assertThat(tidemark.run("gate set policy --report target/vsa.json").exit()).isZero();
  }

  @Test
  void what_cannot_be_read_records_nothing() throws IOException {
    write("target/a.xml", PASSED);
    write("target/broken.xml", "<testsuite>");
    tidemark.after("gate set unit --report target/a.xml");
    Files.createDirectories(tidemark.scratch().root().resolve("target/empty"));
    var history = tidemark.run("history").out();

    assertRefused(
        tidemark.run("gate set unit --report target/a.xml target/broken.xml"),
        "target/broken.xml does not count for gate unit: line 1: XML document structures",
        "Name a report that the tool wrote for this tree.");
    assertRefused(
        tidemark.run("gate set unit --report target/none.xml"),
        "target/none.xml cannot be read: there is no such file",
        "Name a file of a report.");
    assertRefused(
        tidemark.run("gate set unit --report target/empty"),
        "target/empty has no file that ends with .xml",
        "Name the files of the report.");
    assertRefused(
        tidemark.run("gate set unit --report"), "--report needs a value", "--report FILE...");
    assertRefused(
        tidemark.run("gate set --report target/a.xml"),
        "--report needs the name of a report gate",
        "Name it: tidemark gate set NAME --report FILE");
    assertRefused(
        tidemark.run("gate set ship --report target/a.xml"),
        "--report needs the name of a report gate",
        "Name it: tidemark gate set NAME --report FILE");
    assertRefused(
        tidemark.run("gate set tests --report target/a.xml"),
        "state/release/v1 has no gate tests",
        "There are: unit, lint, policy");
    assertThat(tidemark.run("history").out()).isEqualTo(history);
    assertThat(tidemark.run("gate unit").exit()).isZero();
  }

  @Test
  void a_file_that_is_too_large_or_leads_out_of_the_project_is_not_read() throws IOException {
    var root = tidemark.scratch().root();
    write("target/large.xml", PASSED + " ".repeat(16 * 1024 * 1024));
    Files.writeString(temp.resolve("outside.xml"), PASSED);
    Files.createSymbolicLink(root.resolve("target/link.xml"), temp.resolve("outside.xml"));

    assertThat(tidemark.run("gate set unit --report target/large.xml").err())
        .contains("target/large.xml cannot be read: it is larger than 16777216 bytes");
    assertThat(tidemark.run("gate set unit --report target/link.xml").err())
        .contains("target/link.xml cannot be read: it leaves the project through a symbolic link");
    assertThat(tidemark.run("gate unit").exit()).isEqualTo(3);
  }

  @Test
  void a_gate_of_another_kind_names_its_own_command() {
    assertThat(tidemark.run("gate set unit --allowed true").err())
        .contains("has the gate unit, which is decided in another way")
        .contains("Import a report: tidemark gate set unit --report FILE --run state/release/v1");
    assertThat(tidemark.run("gate run lint").exit()).isEqualTo(1);
  }

  @Test
  void a_dry_run_reads_and_records_nothing() {
    write("target/a.xml", PASSED);

    var ran = tidemark.run("gate set unit --report target/a.xml --dry-run --json");

    assertThat(ran.json().isTrue("dry_run")).isTrue();
    assertThat(ran.json().isTrue("ok")).isTrue();
    assertThat(tidemark.run("gate unit").exit()).isEqualTo(3);
    assertThat(tidemark.scratch().root().resolve("docs/receipts")).doesNotExist();
  }

  @Test
  void a_file_outside_the_project_is_recorded_by_its_name() throws IOException {
    var file = Files.writeString(temp.resolve("result.xml"), PASSED);

    var ran = tidemark.run("gate set unit --report " + file + " --json");

    assertThat(ran.each("reports", "path")).containsExactly("result.xml");
  }

  @Test
  void receipts_of_reports_are_verified_and_not_repeated() {
    write("src/a.txt", "v1\n");
    tidemark.scratch().commit("Work");
    write("target/a.xml", PASSED);
    write("target/lint.sarif", LINTED);
    write("target/vsa.json", summary(head(), "PASSED"));
    tidemark.after(
        "gate set unit --report target/a.xml", "gate set policy --report target/vsa.json");
    tidemark.run("gate set lint --report target/lint.sarif");
    tidemark.scratch().commit("Receipts");

    var ran = tidemark.run("verify --base main --json");

    assertThat(ran.each("gates", "gate")).containsExactly("unit", "lint", "policy");
    assertThat(ran.each("gates", "kind")).containsOnly("report");
    assertThat(ran.exit()).as(ran.toString()).isZero();
    var lint = (JsonObject) ran.json().array("gates").get(1);
    assertThat(lint.string("reason"))
        .isEqualTo("the report did not pass: 1 result of level warning");
    var again = tidemark.run("verify --base main --rerun");
    assertThat(again.exit()).as(again.toString()).isZero();
    assertThat(again.err()).contains("gate unit is not repeated: its report was imported");

    write("src/a.txt", "v2\n");
    tidemark.scratch().commit("More");
    assertThat(tidemark.run("verify --base main").err())
        .contains("gate unit of state/release/v1: it is about tree ");
  }

  @Test
  void reports_of_a_changed_definition_are_stale() {
    write("target/lint.sarif", LINTED.replace("warning", "note"));
    tidemark.after("gate set lint --report target/lint.sarif");
    assertThat(tidemark.run("gate lint").exit()).isZero();
    var file = ".tidemark/workflows/release.yaml";
    write(
        file,
        String.join(
            "\n",
            List.of(
                "phases:",
                "  - prepare",
                "  - name: publish",
                "    gates:",
                "      - report: sarif",
                "        name: lint",
                "        level: note",
                "")));

    assertThat(tidemark.run("gate lint").out())
        .contains(
            "the report was imported for `sarif warning`, but the gate now requires `sarif note`");
  }
}
