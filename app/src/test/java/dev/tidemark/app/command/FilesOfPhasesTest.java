package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The files that phases report, from the command line and in every format: only files that are
/// there, several behind one option, and taken out again.
class FilesOfPhasesTest {
  @TempDir private Path temp;
  private CommandLineHarness tidemark;

  private CommandLineHarness project() {
    tidemark = CommandLineHarness.fresh(temp);
    tidemark
        .scratch()
        .write("docs/a.md", "Tokens rotate.\n")
        .write("docs/b.md", "Sessions stay.\n")
        .write("memory/reports/demand.json", "{\"goal\": \"log in\"}")
        .commit("Docs");
    return tidemark;
  }

  private void delete(String file) throws IOException {
    Files.delete(tidemark.folder().resolve(file));
  }

  @Test
  void the_answer_names_the_files_of_a_note() {
    project().after("start implement/auth");
    assertThat(tidemark.run("note --created docs/a.md --modified docs/b.md").lines().getFirst())
        .endsWith(": created docs/a.md, modified docs/b.md");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, done implementation, done validation",
    "item/epic/E-1, done 0 --no-commit, status",
    "phase/dev, done 2-plan, status",
    "flow/develop, done REQUIREMENTS, status"
  })
  void a_lost_file_is_a_question_whose_cure_cures(String run, String done, String more)
      throws IOException {
    project().after("start " + run);
    var lie = tidemark.run(done + " --run " + run + " --created docs/c.md");
    tidemark.after(
        done + " --run " + run + " --created docs/a.md docs/b.md", more + " --run " + run);
    assertThat(lie.err()).contains("docs/c.md is not there, so ", "hint: Did you mean docs/a.md?");
    assertThat(tidemark.run("resume --run " + run).out()).doesNotContain("artifact-missing");

    if (run.startsWith("flow/")) {
      tidemark.consenting(ApprovalEvidence.INTERACTION).after("approve REQUIREMENTS");
    }
    delete("docs/a.md");
    var brief = tidemark.run("resume --run " + run).out();
    assertThat(brief)
        .contains("Verdict: ask", "(artifact-missing;")
        .doesNotContain("again: tidemark");
    var cure = brief.substring(brief.indexOf("tidemark note --removed docs/a.md"));
    tidemark.after(cure.substring("tidemark ".length(), cure.indexOf('\n')));

    assertThat(tidemark.run("resume --run " + run).out()).doesNotContain("artifact-missing");
    assertThat(tidemark.run("note --removed docs/a.md --run " + run).err())
        .contains("docs/a.md is no file that", "Did you mean docs/b.md?");
    delete("docs/b.md");
    assertThat(tidemark.run("resume --run " + run).out()).contains("note --removed docs/b.md");
  }

  @ParameterizedTest
  @CsvSource({
    "state/implement/auth, done implementation",
    "item/epic/E-1, done 0 --no-commit",
    "phase/dev, done 2-plan",
    "flow/develop, done REQUIREMENTS"
  })
  void a_renamed_file_is_followed(String run, String done) throws IOException {
    project().after("start " + run, done + " --run " + run + " --created docs/a.md");
    tidemark.scratch().git("mv", "docs/a.md", "docs/tokens.md");

    var staged = tidemark.run("resume --run " + run).out();
    tidemark.scratch().commit("Rename");
    var committed = tidemark.run("resume --run " + run).out();

    for (var brief : new String[] {staged, committed}) {
      assertThat(brief)
          .contains("is now docs/tokens.md", "read: docs/tokens.md (as recorded)")
          .doesNotContain("artifact-missing", "again: tidemark");
    }
  }

  @Test
  void a_phase_that_is_done_again_has_other_files() throws IOException {
    project().after("start implement/auth", "done implementation --created docs/a.md");
    delete("docs/a.md");
    assertThat(tidemark.run("resume").out()).contains("Verdict: re-run phase implementation");

    tidemark.after("enter implementation", "done implementation --created docs/b.md");

    assertThat(tidemark.run("resume").out()).contains("Verdict: continue at validation");
    assertThat(tidemark.run("show --raw").out()).contains("docs/b.md").doesNotContain("docs/a.md");
  }

  @Test
  void the_order_to_do_a_phase_again_is_met_by_an_end_without_files() throws IOException {
    project().after("start implement/auth", "done implementation --created docs/a.md");
    delete("docs/a.md");

    var again = tidemark.after("enter implementation").run("done implementation");

    assertThat(again.err())
        .contains("docs/a.md is not there; it is no file of implementation any more");
    assertThat(tidemark.run("resume").out()).contains("Verdict: continue at validation");
  }

  @Test
  void files_outside_the_project_are_looked_at_too() throws IOException {
    project().after("start implement/auth");
    var outside = Files.writeString(temp.resolve("outside.txt"), "x");

    var missing = tidemark.run("done implementation --created ../gone.txt /no/such.txt");
    tidemark.from("docs").after("done implementation --created ../../outside.txt " + outside);

    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.err()).contains("../gone.txt is not there", "/no/such.txt is not there");
    assertThat(tidemark.run("show --raw").out())
        .contains("\"../outside.txt\"", "\"" + outside + "\"");
  }
}
