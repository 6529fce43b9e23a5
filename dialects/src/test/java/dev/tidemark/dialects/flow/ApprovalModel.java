package dev.tidemark.dialects.flow;

import dev.tidemark.checkpoint.Event;
import dev.tidemark.dialect.FormatException;
import dev.tidemark.engine.StateSpace;
import dev.tidemark.workflow.Change;
import dev.tidemark.workflow.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Model of the approval of REQUIREMENTS in the dialect flow, for [StateSpace]: the real engine and
/// the real rules, every verb and edit, and beside them which output a person approved.
final class ApprovalModel implements StateSpace.Model<ApprovalModel.Point, ApprovalModel.Move> {
  long behind;

  /// One move; each word is a verb, an edit of the file, or a change of the output.
  enum Move {
    DONE_REQUIREMENTS,
    ENTER_ARCHITECTURE,
    DONE_ARCHITECTURE,
    RESUME,
    START,
    FRESH,
    APPROVE,
    WRITE,
    REWRITE,
    FORGE,
    EDIT_PHASE,
    DELETE,
    BREAK,
    RESTORE_1,
    RESTORE_2,
    RESTORE_3,
    RESTORE_4
  }

  /// One state, which is made anew from its moves: a workshop is not copied.
  ///
  /// @param approved the output that a person approved in this run; empty for none
  /// @param passed whether what comes after was reached with that approval
  record Point(List<Move> moves, Studio studio, String approved, boolean passed) {}

  @Override
  public Point initial() {
    return new Point(List.of(), Studio.started(), "", false);
  }

  @Override
  public List<Move> moves(Point point) {
    return List.of(Move.values());
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
    return move.compareTo(Move.FRESH) <= 0;
  }

  @Override
  public StateSpace.Next<Point> next(Point before, Move move) {
    var studio = Studio.started();
    for (var earlier : before.moves()) {
      make(studio, earlier);
    }
    boolean made = make(studio, move);
    var moves = new ArrayList<>(before.moves());
    moves.add(move);
    boolean verb = made && move.compareTo(Move.APPROVE) <= 0;
    boolean begun = verb && studio.events.stream().anyMatch(ApprovalModel::begins);
    var output = studio.text(Studio.DEMAND).orElse("");
    var approved = begun ? "" : verb && move == Move.APPROVE ? output : before.approved();
    boolean passed = before.passed() && !begun;
    boolean isBehind = verb && studio.events.stream().anyMatch(ApprovalModel::isBehind);
    behind += isBehind ? 1 : 0;
    boolean open = !approved.isEmpty() && approved.equals(output);
    var wrong = isBehind && !passed && !open ? "behind an output that was not approved" : null;
    return new StateSpace.Next<>(new Point(moves, studio, approved, passed || isBehind), wrong);
  }

  private static boolean begins(Event event) {
    return event.kind() == Event.Kind.WORKFLOW_STARTED;
  }

  private static boolean isBehind(Event event) {
    var architecture = Stage.ARCHITECTURE.phase();
    return (event instanceof Event.PhaseStarted it && it.phase().equals(architecture))
        || (event instanceof Event.PhaseCompleted done && done.phase().equals(architecture));
  }

  private static boolean make(Studio studio, Move move) {
    var change = change(move);
    if (change != null) {
      try {
        return studio.ask(change) instanceof Outcome.Transition<FlowCheckpoint>;
      } catch (FormatException damaged) {
        return false;
      }
    }
    switch (move) {
      case WRITE -> studio.write(Stage.REQUIREMENTS);
      case REWRITE -> studio.write(Studio.DEMAND, "{\"evil\":true}");
      case FORGE ->
          edit(
              studio,
              "\"user_checkpoints\":[{\"phase\":\"REQUIREMENTS\","
                  + "\"approved_at\":\"2026-11-20T10:00:00.000Z\"}],");
      case EDIT_PHASE -> edit(studio, "\"current_phase\":\"ARCHITECTURE\",");
      case DELETE -> studio.store.edit(FlowPlace.ID, null);
      case BREAK -> studio.store.edit(FlowPlace.ID, "garbage");
      default -> studio.restore(move.ordinal() - Move.RESTORE_1.ordinal() + 1L);
    }
    return true;
  }

  private static @Nullable Change change(Move move) {
    return switch (move) {
      case DONE_REQUIREMENTS -> Studio.complete(Stage.REQUIREMENTS);
      case ENTER_ARCHITECTURE -> Studio.enter(Stage.ARCHITECTURE);
      case DONE_ARCHITECTURE -> Studio.complete(Stage.ARCHITECTURE);
      case RESUME -> Studio.resume();
      case START -> Studio.starting();
      case FRESH -> Studio.fresh();
      case APPROVE -> Studio.approve(Stage.REQUIREMENTS);
      default -> null;
    };
  }

  private static void edit(Studio studio, String member) {
    var text = studio.phase();
    var key = member.substring(0, member.indexOf(':'));
    if (text.startsWith("{")) {
      var rest = text.replaceFirst(key + ":(\\[[^]]*]|\"[^\"]*\"),?", "");
      studio.store.edit(FlowPlace.ID, "{" + member + rest.substring(1));
    }
  }

  /// Times and the names made from them do not matter.
  private static String timeless(String text) {
    return text.replaceAll("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z", "T")
        .replaceAll("wf-[-0-9a-f]+", "W");
  }

  @Override
  public String key(Point point) {
    var store = point.studio().store;
    var past = new ArrayList<String>();
    for (var entry : store.history(FlowPlace.ID)) {
      if (past.size() < 4) {
        past.add(timeless(store.at(FlowPlace.ID, entry.sequence()).orElse("")));
      }
    }
    var proofs = new TreeSet<String>();
    store
        .find(FlowPlace.ID)
        .ifPresent(
            found -> found.evidence().proofs().forEach(it -> proofs.add(it.claim().toString())));
    return String.join(
        "\n",
        timeless(point.studio().phase()),
        timeless(point.studio().tasks()),
        point.studio().text(Studio.DEMAND).orElse("-"),
        past.toString(),
        proofs.toString(),
        point.approved() + point.passed());
  }
}
