package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.checkpoint.Actor;
import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.checkpoint.ContextSummary;
import dev.tidemark.checkpoint.PhaseName;
import dev.tidemark.engine.Checkpoints.Caller;
import dev.tidemark.history.Event;
import dev.tidemark.history.Evidence;
import dev.tidemark.library.Project;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.RecordMetadata;
import dev.tidemark.store.Revision;
import dev.tidemark.stores.journal.record.SegmentHeader;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.workflow.change.Change;
import dev.tidemark.workflow.change.Outcome.Transition;
import dev.tidemark.workflow.change.PhaseReport;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Fills a shared store with very many runs: the store writes one that is finished and one that is
/// not, and SQL copies both. What is copied is valid for all that reads it: the documents have no
/// member that names their run, and each copy has its own segment header.
final class RunCopies {
  static final String WORKFLOW = "implement";
  static final PhaseName FIRST = new PhaseName("implementation");
  private static final PhaseName SECOND = new PhaseName("validation");
  private static final String FINISHED = "finished";
  private static final String OPEN = "open";

  /// One of so many runs is not finished.
  static final int OPEN_EVERY = 100;

  /// The runs that are worked at at the same time: their entries are stored in turn.
  private static final int AT_ONCE = 1_000;

  private static final String COPY =
      """
      with copy as (
        select template, item, '.claude/state/implement-' || item || '.json' as path, header
        from unnest(?::text[], ?::text[], ?::text[]) as c(template, item, header)),
      made as (
        insert into run (dialect, workflow, item, path, document, head, segment, segment_first,
          segment_bytes)
        select t.dialect, t.workflow, c.item, c.path, t.document, t.head, t.segment,
          t.segment_first, t.segment_bytes
        from copy c join run t on t.item = c.template
        returning id, item),
      begun as (
        insert into segment (run, number, header)
        select m.id, 1, c.header from made m join copy c using (item))
      insert into record (run, sequence, segment, line)
      select m.id, r.sequence, r.segment, r.line
      from made m join copy c using (item) join run t on t.item = c.template
        join record r on r.run = t.id
      order by r.sequence, m.id
      """;

  private final Project project;
  private final Database database;
  private final Caller by = Caller.of(Actor.tool("bench"));
  private final Texts texts = Texts.usual();

  RunCopies(Project project, Database database) {
    this.project = project;
    this.database = database;
  }

  static CheckpointId id(String item) {
    return new CheckpointId("state", WORKFLOW, item);
  }

  /// Returns the name of a copy.
  static String item(int number) {
    return String.format(Locale.ROOT, "feat-%07d", number);
  }

  /// Writes both runs to copy.
  ///
  /// @param entries how many each has
  void begin(int entries) {
    var id = id("begun");
    apply(id, new Change.StartRun(WORKFLOW, id.item(), List.of(), false));
    var started = text(id);
    apply(id, done(FIRST));
    var open = text(id);
    apply(id, done(SECOND));
    apply(id, new Change.FinishRun(null));
    write(OPEN, started, open, open, entries);
    write(FINISHED, started, open, text(id), entries);
  }

  /// Writes a run: its start, texts that differ in 400 bytes each, and its last text.
  private void write(String item, String started, String middle, String last, int entries) {
    var events = List.<Event>of(new Event.PhaseCompleted(FIRST));
    var filler = texts.news() + texts.news() + texts.news() + texts.news() + texts.news();
    var revision = Revision.NONE;
    for (int entry = 1; entry <= entries; entry++) {
      var text = entry == 1 ? started : entry == entries ? last : middle;
      var own =
          text.replace("\"feature\": \"begun\"", "\"plan\": \"" + filler + "\"")
              .replace("Summary", texts.news());
      var metadata = new RecordMetadata(project.now(), by.actor(), events, Evidence.NONE);
      revision = project.store().replace(new DocumentWrite(id(item), own, revision, metadata));
    }
  }

  /// Returns how many copies there are.
  int count() throws SQLException {
    return database.withConnection(
        connection -> {
          var sql = "select count(*) from run where item like 'feat-%'";
          try (var statement = connection.createStatement();
              var found = statement.executeQuery(sql)) {
            found.next();
            return found.getInt(1);
          }
        });
  }

  /// Adds the copies from one number to another, in transactions of a thousand.
  void add(int from, int to) throws SQLException {
    for (int first = from; first <= to; first += AT_ONCE) {
      int begin = first;
      int end = Math.min(to, first + AT_ONCE - 1);
      database.withConnection(connection -> copy(connection, begin, end));
    }
  }

  private static int copy(Connection connection, int first, int last) throws SQLException {
    var templates = new ArrayList<String>();
    var items = new ArrayList<String>();
    var headers = new ArrayList<String>();
    for (int number = first; number <= last; number++) {
      var item = item(number);
      var path = ".claude/state/implement-" + item + ".json";
      templates.add(number % OPEN_EVERY == 0 ? OPEN : FINISHED);
      items.add(item);
      headers.add(new String(new SegmentHeader(id(item), path, 1).bytes(), UTF_8).strip());
    }
    try (var statement = connection.prepareStatement(COPY)) {
      int at = 1;
      for (var column : List.of(templates, items, headers)) {
        statement.setArray(at++, connection.createArrayOf("text", column.toArray()));
      }
      return statement.executeUpdate();
    }
  }

  private String text(CheckpointId id) {
    return String.valueOf(project.store().find(id).orElseThrow().text());
  }

  private static Change done(PhaseName phase) {
    var report = new PhaseReport(new ContextSummary("Summary"), List.of(), List.of(), null);
    return new Change.CompletePhase(phase, report);
  }

  private void apply(CheckpointId id, Change change) {
    var result = project.checkpoints().apply(project.state(), id, change, by);
    if (!(result.outcome() instanceof Transition)) {
      throw new IllegalStateException("refused: " + result.outcome());
    }
  }
}
