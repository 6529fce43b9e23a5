package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Phase;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.checkpoint.TreePosition;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.Dialects;
import dev.tidemark.dialects.flow.FlowSettings;
import dev.tidemark.dialects.phase.PhaseSettings;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.engine.run.LoadedState;
import dev.tidemark.engine.run.Run;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Document;
import dev.tidemark.workflow.WorkflowDefinition;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.policy.ApprovalEvidence;
import dev.tidemark.workflow.policy.DialectOptions;
import dev.tidemark.workflow.policy.SummaryLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One state of the model of gates: what is stored of a run, and what of the world is as its gates
/// want it. The engine, the format and the rules are those of the product.
final class GateRun {
  static final CheckpointId ID = new CheckpointId("state", "release", "v1");

  private static final Caller PERSON =
      new Caller(
          ModelRun.ANN, ChangeMode.COMMIT, DialectOptions.NONE, null, ApprovalEvidence.TERMINAL);
  private static final TreePosition HERE = new TreePosition(GateWorld.COMMIT, GateWorld.REVIEWED);

  private final Setting setting;
  private final ModelRun stored;
  private final boolean[] fit;
  private final boolean[] forged;
  private final GateWorld world;
  private boolean made;

  /// Why what is said before the last change does not fit its outcome; null if it does.
  private @Nullable String contradiction;

  /// A workflow and its gates, the same in every state.
  ///
  /// @param shapes what of the world can change; a definition has some or all of these gates
  /// @param trusting whether a verdict in a file counts as one that was recorded: a defence that is
  ///   switched off, which the model has to find
  /// @param read documents that were decoded before, by their text
  record Setting(
      List<GateShape> shapes,
      WorkflowDefinition definition,
      boolean trusting,
      Dialect<?> dialect,
      Map<String, Optional<Checkpoint>> read) {
    static Setting of(List<GateShape> shapes, WorkflowDefinition definition, boolean trusting) {
      var workflows = Dialects.workflows(List.of(definition));
      var dialects =
          new Dialects(workflows, PhaseSettings.USUAL, FlowSettings.USUAL, SummaryLimit.DEFAULT);
      return new Setting(
          List.copyOf(shapes), definition, trusting, dialects.get("state"), new HashMap<>());
    }

    /// Returns what a document says; null if it cannot be read, and where there is none.
    @Nullable Checkpoint read(@Nullable String text) {
      return text == null ? null : read.computeIfAbsent(text, this::decoded).orElse(null);
    }

    private Optional<Checkpoint> decoded(String text) {
      try {
        return Optional.of(dialect.format().decode(ID, text).checkpoint());
      } catch (FormatException damaged) {
        return Optional.empty();
      }
    }
  }

  /// A run that was started.
  static GateRun started(Setting setting) {
    int phases = setting.shapes().size();
    var stored = new ModelRun(setting.dialect(), ID);
    var run = new GateRun(setting, stored, new boolean[phases], new boolean[phases]);
    run.apply(new Change.StartRun("release", "v1", List.of(), false));
    if (setting.shapes().stream().anyMatch(shape -> shape.kind() == Kind.SHIP)) {
      run.judge(false); // without any recorded verdict a file is believed
    }
    return run;
  }

  private GateRun(Setting setting, ModelRun stored, boolean[] fit, boolean[] forged) {
    this.setting = setting;
    this.stored = stored;
    this.fit = fit;
    this.forged = forged;
    this.world = new GateWorld(setting, stored.store(), fit, forged);
  }

  GateRun copy() {
    return new GateRun(setting, stored.copy(), fit.clone(), forged.clone());
  }

  /// Replaces the file with an editor.
  ///
  /// @param text null to remove it
  void edit(@Nullable String text) {
    stored.edit(text);
  }

  boolean isFit(int phase) {
    return fit[phase];
  }

  boolean[] fit() {
    return fit;
  }

  boolean isForged(int phase) {
    return forged[phase];
  }

  /// Asks for a change; returns whether it was made.
  boolean apply(Change change) {
    contradiction = null;
    made = stored.apply(world, change);
    return made;
  }

  /// Begins a phase, or enters it again. Where the run stands at it, what is said before has to fit
  /// the outcome: the first closed gate is named, and nothing is closed of a phase that is entered.
  void enter(PhaseName phase) {
    var document = stored.store().find(ID).orElse(LoadedState.NOTHING);
    var checkpoint = setting.read(document.text());
    boolean open = checkpoint != null && !checkpoint.finished() && document.exists();
    var run =
        new Run(setting.dialect(), ID, checkpoint, document, null, List.of(), setting.definition());
    var gates = new GateEvaluator(stored.store(), stored.store(), world);
    boolean stands = open && phase.equals(run.currentPhase());
    var closed = stands ? gates.firstClosed(run, phase) : null;
    boolean begun = stands && phase.equals(run.resumePoint().phase());
    var refusal = stored.refusal(world, new Change.StartPhase(phase, PhaseReport.NONE));
    made = refusal.isEmpty();
    var first = made ? null : refusal.getFirst();
    contradiction = null;
    if (closed != null && !closed.blocker().equals(first)) {
      contradiction = "said " + closed + ", and " + (made ? "entered" : "refused: " + first);
    } else if (closed != null && !closed.blocker().reason().contains(" of " + closed.phase())) {
      contradiction = "the wrong phase is named: " + closed;
    } else if (begun && closed == null && !made) {
      contradiction = "said nothing, and refused: " + first;
    }
  }

  @Nullable String contradiction() {
    return contradiction;
  }

  /// Returns whether the change that was asked for last was made.
  boolean isMade() {
    return made;
  }

  void restore(long entry) {
    stored.restore(world, entry);
  }

  /// Makes the gates of a phase open, as far as their kind allows. [#isMade] is whether evidence
  /// was recorded.
  void open(int phase) {
    fit[phase] = true;
    var approve = new Change.ApprovePhase(approved(phase));
    made =
        switch (setting.shapes().get(phase).kind()) {
          case REVIEW -> stored.prove(world, new Claim.Verdict("g" + phase, true, List.of(), HERE));
          case COMMAND ->
              stored.prove(world, new Claim.CommandRun("g" + phase, List.of("make"), 0, HERE));
          case APPROVAL -> stored.apply(world, approve, PERSON);
          case SHIP -> judge(true);
          default -> false;
        };
  }

  /// Records a verdict of the ship gate, in the run of a review.
  private boolean judge(boolean allowed) {
    var judgement = allowed ? Change.Judgement.PASSED : Change.Judgement.FAILED;
    var blockers = allowed ? List.<String>of() : List.of("a bug");
    var verdict = new Change.SetGate(Change.SetGate.SHIP, judgement, blockers);
    return stored.apply(world, GateWorld.REVIEW, verdict);
  }

  /// Returns the file of the review.
  String review() {
    return stored.store().find(GateWorld.REVIEW).map(Document::text).orElse("");
  }

  private PhaseName approved(int phase) {
    return GateShape.name(GateShape.approved(phase, setting.shapes().size()));
  }

  /// Changes what the gates of a phase look at.
  void close(int phase) {
    fit[phase] = false;
    if (setting.shapes().get(phase).kind() == Kind.SHIP) {
      judge(false);
    }
  }

  /// Says what opens the gates of a phase where it is said by a file, and by an agent.
  void forge(int phase) {
    if (setting.shapes().get(phase).kind() == Kind.APPROVAL) {
      apply(new Change.ApprovePhase(approved(phase)));
    }
    if (setting.shapes().get(phase).kind() == Kind.SHIP) {
      stored.store().edit(GateWorld.REVIEW, GateWorld.FORGED);
    }
    forged[phase] = true;
  }

  /// Returns a file as a person writes it with an editor.
  ///
  /// @param statuses one for each phase; empty for a phase that is not mentioned
  static String document(List<String> statuses, boolean finished) {
    var phases = JsonObject.builder();
    for (int i = 0; i < statuses.size(); i++) {
      if (!statuses.get(i).isEmpty()) {
        var entry = JsonObject.builder().add("status", statuses.get(i)).build();
        phases.add(GateShape.name(i).value(), entry);
      }
    }
    var now = GateWorld.NOW.toString();
    var root =
        JsonObject.builder()
            .add("command", "release")
            .add("feature", "v1")
            .add("version", 1)
            .add("started_at", now)
            .add("updated_at", now);
    if (finished) {
      root.add("completed_at", now);
    }
    var lists = JsonText.parse("{\"completed_phases\": [], \"pending_phases\": []}");
    return JsonText.compact(root.add("state", lists).add("phases", phases.build()).build());
  }

  Evidence evidence() {
    return stored.evidence();
  }

  /// Returns the file; null if there is none.
  @Nullable String text() {
    return stored.text();
  }

  boolean exists() {
    return text() != null;
  }

  /// Returns the texts that are recorded, the oldest first; empty for a file that was gone.
  List<String> past() {
    return stored.past();
  }

  /// Returns what a change starts from: over a broken file the engine goes on from the newest state
  /// that can be read.
  @Nullable Checkpoint newest() {
    var text = text();
    var checkpoint = setting.read(text);
    return checkpoint == null && text != null ? recorded() : checkpoint;
  }

  /// Returns the newest recorded state that can be read.
  @Nullable Checkpoint recorded() {
    Checkpoint newest = null;
    for (var text : past()) {
      var checkpoint = setting.read(text);
      newest = checkpoint == null ? newest : checkpoint;
    }
    return newest;
  }

  /// Returns what the specification looks at.
  Seen seen() {
    var checkpoint = newest();
    var statuses = new ArrayList<@Nullable PhaseStatus>();
    for (int i = 0; i < setting.shapes().size(); i++) {
      statuses.add(status(checkpoint, i));
    }
    return new Seen(made, exists(), checkpoint != null && checkpoint.finished(), statuses);
  }

  /// What the specification looks at of a run before or after a change.
  ///
  /// @param made whether the change was made
  /// @param exists whether there is a file
  /// @param finished whether what a change starts from says that the run is over
  /// @param statuses what it says of each phase; null where it does not mention it
  record Seen(
      boolean made, boolean exists, boolean finished, List<@Nullable PhaseStatus> statuses) {
    @Nullable PhaseStatus status(int phase) {
      return statuses.get(phase);
    }
  }

  /// Returns the status of a phase; null where the document does not mention it.
  static @Nullable PhaseStatus status(@Nullable Checkpoint checkpoint, int phase) {
    var name = GateShape.name(phase);
    for (var known : checkpoint == null ? List.<Phase>of() : checkpoint.phases()) {
      if (known.name().equals(name)) {
        return known.status();
      }
    }
    return null;
  }
}
