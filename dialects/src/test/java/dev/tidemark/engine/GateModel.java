package dev.tidemark.engine;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.Claim;
import dev.tidemark.checkpoint.Evidence;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.checkpoint.PhaseStatus;
import dev.tidemark.engine.GateShape.Kind;
import dev.tidemark.json.JsonObject;
import dev.tidemark.json.JsonText;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.PhaseReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Model of the gates of one workflow definition, for [StateSpace]: the real engine and the real
/// rules of the state dialect over a store in memory, every verb and edit, and [GateMonitor] beside
/// them.
final class GateModel implements StateSpace.Model<GateModel.Point, GateModel.Move> {
  /// What an edit makes of a phase: no entry, or an entry with one of these statuses.
  private static final List<String> EDITS = List.of("", "in_progress", "complete", "skipped");

  private final GateRun.Setting setting;
  private final List<GateShape> shapes;
  private final List<Move> common = new ArrayList<>();
  private final Map<String, String> outlines = new HashMap<>();
  private final String complete;

  /// How many phases come before the last one with gates, it included.
  private final int told;

  long behind;

  GateModel(List<GateShape> shapes) {
    this(shapes, GateRun.Setting.of(shapes, GateShape.definition(shapes)));
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
    edits(List.of());
  }

  /// Returns the same model with the gates of one phase only.
  GateModel alone(int phase) {
    var one = new ArrayList<>(Collections.nCopies(shapes.size(), GateShape.NONE));
    one.set(phase, shapes.get(phase));
    return new GateModel(one, GateRun.Setting.of(shapes, GateShape.definition(one)));
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

    @Override
    public String toString() {
      var subject = phase < 0 ? "" : " p" + phase;
      return switch (action) {
        case EDIT ->
            "edit to "
                + word.substring(word.indexOf("\"phases\""), word.length() - 1)
                + (word.contains("completed_at") ? " and finished" : "");
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
      if (shape.gated() && (shape.kind() == Kind.REVIEW || shape.kind() == Kind.APPROVAL)) {
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

  /// Adds an edit to every document there is: each status of each phase, finished or not.
  private void edits(List<String> statuses) {
    if (statuses.size() == shapes.size()) {
      for (boolean finished : new boolean[] {false, true}) {
        common.add(new Move(Action.EDIT, -1, GateRun.document(statuses, finished), 0));
      }
      return;
    }
    for (var status : EDITS) {
      var longer = new ArrayList<>(statuses);
      longer.add(status);
      edits(longer);
    }
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
    var moves = new ArrayList<Move>();
    var columns = columns(point, outline(run));
    Set<String> alike = new LinkedHashSet<>();
    boolean[] skipped = new boolean[shapes.size()];
    for (int i = told; i < shapes.size(); i++) {
      skipped[i] = !alike.add(columns.get(i));
    }
    for (var move : common) {
      if (move.phase() < 0 || !skipped[move.phase()]) {
        moves.add(move);
      }
    }
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
    var after = new Point(before.run().copy(), before.monitor().copy());
    return new StateSpace.Next<>(after, make(before.run(), after, move));
  }

  private @Nullable String make(GateRun before, Point after, Move move) {
    int phase = move.phase();
    var run = after.run();
    var monitor = after.monitor();
    switch (move.action()) {
      case ENTER -> {
        return step(before, after, phase, new Change.StartPhase(name(phase), PhaseReport.NONE));
      }
      case DONE -> {
        return step(before, after, phase, new Change.CompletePhase(name(phase), PhaseReport.NONE));
      }
      case SKIP -> {
        return step(before, after, phase, new Change.SkipPhase(name(phase), "no"));
      }
      case MERGE -> {
        var data = (JsonObject) JsonText.parse("{\"status\": \"complete\"}");
        var merge = new Change.MergePhase(name(phase), data, JsonObject.EMPTY);
        return step(before, after, phase, merge);
      }
      case FINISH -> {
        return run.apply(new Change.FinishRun()) ? judged(monitor.finished(run)) : null;
      }
      case SAVE -> {
        var save = new Change.SaveDocument((JsonObject) JsonText.parse(complete));
        return run.apply(save) ? judged(monitor.saved(before, run)) : null;
      }
      case FAIL ->
          allowed(before, after, new Change.FailPhase(name(phase), "no", PhaseReport.NONE));
      case START -> start(after, List.of(), false);
      case FRESH -> start(after, List.of(), true);
      case FRESH_WITHOUT -> {
        return start(after, ungated(), true) ? "a phase with a mandatory gate was left out" : null;
      }
      case RESTORE -> run.restore(move.entry());
      case EDIT -> run.store().edit(GateRun.ID, move.word());
      case DELETE -> run.store().edit(GateRun.ID, null);
      case BREAK -> run.store().edit(GateRun.ID, "garbage");
      case OPEN -> {
        boolean proved = run.open(phase);
        monitor.proved[phase] |= proved;
        // To approve of a phase of a run that is over finishes it once more.
        return proved && shapes.get(phase).kind() == Kind.APPROVAL && run.isFinished()
            ? judged(monitor.finished(run))
            : null;
      }
      case CLOSE -> run.close(phase);
      case FORGE -> run.forge(phase);
    }
    return null;
  }

  private static PhaseName name(int phase) {
    return GateShape.name(phase);
  }

  private @Nullable String judged(@Nullable String wrong) {
    behind++;
    return wrong;
  }

  private @Nullable String step(GateRun before, Point after, int phase, Change change) {
    return allowed(before, after, change)
        ? judged(after.monitor().step(before, after.run(), phase, change))
        : null;
  }

  /// Asks for a change; one over a file that is gone begins a run.
  private static boolean allowed(GateRun before, Point after, Change change) {
    boolean made = after.run().apply(change);
    if (made && !before.exists()) {
      after.monitor().forget();
    }
    return made;
  }

  private static boolean start(Point after, List<PhaseName> phases, boolean fresh) {
    boolean made = after.run().apply(new Change.StartRun("release", "v1", phases, fresh));
    if (made) {
      after.monitor().forget();
    }
    return made;
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
    var run = point.run();
    var monitor = point.monitor();
    var key = new StringBuilder();
    for (int i = 0; i < told; i++) {
      if (shapes.get(i).gated()) {
        bits(
            key,
            run.isFit(i),
            run.isForged(i),
            monitor.proved[i],
            monitor.openAtEnter[i],
            monitor.openAtDone[i]);
      }
      bits(key, monitor.entered[i]);
    }
    for (var proof : run.evidence().proofs()) {
      if (!(proof.claim() instanceof Claim.Cleared)
          && !(proof.claim() instanceof Claim.Passage it && it.phase() != null)) {
        key.append(proof.claim().word().charAt(0)).append(proof.claim().subject());
      }
    }
    var file = withFile ? outline(run) : "";
    key.append(withFile ? file.charAt(0) : '*');
    var columns = columns(point, file);
    Collections.sort(columns.subList(told, columns.size()));
    return key.append(columns).toString();
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
    return outlines.computeIfAbsent(text == null ? "" : text, _ -> outline(setting.read(text)));
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

  /// Returns for each phase its status in the file, and what the journal has of it: of the passages
  /// of a phase matter the last one, and whether an earlier phase began after it. Of phases that no
  /// gate comes after matters only whether they ended.
  private List<String> columns(Point point, String file) {
    int[][] at = at(point.run().evidence());
    var columns = new ArrayList<String>();
    int again = 0;
    for (int i = 0; i < shapes.size(); i++) {
      var column = new StringBuilder();
      column.append(file.isEmpty() ? '*' : file.charAt(i + 1));
      boolean ended = at[i][1] > at[i][0];
      if (i < told) {
        int last = Math.max(at[i][0], at[i][1]);
        column.append(last == 0 ? '-' : ended ? 'e' : 'b').append(last > again ? '+' : '0');
        again = Math.max(again, at[i][0]);
      } else {
        column.append(ended ? 'e' : '-');
      }
      columns.add(column.append(point.monitor().ended[i] ? '1' : '0').toString());
    }
    return columns;
  }

  private int[][] at(Evidence evidence) {
    int[][] at = new int[shapes.size()][2];
    int index = 0;
    for (var proof : evidence.proofs()) {
      index++;
      if (proof.claim() instanceof Claim.Passage it && it.phase() != null) {
        at[index(it.phase())][it.ended() ? 1 : 0] = index;
      } else if (proof.claim() instanceof Claim.Cleared it) {
        at[index(it.phase())][1] = index;
      }
    }
    return at;
  }

  private static int index(PhaseName phase) {
    return phase.value().charAt(1) - '0';
  }
}
