package dev.tidemark.testkit;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.DialectTable;
import dev.tidemark.dialect.ResumePolicy;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.handoff.ProtocolHandover;
import dev.tidemark.handoff.ResumePoint;
import dev.tidemark.handoff.ResumeWarning;
import dev.tidemark.history.Evidence;
import dev.tidemark.workflow.PhaseDefinition;
import dev.tidemark.workflow.WorkflowDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The toy dialect under four names, for tests of what is the same in every dialect.
///
/// A document is a JSON object with `version` 1, the phases by name and their status. `toy` is the
/// usual one, `twin` another of the same kind, `solo` has one run, which needs no start, and `part`
/// holds parts of that run.
public final class ToyDialects extends DialectTable {
  /// The usual dialect.
  public static final String TOY = "toy";

  /// Another dialect with runs of any name.
  public static final String TWIN = "twin";

  /// The dialect whose one run needs no start.
  public static final String SOLO = "solo";

  /// The one run of [#SOLO].
  public static final CheckpointId SOLO_RUN = new CheckpointId(SOLO, "dev", null);

  /// A document that is part of [#SOLO_RUN].
  public static final CheckpointId PART = new CheckpointId("part", "dev", null);

  private final Workflows workflows;

  /// Takes the workflows, the [built-in][#builtIn] ones among them.
  public ToyDialects(Workflows workflows) {
    super(List.of(TOY, SOLO, TWIN), List.of(PART.dialect()));
    this.workflows = workflows;
  }

  /// Returns the built-in workflows, overridden by those that a test defines.
  public static Workflows builtIn(WorkflowDefinition... own) {
    var all = new ArrayList<WorkflowDefinition>();
    all.add(workflow(TOY, "design", "research", "planning", "specs"));
    all.add(workflow(TOY, "implement", "code", "test"));
    all.add(workflow(TWIN, "implement", "code"));
    all.add(workflow(TWIN, "epic", "draft", "review"));
    all.add(workflow(SOLO, "dev", "start", "work"));
    all.addAll(Arrays.asList(own));
    return new Workflows(all);
  }

  private static WorkflowDefinition workflow(String dialect, String name, String... phases) {
    var definitions = new ArrayList<PhaseDefinition>();
    for (var phase : phases) {
      definitions.add(new PhaseDefinition(new PhaseName(phase)));
    }
    return new WorkflowDefinition(
        dialect, name, definitions, null, WorkflowDefinition.BUILT_IN, false, "");
  }

  /// Returns the dialect [#TOY].
  public static Dialect<ToyCheckpoint> toy(Workflows workflows) {
    return dialect(TOY, workflows, List.of(), true);
  }

  private static Dialect<ToyCheckpoint> dialect(
      String name, Workflows workflows, List<CheckpointId> standing, boolean listed) {
    var names = new ArrayList<String>();
    for (var definition : workflows.all()) {
      if (definition.dialect().equals(name)) {
        names.add(definition.name());
      }
    }
    var format = new ToyFormat();
    return new Dialect<>(
        name,
        format,
        new ToyRules(name, workflows),
        new ToyLocator(name, names, standing, listed),
        new Points(),
        format,
        Dialect.OnDamage.SET_ASIDE);
  }

  @Override
  protected Dialect<?> make(String name) {
    return switch (name) {
      case SOLO -> dialect(name, workflows, List.of(SOLO_RUN), true);
      case "part" -> dialect(name, workflows, List.of(PART), false);
      default -> dialect(name, workflows, List.of(), true);
    };
  }

  @Override
  public List<String> roots(String name) {
    return List.of(name + "/");
  }

  /// Work goes on at the phase in progress, else at a failed one, else at the first ahead.
  private static final class Points implements ResumePolicy<ToyCheckpoint> {
    @Override
    public ResumePoint resumePoint(ToyCheckpoint checkpoint) {
      var phases = checkpoint.phases();
      var done =
          phases.stream()
              .filter(it -> it.status() == PhaseStatus.COMPLETE || isSkipped(it.status()))
              .toList();
      if (checkpoint.finished()) {
        return new ResumePoint(null, null, null, done, true);
      }
      var current = checkpoint.current().orElse(null);
      var summary = done.isEmpty() ? null : done.getLast().summary();
      var next = current == null ? next(checkpoint) : current;
      return new ResumePoint(current, summary == null ? null : summary.text(), next, done, false);
    }

    private static boolean isSkipped(PhaseStatus status) {
      return status == PhaseStatus.SKIPPED;
    }

    private static @Nullable PhaseName next(ToyCheckpoint checkpoint) {
      for (var status : List.of(PhaseStatus.IN_PROGRESS, PhaseStatus.FAILED, PhaseStatus.PENDING)) {
        for (var phase : checkpoint.phases()) {
          if (phase.status() == status) {
            return phase.name();
          }
        }
      }
      return null;
    }

    /// The field `waits_for` names the phase to approve.
    @Override
    public Optional<PendingHumanAction> pendingAction(ToyCheckpoint checkpoint, Evidence evidence) {
      var phase = checkpoint.root().string("waits_for");
      return phase == null
          ? Optional.empty()
          : Optional.of(new PendingHumanAction("approval of " + phase, "approve " + phase));
    }

    /// The field `loose_end` is a doubt of the protocol, and `to_read` names files to read again.
    @Override
    public ProtocolHandover handover(ToyCheckpoint checkpoint, String path) {
      var text = checkpoint.root().string("loose_end");
      var toRead = checkpoint.root().strings("to_read");
      if (text == null) {
        return new ProtocolHandover(List.of(), toRead, List.of());
      }
      var resumeWarning =
          new ResumeWarning(ResumeWarning.Kind.NOTE, "loose-end", text, path, "See to it", null);
      return new ProtocolHandover(List.of(), toRead, List.of(resumeWarning));
    }
  }
}
