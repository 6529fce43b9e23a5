package dev.tidemark.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Note;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PlannedTask;
import dev.tidemark.checkpoint.TaskStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Events and claims as journals have them. These texts are in journals that exist: what is written
/// so must be read for ever.
class EventJsonTest {
  private static final PhaseName PLAN = new PhaseName("plan");
  private static final TreePosition HERE = new TreePosition("c0", "t0");
  private static final TreePosition NOWHERE = new TreePosition(null, null);

  private static JsonObject json(String text) {
    return (JsonObject) JsonText.parse(text);
  }

  private static Arguments of(Event event, String kind, String rest) {
    var comma = rest.isEmpty() ? "" : ",";
    return Arguments.of(event, "{\"kind\":\"" + kind + "\"" + comma + rest + "}");
  }

  private static Arguments claim(Claim claim, String word, String rest) {
    var evidence = "\"evidence\":{\"claim\":\"" + word + "\"," + rest + "}";
    return of(new Event.EvidenceRecorded(claim), "evidence.recorded", evidence);
  }

  static Stream<Arguments> phases() {
    var plan = "\"phase\":\"plan\"";
    return Stream.of(
        of(
            new Event.WorkflowStarted(
                List.of(PLAN, new PhaseName("build")),
                "Ü 1",
                Map.of("tags", List.of("a", "b"), "by", List.of())),
            "workflow.started",
            "\"phases\":[\"plan\",\"build\"],\"item\":\"Ü 1\","
                + "\"words\":{\"by\":[],\"tags\":[\"a\",\"b\"]}"),
        of(new Event.WorkflowStarted(List.of()), "workflow.started", "\"phases\":[]"),
        of(new Event.PhaseStarted(PLAN), "phase.started", plan),
        of(new Event.PhaseCompleted(PLAN), "phase.completed", plan),
        of(new Event.PhaseFailed(PLAN, "no"), "phase.failed", plan + ",\"reason\":\"no\""),
        of(new Event.PhaseSkipped(PLAN, "old"), "phase.skipped", plan + ",\"reason\":\"old\""),
        of(new Event.PhaseQueued(PLAN), "phase.queued", plan),
        of(new Event.PhaseAmended(PLAN), "phase.amended", plan),
        of(
            new Event.PlanChanged(
                List.of(new PhaseName("b")), Map.of(PLAN, new PhaseName("b")), List.of(PLAN)),
            "workflow.replanned",
            "\"phases\":[\"b\"],\"renamed\":{\"plan\":\"b\"},\"removed\":[\"plan\"]"),
        of(
            new Event.DecisionRecorded(new Decision(PLAN, "SQL")),
            "decision.recorded",
            plan + ",\"text\":\"SQL\""));
  }

  static Stream<Arguments> documents() {
    return Stream.of(
        of(new Event.DocumentSaved(), "document.saved", ""),
        of(new Event.WorkflowCompleted(), "workflow.completed", ""),
        of(new Event.WorkflowAbandoned("no need"), "workflow.abandoned", "\"reason\":\"no need\""),
        of(new Event.WorkflowReopened(), "workflow.reopened", ""),
        of(new Event.EditedOutside(), "document.edited", ""),
        of(new Event.RemovedOutside(), "document.removed", ""),
        of(new Event.Rewound(7), "document.rewound", "\"entry\":7"),
        of(new Event.Restored(7), "document.restored", "\"entry\":7"),
        of(
            new Event.MergeSideRecorded("theirs", "13fcdd6", true),
            "merge.side",
            "\"side\":\"theirs\",\"commit\":\"13fcdd6\",\"taken\":true"),
        of(
            new Event.MergeRecorded(
                new Event.MergeRecorded.Parent("13fcdd6", "d1"),
                new Event.MergeRecorded.Parent("", "d2"),
                "ours",
                List.of("a: b")),
            "merge.recorded",
            "\"ours\":{\"commit\":\"13fcdd6\",\"digest\":\"d1\"},"
                + "\"theirs\":{\"commit\":\"\",\"digest\":\"d2\"},\"taken\":\"ours\","
                + "\"conflicts\":[\"a: b\"]"),
        of(new Event.SetAside("a/b"), "document.set-aside", "\"path\":\"a/b\""),
        of(new Event.Archived("a/b"), "document.archived", "\"path\":\"a/b\""),
        of(
            new Event.Redacted(List.of(3L, 2L), Map.of(0L, "d0", 12L, "d12", 3L, "d3")),
            "history.redacted",
            "\"states\":[3,2],\"notes\":{\"0\":\"d0\",\"3\":\"d3\",\"12\":\"d12\"}"),
        of(
            new Event.Redacted(List.of(), Map.of(908_172_635_445_362_719L, "d")),
            "history.redacted",
            "\"states\":[],\"notes\":{\"908172635445362719\":\"d\"}"),
        of(
            new Event.RunnerEnded(null, "done", JsonObject.EMPTY),
            "runner.ended",
            "\"status\":\"done\",\"details\":{}"));
  }

  static Stream<Arguments> others() {
    var plan = "\"phase\":\"plan\"";
    return Stream.of(
        of(
            new Event.SessionSealed("s1", "auto", PLAN),
            "session.sealed",
            "\"session\":\"s1\",\"cause\":\"auto\"," + plan),
        of(
            new Event.SessionSealed("", "logout", null),
            "session.sealed",
            "\"session\":\"\",\"cause\":\"logout\""),
        of(
            new Event.SessionCaptured("auto", WorklogTest.CAPTURE),
            "session.captured",
            "\"cause\":\"auto\",\"capture\":{\"at\":\"2026-03-01T12:00:00.000Z\","
                + "\"session\":\"s1\",\"phase\":\"build\","
                + "\"prompts\":[\"Add login\",\"Now the tests\"],"
                + "\"tasks\":[\"[completed] Write it\",\"[in_progress] Test it\"],"
                + "\"plan\":\"First this, then that\",\"error\":\"npm test: exit 1\","
                + "\"changes\":[\"M src/a.ts +3 -1\"]}"),
        of(
            new Event.GoalStated(new Goal("Log in", false)),
            "goal.stated",
            "\"goal\":{\"text\":\"Log in\"}"),
        of(
            new Event.GoalStated(new Goal("Log in", true)),
            "goal.stated",
            "\"goal\":{\"text\":\"Log in\",\"captured\":true}"),
        of(
            new Event.NoteRecorded(new Note(Note.Kind.TRIED, PLAN, "a mutex")),
            "note.recorded",
            "\"note\":\"tried\"," + plan + ",\"text\":\"a mutex\""),
        of(
            new Event.NoteResolved(new Note(Note.Kind.QUESTION, null, "Which?")),
            "note.resolved",
            "\"note\":\"question\",\"text\":\"Which?\""),
        of(
            new Event.TaskChanged(PlannedTask.of("T1", PLAN, "running", "")),
            "task.changed",
            "\"task\":\"T1\"," + plan + ",\"status\":\"running\""),
        of(
            new Event.TaskChanged(
                PlannedTask.of("T1", PLAN, "pending", "Do it").with(TaskStatus.FAILED, "no key")),
            "task.changed",
            "\"task\":\"T1\","
                + plan
                + ",\"status\":\"failed\",\"description\":\"Do it\",\"reason\":\"no key\""),
        of(
            new Event.HandoffApplied(PLAN, "T1", "accept", "d1"),
            "handoff.applied",
            plan + ",\"task\":\"T1\",\"decision\":\"accept\",\"digest\":\"d1\""),
        of(
            new Event.ReportKept("linear", "BUG-1"),
            "report.kept",
            "\"source\":\"linear\",\"text\":\"BUG-1\""),
        of(
            new Event.LeaseAcquired("ann", 3, "bob"),
            "lease.acquired",
            "\"owner\":\"ann\",\"fence\":3,\"from\":\"bob\""),
        of(
            new Event.LeaseAcquired("ann", 3, null),
            "lease.acquired",
            "\"owner\":\"ann\",\"fence\":3"),
        of(new Event.LeaseReleased("ann", 3), "lease.released", "\"owner\":\"ann\",\"fence\":3"),
        of(
            new Event.AttemptStarted(PLAN, 2, JsonObject.EMPTY.with("agent", "command")),
            "attempt.started",
            plan + ",\"attempt\":2,\"details\":{\"agent\":\"command\"}"),
        of(
            new Event.AttemptEnded(PLAN, 2, "applied", JsonObject.EMPTY),
            "attempt.ended",
            plan + ",\"attempt\":2,\"outcome\":\"applied\",\"details\":{}"),
        of(
            new Event.RunnerEnded(PLAN, "waiting", JsonObject.EMPTY.with("code", "stopped")),
            "runner.ended",
            plan + ",\"status\":\"waiting\",\"details\":{\"code\":\"stopped\"}"));
  }

  static Stream<Arguments> claims() {
    var words = List.of("make", "check");
    return Stream.of(
        claim(
            new Claim.Verdict("review", true, List.of(), HERE),
            "verdict",
            "\"gate\":\"review\",\"passed\":true,\"blockers\":[],"
                + "\"commit\":\"c0\",\"tree\":\"t0\""),
        claim(
            new Claim.Verdict("review", false, List.of("a leak"), NOWHERE),
            "verdict",
            "\"gate\":\"review\",\"passed\":false,\"blockers\":[\"a leak\"]"),
        claim(
            new Claim.CommandRun("tests", words, 2, HERE),
            "command",
            "\"gate\":\"tests\",\"command\":[\"make\",\"check\"],\"exit\":2,"
                + "\"commit\":\"c0\",\"tree\":\"t0\""),
        claim(
            new Claim.Approval(PLAN, "terminal", "d1"),
            "approval",
            "\"phase\":\"plan\",\"how\":\"terminal\",\"digest\":\"d1\""),
        claim(
            new Claim.Bypass("review", "in haste", HERE),
            "bypass",
            "\"gate\":\"review\",\"reason\":\"in haste\",\"commit\":\"c0\",\"tree\":\"t0\""),
        claim(
            new Claim.GatePassed(PLAN, true, "c0"),
            "passage",
            "\"phase\":\"plan\",\"ended\":true,\"commit\":\"c0\""),
        claim(new Claim.GatePassed(null, false, null), "passage", "\"ended\":false"),
        claim(
            new Claim.GatePassed(PLAN, false, null, "d0"),
            "passage",
            "\"phase\":\"plan\",\"ended\":false,\"definition\":\"d0\""),
        claim(
            new Claim.GateCleared(PLAN, null, "d0"),
            "cleared",
            "\"phase\":\"plan\",\"definition\":\"d0\""),
        claim(
            new Claim.Approval(PLAN, "login", "d1", List.of("a.md")),
            "approval",
            "\"phase\":\"plan\",\"how\":\"login\",\"digest\":\"d1\",\"files\":[\"a.md\"]"),
        claim(
            new Claim.ChangesRequested(PLAN, "login", "less of it"),
            "changes-requested",
            "\"phase\":\"plan\",\"how\":\"login\",\"comment\":\"less of it\""),
        claim(
            new Claim.GateCleared(PLAN, "c0"), "cleared", "\"phase\":\"plan\",\"commit\":\"c0\""));
  }

  static Stream<Arguments> reports() {
    var counts = new LinkedHashMap<String, Long>();
    counts.put("tests", 7L);
    counts.put("failed", 0L);
    var files =
        List.of(
            new Claim.ReportFile("a.xml", "5a", null), new Claim.ReportFile("b.json", "5b", "ci"));
    return Stream.of(
        claim(
            new Claim.Report(
                "tests",
                List.of("no failure"),
                List.of(),
                counts,
                List.of("surefire"),
                files,
                HERE),
            "report",
            "\"gate\":\"tests\",\"passed\":true,\"requirement\":[\"no failure\"],"
                + "\"blockers\":[],\"counts\":{\"tests\":7,\"failed\":0},\"tools\":[\"surefire\"],"
                + "\"reports\":[{\"path\":\"a.xml\",\"sha256\":\"5a\"},"
                + "{\"path\":\"b.json\",\"sha256\":\"5b\",\"signer\":\"ci\"}],"
                + "\"commit\":\"c0\",\"tree\":\"t0\""),
        claim(
            new Claim.Report(
                "tests", List.of(), List.of("red"), Map.of(), List.of(), List.of(), NOWHERE),
            "report",
            "\"gate\":\"tests\",\"passed\":false,\"requirement\":[],\"blockers\":[\"red\"],"
                + "\"counts\":{},\"tools\":[],\"reports\":[]"));
  }

  @ParameterizedTest
  @MethodSource({"phases", "documents", "others", "claims", "reports"})
  void what_happened_is_written_and_read_again(Event event, String text) {
    assertThat(EventJson.of(event)).hasToString(text);
    assertThat(EventJson.read(json(text))).isEqualTo(event);
    assertThat(EventJson.of(event).string("kind")).isEqualTo(event.kind().word());
  }

  @ParameterizedTest
  @MethodSource({"phases", "documents", "others", "claims", "reports"})
  void the_phase_of_an_event_is_the_one_that_its_json_names(Event event) {
    var phase = event.phase();

    assertThat(phase == null ? null : phase.value()).isEqualTo(EventJson.of(event).string("phase"));
  }

  @Test
  void every_kind_of_event_is_written_and_read() {
    var kinds = new HashSet<Event.Kind>();
    Stream.of(phases(), documents(), others(), claims())
        .flatMap(rows -> rows)
        .forEach(row -> kinds.add(((Event) row.get()[0]).kind()));
    kinds.add(Event.Kind.UNFAMILIAR);

    assertThat(kinds).containsExactlyInAnyOrder(Event.Kind.values());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"kind\":\"later.thing\",\"of\":[1, 2]}",
        "{\"kind\":\"unfamiliar\"}",
        "{\"kind\":\"phase.started\"}",
        "{\"kind\":\"phase.started\",\"phase\":\" \"}",
        "{\"kind\":\"phase.failed\",\"phase\":\"plan\"}",
        "{\"kind\":\"phase.skipped\",\"phase\":\"plan\",\"reason\":1}",
        "{\"kind\":\"decision.recorded\",\"phase\":\"plan\"}",
        "{\"kind\":\"document.rewound\"}",
        "{\"kind\":\"document.restored\",\"entry\":1.5}",
        "{\"kind\":\"document.archived\"}",
        "{\"kind\":\"document.set-aside\",\"path\":1}",
        "{\"kind\":\"workflow.abandoned\"}",
        "{\"kind\":\"workflow.replanned\",\"phases\":[\"b\"],\"removed\":[]}",
        "{\"kind\":\"workflow.replanned\",\"phases\":[],\"renamed\":{\"a\":1},\"removed\":[]}",
        "{\"kind\":\"merge.side\",\"side\":\"ours\",\"taken\":true}",
        "{\"kind\":\"merge.side\",\"commit\":\"c\",\"taken\":true}",
        "{\"kind\":\"merge.recorded\",\"ours\":{\"commit\":\"c\",\"digest\":\"d\"},"
            + "\"conflicts\":[]}",
        "{\"kind\":\"merge.recorded\",\"theirs\":{\"commit\":\"c\",\"digest\":\"d\"},"
            + "\"conflicts\":[]}",
        "{\"kind\":\"goal.stated\",\"goal\":\"Log in\"}",
        "{\"kind\":\"note.recorded\",\"note\":\"later\",\"text\":\"t\"}",
        "{\"kind\":\"note.resolved\",\"note\":\"question\"}",
        "{\"kind\":\"task.changed\",\"task\":\"T1\",\"status\":\"running\"}",
        "{\"kind\":\"session.captured\",\"cause\":\"auto\",\"capture\":{\"session\":\"s\"}}",
        "{\"kind\":\"attempt.started\",\"phase\":\"p\",\"details\":{}}",
        "{\"kind\":\"attempt.started\",\"phase\":\"p\",\"attempt\":1}",
        "{\"kind\":\"attempt.ended\",\"phase\":\"p\",\"attempt\":1,\"details\":{}}",
        "{\"kind\":\"session.sealed\",\"cause\":\"auto\"}",
        "{\"kind\":\"session.sealed\",\"session\":\"s\"}",
        "{\"kind\":\"session.sealed\",\"session\":\"s\",\"cause\":\"a\",\"phase\":\"\"}",
        "{\"kind\":\"handoff.applied\",\"phase\":\"p\",\"decision\":\"d\",\"digest\":\"d\"}",
        "{\"kind\":\"handoff.applied\",\"phase\":\"p\",\"task\":\"T1\",\"digest\":\"d\"}",
        "{\"kind\":\"handoff.applied\",\"phase\":\"p\",\"task\":\"T1\",\"decision\":\"d\"}",
        "{\"kind\":\"report.kept\",\"source\":\"linear\"}",
        "{\"kind\":\"report.kept\",\"text\":\"x\"}",
        "{\"kind\":\"lease.acquired\",\"fence\":3}",
        "{\"kind\":\"lease.released\",\"owner\":\"ann\"}",
        "{\"kind\":\"lease.released\",\"owner\":\"ann\",\"fence\":1.5}",
        "{\"kind\":\"history.redacted\",\"states\":[]}",
        "{\"kind\":\"history.redacted\",\"notes\":{}}",
        "{\"kind\":\"history.redacted\",\"states\":[\"1\"],\"notes\":{}}",
        "{\"kind\":\"history.redacted\",\"states\":[1.5],\"notes\":{}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"1\":2}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"\":\"d\"}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"-1\":\"d\"}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"1/\":\"d\"}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"1:\":\"d\"}}",
        "{\"kind\":\"history.redacted\",\"states\":[],\"notes\":{\"1234567890123456789\":\"d\"}}",
        "{\"kind\":\"runner.ended\",\"details\":{}}",
        "{\"kind\":\"runner.ended\",\"status\":\"done\"}",
        "{\"kind\":\"runner.ended\",\"phase\":\" \",\"status\":\"done\",\"details\":{}}",
        "{\"kind\":\"evidence.recorded\"}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"later\",\"gate\":\"g\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"verdict\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"command\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"bypass\",\"gate\":\"g\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"bypass\",\"reason\":\"r\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"report\",\"passed\":true}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"report\",\"gate\":\"g\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"report\",\"gate\":\"g\","
            + "\"passed\":true,\"blockers\":[\"red\"]}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"cleared\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"changes-requested\","
            + "\"how\":\"a\",\"comment\":\"c\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"changes-requested\","
            + "\"phase\":\"p\",\"comment\":\"c\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"changes-requested\","
            + "\"phase\":\"p\",\"how\":\"a\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"approval\",\"how\":\"a\","
            + "\"digest\":\"d\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"approval\",\"phase\":\"p\","
            + "\"digest\":\"d\"}}",
        "{\"kind\":\"evidence.recorded\",\"evidence\":{\"claim\":\"approval\",\"phase\":\"p\","
            + "\"how\":\"a\"}}"
      })
  void what_only_a_newer_version_understands_is_written_again_as_it_was(String text) {
    var event = EventJson.read(json(text));

    assertThat(event).isInstanceOf(Event.UnknownEvent.class);
    assertThat(((Event.UnknownEvent) event).word()).isEqualTo(json(text).string("kind"));
    assertThat(EventJson.of(event)).isEqualTo(json(text));
  }

  @Test
  void what_does_not_say_its_kind_is_no_event() {
    assertThat(EventJson.read(json("{}"))).isNull();
    assertThat(EventJson.read(json("{\"kind\":7}"))).isNull();
  }

  @Test
  void phases_without_a_name_are_passed_over() {
    var text = "{\"kind\":\"workflow.started\",\"phases\":[\"plan\",\" \",\"\"]}";

    assertThat(EventJson.read(json(text))).isEqualTo(new Event.WorkflowStarted(List.of(PLAN)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",\"exit\":\"0\"", ",\"exit\":0.5"})
  void a_command_whose_exit_code_is_lost_did_not_succeed(String exit) {
    @Nullable Claim claim =
        ClaimJson.read(json("{\"claim\":\"command\",\"gate\":\"tests\"" + exit + "}"));

    assertThat(claim).isEqualTo(new Claim.CommandRun("tests", List.of(), -1, NOWHERE));
  }

  @Test
  void counts_and_files_of_a_report_that_are_none_are_passed_over() {
    var json =
        """
        {"claim":"report","gate":"tests","passed":true,"counts":{"tests":1,"time":0.5,"of":"x"},
        "reports":[7,{"path":"a.xml"},{"sha256":"5a"},{"path":"b.xml","sha256":"5b"}]}\
        """;

    assertThat(ClaimJson.read(json(json)))
        .isEqualTo(
            new Claim.Report(
                "tests",
                List.of(),
                List.of(),
                Map.of("tests", 1L),
                List.of(),
                List.of(new Claim.ReportFile("b.xml", "5b", null)),
                NOWHERE));
  }

  @Test
  void a_report_without_counts_and_files_is_one() {
    assertThat(ClaimJson.read(json("{\"claim\":\"report\",\"gate\":\"g\",\"passed\":true}")))
        .isEqualTo(
            new Claim.Report("g", List.of(), List.of(), Map.of(), List.of(), List.of(), NOWHERE));
  }

  @Test
  void the_phases_of_a_run_were_given_if_the_start_says_so() {
    assertThat(Event.WorkflowStarted.given(List.of(PLAN)).isGiven()).isTrue();
    assertThat(new Event.WorkflowStarted(List.of(PLAN)).isGiven()).isFalse();
  }
}
