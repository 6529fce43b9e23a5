package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.history.Evidence;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Model of the gates of one workflow definition, for [StateSpace]: the real engine and the real
/// rules of the state dialect over a store in memory, every verb and edit, and [GateMonitor] beside
/// them.
final class GateModel implements StateSpace.Model<GateModel.Point, GateModel.Move> {
  /// What an edit makes of a phase: no entry, or an entry with one of these statuses.
  static final List<String> EDITS = List.of("", "in_progress", "complete", "skipped");

  /// Kinds of gates for which a file can say that they are open.
  private static final List<Kind> FORGED = List.of(Kind.REVIEW, Kind.APPROVAL, Kind.SHIP);

  private static final JsonObject COMPLETE =
      (JsonObject) JsonText.parse("{\"status\": \"complete\"}");

  /// The edits by the number of phases.
  private static final Map<Integer, List<Move>> EDIT_MOVES = new ConcurrentHashMap<>();

  private final GateRun.Setting setting;
  private final List<GateShape> shapes;
  private final List<Move> common = new ArrayList<>();
  private final Map<String, String> outlines = new HashMap<>();
  private final String complete;

  /// How many phases come before the last one with gates, it included.
  private final int told;

  long behind;

  GateModel(List<GateShape> shapes) {
    this(shapes, false);
  }

  /// @param trusting whether a verdict in a file counts as one that was recorded
  GateModel(List<GateShape> shapes, boolean trusting) {
    this(shapes, GateRun.Setting.of(shapes, GateShape.definition(shapes), trusting));
  }

  private GateModel(List<GateShape> shapes, GateRun.Setting setting) {
    this.setting = setting;
    this.shapes = List.copyOf(shapes);
    int last = 0;
    for (int i = 0; i < shapes.size(); i++) {
      last = shapes.get(i).gated() ? i + 1 : last;
    }
    this.told = last;
    this.complete = GateRun.document(Collections.nCopies(shapes.size(), "complete"), true);
    moves();
    common.addAll(EDIT_MOVES.computeIfAbsent(shapes.size(), GateModel::editMoves));
  }

  /// Returns the same model with the gates of one phase only.
  GateModel alone(int phase) {
    var one = new ArrayList<>(Collections.nCopies(shapes.size(), GateShape.NONE));
    one.set(phase, shapes.get(phase));
    return new GateModel(one, GateRun.Setting.of(shapes, GateShape.definition(one), false));
  }

  /// One state: the run, and what the specification knows of it.
  record Point(GateRun run, GateMonitor monitor) {}

  /// What a move does.
  enum Action {
    ENTER,
    DONE,
    SKIP,
    MERGE,
    FINISH,
    FRESH_WITHOUT,
    SAVE,
    FAIL,
    START,
    FRESH,
    RESTORE,
    EDIT,
    DELETE,
    BREAK,
    OPEN,
    CLOSE,
    FORGE
  }

  /// One move: a verb, an edit, or something that opens or closes gates.
  ///
  /// @param phase which phase; negative for none
  /// @param word what an edit writes
  /// @param entry the entry of the history that is restored
  record Move(Action action, int phase, String word, long entry) {
    static Move of(Action action, int phase) {
      return new Move(action, phase, "", 0);
    }

    /// Returns an edit in a few words.
    static String edit(String text) {
      return "edit to "
          + text.substring(text.indexOf("\"phases\""), text.length() - 1)
          + (text.contains("completed_at") ? " and finished" : "");
    }

    @Override
    public String toString() {
      var subject = phase < 0 ? "" : " p" + phase;
      return switch (action) {
        case EDIT -> edit(word);
        case RESTORE -> "restore --to " + entry;
        case MERGE -> "merge complete" + subject;
        default -> action.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ') + subject;
      };
    }
  }

  private void moves() {
    for (int i = 0; i < shapes.size(); i++) {
      for (var action :
          List.of(Action.ENTER, Action.DONE, Action.SKIP, Action.MERGE, Action.FAIL)) {
        common.add(Move.of(action, i));
      }
      var shape = shapes.get(i);
      if (shape.gated() && shape.kind() != Kind.PHASES) {
        common.add(Move.of(Action.OPEN, i));
        common.add(Move.of(Action.CLOSE, i));
      }
      if (shape.gated() && FORGED.contains(shape.kind())) {
        common.add(Move.of(Action.FORGE, i));
      }
    }
    for (var action :
        List.of(
            Action.FINISH,
            Action.SAVE,
            Action.START,
            Action.FRESH,
            Action.FRESH_WITHOUT,
            Action.DELETE,
            Action.BREAK)) {
      common.add(Move.of(action, -1));
    }
  }

  /// Returns an edit to every document there is: each status of each phase, finished or not.
  private static List<Move> editMoves(int phases) {
    var moves = new ArrayList<Move>();
    edits(phases, List.of(), moves);
    return moves;
  }

  private static void edits(int phases, List<String> statuses, List<Move> moves) {
    if (statuses.size() == phases) {
      for (boolean finished : new boolean[] {false, true}) {
        moves.add(new Move(Action.EDIT, -1, GateRun.document(statuses, finished), 0));
      }
      return;
    }
    for (var status : EDITS) {
      var longer = new ArrayList<>(statuses);
      longer.add(status);
      edits(phases, longer, moves);
    }
  }

  /// Returns whether a gate looks at the status of other phases.
  boolean looksAtPhases() {
    for (var shape : shapes) {
      if (shape.gated() && shape.kind() == Kind.PHASES) {
        return true;
      }
    }
    return false;
  }

  /// Returns how many moves there are after a number of moves, without symmetry: each may have
  /// added an entry that can be restored.
  int alphabet(int length) {
    return common.size() + length + 1;
  }

  @Override
  public Point initial() {
    return new Point(GateRun.started(setting), new GateMonitor(shapes));
  }

  /// Phases after the last gated one are symmetric: of those that are alike in the file, in the
  /// history and in the journal, one is enough. Restoring equal documents is equal. `undo` is the
  /// restoring of one entry.
  @Override
  public List<Move> moves(Point point) {
    var run = point.run();
    var moves = changes(point, outline(run), true);
    Set<String> outlines = new LinkedHashSet<>();
    long entry = 0;
    for (var text : run.past()) {
      entry++;
      if (setting.read(text) != null && outlines.add(outline(text))) {
        moves.add(new Move(Action.RESTORE, -1, "", entry));
      }
    }
    return moves;
  }

  /// Returns the moves from a state but `restore`.
  ///
  /// @param outline what of the file tells phases apart; empty for nothing
  /// @param replacing whether moves that replace the file are among them
  List<Move> changes(Point point, String outline, boolean replacing) {
    var moves = new ArrayList<Move>();
    var columns = columns(point, outline);
    Set<String> alike = new LinkedHashSet<>();
    boolean[] skipped = new boolean[shapes.size()];
    for (int i = told; i < shapes.size(); i++) {
      skipped[i] = !alike.add(columns.get(i));
    }
    for (var move : common) {
      boolean replaces = isReplacing(move) || move.action() == Action.BREAK;
      if ((replacing || !replaces) && (move.phase() < 0 || !skipped[move.phase()])) {
        moves.add(move);
      }
    }
    return moves;
  }

  @Override
  public boolean isReplacing(Move move) {
    return move.action() == Action.EDIT || move.action() == Action.DELETE;
  }

  @Override
  public String group(Point point) {
    return key(point, false);
  }

  @Override
  public boolean isJudged(Move move) {
    return move.action().compareTo(Action.SAVE) <= 0;
  }

  /// Returns whether a move asks for a change, which may be refused.
  static boolean isVerb(Move move) {
    return move.action().compareTo(Action.FRESH) <= 0;
  }

  @Override
  public StateSpace.Next<Point> next(Point before, Move move) {
    var run = moved(before.run(), move);
    var step = new Step(before.run().seen(), run.seen());
    return judged(run, step, before.monitor(), move);
  }

  /// What the specification looks at of a move.
  record Step(GateRun.Seen before, GateRun.Seen after) {}

  /// Makes a move in a copy of a run.
  GateRun moved(GateRun before, Move move) {
    var run = before.copy();
    int phase = move.phase();
    switch (move.action()) {
      case ENTER -> run.enter(name(phase));
      case DONE -> run.apply(new Change.CompletePhase(name(phase), PhaseReport.NONE));
      case SKIP -> run.apply(new Change.SkipPhase(name(phase), "no"));
      case MERGE -> run.apply(new Change.MergePhase(name(phase), COMPLETE, JsonObject.EMPTY));
      case FINISH -> run.apply(new Change.FinishRun(null));
      case SAVE -> run.apply(new Change.SaveDocument((JsonObject) JsonText.parse(complete)));
      case FAIL -> run.apply(new Change.FailPhase(name(phase), "no", PhaseReport.NONE));
      case START -> run.apply(start(List.of(), false));
      case FRESH -> run.apply(start(List.of(), true));
      case FRESH_WITHOUT -> run.apply(start(ungated(), true));
      case RESTORE -> run.restore(move.entry());
      case EDIT -> run.edit(move.word());
      case DELETE -> run.edit(null);
      case BREAK -> run.edit("garbage");
      case OPEN -> run.open(phase);
      case CLOSE -> run.close(phase);
      case FORGE -> run.forge(phase);
    }
    return run;
  }

  /// Judges a move, by what the monitor knew before.
  StateSpace.Next<Point> judged(GateRun run, Step step, GateMonitor known, Move move) {
    var monitor = known.copy();
    if (move.action() == Action.ENTER && run.contradiction() != null) {
      return new StateSpace.Next<>(new Point(run, monitor), run.contradiction());
    }
    boolean judged = isVerb(move) || move.action() == Action.OPEN;
    var wrong = judged && step.after().made() ? wrong(step, run.fit(), monitor, move) : null;
    return new StateSpace.Next<>(new Point(run, monitor), wrong);
  }

  private @Nullable String wrong(Step step, boolean[] fit, GateMonitor monitor, Move move) {
    int phase = move.phase();
    boolean steps = move.action().compareTo(Action.MERGE) <= 0 || move.action() == Action.FAIL;
    if (steps && !step.before().exists()) {
      monitor.forget(); // over a file that is gone a run begins
    }
    switch (move.action()) {
      case ENTER, DONE, SKIP, MERGE -> {
        behind++;
        return monitor.step(step.before(), step.after(), fit, phase, move.action());
      }
      case FINISH -> {
        behind++;
        return monitor.finished(fit);
      }
      case SAVE -> {
        behind++;
        return monitor.saved(step.before(), fit);
      }
      case START, FRESH -> monitor.forget();
      case FRESH_WITHOUT -> {
        return "a phase with a mandatory gate was left out";
      }
      case OPEN -> {
        monitor.proved[phase] = true;
        // To approve of a phase of a run that is over finishes it once more.
        if (shapes.get(phase).kind() == Kind.APPROVAL && step.after().finished()) {
          behind++;
          return monitor.finished(fit);
        }
      }
      default -> {
        // Nothing is known by it.
      }
    }
    return null;
  }

  private static PhaseName name(int phase) {
    return GateShape.name(phase);
  }

  private static Change start(List<PhaseName> phases, boolean fresh) {
    return new Change.StartRun("release", "v1", phases, fresh);
  }

  private List<PhaseName> ungated() {
    var phases = new ArrayList<PhaseName>();
    for (int i = 0; i < shapes.size(); i++) {
      if (!shapes.get(i).gated()) {
        phases.add(name(i));
      }
    }
    return phases.isEmpty() ? List.of(new PhaseName("other")) : phases;
  }

  @Override
  public String key(Point point) {
    return key(point, true);
  }

  private String key(Point point, boolean withFile) {
    var monitor = point.monitor();
    var key = new StringBuilder(known(point.run()));
    for (int i = 0; i < told; i++) {
      if (shapes.get(i).gated()) {
        bits(key, monitor.proved[i], monitor.openAtEnter[i], monitor.openAtDone[i]);
      }
      bits(key, monitor.entered[i]);
    }
    var file = withFile ? outline(point.run()) : "";
    key.append(withFile ? file.charAt(0) : '*');
    var columns = columns(point, file);
    Collections.sort(columns.subList(told, columns.size()));
    return key.append(columns).toString();
  }

  /// Returns what gates look at beside the file, the passages of phases and the monitor.
  private String known(GateRun run) {
    var key = new StringBuilder();
    for (int i = 0; i < told; i++) {
      if (shapes.get(i).gated()) {
        bits(key, run.isFit(i), run.isForged(i));
        key.append(shapes.get(i).kind() == Kind.SHIP ? run.review() : "");
      }
    }
    for (var proof : run.evidence().proofs()) {
      if (!(proof.claim() instanceof Claim.GateCleared)
          && !(proof.claim() instanceof Claim.GatePassed it && it.phase() != null)) {
        key.append(proof.claim().word().charAt(0)).append(proof.claim().subject());
      }
    }
    return key.toString();
  }

  /// Returns the same text for runs of which the engine judges the same moves alike, their files
  /// left out of account.
  String engineKey(GateRun run) {
    return known(run) + columns(run, "");
  }

  private static void bits(StringBuilder key, boolean... bits) {
    for (boolean bit : bits) {
      key.append(bit ? '1' : '0');
    }
  }

  /// Returns what the file says, one letter for the run and one for each phase. A file that cannot
  /// be read says the same as the newest recorded one that can, which the engine goes on from.
  private String outline(GateRun run) {
    var text = run.text();
    return text == null || setting.read(text) != null ? outline(text) : outline(run.newest());
  }

  private String outline(@Nullable String text) {
    return outlines.computeIfAbsent(
        text == null ? "" : text, missing -> outline(setting.read(text)));
  }

  private String outline(@Nullable Checkpoint checkpoint) {
    if (checkpoint == null) {
      return "-".repeat(shapes.size() + 1);
    }
    var outline = new StringBuilder();
    outline.append(checkpoint.finished() ? 'f' : 'o');
    for (int i = 0; i < shapes.size(); i++) {
      var status = GateRun.status(checkpoint, i);
      boolean open = status == null || status == PhaseStatus.FAILED;
      outline.append(open ? 'P' : status.name().charAt(0));
    }
    return outline.toString();
  }

  /// Returns for each phase its status in the file, and what journal and monitor have of it.
  private List<String> columns(Point point, String file) {
    var columns = columns(point.run(), file);
    for (int i = 0; i < columns.size(); i++) {
      columns.set(i, columns.get(i) + (point.monitor().ended[i] ? '1' : '0'));
    }
    return columns;
  }

  /// Returns for each phase its status in the file, and what the journal has of it: whether it
  /// began and counts as begun (`b`), whether it ended (`e`) and, where it has gates, whether an
  /// earlier phase began after that (`v`). A phase that began before an earlier one did counts as
  /// one that did not begin. Of phases that no gate comes after matters only whether they ended.
  private List<String> columns(GateRun run, String file) {
    int[][] at = at(run.evidence());
    var columns = new ArrayList<String>();
    int again = 0;
    for (int i = 0; i < shapes.size(); i++) {
      boolean ended = at[i][1] > at[i][0];
      boolean counts = Math.max(at[i][0], at[i][1]) > again;
      var stand = ended ? "e" : at[i][0] > 0 && counts && i < told ? "b" : "-";
      var isVoid = ended && !counts && shapes.get(i).gated() ? "v" : "";
      columns.add((file.isEmpty() ? '*' : file.charAt(i + 1)) + stand + isVoid);
      again = Math.max(again, at[i][0]);
    }
    return columns;
  }

  private int[][] at(Evidence evidence) {
    int[][] at = new int[shapes.size()][2];
    int index = 0;
    for (var proof : evidence.proofs()) {
      index++;
      if (proof.claim() instanceof Claim.GatePassed it && it.phase() != null) {
        at[index(it.phase())][it.ended() ? 1 : 0] = index;
      } else if (proof.claim() instanceof Claim.GateCleared it) {
        at[index(it.phase())][1] = index;
      }
    }
    return at;
  }

  private static int index(PhaseName phase) {
    return phase.value().charAt(1) - '0';
  }
}
