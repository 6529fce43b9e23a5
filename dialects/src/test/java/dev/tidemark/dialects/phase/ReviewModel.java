package dev.tidemark.dialects.phase;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.dialect.Dialect;
import dev.tidemark.dialect.Workflows;
import dev.tidemark.dialects.phase.format.GateFile;
import dev.tidemark.dialects.phase.format.PhaseCheckpoint;
import dev.tidemark.dialects.phase.format.PhaseFormat;
import dev.tidemark.dialects.phase.format.PhaseIds;
import dev.tidemark.engine.ChangeMode;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.engine.ModelRun;
import dev.tidemark.engine.ModelWorld;
import dev.tidemark.engine.StateSpace;
import dev.tidemark.workflow.FactQuery;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.PhaseReport;
import dev.tidemark.workflow.fact.Fact;
import dev.tidemark.workflow.fact.IgnoreStatus;
import dev.tidemark.workflow.policy.DialectOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Model of the mandatory review of the phase checkpoint, for [StateSpace]: the real engine and the
/// real rules over a store in memory, every verb and edit, and beside them whether a build is not
/// reviewed.
final class ReviewModel implements StateSpace.Model<ReviewModel.Point, ReviewModel.Move> {
  private static final String PASS = "---\nbranch: main\nstatus: PASS\n---\n";

  private final Dialect<PhaseCheckpoint> dialect =
      PhaseDialect.of(new Workflows(List.of()), PhaseSettings.USUAL);

  /// One state.
  ///
  /// @param due whether a build ended by a verb and no review has passed since
  /// @param forged whether `.review-gate.md` says that a review passed: it does so for `done
  ///   4-review` without a result, as `--result pass` does, and opens nothing else
  record Point(ModelRun run, boolean due, boolean forged) {}

  /// One move.
  ///
  /// @param word `done`, `enter` or another verb, or what is done to a file
  /// @param words what is said beyond the phase, in pairs
  record Move(String word, String phase, List<String> words) {
    static Move of(String word, String phase, String... words) {
      return new Move(word, phase, List.of(words));
    }

    boolean isBehindReview() {
      return phase.startsWith("5-") || phase.startsWith("6-");
    }

    @Override
    public String toString() {
      return (word + " " + phase + " " + String.join(" ", words)).strip();
    }
  }

  @Override
  public Point initial() {
    return new Point(new ModelRun(dialect, PhaseFormat.ID), false, false);
  }

  @Override
  public List<Move> moves(Point point) {
    var moves = new ArrayList<Move>();
    for (var phase : List.of("0-start", "2-plan", "3-build", "4-review", "complete")) {
      moves.add(Move.of("done", phase));
    }
    moves.add(Move.of("done", "3-build", "complete", ""));
    moves.add(Move.of("done", "3-build", "partial", ""));
    for (var next : List.of("activate", "5-finalize", "2-plan")) {
      moves.add(Move.of("done", "3-build", "next", next));
      moves.add(Move.of("done", "2-plan", "next", next));
    }
    moves.add(Move.of("done", "4-review", "result", "pass"));
    moves.add(Move.of("done", "4-review", "result", "fail"));
    moves.add(Move.of("done", "kw-3-review", "result", "pass"));
    for (var phase : List.of("5-finalize", "6-operate")) {
      moves.add(Move.of("done", phase));
      moves.add(Move.of("enter", phase, "continue", "", "yes", ""));
    }
    moves.add(Move.of("enter", "3-build", "continue", ""));
    moves.add(Move.of("fail", "3-build"));
    for (var word : List.of("finish", "abandon", "start", "delete", "break", "forge")) {
      moves.add(Move.of(word, ""));
    }
    for (var next : List.of("5-finalize", "2-plan")) {
      moves.add(Move.of("edit next_phase to", next));
    }
    for (int entry = 1; entry <= point.run().past().size(); entry++) {
      moves.add(Move.of("restore --to", Integer.toString(entry)));
    }
    return moves;
  }

  @Override
  public String group(Point point) {
    return "";
  }

  /// Each of these moves matters where it is made.
  @Override
  public boolean isReplacing(Move move) {
    return false;
  }

  @Override
  public boolean isJudged(Move move) {
    return List.of("done", "enter", "finish").contains(move.word());
  }

  @Override
  public StateSpace.Next<Point> next(Point before, Move move) {
    var run = before.run().copy();
    boolean forged = before.forged() || move.word().equals("forge");
    boolean made = make(run, forged, move);
    boolean done = made && move.word().equals("done");
    boolean built = done && move.phase().equals("3-build");
    boolean says = move.words().isEmpty() ? forged : move.words().contains("pass");
    boolean passed = done && move.phase().equals("4-review") && says;
    var after = new Point(run, (before.due() || built) && !passed, forged);
    boolean ends = move.word().equals("finish") || move.phase().equals("complete");
    boolean behind = made && isJudged(move) && (move.isBehindReview() || ends);
    boolean wrong = (behind && before.due()) || (built && move.words().contains("activate"));
    var contradiction = wrong ? "behind the review" : contradiction(after);
    return new StateSpace.Next<>(after, contradiction);
  }

  /// Returns why what is said of a run is wrong; null if it is right: a review that is due is named
  /// before the phases behind it, whatever phase the file names, unless the run was given up.
  private static @Nullable String contradiction(Point point) {
    var text = point.run().text();
    boolean behind = text != null && text.contains("next_phase: 5-finalize");
    var run = behind && point.due() ? point.run().run() : null;
    if (run == null || run.abandoned() != null) {
      return null;
    }
    var pending = run.pendingAction();
    var named = pending == null ? null : pending.phase();
    return PhaseIds.REVIEW.equals(String.valueOf(named)) ? null : "the review is not named";
  }

  private static boolean make(ModelRun run, boolean forged, Move move) {
    var phase = new PhaseName(move.phase().isEmpty() ? "none" : move.phase());
    switch (move.word()) {
      case "done" -> {
        return apply(run, forged, new Change.CompletePhase(phase, PhaseReport.NONE), move);
      }
      case "enter" -> {
        return apply(run, forged, new Change.StartPhase(phase, PhaseReport.NONE), move);
      }
      case "fail" -> {
        return apply(run, forged, new Change.FailPhase(phase, "no", PhaseReport.NONE), move);
      }
      case "finish" -> {
        return apply(run, forged, new Change.FinishRun(), move);
      }
      case "abandon" -> {
        return apply(run, forged, Change.FinishRun.abandon("No time"), move);
      }
      case "start" -> {
        return apply(run, forged, new Change.StartRun("dev", null, List.of(), false), move);
      }
      case "restore --to" -> run.restore(new Around(forged), Long.parseLong(move.phase()));
      case "delete" -> run.edit(null);
      case "break" -> run.edit("garbage");
      case "edit next_phase to" -> edit(run, move.phase());
      default -> {}
    }
    return true;
  }

  private static boolean apply(ModelRun run, boolean forged, Change change, Move move) {
    var details = new HashMap<String, List<String>>();
    for (int i = 0; i + 1 < move.words().size(); i += 2) {
      details.put(move.words().get(i), List.of(move.words().get(i + 1)));
    }
    var by = new Caller(ModelRun.ANN, ChangeMode.COMMIT, new DialectOptions(Map.copyOf(details)));
    return run.apply(new Around(forged), change, by);
  }

  private static void edit(ModelRun run, String next) {
    var text = run.text();
    if (text != null) {
      run.edit(text.replaceFirst("next_phase: .*", "next_phase: " + next));
    }
  }

  /// The time stands still, so what is the same has the same text.
  @Override
  public String key(Point point) {
    var run = point.run();
    var evidence = run.evidence();
    return String.join(
        " ",
        point.due() + " " + point.forged(),
        String.valueOf(run.text()),
        new TreeSet<>(run.past()).toString(),
        evidence.proofs().toString(),
        String.valueOf(evidence.startedAt()));
  }

  /// The project around the checkpoint.
  private static final class Around extends ModelWorld {
    private final boolean forged;

    Around(boolean forged) {
      this.forged = forged;
    }

    @Override
    public Instant now() {
      return Instant.parse("2026-02-13T14:30:00Z");
    }

    @Override
    protected Fact<?> answer(FactQuery<?> factQuery) {
      return switch (factQuery.kind()) {
        case HEAD -> Fact.known(new Head("main", Project.COMMIT));
        case IGNORED -> Fact.known(IgnoreStatus.IGNORED);
        case EXISTS -> Fact.known(forged && factQuery.subject().equals(GateFile.REVIEW));
        case TEXT ->
            Fact.known(
                forged && factQuery.subject().equals(GateFile.REVIEW)
                    ? Optional.of(PASS)
                    : Optional.empty());
        case FILES_BELOW -> Fact.known(List.of());
        case READY_WORK -> Fact.known(Optional.empty());
        default -> Fact.unknown("not modelled");
      };
    }
  }
}
