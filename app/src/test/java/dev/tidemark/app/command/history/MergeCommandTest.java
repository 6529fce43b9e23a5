package dev.tidemark.app.command.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two branches advance one run, git merges them, and the verb `merge` brings both sides together.
class MergeCommandTest {
  private static final String ITEM = "docs/checkpoints/epic-E-1.md";
  private static final String STATE = ".claude/state/design-auth.json";

  @TempDir private Path temp;
  private CommandLineHarness ann;

  @BeforeEach
  void begin() {
    ann = CommandLineHarness.fresh(temp);
    // A project that commits such files on purpose has these rules.
    ann.scratch().write(".gitignore", "!.claude/state/\n!memory/state/\n");
    ann.after("start item/epic E-1", "done 0 --summary Synced --run item/epic/E-1");
    ann.after("start state/design/auth");
    ann.scratch().commit("Begin runs");
    ann.scratch().git("branch", "other");
  }

  /// Both branches work on the run; then the first one is checked out.
  private void diverge(List<String> ours, List<String> theirs) {
    ann.after(ours.toArray(new String[0]));
    ann.scratch().commit("Ours");
    ann.scratch().git("checkout", "--quiet", "other");
    ann.after(theirs.toArray(new String[0]));
    ann.scratch().commit("Theirs");
    ann.scratch().git("checkout", "--quiet", "main");
  }

  private void epic() {
    diverge(
        List.of("done 1 --summary Captured --decision 'Use PostgreSQL' --run item/epic/E-1"),
        List.of(
            "done 1 --summary Noted --run item/epic/E-1",
            "note 'Mind the gap' --run item/epic/E-1",
            "done 2 --summary Analysed --decision 'Use SQLite' --run item/epic/E-1"));
  }

  private void summaries() {
    diverge(
        List.of("done research --summary 'Use A' --decision 'No JWT' --run state/design/auth"),
        List.of("done research --summary 'Use B' --decision Tokens --run state/design/auth"));
  }

  private void git(String... words) {
    ann.scratch().accepts(words);
  }

  private String file(String path) throws IOException {
    return Files.readString(ann.scratch().root().resolve(path));
  }

  @Test
  void both_sides_are_merged_and_the_run_goes_on() throws IOException {
    epic();
    git("merge", "--quiet", "other");

    var merged = ann.run("merge --run item/epic/E-1");

    assertThat(merged.exit()).as(merged.toString()).isZero();
    assertThat(merged.out())
        .contains(ITEM + " has both sides")
        .contains("Capture complete, decided: Use PostgreSQL")
        .contains("Product Analysis complete, decided: Use SQLite")
        .contains("next: git add " + ITEM + " and commit")
        .doesNotContain("conflict");
    assertThat(file(ITEM))
        .contains("[Phase 1] Use PostgreSQL", "[Phase 2] Use SQLite", "Mind the gap", "Analysed")
        .contains("| 2 | Product Analysis | done |", "| 3 | Technical Routing | in_progress |")
        .contains("[Phase 1] Note: Captured")
        .doesNotContain("<<<<<<<");
    ann.scratch().commit("Merge");
    assertThat(ann.run("resume item/epic/E-1").out()).contains("Verdict: continue");
    ann.after("done 3 --summary On --run item/epic/E-1");
  }

  @Test
  void the_history_has_both_sides_and_names_them() {
    epic();
    git("merge", "--quiet", "other");
    var ours = ann.scratch().git("rev-parse", "--short=7", "main");
    var theirs = ann.scratch().git("rev-parse", "--short=7", "other");

    ann.after("merge --run item/epic/E-1");

    var history = ann.run("history --json --run item/epic/E-1").out();
    assertThat(history)
        .contains("\"merge.recorded\"")
        .contains("\"ours\":{\"commit\":\"" + ours + "\",\"digest\":\"")
        .contains("\"theirs\":{\"commit\":\"" + theirs + "\",\"digest\":\"");
    assertThat(ann.run("history --run item/epic/E-1").out())
        .contains("both sides of a git merge merged");
  }

  @Test
  void a_dry_run_shows_the_merge_and_changes_nothing() throws IOException {
    summaries();
    git("merge", "--quiet", "other");
    var before = file(STATE);

    var merged = ann.run("merge --dry-run --run state/design/auth");

    assertThat(merged.out())
        .contains(STATE + " would have both sides")
        .contains("conflict: research, context_summary: ours \"Use A\", theirs \"Use B\"");
    assertThat(file(STATE)).isEqualTo(before);
    assertThat(ann.run("merge --json --dry-run --run state/design/auth").json().toString())
        .contains("\"merged\":true")
        .contains("\"conflicts\":[{\"phase\":\"research\"");
  }

  @Test
  void a_contradiction_closes_its_phase_until_a_person_decides() throws IOException {
    summaries();
    git("merge", "--quiet", "other");
    ann.after("merge --run state/design/auth");
    ann.scratch().commit("Merge");

    var brief = ann.run("resume state/design/auth");
    var next = ann.run("enter planning --run state/design/auth");
    var finish = ann.run("finish --run state/design/auth");
    var agent = ann.run("merge --take ours --run state/design/auth");

    assertThat(brief.out())
        .contains("Verdict: ask", "decision of a merge conflict in research")
        .contains("tidemark merge --take ours --run state/design/auth");
    assertThat(ann.run("list").out()).contains("waits for decision of a merge conflict");
    assertThat(next.exit()).isEqualTo(3);
    assertThat(next.err())
        .contains("phase research has an undecided merge conflict: context_summary")
        .contains("tidemark merge --take ours --run state/design/auth (or theirs)");
    assertThat(finish.exit()).isEqualTo(3);
    assertThat(agent.exit()).isNotZero();
    assertThat(agent.err()).contains("this needs a person at an interactive terminal");
    ann.after("note 'Work goes on' --run state/design/auth");

    var decided =
        ann.consenting(ApprovalEvidence.TERMINAL)
            .run("merge --take theirs --run state/design/auth");

    assertThat(decided.out()).contains("decided for theirs: research, context_summary");
    assertThat(file(STATE)).contains("Use B", "No JWT", "Tokens").doesNotContain("Use A");
    assertThat(file(STATE)).doesNotContain("merge_conflicts");
    assertThat(ann.run("show --raw --at 1 --run state/design/auth").exit()).isZero();
    ann.after("enter planning --run state/design/auth");
    assertThat(ann.run("history --run state/design/auth").out())
        .contains("theirs of a git merge taken");
  }

  @Test
  void a_person_decides_while_merging() throws IOException {
    summaries();
    git("merge", "--quiet", "other");

    ann.consenting(ApprovalEvidence.TERMINAL).after("merge --take ours --run state/design/auth");

    assertThat(file(STATE)).contains("Use A", "Tokens").doesNotContain("Use B");
    assertThat(ann.run("history --json --run state/design/auth").out())
        .contains("\"taken\":\"ours\"");
    ann.after("enter planning --run state/design/auth");
  }

  @Test
  void conflicts_of_one_phase_are_decided_alone() throws IOException {
    diverge(
        List.of(
            "done research --summary A1 --run state/design/auth",
            "done planning --summary A2 --run state/design/auth"),
        List.of(
            "done research --summary B1 --run state/design/auth",
            "done planning --summary B2 --run state/design/auth"));
    git("merge", "--quiet", "other");
    ann.after("merge --run state/design/auth");
    var person = ann.consenting(ApprovalEvidence.TERMINAL);

    person.after("merge --take ours --phase research --run state/design/auth");

    assertThat(file(STATE)).contains("merge_conflicts").doesNotContain("B1");
    assertThat(ann.run("enter specs --run state/design/auth").err()).contains("phase planning");
    person.after("merge --take theirs --phase planning --run state/design/auth");
    assertThat(file(STATE)).contains("A1", "B2").doesNotContain("merge_conflicts", "B1", "A2");
    assertThat(ann.run("merge --phase research --run state/design/auth").exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ours", "theirs"})
  void a_merge_commit_that_dropped_one_side_is_merged_again(String side) throws IOException {
    epic();
    git("merge", "--quiet", "other");
    ann.scratch().git("checkout", "--" + side, "--", ITEM);
    ann.scratch().commit("Merge, and lose the other side");

    ann.after("merge --run item/epic/E-1");

    assertThat(file(ITEM)).contains("Use PostgreSQL", "Use SQLite", "Mind the gap");
    ann.after("done 3 --summary On --run item/epic/E-1");
  }

  @Test
  void markers_that_were_committed_are_merged() throws IOException {
    epic();
    git("merge", "--quiet", "other");
    ann.scratch().commit("Markers and all");

    ann.after("merge --run item/epic/E-1");

    assertThat(file(ITEM)).contains("Use PostgreSQL", "Use SQLite").doesNotContain("<<<<<<<");
  }

  @Test
  void markers_that_were_committed_long_ago_are_merged_from_the_file() throws IOException {
    epic();
    git("merge", "--quiet", "other");
    ann.scratch().commit("Markers and all");
    ann.scratch().write("more.txt", "more");
    ann.scratch().commit("One more commit");

    ann.after("merge --run item/epic/E-1");

    assertThat(file(ITEM)).contains("Use PostgreSQL", "Use SQLite", "Mind the gap");
    assertThat(file(ITEM)).doesNotContain("<<<<<<<");
    ann.scratch().git("checkout", "--quiet", "--", ITEM);
    ann.after("restore --from theirs --run item/epic/E-1");
    assertThat(file(ITEM)).contains("Use SQLite").doesNotContain("Use PostgreSQL", "<<<<<<<");
  }

  @Test
  void a_run_that_one_side_has_ended_and_the_other_one_continued_waits_for_a_decision()
      throws IOException {
    var ours = new ArrayList<String>();
    for (int phase = 1; phase <= 5; phase++) {
      ours.add("done " + phase + " --run item/epic/E-1");
    }
    ours.add("finish --run item/epic/E-1");
    diverge(ours, List.of("done 1 --summary Noted --decision 'Use SQLite' --run item/epic/E-1"));
    git("merge", "--quiet", "other");
    var status = ann.scratch().git("status", "--short", "--", ITEM);
    assertThat(status).startsWith("DU");

    var merged = ann.run("merge --run item/epic/E-1");
    var done = ann.run("done 2 --run item/epic/E-1");

    assertThat(merged.exit()).isEqualTo(1);
    assertThat(merged.err())
        .contains("): removed the file, which is the end of the run there; theirs (")
        .contains("): Capture complete, decided: Use SQLite")
        .contains("tidemark restore --from theirs --run item/epic/E-1, or let it end: git rm");
    assertThat(done.exit()).isNotZero();
    assertThat(done.err()).contains("git has not finished a merge");
    assertThat(ann.scratch().git("status", "--short", "--", ITEM)).isEqualTo(status);
    assertThat(ann.run("resume item/epic/E-1").out()).contains("Verdict: merge");
    assertThat(ann.run("doctor").out())
        .contains(ITEM + ": git has not finished a merge")
        .doesNotContain("&& git commit");
    assertThat(ann.run("restore --from ours --run item/epic/E-1").err())
        .contains("the side ours has no " + ITEM, "git rm " + ITEM);

    ann.after("restore --from theirs --run item/epic/E-1");
    ann.scratch().commit("Go on");
    ann.after("done 2 --summary Analysed --run item/epic/E-1");
  }

  @Test
  void what_a_phase_that_is_over_has_no_place_for_becomes_a_note_and_is_named() throws IOException {
    diverge(
        List.of("task add 'Ask legal' --run item/epic/E-1"),
        List.of("done 1 --summary Noted --run item/epic/E-1"));
    ann.scratch().write(ITEM, file(ITEM).replaceFirst("updated: .*", "updated: 2030-01-01"));
    ann.scratch().commit("Later");
    git("merge", "--quiet", "other");

    var merged = ann.run("merge --json --run item/epic/E-1");

    assertThat(merged.json().toString())
        .contains("\"kept_as_notes\":[\"Capture, Task Ask legal: pending\"]");
    assertThat(file(ITEM)).contains("[Phase 1] Open question: Task Ask legal: pending");
    assertThat(ann.run("resume item/epic/E-1").out())
        .contains("open question: [Capture] Task Ask legal: pending");
  }

  @Test
  void what_the_user_has_repaired_by_hand_is_kept() throws IOException {
    epic();
    git("merge", "--quiet", "other");
    ann.scratch().git("checkout", "--ours", "--", ITEM);
    ann.scratch()
        .write(ITEM, file(ITEM).replace("- [Phase 1]", "- [Phase 0] By hand\n- [Phase 1]"));

    ann.after("merge --run item/epic/E-1");

    assertThat(file(ITEM)).contains("By hand", "Use PostgreSQL", "Use SQLite");
  }

  @ParameterizedTest
  @ValueSource(strings = {"squash", "rebase", "cherry-pick", "stash"})
  void other_ways_to_merge_are_merged_too(String way) throws IOException {
    epic();
    switch (way) {
      case "squash" -> git("merge", "--squash", "other");
      case "rebase" -> git("rebase", "--quiet", "other");
      case "cherry-pick" -> git("cherry-pick", "other~1");
      default -> {
        ann.scratch().git("checkout", "--quiet", "other");
        var base = ann.scratch().git("merge-base", "main", "other");
        ann.scratch().git("reset", "--quiet", "--soft", base);
        ann.scratch().git("stash", "--quiet");
        ann.scratch().git("checkout", "--quiet", "main");
        git("stash", "pop");
      }
    }
    assertThat(file(ITEM)).contains("<<<<<<<");
    assertThat(ann.run("resume item/epic/E-1").out()).contains("Verdict: merge");

    ann.after("merge --run item/epic/E-1");

    assertThat(file(ITEM)).contains("Use PostgreSQL", "Use SQLite").doesNotContain("<<<<<<<");
  }

  @Test
  void sides_about_different_runs_are_refused_and_nothing_is_changed() throws IOException {
    diverge(
        List.of("note --goal 'A' --run state/design/auth"),
        List.of("note --goal 'B' --run state/design/auth"));
    ann.scratch().git("checkout", "--quiet", "other");
    ann.scratch().write(STATE, file(STATE).replaceFirst("(\"started_at\": \")2", "$11"));
    ann.scratch().commit("Another run of the same name");
    ann.scratch().git("checkout", "--quiet", "main");
    git("merge", "--quiet", "other");
    var before = file(STATE);

    var merged = ann.run("merge --run state/design/auth");

    assertThat(merged.exit()).isEqualTo(1);
    assertThat(merged.err())
        .contains("cannot be merged: the two sides are different runs: ours design auth begun at 2")
        .contains(", theirs design auth begun at 1")
        .contains("tidemark restore --from theirs --run state/design/auth");
    assertThat(file(STATE)).isEqualTo(before);
  }

  @Test
  void without_a_merge_there_is_nothing_to_merge() {
    var ran = ann.run("merge --run item/epic/E-1");

    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err())
        .contains(ITEM + " has no merge conflict, and git has no two sides of it to merge")
        .contains("tidemark resume --run item/epic/E-1");
  }

  @Test
  void a_second_merge_has_nothing_left() {
    epic();
    git("merge", "--quiet", "other");
    ann.after("merge --run item/epic/E-1");

    assertThat(ann.run("merge --run item/epic/E-1").err()).contains("has no merge conflict");
    ann.scratch().commit("Merge");
    assertThat(ann.run("merge --run item/epic/E-1").err()).contains("has no merge conflict");
  }

  @Test
  void both_files_of_a_workflow_are_merged() throws IOException {
    var phase = "memory/state/phase.json";
    var tasks = "memory/state/execution.json";
    var begun =
        "{\"workflow_id\":\"shop\",\"started_at\":\"2026-01-29T10:00:00Z\","
            + "\"last_updated\":\"2026-01-29T10:0%d:00Z\",\"current_phase\":\"REQUIREMENTS\","
            + "\"phase_status\":\"%s\",\"completed_phases\":[],\"user_checkpoints\":[],"
            + "\"interruption_safe\":true,\"%s\":1}";
    var task = "{\"workflow_id\":\"shop\",\"tasks\":[{\"id\":\"T1\",\"status\":\"%s\"}]}";
    ann.scratch().write(phase, begun.formatted(1, "pending", "x"));
    ann.scratch().write(tasks, task.formatted("running"));
    ann.scratch().commit("Workflow");
    ann.scratch().git("branch", "--force", "other");
    ann.scratch().write(phase, begun.formatted(2, "in_progress", "y"));
    ann.scratch().write(tasks, task.formatted("complete"));
    ann.scratch().commit("Ours");
    ann.scratch().git("checkout", "--quiet", "other");
    ann.scratch().write(phase, begun.formatted(3, "pending", "z"));
    ann.scratch().write(tasks, task.formatted("failed"));
    ann.scratch().commit("Theirs");
    ann.scratch().git("checkout", "--quiet", "main");
    git("merge", "--quiet", "other");

    var merged = ann.run("merge --run flow/develop");

    assertThat(merged.exit()).as(merged.toString()).isZero();
    assertThat(merged.out())
        .contains(phase + " has both sides", tasks + " has both sides")
        .contains("next: git add " + phase + " " + tasks + " and commit");
    assertThat(file(phase)).contains("\"in_progress\"", "\"y\":1", "\"z\":1");
    assertThat(file(tasks))
        .contains("\"blocked\"", "complete on one side of a git merge, failed on the other");
  }
}
