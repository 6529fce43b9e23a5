package dev.tidemark.engine;

import dev.tidemark.engine.GateModel.Action;
import dev.tidemark.engine.GateModel.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Over-approximation of [GateModel] in which the file is havocked: before each verb it is replaced
/// by any other, in the same move. A state has no file, so that there are few enough of them to
/// explore definitions of five phases completely.
///
/// Why this covers every sequence: a sequence of [GateModel] is one of verbs, of changes of what
/// the gates look at, and of replacements of the file (edits, removal, damage, `restore`, `undo`).
/// Leave the replacements out, and each verb starts from some file. Here it starts from every file.
/// So each of those sequences, with any number of replacements, is a sequence here that is not
/// longer. The reverse is not true: a violation found here may need more moves there.
///
/// Why two states are the same if they differ in their files only: the file is replaced before it
/// is read. What else is left out of the key is left out of that of [GateModel] too; [StateSpace]
/// compares merged states.
///
/// Files that stand for others: the gates of a verb look at the status of its own phase, at whether
/// the run is finished and, for `phases-done`, at whether all earlier phases are complete. So all
/// other phases are given the same status. [#check] compares the files that are left out with those
/// that are not.
///
/// Why what the engine answers is remembered: it knows nothing of the monitor, so that states which
/// differ in that alone get the same answer. Neither [#check] nor the comparison of merged states
/// uses what is remembered.
final class HavocModel implements StateSpace.Model<Point, HavocModel.Move> {
  private static final String AS_LEFT = "";
  private static final String REMOVED = "removed";
  private static final String BROKEN = "garbage";

  /// One of how many pairs of runs that the engine is said to treat alike is compared.
  private static final int SAMPLED = 2000;

  /// How many files that are left out are compared for each verb.
  private static final int COMPARED = 8;

  private final GateModel model;
  private final int phases;
  private final Map<GateModel.Move, List<Move>> moves = new HashMap<>();
  private final Map<String, Made> engine = new HashMap<>();
  private final Map<String, GateRun> runs = new HashMap<>();
  private final Map<GateModel.Step, GateModel.Step> steps = new HashMap<>();
  private final List<List<GateRun>> alike = new ArrayList<>();
  private int merged;
  private final Random random = new Random(20_261_124);

  HavocModel(List<GateShape> shapes) {
    this.model = new GateModel(shapes);
    this.phases = shapes.size();
  }

  /// Returns the model that this approximates.
  GateModel model() {
    return model;
  }

  /// One move: a verb, or a change of what gates look at, over a file.
  ///
  /// @param file its text, or what else becomes of it
  record Move(String file, GateModel.Move verb) {
    @Override
    public String toString() {
      var edit =
          file.startsWith("{")
              ? GateModel.Move.edit(file) + ", then "
              : file.isEmpty() ? "" : "file " + file + ", then ";
      return edit + verb;
    }
  }

  @Override
  public Point initial() {
    return model.initial();
  }

  @Override
  public List<Move> moves(Point point) {
    var all = new ArrayList<Move>();
    for (var verb : model.changes(point, "", false)) {
      all.addAll(over(verb));
    }
    return all;
  }

  private List<Move> over(GateModel.Move verb) {
    return moves.computeIfAbsent(
        verb,
        missing -> {
          var files = new LinkedHashSet<String>();
          if (verb.action() == Action.CLOSE) {
            files.add(AS_LEFT);
          } else {
            files.add(REMOVED);
            files.addAll(representatives(verb));
          }
          return files.stream().map(file -> new Move(file, verb)).toList();
        });
  }

  private static void both(List<String> statuses, List<String> documents) {
    documents.add(GateRun.document(statuses, false));
    documents.add(GateRun.document(statuses, true));
  }

  private List<String> representatives(GateModel.Move verb) {
    var all = new ArrayList<String>();
    if (verb.action() == Action.SAVE) {
      saved(new ArrayList<>(), all);
      return all;
    }
    if (verb.action() == Action.OPEN) {
      all.add(BROKEN); // a claim is not recorded over a file that cannot be read
    }
    boolean approves = verb.action() == Action.OPEN || verb.action() == Action.FORGE;
    int own = approves ? GateShape.approved(verb.phase(), phases) : verb.phase();
    var others = model.looksAtPhases() ? List.of("", "complete") : List.of("");
    for (var status : GateModel.EDITS) {
      for (var other : own < 0 ? List.of(status) : others) {
        var statuses = new ArrayList<>(Collections.nCopies(phases, other));
        if (own >= 0) {
          statuses.set(own, status);
        }
        both(statuses, all);
      }
    }
    return all;
  }

  /// A document that is saved ends the phases that are not complete yet.
  private void saved(List<String> statuses, List<String> all) {
    if (statuses.size() == phases) {
      both(statuses, all);
      return;
    }
    for (var status : List.of("", "complete")) {
      var longer = new ArrayList<>(statuses);
      longer.add(status);
      saved(longer, all);
    }
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
    return model.isJudged(move.verb());
  }

  @Override
  public StateSpace.Next<Point> next(Point before, Move move) {
    var from = model.engineKey(before.run());
    var made =
        engine.computeIfAbsent(from + move.file() + move.verb(), missing -> shared(before, move));
    return model.judged(made.run(), made.step(), before.monitor(), move.verb());
  }

  /// Returns a move with a run that stands for all that the engine treats alike, so that few are
  /// kept.
  private Made shared(Point before, Move move) {
    var made = made(before.run(), move);
    var known = runs.putIfAbsent(model.engineKey(made.run()), made.run());
    if (known == null) {
      return made;
    }
    if (merged++ % SAMPLED == 0) {
      alike.add(List.of(known, made.run()));
    }
    var step = made.step();
    return new Made(known, steps.computeIfAbsent(step, missing -> step));
  }

  @Override
  public StateSpace.Next<Point> anew(Point before, Move move) {
    var made = made(before.run(), move);
    return model.judged(made.run(), made.step(), before.monitor(), move.verb());
  }

  private Made made(GateRun run, Move move) {
    var before = run;
    if (!move.file().isEmpty()) {
      before = run.copy();
      before.edit(move.file().equals(REMOVED) ? null : move.file());
    }
    var after = model.moved(before, move.verb());
    return new Made(after, new GateModel.Step(before.seen(), after.seen()));
  }

  /// A move that the engine judged: the run afterwards, and what the specification looks at.
  private record Made(GateRun run, GateModel.Step step) {}

  @Override
  public String key(Point point) {
    return model.group(point);
  }

  /// Compares files that are left out with those that stand for them: a verb leads from each to a
  /// state that it leads to from one of these. Left out are the file as the verbs left it, a broken
  /// one, and others, of which some are chosen at random.
  @Override
  public long check(Point point) {
    long compared = alike(point);
    for (var verb : model.changes(point, "", false)) {
      Set<String> known = new HashSet<>();
      for (var move : over(verb)) {
        known.add(successor(point, move));
      }
      var others = new ArrayList<>(List.of(AS_LEFT, BROKEN));
      for (int i = 0; i < COMPARED; i++) {
        others.add(document());
      }
      for (var file : others) {
        compared++;
        var other = new Move(file, verb);
        if (!known.contains(successor(point, other))) {
          throw new AssertionError("no file that is tried stands for " + other);
        }
      }
    }
    return compared;
  }

  /// Compares runs that the engine is said to treat alike, their files replaced: where the file
  /// stays or is broken, it depends on what was recorded before, and is one that is tried anyway.
  private long alike(Point point) {
    long compared = 0;
    for (var pair : alike) {
      for (var verb : model.changes(point, "", false)) {
        for (var move : over(verb)) {
          if (move.file().equals(AS_LEFT) || move.file().equals(BROKEN)) {
            continue;
          }
          compared++;
          if (!engine(pair.getFirst(), move).equals(engine(pair.getLast(), move))) {
            throw new AssertionError("runs that are taken for one differ after " + move);
          }
        }
      }
    }
    alike.clear();
    return compared;
  }

  private String engine(GateRun run, Move move) {
    var made = made(run, move);
    return model.engineKey(made.run()) + made.step();
  }

  private String successor(Point point, Move move) {
    var next = anew(point, move);
    return next.violation() == null ? key(next.state()) : "violated";
  }

  private String document() {
    var statuses = new ArrayList<String>();
    for (int i = 0; i < phases; i++) {
      statuses.add(GateModel.EDITS.get(random.nextInt(GateModel.EDITS.size())));
    }
    return GateRun.document(statuses, random.nextBoolean());
  }
}
