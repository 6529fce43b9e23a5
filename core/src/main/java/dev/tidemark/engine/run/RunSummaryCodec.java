package dev.tidemark.engine.run;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.Notice;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.run.RunSummary.Concerns;
import dev.tidemark.engine.run.RunSummary.Obstacle;
import dev.tidemark.engine.run.RunSummary.Position;
import dev.tidemark.engine.run.RunSummary.Problem;
import dev.tidemark.engine.run.RunSummary.State;
import dev.tidemark.engine.run.RunSummary.TaskCount;
import dev.tidemark.handoff.PendingHumanAction;
import dev.tidemark.store.Document.LastEntry;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.text.TabLine;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Codec of summaries, for stores that cache them: builds the summary of a run, and encodes it as
/// one line of text.
final class RunSummaryCodec implements Summarizer {
  /// Goes up when the same state of a run is to be understood in another way.
  static final String EDITION = "glance-10";

  /// How many runs are kept in memory: a list of a hundred thousand would fill the heap.
  static final int KEPT_MAX = 1_000;

  /// The entry of a file that is no run.
  private static final String FOREIGN = "foreign";

  private static final int FIELDS = 27;

  private final RunRepository runRepository;
  private final Instant now;
  private final String edition;
  private final Map<CheckpointId, Run> read;

  /// @param read where the runs go that have to be read: each with a problem, and at most
  ///   [#KEPT_MAX] others
  RunSummaryCodec(
      RunRepository runRepository, Instant now, String edition, Map<CheckpointId, Run> read) {
    this.runRepository = runRepository;
    this.now = now;
    this.edition = edition;
    this.read = read;
  }

  @Override
  public String edition() {
    return edition;
  }

  @Override
  public Instant currentTime() {
    return now;
  }

  @Override
  public StoredSummary of(CheckpointId id) {
    var run = runRepository.inspect(id);
    if (RunRepository.isForeign(run)) {
      return new StoredSummary(id, false, true, FOREIGN);
    }
    if (run.problem() != null || read.size() < KEPT_MAX) {
      read.put(id, run);
    }
    var runSummary = RunSummary.of(run);
    var checkpoint = run.checkpoint();
    boolean whole = checkpoint == null || checkpoint.parts().isEmpty() || checkpoint.finished();
    boolean lasting = run.problem() == null && whole;
    return new StoredSummary(id, !runSummary.open(), lasting, encode(runSummary));
  }

  /// Returns whether an entry is that of a file that is no run.
  static boolean isForeign(StoredSummary storedSummary) {
    return storedSummary.text().equals(FOREIGN);
  }

  /// Returns the summary in the cache entry; reads the run if the entry has none.
  RunSummary summary(StoredSummary storedSummary) {
    var known =
        storedSummary.meaning(RunSummary.class, summary -> read(summary.id(), summary.text()));
    return known == null ? RunSummary.of(runRepository.inspect(storedSummary.id())) : known;
  }

  static String encode(RunSummary runSummary) {
    var line = new StringBuilder();
    var position = runSummary.position();
    var concerns = runSummary.concerns();
    var warning = concerns.warning();
    var pendingHumanAction = concerns.pendingAction();
    line.append(runSummary.state().name());
    add(line, position.next());
    line.append('\t').append(position.number());
    line.append('\t').append(position.done());
    line.append('\t').append(position.total());
    add(line, runSummary.branch());
    add(line, runSummary.commit());
    add(line, runSummary.updatedAt());
    var problem = concerns.problem();
    add(line, problem == null ? null : problem.text());
    add(line, warning == null ? null : warning.code());
    add(line, warning == null ? null : warning.text());
    add(line, pendingHumanAction == null ? null : pendingHumanAction.description());
    add(line, pendingHumanAction == null ? null : pendingHumanAction.command());
    line.append('\t').append(position.tasks().done());
    line.append('\t').append(position.tasks().total());
    add(line, position.tasks().current());
    var obstacle = concerns.obstacle();
    var retry = obstacle == null ? null : obstacle.retry();
    add(line, obstacle == null ? null : obstacle.reason());
    add(line, retry == null ? null : retry.value());
    add(line, runSummary.goal());
    var last = runSummary.last();
    add(line, last == null ? null : last.at());
    add(line, last == null ? null : last.by().kind().word());
    add(line, last == null ? null : last.by().name());
    add(line, last == null ? null : last.by().version());
    var gated = pendingHumanAction == null ? null : pendingHumanAction.phase();
    add(line, gated == null ? null : gated.value());
    add(line, problem == null ? null : problem.command());
    return line.toString();
  }

  private static void add(StringBuilder line, @Nullable String text) {
    TabLine.add(line.append('\t'), text);
  }

  private static void add(StringBuilder line, @Nullable Instant time) {
    add(line, time == null ? null : Long.toString(time.getEpochSecond()));
    add(line, time == null ? null : Integer.toString(time.getNano()));
  }

  /// Returns the summary in a line; null if the line has none.
  static @Nullable RunSummary read(CheckpointId id, String line) {
    var fields = TabLine.split(line);
    if (fields.size() != FIELDS) {
      return null;
    }
    try {
      var state = State.valueOf(text(fields, 0));
      var tasks = new TaskCount(number(fields, 14), number(fields, 15), fields.get(16));
      var position =
          new Position(
              fields.get(1), number(fields, 2), number(fields, 3), number(fields, 4), tasks);
      var warning = fields.get(10) == null ? null : new Notice(text(fields, 10), text(fields, 11));
      var pendingHumanAction =
          fields.get(12) == null
              ? null
              : new PendingHumanAction(text(fields, 12), text(fields, 13), phase(fields, 25));
      var problem = fields.get(9) == null ? null : new Problem(text(fields, 9), text(fields, 26));
      var concerns = new Concerns(problem, warning, pendingHumanAction, obstacle(fields));
      return new RunSummary(
          id,
          state,
          position,
          fields.get(5),
          fields.get(6),
          time(fields, 7),
          concerns,
          fields.get(19),
          last(fields));
    } catch (IllegalArgumentException | DateTimeException strange) {
      return null;
    }
  }

  private static @Nullable Obstacle obstacle(List<@Nullable String> fields) {
    if (fields.get(17) == null) {
      return null;
    }
    return new Obstacle(text(fields, 17), phase(fields, 18));
  }

  private static @Nullable PhaseName phase(List<@Nullable String> fields, int at) {
    return fields.get(at) == null ? null : new PhaseName(text(fields, at));
  }

  private static @Nullable Instant time(List<@Nullable String> fields, int at) {
    return fields.get(at) == null
        ? null
        : Instant.ofEpochSecond(Long.parseLong(text(fields, at)), number(fields, at + 1));
  }

  private static @Nullable LastEntry last(List<@Nullable String> fields) {
    var at = time(fields, 20);
    return at == null
        ? null
        : new LastEntry(
            at,
            new Actor(Actor.Kind.of(text(fields, 22)), text(fields, 23), fields.get(24), null, 0));
  }

  private static String text(List<@Nullable String> fields, int at) {
    var text = fields.get(at);
    return text == null ? "" : text;
  }

  private static int number(List<@Nullable String> fields, int at) {
    return Integer.parseInt(text(fields, at));
  }
}
