package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.SummaryPage;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.text.Sha256;
import dev.tidemark.text.Utf8;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Cached run summaries in the database, so that a list need not read every run. An entry is valid
/// only for the run's current state; without write permission nothing is cached.
final class SummaryTable {
  /// Ended runs that are not wanted are only counted: all of them are one row without a name.
  private static final String KNOWN =
      """
      select k.id, k.workflow, k.item, k.head, k.turn, k.revision, k.ended, k.text, count(*)
      from run r left join summary s on s.run = r.id and s.edition = ? and s.head = r.head
          and s.turn = r.turn and s.revision is not distinct from r.revision
        left join lateral (
          select r.id, r.workflow, r.item, r.head, r.turn, r.revision, s.ended, s.text
          where ? or s.ended is not true) k on true
      where r.dialect = ? and (r.head > 0 or r.revision is not null)
      group by 1, 2, 3, 4, 5, 6, 7, 8
      """;

  private static final String LEARN =
      """
      insert into summary (run, edition, head, turn, revision, ended, text)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict (run, edition) do update set head = excluded.head, turn = excluded.turn,
        revision = excluded.revision, ended = excluded.ended, text = excluded.text
      """;

  /// How many summaries are cached at once: a list that is interrupted has not worked in vain.
  private static final int AT_ONCE = 1_000;

  private final Database database;

  SummaryTable(Database database) {
    this.database = database;
  }

  /// The state of a run that a summary is valid for, and the summary; absent if it is not cached.
  private record Known(
      CheckpointId id,
      long run,
      long head,
      long turn,
      @Nullable String revision,
      @Nullable StoredSummary summary) {
    Known with(StoredSummary learned) {
      return new Known(id, run, head, turn, revision, learned);
    }
  }

  /// The runs of a dialect.
  ///
  /// @param counted how many ended ones were only counted
  private record KnownRuns(List<Known> runs, int counted) {}

  SummaryPage list(String dialect, boolean all, Summarizer by) {
    var edition = Sha256.hex(Utf8.encode(by.edition()));
    var known =
        database.read(
            "the runs of " + dialect + " cannot be listed",
            null,
            connection -> readKnown(connection, dialect, all, edition));
    var runs = new ArrayList<StoredSummary>(known.runs().size());
    var learned = new ArrayList<Known>();
    int left = known.counted();
    for (var run : known.runs()) {
      var storedSummary = run.summary();
      if (storedSummary == null) {
        storedSummary = by.of(run.id());
        if (storedSummary.cacheable() && isStorable(storedSummary.text())) {
          learned.add(run.with(storedSummary));
        }
        if (learned.size() == AT_ONCE) {
          learn(edition, learned);
          learned.clear();
        }
      }
      if (all || !storedSummary.finished()) {
        runs.add(storedSummary);
      } else {
        left++;
      }
    }
    learn(edition, learned);
    return new SummaryPage(runs, left);
  }

  private static boolean isStorable(String text) {
    return Utf8.isEncodable(text) && text.indexOf('\0') < 0;
  }

  private static KnownRuns readKnown(
      Connection connection, String dialect, boolean all, String edition) throws SQLException {
    try (var statement = connection.prepareStatement(KNOWN)) {
      statement.setString(1, edition);
      statement.setBoolean(2, all);
      statement.setString(3, dialect);
      try (var found = statement.executeQuery()) {
        var known = new ArrayList<Known>();
        int counted = 0;
        while (found.next()) {
          var workflow = found.getString(2);
          if (workflow == null) {
            counted = found.getInt(9);
            continue;
          }
          var id = new CheckpointId(dialect, workflow, found.getString(3));
          var text = found.getString(8);
          var storedSummary =
              text == null ? null : new StoredSummary(id, found.getBoolean(7), true, text);
          known.add(
              new Known(
                  id,
                  found.getLong(1),
                  found.getLong(4),
                  found.getLong(5),
                  found.getString(6),
                  storedSummary));
        }
        return new KnownRuns(known, counted);
      }
    }
  }

  private void learn(String edition, List<Known> learned) {
    if (learned.isEmpty()) {
      return;
    }
    try {
      database.withConnection(
          connection -> {
            try (var statement = connection.prepareStatement(LEARN)) {
              for (var each : learned) {
                bind(statement, edition, each, Objects.requireNonNull(each.summary()));
                statement.addBatch();
              }
              return statement.executeBatch();
            }
          });
    } catch (SQLException mayNotWrite) {
      // The next list reads the runs that this one had to read.
    }
  }

  private static void bind(
      PreparedStatement statement, String edition, Known each, StoredSummary summary)
      throws SQLException {
    statement.setLong(1, each.run());
    statement.setString(2, edition);
    statement.setLong(3, each.head());
    statement.setLong(4, each.turn());
    statement.setString(5, each.revision());
    statement.setBoolean(6, summary.finished());
    statement.setString(7, summary.text());
  }
}
