package dev.tidemark.app.command.verify;

import static dev.tidemark.testkit.ScratchRepository.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.Repository;
import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Ran;
import dev.tidemark.evidence.Envelope;
import dev.tidemark.evidence.Receipt;
import dev.tidemark.evidence.Statement;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.testkit.ScratchRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Receipts are written where verdicts are recorded, and verified where nothing but git is left.
class VerifyTest extends PullRequestCopies {
  @TempDir private Path outside;

  @BeforeEach
  void trust() {
    pull.tidemark().trusting();
  }

  private CommandLineHarness clone(String... options) {
    var words = new ArrayList<>(List.of("clone", "--quiet"));
    words.addAll(List.of(options));
    words.addAll(List.of("file://" + pull.scratch().root(), outside.resolve("clone").toString()));
    pull.scratch().git(words.toArray(new String[0]));
    return CommandLineHarness.in(pull.scratch().at(outside.resolve("clone")));
  }

  private static List<String> axes(Ran ran, String gate) {
    for (var element : ran.json().array("gates").elements()) {
      var answer = (JsonObject) element;
      if (gate.equals(answer.string("gate"))) {
        var axes = new ArrayList<String>();
        for (var axis : List.of("readable", "signed", "trusted", "fresh", "bound", "passed")) {
          axes.add(axis + " " + answer.find(axis));
        }
        return axes;
      }
    }
    throw new AssertionError(gate + " in " + ran);
  }

  @Test
  void a_fresh_clone_without_a_journal_answers_for_each_gate() {
    var ran = clone("--branch", "change").run("verify --base origin/main --json");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.each("gates", "gate")).containsExactly("tests", "review", "approval");
    assertThat(ran.each("gates", "run")).containsOnly("state/release/v1");
    assertThat(axes(ran, "tests"))
        .containsExactly(
            "readable true",
            "signed \"unsigned\"",
            "trusted false",
            "fresh true",
            "bound true",
            "passed true");
    assertThat(ran.json().strings("unchecked")).containsExactly("artifact of publish");
    assertThat(outside.resolve("clone").resolve(STATE)).doesNotExist();
  }

  @Test
  void the_answer_has_the_keys_that_the_page_shows() throws Exception {
    var page = Files.readString(Repository.root().resolve("docs/cli/json.md"));
    int from = page.indexOf("```json\n", page.indexOf("gates that no receipt answers.")) + 8;
    var shown = (JsonObject) JsonText.parse(page.substring(from, page.indexOf("```", from)));

    var real = pull.verify(" --json").json();

    assertThat(keys(real)).isEqualTo(keys(shown));
    assertThat(keys((JsonObject) real.array("gates").get(0)))
        .isEqualTo(keys((JsonObject) shown.array("gates").get(0)));
  }

  private static List<String> keys(JsonObject json) {
    var keys = new ArrayList<String>();
    for (var member : json.members()) {
      keys.add(member.key());
    }
    return keys;
  }

  @Test
  void a_squash_of_the_change_keeps_its_receipts() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.scratch().git("merge", "--quiet", "--squash", "change");
    pull.scratch().commit("Release v1");

    assertThat(pull.tidemark().run("verify --base main~1").exit()).isZero();
  }

  @Test
  void a_commit_is_verified_that_is_not_checked_out() {
    pull.write("built.txt", "2\n");
    pull.commit();

    assertThat(pull.verify(" HEAD~1").exit()).isZero();
    assertThat(pull.verify("").exit()).isEqualTo(3);
  }

  @Test
  void of_several_receipts_the_newest_decides() {
    pull.remove("built.txt");
    pull.commit();
    pull.tidemark().run("gate run tests --run release/v1");
    pull.commit();
    assertThat(pull.verify("").err())
        .contains("gate tests of state/release/v1: the command failed");

    pull.write("built.txt", "3\n");
    pull.commit();
    pull.record("v1");
    pull.commit();
    assertThat(pull.verify("").exit()).isZero();
  }

  @Test
  void an_advisory_gate_forbids_nothing() {
    var definition = pull.read(PullRequest.DEFINITION);
    pull.scratch().git("switch", "--quiet", "main");
    pull.write(
        PullRequest.DEFINITION,
        definition.replace("name: tests", "name: tests\n        advisory: true"));
    pull.commit();
    pull.scratch().git("switch", "--quiet", "change");
    pull.remove(pull.path("v1", "tests"));
    pull.commit();

    var ran = pull.verify("");

    assertThat(ran.exit()).as(ran.toString()).isZero();
    assertThat(ran.out()).contains("tests (advisory)");
  }

  @Test
  void a_shallow_clone_is_told_and_refused_where_the_common_commit_is_missing() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.write("other.txt", "1\n");
    pull.commit();
    var clone = clone("--branch", "change", "--depth", "1", "--no-single-branch");

    var ran = clone.run("verify --base origin/main --json");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("this clone is shallow").contains("fetch-depth: 0");
    assertThat(ran.json().object("error").string("code")).isEqualTo("shallow");
  }

  @Test
  void a_shallow_clone_without_all_commits_of_the_change_is_refused() {
    pull.scratch().git("switch", "--quiet", "main");
    pull.scratch().git("commit", "--quiet", "--allow-empty", "--message", "Main");
    pull.scratch().git("switch", "--quiet", "change");
    pull.scratch().git("merge", "--quiet", "--no-edit", "main");

    var ran =
        clone("--branch", "change", "--depth", "2", "--no-single-branch")
            .run("verify --base origin/main");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("this clone is shallow: commits of the change are not in it");
    assertThat(pull.verify("").exit()).isZero();
  }

  @Test
  void a_tag_of_the_name_of_the_base_branch_does_not_choose_the_policy() {
    var clone = clone("--branch", "change");
    clone.scratch().git("tag", "origin/main", "HEAD");

    var ran = clone.run("verify --base origin/main --json");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.json().object("error").string("code")).isEqualTo("ambiguous-reference");
    assertThat(ran.err()).contains("refs/remotes/origin/main, refs/tags/origin/main");
    assertThat(clone.run("verify --base refs/remotes/origin/main").exit()).isZero();
    assertThat(clone.run("verify").exit()).isZero();
    clone.scratch().git("branch", "other");
    clone.scratch().git("tag", "other", "HEAD~1");
    assertThat(clone.run("verify other").err()).contains("other may be each of refs/heads/other");
  }

  @Test
  void outside_a_repository_nothing_can_be_verified() {
    var nowhere = ScratchRepository.without(outside.resolve("nowhere"));

    var ran = CommandLineHarness.in(nowhere).run("verify --json");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.json().object("error").string("code")).isEqualTo("unverifiable");
  }

  @Test
  void a_command_is_repeated_with_the_trust_of_its_user() {
    assertThat(pull.verify(" --rerun").exit()).isZero();
    assertThat(pull.verify(" --rerun --json").json().isTrue("rerun")).isTrue();
  }

  @Test
  void a_command_of_a_fresh_clone_is_not_repeated_without_trust() {
    var ran = clone("--branch", "change").run("verify --base origin/main --rerun");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("the command of gate tests is not trusted yet");
  }

  @Test
  void a_repeated_command_that_fails_is_refused() throws Exception {
    // The same tree, whose content git does not see: an ignored file that the command needs.
    pull.scratch().git("switch", "--quiet", "main");
    pull.write(
        PullRequest.DEFINITION,
        pull.read(PullRequest.DEFINITION)
            .replace("[test, -f, built.txt]", "[test, -f, .claude/state/x]"));
    pull.commit();
    pull.scratch().git("switch", "--quiet", "change");
    pull.scratch().git("merge", "--quiet", "--no-edit", "main");
    pull.write(".claude/state/x", "1\n");
    pull.tidemark().trusting();
    pull.record("v1");
    pull.commit();
    assertThat(pull.verify(" --rerun").exit()).isZero();
    Files.delete(pull.scratch().root().resolve(".claude/state/x"));

    var ran = pull.verify(" --rerun");

    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err())
        .contains(
            "gate tests: the command ended with exit code 1, and its receipt records success");
  }

  @Test
  void a_command_is_repeated_with_the_content_of_the_commit_only() {
    pull.write("built.txt", "2\n");

    var ran = pull.verify(" --rerun");

    assertThat(ran.exit()).isEqualTo(5);
    assertThat(ran.err()).contains("the work tree does not have the content of ");
  }

  @Test
  void the_summary_has_no_markup_of_the_change() throws Exception {
    pull.forge(
        "review",
        it ->
            new Receipt(
                "state/release/<img src=x>|`",
                it.phase(),
                it.gate(),
                it.definition(),
                it.position(),
                it.files(),
                it.proof(),
                it.sequence()));
    pull.remove(PullRequest.FOLDER + "/state-release-v1");
    pull.remove(PullRequest.FOLDER + "/state-release-v0");
    pull.commit();

    pull.verify(" --summary summary.md");
    pull.verify(" --summary summary.md");

    var summary = Files.readString(pull.scratch().root().resolve("summary.md"));
    assertThat(summary).contains("### Tidemark: refused").contains("| gate | receipt | signed |");
    assertThat(summary).contains("&lt;img src=x&gt;&#124;&#96;").doesNotContain("<img");
    assertThat(summary.split("### Tidemark", -1)).hasSize(3);
  }

  @Test
  void without_the_setting_no_receipt_is_written() {
    pull.tidemark().after("config receipts off");
    pull.remove(PullRequest.FOLDER);

    pull.record("v1");

    assertThat(pull.scratch().root().resolve(PullRequest.FOLDER)).doesNotExist();
  }

  @Test
  void a_receipt_makes_no_gate_stale_and_is_no_change_of_the_work_tree() {
    var tests = pull.tidemark().run("gate tests --run release/v1");

    assertThat(tests.exit()).as(tests.toString()).isZero();
    pull.write(PullRequest.FOLDER + "/state-release-v1/x.json", "{}");
    assertThat(pull.tidemark().run("gate tests --run release/v1").exit()).isZero();
  }

  @Test
  void a_receipt_names_a_test_result_and_no_machine() throws Exception {
    var envelope = Envelope.read(pull.read(pull.path("v1", "tests")));
    var statement = (JsonObject) JsonText.parse(envelope.payload());

    assertThat(statement.string("predicateType")).isEqualTo(Statement.TEST_RESULT);
    var predicate = statement.object("predicate");
    assertThat(predicate.string("result")).isEqualTo("PASSED");
    assertThat(predicate.strings("passedTests")).containsExactly("tests");
    assertThat(envelope.payload())
        .doesNotContain("laptop")
        .doesNotContain(temp.toString(), folder.toString());
  }

  @Test
  void a_link_in_the_commit_is_fine_and_one_out_of_it_has_no_receipt() throws Exception {
    var root = pull.scratch().root();
    Files.createSymbolicLink(root.resolve("AGENTS.md"), Path.of("README.md"));
    pull.commit();
    pull.record("v1");
    pull.commit();
    assertThat(pull.verify("").exit()).isZero();

    Files.writeString(outside.resolve("outside.txt"), "x");
    Files.createSymbolicLink(root.resolve("outside"), outside.resolve("outside.txt"));
    pull.commit();
    var ran = pull.tidemark().run("gate run tests --run release/v1");
    assertThat(ran.err())
        .contains("no receipt of gate tests was written: ")
        .contains("outside leads to a file that no commit of it would hold");
  }

  @Test
  void a_dry_run_writes_none() {
    pull.write("built.txt", "4\n");
    pull.tidemark()
        .after(
            "gate run tests --run release/v1 --dry-run",
            "gate set review --allowed true --run release/v1 --dry-run");

    assertThat(pull.scratch().git("status", "--porcelain")).isEqualTo("M built.txt");
  }
}
