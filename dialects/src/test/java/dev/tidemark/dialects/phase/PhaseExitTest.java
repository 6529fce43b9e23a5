package dev.tidemark.dialects.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Artifact;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.Sections;
import dev.tidemark.history.Event;
import dev.tidemark.testkit.Proves;
import dev.tidemark.workflow.Blocker;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Effect;
import dev.tidemark.workflow.change.Outcome.Fate;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.fact.WorkItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the end of a phase writes.
class PhaseExitTest {
  @Test
  @Proves({"R-000-02", "R-COM-05"})
  void an_exit_replaces_the_whole_file_and_names_what_it_dropped() {
    var project = new Project().saying("outcome", "first of all").exit("2-plan");
    project.text = "\ufeff" + project.text.replace("\n", "\r\n") + "## Mine\r\n\r\nkept?\r\n";

    project.exit("3-build");

    assertThat(project.key("completed_phase")).isEqualTo("3-build");
    assertThat(project.text)
        .doesNotContain("first of all", "## Mine", "\r", "\ufeff")
        .startsWith("---\n");
    assertThat(project.notices)
        .anySatisfy(it -> assertThat(it.text()).endsWith("are in the history only: ## Mine"));
    assertThat(project.events).containsExactly(new Event.PhaseCompleted(new PhaseName("3-build")));
  }

  @ParameterizedTest
  @CsvSource({
    "feature/spec-7-login, SPEC-007",
    "feature/spec-0012-x, SPEC-012",
    "feature/spec-1234-x, SPEC-1234",
    "feature/spec-000-x, SPEC-000",
    "feature/spec-19-x, SPEC-019",
    "feature/spec-12, ",
    "Feature/spec-1-x, ",
    "feature/spec--x, ",
    "main, "
  })
  @Proves({"R-000-11", "R-000-12"})
  void the_active_spec_is_read_off_the_branch(String branch, String spec) {
    var project = Project.on(branch).exit("2-plan");

    assertThat(project.key("active_spec")).isEqualTo(spec);
    assertThat(project.text).contains("active_spec: " + (spec == null ? "null" : spec) + "\n");
    assertThat(project.key("branch")).isEqualTo(branch);
  }

  @Test
  @Proves("R-000-10")
  void a_named_spec_comes_before_the_branch_and_an_empty_file_names_none() {
    var project = Project.on("feature/spec-003-x").file(".active-spec", "SPEC-012\n");

    assertThat(project.exit("2-plan").key("active_spec")).isEqualTo("SPEC-012");
    assertThat(project.file(".active-spec", "\ufeffSPEC-012\n").exit("2-plan").key("active_spec"))
        .isEqualTo("SPEC-012");
    assertThat(project.file(".active-spec", " \n").exit("2-plan").key("active_spec"))
        .isEqualTo("SPEC-003");
  }

  @Test
  @Proves({"R-000-09", "A-08"})
  void outside_git_and_detached_are_said_in_words() {
    var project = new Project();
    project.head = Head.NONE;
    assertThat(project.exit("2-plan").text).contains("\nbranch: not a git repo\n");

    project.head = new Head(null, Project.COMMIT);
    assertThat(project.exit("2-plan").text).contains("\nbranch: detached at d36b6b4\n");
  }

  @ParameterizedTest
  @CsvSource({
    "main, PASS, PASS",
    "main, FAIL, FAIL",
    "dev, PASS, NOT_RUN",
    "dev, FAIL, NOT_RUN",
    "main, MAYBE, NOT_RUN",
    ", , NOT_RUN"
  })
  @Proves({"R-000-13", "R-000-14", "R-000-15", "T-000-G"})
  void the_review_status_comes_from_the_gate_of_this_branch(
      String branch, String status, String expected) {
    var project = new Project();
    if (branch != null) {
      project.gate(branch, status);
    }

    project.exit("3-build");

    assertThat(project.key("review_status")).isEqualTo(expected);
    var context = project.section(Sections.CONTEXT);
    if (expected.equals("NOT_RUN")) {
      assertThat(context.lines())
          .startsWith(
              "> ⚠ Review has not been run for this branch.",
              "> Run /vt-c-4-review (or /vt-c-kw-3-review) before creating a PR.",
              "> Security review is mandatory per Constitution Principle I.");
    } else {
      assertThat(context).isEqualTo("None.");
    }
  }

  @Test
  @Proves("R-000-02")
  void nothing_is_said_to_be_dropped_where_all_sections_are_those_of_the_protocol() {
    var project = Project.withSpec().steps("cp");
    project.ready = Optional.of(List.of(new WorkItem("b-1", "Dates", 1)));

    assertThat(project.exit("2-plan").exit("3-build").codes()).doesNotContain("sections-dropped");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no front matter | there is no front matter",
        "---\\nstatus: MAYBE\\n---\\n | its status is neither PASS nor FAIL",
        "---\\nbranch: main\\n---\\n | its status is neither PASS nor FAIL"
      })
  @Proves("R-000-14")
  void why_a_gate_does_not_count_is_said_once(String text, String why) {
    var project = new Project().saying("result", "pass").exit("4-review");
    project.file(".review-gate.md", text.replace("\\n", "\n"));

    project.exit("5-finalize");

    assertThat(project.notices)
        .extracting(notice -> notice.text())
        .containsOnlyOnce(".review-gate.md does not count: " + why);
  }

  @Test
  @Proves("R-000-14")
  void a_gate_that_cannot_be_understood_is_not_run_and_spoken_of() {
    for (var text : List.of("no front matter", "---\nbranch: main\nstatus: [\n---\n")) {
      var project = new Project().file(".review-gate.md", text).exit("3-build");

      assertThat(project.key("review_status")).isEqualTo("NOT_RUN");
      assertThat(project.codes()).contains("unusable-gate");
    }
  }

  @ParameterizedTest
  @CsvSource({"plan.md, LOADED", "tasks.md, LOADED", "spec.md, BYPASSED"})
  @Proves({"R-000-16", "R-000-18", "R-000-19", "T-000-G"})
  void the_plan_status_comes_from_the_folder_of_the_spec(String file, String expected) {
    var project = Project.withSpec(file).exit("kw-2-execute");

    assertThat(project.key("plan_status")).isEqualTo(expected);
    var lines = project.section(Sections.CONTEXT).lines().toList();
    assertThat(lines.contains("> ⚠ Build proceeded without a plan from /vt-c-2-plan."))
        .isEqualTo(expected.equals("BYPASSED"));
    if (expected.equals("BYPASSED")) {
      assertThat(lines)
          .containsExactly(
              "> ⚠ Review has not been run for this branch.",
              "> Run /vt-c-4-review (or /vt-c-kw-3-review) before creating a PR.",
              "> Security review is mandatory per Constitution Principle I.",
              "> ⚠ Build proceeded without a plan from /vt-c-2-plan.",
              "> Consider running /vt-c-2-plan retroactively and documenting architecture"
                  + " decisions.",
              "> Plan before build is required per Constitution Principle II.");
    }
  }

  @Test
  @Proves({"R-000-17", "A-09"})
  void without_spec_folder_or_setup_a_plan_does_not_apply() {
    var noSpec = Project.withSpec("plan.md");
    noSpec.head = new Head("main", Project.COMMIT);
    assertThat(noSpec.exit("3-build").key("plan_status")).isEqualTo("NOT_APPLICABLE");

    var noFolder = Project.withSpec("plan.md").file(".design-state.yaml", "specs_status: {}\n");
    assertThat(noFolder.exit("3-build").key("plan_status")).isEqualTo("NOT_APPLICABLE");

    var elsewhere = "specs_status: {SPEC-003: {specs_dir: plans/3}}\n";
    var noSetup = Project.on("feature/spec-3-x").file(".design-state.yaml", elsewhere);
    assertThat(noSetup.exit("3-build").key("plan_status")).isEqualTo("NOT_APPLICABLE");
    assertThat(noSetup.file(".specify/x", "").exit("3-build").key("plan_status"))
        .isEqualTo("BYPASSED");
    assertThat(noSetup.file("plans/3/plan.md", "").exit("3-build").key("plan_status"))
        .isEqualTo("LOADED");
  }

  @Test
  @Proves("R-000-16")
  void a_file_of_specs_that_cannot_be_read_is_spoken_of() {
    var project = Project.withSpec("plan.md").file(".design-state.yaml", "a: [\n").exit("3-build");

    assertThat(project.key("plan_status")).isEqualTo("NOT_APPLICABLE");
    assertThat(project.codes()).contains("unreadable-file");
  }

  @ParameterizedTest
  @CsvSource({
    "cccipp, '3/6 completed, Step 4 in_progress', 'Steps completed: 1-3. Step 4 in progress."
        + " Remaining: Steps 4-6.', Resume from: Step 4 — Part 4",
    "cccccp, '5/6 completed, Step 6 in_progress', 'Steps completed: 1-5. Step 6 in progress."
        + " Remaining: Step 6.', Resume from: Step 6 — Part 6",
    "cpcci, '3/5 completed, Step 5 in_progress', 'Steps completed: 1, 3-4. Step 5 in progress."
        + " Remaining: Steps 2, 5.', Resume from: Step 5 — Part 5",
    "pp, '0/2 completed, Step 1 in_progress', 'Steps completed: none. Step 1 in progress."
        + " Remaining: Steps 1-2.', Resume from: Step 1 — Part 1",
    "ccc, 3/3 completed, Steps completed: 1-3., "
  })
  @Proves({"R-000-21", "R-000-22", "A-02"})
  void the_progress_of_the_steps_is_told(
      String states, String progress, String first, String second) {
    var project = Project.withSpec().steps(states).exit("2-plan");

    assertThat(project.text).contains("\nstep_progress: \"" + progress + "\"\n");
    var lines = project.section(Sections.STEPS).lines().toList();
    assertThat(lines).first().isEqualTo(first);
    assertThat(lines.size() > 1 ? lines.get(1) : null).isEqualTo(second);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{id: 3, status: done}, {id: 5}] | 1/2 completed, Step 5 in_progress | Step 5",
        "[{id: 3, status: done}, {id: 3}] | 1/2 completed, Step 2 in_progress | Step 2",
        "[{id: 5, status: done}, {id: 3}] | 1/2 completed, Step 2 in_progress | Step 2",
        "[{id: 0, status: done}, {id: 7}] | 1/2 completed, Step 2 in_progress | Step 2",
        "[{id: one}, b] | 0/2 completed, Step 1 in_progress | Step 1",
        "[{id: 2147483647}] | 0/1 completed, Step 2147483647 in_progress | Step 2147483647",
        "[{id: 2147483648}] | 0/1 completed, Step 1 in_progress | Step 1",
        "[Parse, Upload] | 0/2 completed, Step 1 in_progress | Step 1 — Parse"
      })
  @Proves({"R-000-21", "R-000-22", "A-13"})
  void steps_are_called_by_their_numbers_if_those_go_up_and_else_by_their_places(
      String steps, String progress, String resume) {
    var project = Project.withSpec().file("specs/3-data-import/state.yaml", "steps: " + steps);

    project.exit("2-plan");

    assertThat(project.key("step_progress")).isEqualTo(progress);
    assertThat(project.section(Sections.STEPS)).endsWith("\nResume from: " + resume);
  }

  @Test
  @Proves({"R-000-21", "R-000-22"})
  void steps_that_cannot_be_read_are_none_and_spoken_of() {
    var project = Project.withSpec().file("specs/3-data-import/state.yaml", "steps: [\n");

    project.exit("2-plan");

    assertThat(project.key("step_progress")).isNull();
    assertThat(project.notices)
        .filteredOn(notice -> notice.code().equals("unreadable-file"))
        .singleElement()
        .satisfies(it -> assertThat(it.text()).contains("specs/3-data-import/state.yaml"));
  }

  @Test
  @Proves({"R-000-21", "R-000-22"})
  void without_steps_there_is_neither_key_nor_section() {
    var empty = "specs/3-data-import/state.yaml";
    for (var project : List.of(Project.withSpec(), Project.withSpec().file(empty, "steps: []"))) {
      project.exit("2-plan");

      assertThat(project.key("step_progress")).isNull();
      assertThat(project.section(Sections.STEPS)).isNull();
    }
  }

  @Test
  @Proves("R-000-23")
  void ready_work_is_at_most_five_lines_and_none_is_no_section() {
    var items = new ArrayList<WorkItem>();
    for (int i = 1; i <= 7; i++) {
      items.add(new WorkItem("b-" + i, "Item " + i, i / 3));
    }
    var project = new Project();
    project.ready = Optional.of(items);
    assertThat(project.exit("2-plan").section(Sections.READY).lines())
        .hasSize(5)
        .startsWith("- b-1: Item 1 (P0)", "- b-2: Item 2 (P0)", "- b-3: Item 3 (P1)");

    project.ready = Optional.of(List.of());
    assertThat(project.exit("2-plan").section(Sections.READY)).isNull();
    project.ready = Optional.empty();
    assertThat(project.exit("2-plan").section(Sections.READY)).isNull();
  }

  @Test
  @Proves("R-000-25")
  void a_long_checkpoint_is_written_and_spoken_of() {
    var project = new Project().saying("outcome", new String[0]);
    var many = new String[43];
    java.util.Arrays.fill(many, "more");
    project.saying("outcome", many).exit("2-plan");

    long lines = project.text.lines().count();
    assertThat(lines).isGreaterThan(60);
    assertThat(project.notices)
        .anySatisfy(
            notice -> assertThat(notice.text()).contains(String.valueOf(lines)).contains("60"));
    assertThat(new Project().exit("2-plan").codes()).doesNotContain("long-checkpoint");
  }

  @ParameterizedTest
  @CsvSource({"59, false", "60, true"})
  @Proves("R-000-25")
  void the_target_is_below_sixty_lines(int lines, boolean spokenOf) {
    long bare = new Project().exit("2-plan").text.lines().count();
    var outcomes = new String[(int) (lines - bare + 1)];
    java.util.Arrays.fill(outcomes, "more");

    var project = new Project().saying("outcome", outcomes).exit("2-plan");

    assertThat(project.text.lines()).hasSize(lines);
    assertThat(project.codes().contains("long-checkpoint")).isEqualTo(spokenOf);
  }

  @Test
  void what_could_not_be_had_is_spoken_of_and_the_exit_goes_on() {
    var project = new Project();
    project.odd.put(FactQuery.HEAD, Fact.unknown("HEAD is a folder"));
    project.odd.put(ProjectFacts.file(".active-spec"), Fact.unknown("no permission"));
    project.odd.put(ProjectFacts.file(GateFile.REVIEW), Fact.unknown("cannot be read"));
    var ready = List.of(new WorkItem("b-1", "Dates", 1));
    project.odd.put(
        FactQuery.READY_WORK, Fact.partial(Optional.of(ready), "one line could not be read"));

    project.exit("3-build");

    assertThat(project.notices)
        .extracting(notice -> notice.code() + ": " + notice.text())
        .contains(
            "git-unreadable: the branch cannot be determined: HEAD is a folder",
            "unreadable-file: no permission",
            "unreadable-file: cannot be read",
            "ready-work: the list of ready work is incomplete: one line could not be read");
    assertThat(project.key("branch")).isEqualTo("not a git repo");
    assertThat(project.key("active_spec")).isNull();
    assertThat(project.key("review_status")).isEqualTo("NOT_RUN");
    assertThat(project.section(Sections.READY)).isEqualTo("- b-1: Dates (P1)");
  }

  @Test
  void what_could_be_had_is_not_spoken_of() {
    var project = new Project().gate("main", "PASS");
    project.ready = Optional.of(List.of());

    assertThat(project.exit("3-build").notices).isEmpty();
  }

  @Test
  void a_task_in_hand_has_no_place_and_that_is_said() {
    var report = new PhaseReport(null, List.of(), List.of(), "T002");
    var project = new Project();

    project.ask(new Change.CompletePhase(new PhaseName("2-plan"), report));

    assertThat(project.codes()).containsExactly("task-not-kept");
    assertThat(project.text).doesNotContain("T002");
  }

  @Test
  @Proves("R-000-26")
  void the_caller_may_recommend_otherwise() {
    var project = new Project().saying("clear", "no").exit("2-plan");
    assertThat(project.key("clear_recommended")).isEqualTo("false");
    assertThat(project.key("clear_reason")).isEqualTo("low context — continuing is fine");

    project.saying("clear", "yes").saying("why", "it is late").exit("0-start");
    assertThat(project.key("clear_recommended")).isEqualTo("true");
    assertThat(project.key("clear_reason")).isEqualTo("it is late");
  }

  @Test
  @Proves("R-000-29")
  void missing_texts_are_filled() {
    var project = new Project().exit("2-plan");

    assertThat(project.section(Sections.COMPLETED)).isEqualTo("Phase 2 (Plan) completed.");
    assertThat(project.section(Sections.OUTCOMES)).isEqualTo("- None recorded.");
    assertThat(project.section(Sections.CONTEXT)).isEqualTo("None.");
    assertThat(project.section(Sections.OPEN)).isEqualTo("None.");
    assertThat(project.section(Sections.NEXT)).isEqualTo("Run `/vt-c-3-build` to start Build.");
  }

  @Test
  @Proves("R-000-29")
  void sentences_about_the_next_step_follow_its_command_and_one_word_is_a_successor() {
    var project = new Project().saying("next", "Check the plan.", "0-start", "Then build.");

    project.exit("2-plan");

    assertThat(project.key("next_phase")).isEqualTo("0-start");
    assertThat(project.section(Sections.NEXT))
        .isEqualTo("Run `/vt-c-0-start` to start Start.\nCheck the plan.\nThen build.");
    var done = new Change.CompletePhase(new PhaseName("2-plan"), PhaseReport.NONE);
    assertThat(new Project().saying("next", "buidl").refused(done).code()).isEqualTo("no-phase");
  }

  @Test
  void whatever_is_reported_is_written_down() {
    var report =
        new PhaseReport(
            new ContextSummary("Two\nlines."),
            List.of(
                new Artifact("src/a.ts", Artifact.Kind.CREATED),
                new Artifact("src/b.ts", Artifact.Kind.MODIFIED)),
            List.of("Keep the API"),
            null);
    var project = new Project().saying("outcome", "47 tests\npass").saying("open", "UTF-16");
    project.saying("context", "Look at uploads.", "And memory.");

    project.ask(new Change.CompletePhase(new PhaseName("2-plan"), report));

    assertThat(project.section(Sections.COMPLETED)).isEqualTo("Two\nlines.");
    assertThat(project.section(Sections.OUTCOMES))
        .isEqualTo("- 47 tests pass\n- Keep the API\n- src/a.ts (created)\n- src/b.ts (modified)");
    assertThat(project.section(Sections.OPEN)).isEqualTo("- [ ] UTF-16");
    assertThat(project.section(Sections.CONTEXT)).isEqualTo("Look at uploads.\nAnd memory.");
  }

  @Test
  void line_breaks_become_ours_and_controls_blanks() {
    var project = new Project().saying("context", "first\r\nsecond\rthird\r");

    project.exit("2-plan", "a\r\n\r\nb\u0007c\td");

    assertThat(project.section(Sections.COMPLETED)).isEqualTo("a\n\nb c\td");
    assertThat(project.section(Sections.CONTEXT)).isEqualTo("first\nsecond\nthird");
    assertThat(project.text).doesNotContain("\r");
  }

  @Test
  @Proves("R-COM-14")
  void a_summary_over_the_limit_is_refused() {
    var report =
        new PhaseReport(new ContextSummary("word ".repeat(501)), List.of(), List.of(), null);

    var blocker = new Project().refused(new Change.CompletePhase(new PhaseName("2-plan"), report));

    assertThat(blocker.code()).isEqualTo("summary-too-long");
  }

  @Test
  @Proves("R-000-31")
  void pending_journal_entries_are_spoken_of() {
    var folder = "docs/vt-c-journal/2026-02/entries/";
    var project =
        new Project().entry(folder + "2026-02-13-1400-decision.md", "2026-02-13T14:00:00Z");
    project.exit("2-plan");
    assertThat(project.notices)
        .anySatisfy(
            it ->
                assertThat(it.text())
                    .isEqualTo("1 journal entry is pending; consolidate with /vt-c-consolidate"));

    project.exit("3-build");
    assertThat(project.codes()).doesNotContain("journal");

    project.entry(folder + "2026-02-13-1500-a.md", "2026-02-13T15:00:00Z");
    project.entry(folder + "2026-02-13-1501-b.md", "2026-02-13T15:01:00Z");
    project.saying("result", "pass").exit("4-review");
    assertThat(project.notices)
        .anySatisfy(
            it ->
                assertThat(it.text())
                    .isEqualTo(
                        "2 journal entries are pending; consolidate with /vt-c-consolidate"));
  }

  @Test
  @Proves("R-000-31")
  void a_consolidation_command_is_run_instead() {
    var project = new Project();
    project.settings = new PhaseSettings("/vt-c-", false, List.of("consolidate", "--all"));
    project.exit("2-plan");
    assertThat(project.effects).isEmpty();

    project.entry("docs/vt-c-journal/2026-02/entries/a.md", "2026-02-13T18:00:00Z");
    project.exit("3-build");

    assertThat(project.effects)
        .containsExactly(new Effect.RunCommand(List.of("consolidate", "--all")));
    assertThat(project.notices)
        .anySatisfy(it -> assertThat(it.text()).endsWith("consolidating with consolidate --all"));
  }

  @Test
  @Proves("R-000-53")
  void git_is_asked_at_the_first_exit_whether_it_tracks_the_checkpoint() {
    var project = new Project();
    project.ignored = IgnoreStatus.TRACKED;
    project.exit("2-plan");
    assertThat(project.asked).noneMatch(it -> it.kind() == FactQuery.Kind.IGNORED);
    assertThat(project.codes()).doesNotContain("tracked");

    project.odd.put(FactQuery.EVIDENCE, Fact.known(Optional.empty()));
    project.exit("2-plan");
    assertThat(project.notices)
        .anySatisfy(it -> assertThat(it.text()).endsWith("git rm --cached .claude-checkpoint.md"));

    project.ignored = IgnoreStatus.VISIBLE;
    assertThat(project.exit("2-plan").codes()).doesNotContain("tracked", "not-ignored");

    project.head = Head.NONE;
    assertThat(project.exit("2-plan").asked).noneMatch(it -> it.kind() == FactQuery.Kind.IGNORED);
  }

  @Test
  @Proves({"R-000-02", "R-000-49"})
  void a_damaged_file_is_kept_under_a_dated_name_before_it_is_replaced() {
    var project = new Project();
    project.text = "# Notes of somebody\n";

    project.exit("2-plan");

    var name = "set-aside/claude-checkpoint-20260213T143000Z.md";
    var path = ".tidemark/" + name;
    assertThat(project.effects).containsExactly(new Effect.PutFile(path, "# Notes of somebody\n"));
    assertThat(project.events).startsWith(new Event.SetAside(path));
    assertThat(project.notices)
        .anySatisfy(it -> assertThat(it.text()).endsWith("; kept as /git/tidemark/main/" + name));
    assertThat(project.fate).isEqualTo(Fate.WRITTEN);
  }

  @Test
  @Proves("R-000-42")
  void what_cannot_be_entered_cannot_be_left_either() {
    for (var phase : List.of("5-finalize", "6-operate")) {
      var blocker = new Project().exit("3-build").refused(Project.leaving(phase));

      assertThat(blocker.kind()).isEqualTo(Blocker.Kind.GATE);
    }
    var project = new Project().saying("result", "pass").exit("4-review").gate("other", "FAIL");
    assertThat(project.refused(Project.leaving("5-finalize")).code()).isEqualTo("review-failed");
    assertThat(project.gate("main", "PASS").exit("5-finalize").key("next_phase"))
        .isEqualTo("6-operate");
  }
}
