package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/// The SQL that no store with a past can do without: a compare-and-set of the document and a line
/// of history, in one statement on a connection for each thread. It checks and encodes nothing.
final class BareUpdates implements Contestant {
  private static final String TABLES =
      """
      create schema bare;
      create table bare.run (
        id int primary key, revision bigint not null, document bytea not null
      ) with (fillfactor = 80);
      create table bare.record (
        run int not null, sequence bigint not null, line text not null,
        primary key (run, sequence))
      """;
  private static final String FIND = "select revision, document from bare.run where id = ?";
  private static final String CHANGE =
      """
      with moved as (
        update bare.run set document = ?, revision = revision + 1
        where id = ? and revision = ? returning id, revision)
      insert into bare.record select id, revision, ? from moved
      """;

  private final boolean finds;
  private final int offset;
  private final int record;
  private final PreparedStatement[] reading;
  private final PreparedStatement[] changing;
  private final long[] revisions;

  /// @param url of the database, for the driver
  /// @param record how many characters a line of history has
  /// @param finds whether each change reads the document first
  BareUpdates(String url, int record, int threads, boolean finds) throws SQLException {
    this.finds = finds;
    this.offset = finds ? threads : 0;
    this.record = record;
    this.reading = new PreparedStatement[threads];
    this.changing = new PreparedStatement[threads];
    this.revisions = new long[threads];
    for (int thread = 0; thread < threads; thread++) {
      Connection connection = DriverManager.getConnection(url);
      reading[thread] = connection.prepareStatement(FIND);
      changing[thread] = connection.prepareStatement(CHANGE);
      try (var insert = connection.prepareStatement("insert into bare.run values (?, 0, '')")) {
        insert.setInt(1, thread + offset);
        insert.execute();
      }
    }
  }

  static void tables(String url) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
  }

  @Override
  public Samples until(int thread, long end) throws SQLException {
    var samples = new Samples();
    var texts = Texts.usual();
    var filler = new char[Math.max(0, record - texts.news().length())];
    Arrays.fill(filler, '"');
    while (System.nanoTime() < end) {
      var text = texts.next();
      var line = texts.news() + new String(filler);
      long begin = System.nanoTime();
      update(thread, text, line);
      samples.add(System.nanoTime() - begin);
    }
    return samples;
  }

  private void update(int thread, String text, String line) throws SQLException {
    int id = thread + offset;
    if (finds) {
      reading[thread].setInt(1, id);
      try (var found = reading[thread].executeQuery()) {
        found.next();
        revisions[thread] = found.getLong(1);
        found.getBytes(2);
      }
    }
    var change = changing[thread];
    change.setBytes(1, text.getBytes(UTF_8));
    change.setInt(2, id);
    change.setLong(3, revisions[thread]);
    change.setString(4, line);
    if (change.executeUpdate() != 1) {
      throw new IllegalStateException("the bare update found nothing");
    }
    revisions[thread]++;
  }
}
