package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.maintenance.ResidualFiles;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Scan of residual files of documents in the tables beside the runs, under the paths that they
/// would have as files. Compressed copies are scanned by the archive.
final class PostgresResidualFiles implements ResidualFiles {
  private static final String ASIDE = "aside";
  private static final String KEPT = "kept";

  private final Database database;
  private final PathResolver pathResolver;

  PostgresResidualFiles(Database database, PathResolver pathResolver) {
    this.database = database;
    this.pathResolver = pathResolver;
  }

  @Override
  public SearchResult search(CheckpointId id, RedactedSecret secret) {
    var runKey = RunKey.of(pathResolver, id);
    return database.read(
        "the remaining files of " + id + " cannot be read",
        id,
        connection -> {
          var found = holding(connection, ASIDE, runKey.path() + ".corrupt-", secret);
          for (var folder : pathResolver.keptOf(id.dialect())) {
            found.addAll(holding(connection, KEPT, folder + "/", secret));
          }
          found.sort(null);
          return new SearchResult(found, List.of());
        });
  }

  private static List<String> holding(
      Connection connection, String table, String begin, RedactedSecret secret)
      throws SQLException {
    var sql = "select path, content from " + table + " where starts_with(path, ?) order by path";
    try (var statement = connection.prepareStatement(sql)) {
      statement.setString(1, begin);
      try (var rows = statement.executeQuery()) {
        var found = new ArrayList<String>();
        while (rows.next()) {
          var path = rows.getString(1);
          if (!path.endsWith(".gz") && secret.isIn(rows.getBytes(2))) {
            found.add(path);
          }
        }
        return found;
      }
    }
  }

  @Override
  public void redact(CheckpointId id, String path, RedactedSecret secret) {
    var what = path + " cannot be written, nothing was changed";
    database.change(
        what,
        id,
        connection -> {
          clean(connection, ASIDE, path, secret);
          clean(connection, KEPT, path, secret);
          return true;
        });
  }

  private static void clean(Connection connection, String table, String path, RedactedSecret secret)
      throws SQLException {
    byte[] content = null;
    var lock = "select content from " + table + " where path = ? for update";
    try (var statement = connection.prepareStatement(lock)) {
      statement.setString(1, path);
      try (var row = statement.executeQuery()) {
        content = row.next() ? row.getBytes(1) : null;
      }
    }
    if (content == null || !secret.isIn(content)) {
      return;
    }
    var clean = "update " + table + " set content = ? where path = ?";
    try (var statement = connection.prepareStatement(clean)) {
      statement.setBytes(1, secret.cleaned(content));
      statement.setString(2, path);
      statement.executeUpdate();
    }
  }
}
