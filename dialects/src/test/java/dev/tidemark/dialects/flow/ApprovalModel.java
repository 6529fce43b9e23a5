package dev.tidemark.dialects.flow;

import dev.tidemark.dialect.FormatException;
import dev.tidemark.dialects.flow.format.FlowCheckpoint;
import dev.tidemark.dialects.flow.format.FlowFormat;
import dev.tidemark.dialects.flow.format.FlowKeys;
import dev.tidemark.dialects.flow.format.FlowPhase;
import dev.tidemark.dialects.flow.format.FlowProgress;
import dev.tidemark.engine.StateSpace;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.JsonArray;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonString;
import dev.tidemark.json.JsonText;
import dev.tidemark.store.Document;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Model of the approvals of REQUIREMENTS and ARCHITECTURE in the dialect flow, for [StateSpace]:
/// the real engine and the real rules, and beside them which outputs a person approved.
///
/// The file is havocked: before each verb it is replaced by any other, in the same move. Each
/// sequence of verbs, of changes of outputs and of any number of edits of the file, its removal,
/// damage and restoring is a sequence here that is not longer. So a state has no file, and the
/// state space is complete: sequences of any length are covered.
final class ApprovalModel implements StateSpace.Model<ApprovalModel.Point, ApprovalModel.Move> {
  private static final String AS_LEFT = "";
  private static final String REMOVED = "removed";
  private static final String BROKEN = "garbage";
  private static final String DRAFT = PhaseOutputs.DESIGNS + "/a.json";

  /// The phases that a person approves.
  private static final List<FlowPhase> APPROVED =
      List.of(FlowPhase.REQUIREMENTS, FlowPhase.ARCHITECTURE);

  long behind;

  /// What a move does, over a file.
  enum Action {
    DONE,
    ENTER,
    FINISH,
    RESUME,
    START,
    FRESH,
    APPROVE,
    WRITE,
    REWRITE,
    DESIGN,
    TASK
  }

  /// One move.
  ///
  /// @param edit what becomes of the file before: members of it that are replaced, as JSON
  record Move(String edit, Action action, FlowPhase flowPhase) {
    @Override
    public String toString() {
      return (edit.isEmpty() ? "" : "file " + edit + ", then ") + action + " " + flowPhase;
    }
  }

  /// What is known of a phase that a person approves.
  ///
  /// @param output the output that was approved in this run; empty for none
  /// @param passed whether what comes after was reached with that approval
  record Known(String output, boolean passed) {
    static final Known NONE = new Known("", false);
  }

  /// One state.
  record Point(Studio studio, Map<FlowPhase, Known> known) {}

  private final FlowSettings settings;
  private final List<Move> moves = new ArrayList<>();

  /// @param settings which phases really are to be approved
  ApprovalModel(FlowSettings settings) {
    this.settings = settings;
    var edits = edits();
    for (var flowPhase :
        List.of(FlowPhase.REQUIREMENTS, FlowPhase.ARCHITECTURE, FlowPhase.IMPLEMENTATION)) {
      over(edits, Action.DONE, flowPhase);
      over(edits, Action.ENTER, flowPhase);
    }
    over(edits, Action.ENTER, FlowPhase.VERIFICATION);
    for (var flowPhase : APPROVED) {
      over(edits, Action.APPROVE, flowPhase);
      moves.add(new Move(AS_LEFT, Action.WRITE, flowPhase));
      moves.add(new Move(AS_LEFT, Action.REWRITE, flowPhase));
    }
    moves.add(new Move(AS_LEFT, Action.DESIGN, FlowPhase.ARCHITECTURE));
    over(edits, Action.TASK, FlowPhase.IMPLEMENTATION);
    for (var action : List.of(Action.FINISH, Action.RESUME, Action.START, Action.FRESH)) {
      over(edits, action, FlowPhase.REQUIREMENTS);
    }
  }

  private void over(Set<String> edits, Action action, FlowPhase flowPhase) {
    for (var edit : edits) {
      moves.add(new Move(edit, action, flowPhase));
    }
  }

  /// Returns every file that says something else to the rules: which phase is current and how far
  /// it has come, which phases are completed, and whether approvals are written in.
  private static Set<String> edits() {
    var edits = new LinkedHashSet<>(List.of(AS_LEFT, REMOVED, BROKEN));
    for (var flowPhase : FlowPhase.values()) {
      for (var flowProgress : FlowProgress.values()) {
        for (int completed = 0; completed <= 5; completed++) {
          for (boolean forged : new boolean[] {false, true}) {
            edits.add(edit(flowPhase, flowProgress, completed, forged));
          }
        }
      }
    }
    return edits;
  }

  private static String edit(
      FlowPhase flowPhase, FlowProgress flowProgress, int completed, boolean forged) {
    var entries = JsonArray.EMPTY;
    var approvals = JsonArray.EMPTY;
    for (var each : FlowPhase.values()) {
      var at = JsonString.of("2026-11-20T10:00:00.000Z");
      var phase = JsonObject.builder().add(FlowKeys.PHASE, each.name());
      if (each.number() <= completed) {
        entries = entries.plus(phase.add(FlowKeys.COMPLETED_AT, at).build());
      }
      if (forged) {
        var entry = JsonObject.builder().add(FlowKeys.PHASE, each.name());
        approvals = approvals.plus(entry.add(FlowKeys.APPROVED_AT, at).build());
      }
    }
    return JsonText.compact(
        JsonObject.builder()
            .add(FlowKeys.CURRENT_PHASE, flowPhase.name())
            .add(FlowKeys.PHASE_STATUS, flowProgress.word())
            .add(FlowKeys.COMPLETED_PHASES, entries)
            .add(FlowKeys.USER_CHECKPOINTS, approvals)
            .build());
  }

  @Override
  public Point initial() {
    return new Point(new Studio(settings).after(Studio.starting()), none());
  }

  private static Map<FlowPhase, Known> none() {
    var known = new EnumMap<FlowPhase, Known>(FlowPhase.class);
    APPROVED.forEach(flowPhase -> known.put(flowPhase, Known.NONE));
    return known;
  }

  @Override
  public List<Move> moves(Point point) {
    return moves;
  }

  @Override
  public String group(Point point) {
    return "";
  }

  @Override
  public boolean isReplacing(Move move) {
    return false;
  }

  @Override
  public boolean isJudged(Move move) {
    return move.action().compareTo(Action.FRESH) <= 0;
  }

  @Override
  public StateSpace.Next<Point> next(Point before, Move move) {
    var studio = before.studio().copy();
    edit(studio, move.edit());
    boolean finished = isFinished(studio);
    var pending = finished ? null : pending(studio, move);
    boolean made = make(studio, move);
    if (made && pending != null) {
      var wrong = "said " + pending + ", and it was made";
      return new StateSpace.Next<>(new Point(studio, before.known()), wrong);
    }
    var known = new EnumMap<>(before.known());
    if (!made) {
      return new StateSpace.Next<>(new Point(studio, known), null);
    }
    if (studio.events.stream().anyMatch(ApprovalModel::begins)) {
      known.putAll(none());
    }
    if (move.action() == Action.APPROVE) {
      boolean passed = known.getOrDefault(move.flowPhase(), Known.NONE).passed();
      known.put(move.flowPhase(), new Known(output(studio, move.flowPhase()), passed));
    }
    for (var flowPhase : APPROVED) {
      boolean ends = List.of(Action.FINISH, Action.RESUME).contains(move.action()) && finished;
      if (ends || studio.events.stream().anyMatch(event -> isBehind(event, flowPhase))) {
        behind++;
        var of = known.getOrDefault(flowPhase, Known.NONE);
        boolean open = !of.output().isEmpty() && of.output().equals(output(studio, flowPhase));
        if (!of.passed() && !open) {
          var wrong = "behind " + flowPhase + ", whose output was not approved: " + studio.events;
          return new StateSpace.Next<>(new Point(studio, known), wrong);
        }
        known.put(flowPhase, new Known(of.output(), true));
      }
    }
    return new StateSpace.Next<>(new Point(studio, known), null);
  }

  /// Returns the approval that a run is said to wait for, if a move goes on with its phase.
  private @Nullable PendingHumanAction pending(Studio studio, Move move) {
    boolean goesOn = List.of(Action.ENTER, Action.DONE, Action.TASK).contains(move.action());
    if (!goesOn || !studio.phase().startsWith("{")) {
      return null;
    }
    var checkpoint = studio.checkpoint();
    var evidence = studio.store.find(FlowFormat.ID).map(Document::evidence).orElse(Evidence.NONE);
    boolean current =
        move.action() == Action.TASK
            ? checkpoint.progress() == FlowProgress.IN_PROGRESS
            : move.flowPhase() == checkpoint.flowPhase();
    boolean repeated = move.action() == Action.DONE && checkpoint.isCompleted(move.flowPhase());
    return current && !repeated
        ? new FlowResumePolicy(settings).pendingAction(checkpoint, evidence).orElse(null)
        : null;
  }

  /// Returns whether the file says that the workflow is complete.
  private static boolean isFinished(Studio studio) {
    return studio.phase().startsWith("{") && studio.checkpoint().finished();
  }

  private static boolean begins(Event event) {
    return event instanceof Event.WorkflowStarted;
  }

  private static boolean isBehind(Event event, FlowPhase flowPhase) {
    var phase =
        event instanceof Event.PhaseStarted started
            ? started.phase()
            : event instanceof Event.PhaseCompleted completed ? completed.phase() : null;
    var reached = phase == null ? null : FlowPhase.find(phase);
    return reached != null && reached.number() > flowPhase.number();
  }

  /// Returns what an approval covers: the output or, while there is none, the designs.
  private static String output(Studio studio, FlowPhase flowPhase) {
    var output = studio.text(flowPhase.output()).orElse("");
    return output.isEmpty() && flowPhase == FlowPhase.ARCHITECTURE
        ? studio.text(DRAFT).map(text -> "design " + text).orElse("")
        : output;
  }

  private static void edit(Studio studio, String edit) {
    if (edit.equals(REMOVED)) {
      studio.store.edit(FlowFormat.ID, null);
    } else if (edit.equals(BROKEN)) {
      studio.store.edit(FlowFormat.ID, BROKEN);
    } else if (!edit.isEmpty()) {
      var root = newest(studio);
      for (var member : ((JsonObject) JsonText.parse(edit)).members()) {
        root = root.with(member.key(), member.value());
      }
      studio.store.edit(FlowFormat.ID, JsonText.compact(root));
    }
  }

  /// Returns the file, or the newest recorded one that can be read: the name of the workflow and
  /// what was there before it stay.
  private static JsonObject newest(Studio studio) {
    var text = studio.phase();
    long sequence = studio.store.history(FlowFormat.ID).size();
    while (!text.startsWith("{")) {
      text = studio.store.stateAt(FlowFormat.ID, sequence--).orElse("");
    }
    return (JsonObject) JsonText.parse(text);
  }

  private static boolean make(Studio studio, Move move) {
    var change = change(move);
    if (change != null) {
      try {
        // Who resumes a workflow that looks damaged says that it is to be kept.
        var keeps = List.of(Action.RESUME, Action.START).contains(move.action());
        var words = keeps ? new String[] {"start-fresh", "no", "archive", "no"} : new String[0];
        return studio.ask(change, words) instanceof Outcome.Transition<FlowCheckpoint>;
      } catch (FormatException damaged) {
        return false;
      }
    }
    studio.events = List.of();
    var output = move.flowPhase().output();
    switch (move.action()) {
      case WRITE -> studio.write(output, "{\"of\":\"" + move.flowPhase() + "\"}");
      case REWRITE -> studio.write(output, "{\"evil\":true}");
      case DESIGN -> studio.write(DRAFT, "{\"design\":1}");
      default -> throw new AssertionError(move);
    }
    return true;
  }

  private static @Nullable Change change(Move move) {
    return switch (move.action()) {
      case DONE -> Studio.complete(move.flowPhase());
      case ENTER -> Studio.enter(move.flowPhase());
      case FINISH -> new Change.FinishRun();
      case RESUME -> Studio.resume();
      case START -> Studio.starting();
      case FRESH -> Studio.fresh();
      case APPROVE -> Studio.approve(move.flowPhase());
      case TASK -> Studio.task(Change.TaskStep.ADD, "task-001");
      case WRITE, REWRITE, DESIGN -> null;
    };
  }

  /// Times and the names made from them do not matter.
  private static String timeless(String text) {
    return text.replaceAll("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z", "T")
        .replaceAll("wf-[-0-9a-f]+", "W");
  }

  @Override
  public String key(Point point) {
    var studio = point.studio();
    var root = newest(studio);
    var proofs = new TreeSet<String>();
    studio
        .store
        .find(FlowFormat.ID)
        .ifPresent(
            found -> found.evidence().proofs().forEach(it -> proofs.add(it.claim().toString())));
    return String.join(
        "\n",
        String.valueOf(root.find(FlowKeys.BASELINE)),
        timeless(studio.tasks()),
        studio.text(Studio.DEMAND).orElse("-"),
        studio.text(Studio.DESIGN).orElse("-"),
        studio.text(DRAFT).orElse("-"),
        proofs.toString(),
        point.known().toString());
  }
}
