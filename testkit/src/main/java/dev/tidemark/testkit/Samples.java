package dev.tidemark.testkit;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Decision;
import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.history.Proof;
import dev.tidemark.json.JsonObject;
import dev.tidemark.store.RecordMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Values of the core for tests that need any, it does not matter which.
public final class Samples {
  /// When the tests take place.
  public static final Instant NOW = Instant.parse("2026-02-13T14:30:00.123Z");

  /// Who writes in the tests.
  public static final Actor WRITER =
      new Actor(Actor.Kind.AGENT, "claude-code", "2.1", "laptop", 4711);

  /// The run that the tests are about.
  public static final CheckpointId RUN = new CheckpointId("state", "implement", "auth");

  private Samples() {}

  /// Returns news of these events.
  public static RecordMetadata news(Event... events) {
    return new RecordMetadata(NOW, WRITER, List.of(events), Evidence.NONE);
  }

  /// Returns one event of every kind.
  public static List<Event> everyEvent() {
    var phase = new PhaseName("design");
    return List.of(
        new Event.WorkflowStarted(List.of(phase, new PhaseName("\"build\""))),
        new Event.PhaseStarted(phase),
        new Event.PhaseCompleted(phase),
        new Event.PhaseFailed(phase, "no \"luck\"\n"),
        new Event.PhaseSkipped(phase, ""),
        new Event.PhaseQueued(phase),
        new Event.PhaseAmended(phase),
        new Event.DecisionRecorded(new Decision(phase, "tabs \ud83d\ude00")),
        new Event.EvidenceRecorded(everyClaim().getFirst()),
        new Event.EvidenceRecorded(everyClaim().getLast()),
        new Event.DocumentSaved(),
        new Event.WorkflowCompleted(),
        new Event.WorkflowAbandoned("no \"time\""),
        new Event.WorkflowReopened(),
        new Event.EditedOutside(),
        new Event.Rewound(7),
        new Event.RemovedOutside(),
        new Event.SetAside("a/b.corrupt-1"),
        new Event.Restored(3),
        new Event.MergeSideRecorded("theirs", "13fcdd6", true),
        new Event.MergeRecorded(
            new Event.MergeRecorded.Parent("13fcdd6", "aa"),
            new Event.MergeRecorded.Parent("", "bb"),
            "ours",
            List.of("summary: ours \"A\", theirs \"B\"")),
        new Event.SessionSealed("abc-1", "auto", phase),
        new Event.SessionSealed("", "logout", null),
        new Event.ReportKept("linear", "BAS-7"),
        new Event.LeaseAcquired("ann@one:~/shop", 3, "bob@two:~/\"shop\""),
        new Event.LeaseAcquired("ann@one:~/shop", 4, null),
        new Event.LeaseReleased("ann@one:~/shop", 4),
        new Event.AttemptStarted(phase, 1, JsonObject.EMPTY.with("agent", "\"a\"")),
        new Event.AttemptEnded(phase, 1, "applied", JsonObject.EMPTY),
        new Event.RunnerEnded(phase, "waiting", JsonObject.EMPTY.with("reason", "\"why\"")),
        new Event.RunnerEnded(null, "done", JsonObject.EMPTY),
        new Event.Redacted(List.of(2L, 3L), Map.of(3L, "digest", 10L, "other")),
        new Event.Redacted(List.of(), Map.of()),
        new Event.Archived(".claude/state/archive/design-auth-20261121T013000Z.json.gz"),
        new Event.UnknownEvent("sung", "{\"kind\":\"sung\",\"key\":\"C sharp\"}"));
  }

  /// Returns evidence with everything there can be.
  public static Evidence evidence() {
    var proofs = new ArrayList<Proof>();
    for (var claim : everyClaim()) {
      proofs.add(new Proof(NOW, WRITER, claim));
    }
    var head = new Head("feat/auth", "0123456789012345678901234567890123456789");
    return new Evidence(NOW, head, proofs, List.of());
  }

  /// Returns one claim of every kind.
  public static List<Claim> everyClaim() {
    var phase = new PhaseName("design");
    var treePosition =
        new TreePosition("0123456789012345678901234567890123456789", "ab".repeat(20));
    return List.of(
        new Claim.Verdict("review", false, List.of("2 tests failing"), treePosition),
        new Claim.CommandRun(
            "tests", List.of("mvn", "-q", "two words"), -1, TreePosition.NONE, "/usr/bin/mvn"),
        new Claim.Report(
            "lint",
            List.of("sarif", "warning"),
            List.of("2 results of level error"),
            Map.of("results", 2L),
            List.of("ESLint 9"),
            List.of(new Claim.ReportFile("lint.sarif", "ef".repeat(32), "ann@example.com")),
            treePosition),
        new Claim.Approval(phase, "terminal", "cd".repeat(32)),
        new Claim.Bypass("docs", "later", treePosition),
        new Claim.GatePassed(null, false, null),
        new Claim.GatePassed(phase, true, treePosition.commit()),
        new Claim.GateCleared(phase, treePosition.commit()));
  }
}
