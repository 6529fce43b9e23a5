package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.app.main.Person;
import dev.tidemark.testkit.Proves;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.text.Timestamps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A workflow in five phases as a user drives it.
class FlowCommandsTest {
  private static final String PHASE = "memory/state/phase.json";
  private static final String TASKS = "memory/state/execution.json";
  private static final String DEMAND = "memory/reports/demand.json";

  @TempDir private Path temp;
  private CommandLineHarness tidemark;
  private ScratchRepository scratch;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    scratch = tidemark.scratch();
  }

  private String text(String path) throws IOException {
    return Files.readString(scratch.root().resolve(path));
  }

  private List<Path> archives() throws IOException {
    try (var folders = Files.list(scratch.root().resolve("memory/state/.archive"))) {
      return folders.sorted().toList();
    }
  }

  /// Sets the beginning of every running task to the day before.
  private void wereStartedLongAgo() throws IOException {
    var yesterday = Timestamps.millis(Instant.now().minus(Duration.ofDays(1)));
    var started = "\"started_at\":\"";
    scratch.write(TASKS, text(TASKS).replaceAll(started + "[^\"]*", started + yesterday));
  }

  @Test
  @Proves({"R-003-02", "R-003-19", "R-003-18", "R-003-50", "R-003-51"})
  void a_workflow_goes_from_its_start_into_the_archive() throws IOException {
    tidemark.after("start flow/develop");
    scratch.write(DEMAND, "{\"goal\":1}");
    tidemark.after("done REQUIREMENTS");
    Person.approves(tidemark, "REQUIREMENTS");
    tidemark.after("enter 2");
    scratch.write("memory/reports/final_design.json", "{\"parts\":1}");
    tidemark.after("done architecture");
    Person.approves(tidemark, "ARCHITECTURE");
    tidemark.after("enter IMPLEMENTATION");
    tidemark.after("task add task-001", "task start task-001", "note --before-spawn opus");
    tidemark.after("task done task-001 --status verified", "done IMPLEMENTATION", "enter 4");
    scratch.write("memory/reports/verification.json", "{\"passed\":true}");
    tidemark.after("done VERIFICATION", "enter REFLECTION");
    scratch.write("memory/reports/reflection.json", "{\"learnt\":1}");
    tidemark.after("done REFLECTION");
    assertThat(text(PHASE)).contains("\"current_phase\":\"REFLECTION\"");

    tidemark.after("finish --run flow/develop");

    assertThat(scratch.root().resolve(PHASE)).doesNotExist();
    assertThat(scratch.root().resolve(TASKS)).doesNotExist();
    assertThat(archives()).hasSize(1);
    assertThat(archives().getFirst().resolve("phase.json")).exists();
    assertThat(Files.readString(archives().getFirst().resolve("execution.json")))
        .contains("verified");
    assertThat(text(DEMAND)).isEqualTo("{\"goal\":1}");
  }

  @Test
  @Proves({"R-003-06", "R-COM-15", "A-70"})
  void without_a_terminal_a_workflow_is_resumed_and_the_answer_is_printed() {
    tidemark.after("start flow/develop");

    var ran = tidemark.run("start flow/develop");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("Resume workflow from REQUIREMENTS? [Y/n] yes (default)");
    assertThat(ran.out()).contains("Next: SPAWN_PM");
  }

  @Test
  @Proves({"R-003-12", "A-70", "R-003-07"})
  void without_a_terminal_a_doubtful_state_is_kept_with_a_warning() throws IOException {
    tidemark.after("start flow/develop");
    scratch.write(DEMAND, "{\"goal\":1}");
    tidemark.after("done REQUIREMENTS");
    Person.approves(tidemark, "REQUIREMENTS");
    tidemark.after("enter ARCHITECTURE");
    Files.delete(scratch.root().resolve(DEMAND));

    for (var line : List.of("resume", "resume --yes", "start flow/develop --yes")) {
      var ran = tidemark.run(line);

      assertThat(ran.exit()).as(line).isZero();
      assertThat(ran.err())
          .contains("the output of REQUIREMENTS is missing: memory/reports/demand.json")
          .contains("State appears corrupted. Start fresh? [y/N] no (default)");
    }
    assertThat(text(PHASE)).contains("REQUIREMENTS");
    assertThat(archives()).hasSize(1);
  }

  @Test
  @Proves({"R-003-12", "R-003-11"})
  void a_state_that_cannot_be_read_ends_with_exit_code_5_and_stays() throws IOException {
    scratch.write(PHASE, "{\"workflow_id\":");

    for (var line :
        List.of(
            "resume flow/develop",
            "start flow/develop",
            "start flow/develop --yes",
            "done REQUIREMENTS --run flow/develop",
            "status flow/develop")) {
      assertThat(tidemark.run(line).exit()).as(line).isEqualTo(5);
    }
    assertThat(text(PHASE)).isEqualTo("{\"workflow_id\":");

    tidemark.after("start flow/develop --fresh");
    assertThat(Files.readString(archives().getFirst().resolve("phase.json")))
        .isEqualTo("{\"workflow_id\":");
  }

  @Test
  @Proves({"R-003-12", "R-USR-14"})
  void bytes_that_are_no_text_are_archived_as_they_are() throws IOException {
    byte[] bytes = {'{', (byte) 0xff, (byte) 0xfe};
    scratch.write(PHASE, "");
    Files.write(scratch.root().resolve(PHASE), bytes);

    assertThat(tidemark.run("resume flow/develop").exit()).isEqualTo(5);
    tidemark.after("start flow/develop --fresh");

    assertThat(Files.readAllBytes(archives().getFirst().resolve("phase.json"))).isEqualTo(bytes);
    assertThat(text(PHASE)).contains("REQUIREMENTS");
  }

  @Test
  @Proves({"R-003-17", "A-70"})
  void an_approval_is_never_the_default() throws IOException {
    tidemark.after("start flow/develop");
    scratch.write(DEMAND, "{\"goal\":1}");
    var before = text(PHASE);

    var ran = tidemark.run("resume");

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("tidemark approve REQUIREMENTS");
    assertThat(text(PHASE)).isEqualTo(before);
    assertThat(tidemark.run("resume --yes").exit()).isEqualTo(4);
    Person.approves(tidemark, "REQUIREMENTS");
    assertThat(tidemark.run("resume").out()).contains("Advanced: REQUIREMENTS");
  }

  @Test
  void a_resume_that_waits_for_an_approval_is_refused_with_the_brief() {
    tidemark.after("start flow/develop --goal 'log in'");
    scratch.write(DEMAND, "{\"goal\":1}");
    tidemark.after("done REQUIREMENTS");
    var approve = "tidemark approve REQUIREMENTS --run flow/develop";

    var ran = tidemark.run("resume");
    var json = tidemark.run("resume --json").json();

    assertThat(ran.exit()).isEqualTo(4);
    assertThat(ran.err()).contains("REQUIREMENTS is finished, but not approved", approve);
    assertThat(ran.out())
        .contains("| goal: log in", "flow/develop: 1 of 5 phases done", "| done: REQUIREMENTS")
        .endsWith(
            "Now: ask the user first; see the first warning above. Ask the user for it: "
                + approve
                + "\n");
    assertThat(json.array("blockers")).isNotNull();
    assertThat(json.object("goal").string("text")).isEqualTo("log in");
    assertThat(json.object("verdict").string("command")).endsWith(approve);
  }

  @Test
  void resuming_beside_a_session_that_works_leaves_its_task_running() {
    tidemark.after("start flow/develop", "task add a", "task start a");
    tidemark.after("config flow.approvals none");
    scratch.write(DEMAND, "{\"goal\":1}");
    tidemark.after("resume");
    scratch.write("memory/reports/final_design.json", "{\"parts\":1}");

    for (var line : List.of("resume", "resume --run flow/develop")) {
      assertThat(tidemark.run(line).out())
          .contains("Running a: started less than a minute ago, not recovered")
          .contains("current task: a");
    }
  }

  @Test
  @Proves("R-003-13")
  void a_program_gets_what_is_to_be_done_as_a_value() {
    tidemark.after("start flow/develop");

    var nextAction = tidemark.run("resume --json").json().object("errand");

    assertThat(nextAction.string("action")).isEqualTo("SPAWN_PM");
    assertThat(nextAction.string("phase")).isEqualTo("REQUIREMENTS");
    assertThat(nextAction.string("reason")).isNotBlank();
    assertThat(nextAction.strings("files")).containsExactly(DEMAND);
  }

  @Test
  void a_dry_run_of_resuming_says_what_it_would_do_and_writes_nothing() throws IOException {
    tidemark.after("start flow/develop");
    scratch.write(DEMAND, "{\"goal\":1}");
    Person.approves(tidemark, "REQUIREMENTS");
    var before = text(PHASE);

    var ran = tidemark.run("resume --dry-run");

    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("Advanced: REQUIREMENTS", "nothing was written");
    assertThat(text(PHASE)).isEqualTo(before);
  }

  @Test
  void the_tasks_are_no_run_but_have_a_past() {
    tidemark.after("start flow/develop", "task add task-001", "task start task-001");

    assertThat(tidemark.run("list --all").out())
        .contains("flow/develop")
        .doesNotContain("flow-tasks");
    assertThat(tidemark.run("history --run flow-tasks/develop").lines()).hasSize(2);
    assertThat(tidemark.run("show --run flow-tasks/develop").out()).contains("running");
    var ran = tidemark.run("task done task-001 --run flow-tasks/develop");
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.err()).contains("is a part of flow/develop");
    assertThat(tidemark.run("init --format flow-tasks").exit()).isEqualTo(2);
  }

  @Test
  @Proves("R-003-53")
  void a_fresh_start_notes_the_outputs_that_are_there() throws IOException {
    scratch.write(DEMAND, "{\"old\":1}");
    tidemark.after("start flow/develop");

    assertThat(text(PHASE))
        .contains(
            "\"baseline\":[{\"path\":\"memory/reports/demand.json\",\"size\":9,\"sha256\":\"");
    assertThat(tidemark.run("resume").out()).contains("SPAWN_PM");
    scratch.write(DEMAND, "{\"new\":1}");
    Person.approves(tidemark, "REQUIREMENTS");
    assertThat(tidemark.run("resume").out()).contains("Advanced: REQUIREMENTS");
  }

  @Test
  @Proves({"R-003-30", "R-003-32", "R-003-33"})
  void tasks_that_were_running_are_recovered() throws IOException {
    tidemark.after("start flow/develop", "task add a", "task add b", "task add c");
    scratch.write(DEMAND, "{\"goal\":1}");
    Person.approves(tidemark, "1");
    tidemark.after("resume");
    scratch.write("memory/reports/final_design.json", "{\"parts\":1}");
    Person.approves(tidemark, "2");
    tidemark.after("resume", "task start a", "task start b", "task start c");
    wereStartedLongAgo();
    scratch.write("memory/tasks/b/output.json", "{\"status\":\"pre_complete\"}");
    scratch.write("memory/tasks/c/output.json", "{\"status\":");

    var ran = tidemark.run("resume");

    assertThat(ran.out())
        .contains("Recovered a: pending, attempts 1")
        .contains("Recovered b: pre_complete, according to its output")
        .contains("Recovered c: pending, attempts 1")
        .contains("Next: CONTINUE_EXECUTION");
    assertThat(scratch.root().resolve("memory/tasks/c/output.json.bad")).exists();
    assertThat(scratch.root().resolve("memory/tasks/c/output.json")).doesNotExist();
    assertThat(text(TASKS)).contains("pre_complete").doesNotContain("running");
  }

  @Test
  @Proves({"R-003-17", "R-003-31", "A-67", "A-72"})
  void approvals_attempts_and_age_are_the_projects_choice() throws IOException {
    tidemark.after("config flow.approvals VERIFICATION", "config flow.attempts 1");
    tidemark.after("start flow/develop", "task add a");
    scratch.write(DEMAND, "{\"goal\":1}");
    tidemark.after("done REQUIREMENTS");

    assertThat(tidemark.run("list").out()).doesNotContain("approval of REQUIREMENTS");
    tidemark.after("config flow.approvals REQUIREMENTS");
    assertThat(tidemark.run("list").out()).contains("approval of REQUIREMENTS");
    tidemark.after("config flow.approvals none");
    tidemark.after("resume");
    scratch.write("memory/reports/final_design.json", "{\"parts\":1}");
    tidemark.after("resume", "task start a");
    wereStartedLongAgo();

    assertThat(tidemark.run("resume").out()).contains("Recovered a: failed, cut off 1 times");
    for (var wrong : List.of("flow.approvals PLANNING", "flow.attempts 0", "flow.ancient-days x")) {
      assertThat(tidemark.run("config " + wrong).exit()).as(wrong).isEqualTo(2);
    }
  }

  @Test
  void a_state_of_somebody_elses_making_is_resumed_as_it_is() throws IOException {
    var own =
        "{\"workflow_id\":\"theirs\",\"started_at\":\"2020-01-01T00:00:00.000Z\",\"last_updated\":"
            + "\"2020-01-01T00:00:00.000Z\",\"current_phase\":\"REQUIREMENTS\",\"phase_status\":"
            + "\"in_progress\",\"completed_phases\":[],\"user_checkpoints\":[],"
            + "\"interruption_safe\":true,\"theirs\":[1.0]}";
    scratch.write(PHASE, own);

    var ran = tidemark.run("resume");

    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).contains("Archive it and start fresh? [y/N] no (default)");
    assertThat(text(PHASE)).contains("\"theirs\":[1.0]");
    assertThat(tidemark.run("init").exit()).isZero();
    assertThat(text(".gitignore")).contains("memory/state/\n");
  }
}
