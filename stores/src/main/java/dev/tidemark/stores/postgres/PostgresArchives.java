package dev.tidemark.stores.postgres;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.Archives;
import dev.tidemark.store.StoreException.DamagedException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.stores.journal.ArchiveName;
import dev.tidemark.stores.journal.DocumentBytes;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.SqlErrors;
import dev.tidemark.text.Utf8;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Archive of finished documents in the database, under the paths and with the compression of the
/// file store.
final class PostgresArchives implements Archives {
  private static final String INSERT = "insert into kept (path, content) values (?, ?)";
  private static final String DELETE = "delete from kept where path = ?";
  private static final String READ = "select content from kept where path = ?";
  private static final String PATHS =
      "select path, octet_length(content) from kept where starts_with(path, ?)";

  private final Database database;
  private final PathResolver pathResolver;
  private final int newest;

  /// @param newest how many copies each run keeps; 0 for none
  PostgresArchives(Database database, PathResolver pathResolver, int newest) {
    this.database = database;
    this.pathResolver = pathResolver;
    this.newest = newest;
  }

  @Override
  public Optional<String> keep(CheckpointId id, String text, Instant at) {
    var folder = pathResolver.archivesOf(id.dialect());
    if (newest == 0 || folder.isEmpty()) {
      return Optional.empty();
    }
    var runKey = RunKey.of(pathResolver, id);
    var wanted = ArchiveName.of(runKey.path(), at);
    var bytes = Utf8.encode(text);
    var name =
        database.change(
            "the archive of " + id + " cannot be written",
            id,
            connection -> {
              RecordMaintenance.lock(connection, runKey);
              return keep(connection, folder.get(), wanted, bytes);
            });
    return Optional.of(folder.get() + "/" + name);
  }

  private String keep(Connection connection, String folder, ArchiveName wanted, byte[] bytes)
      throws SQLException {
    var known = new ArrayList<ArchiveName>();
    for (var name : copies(connection, folder).keySet()) {
      if (name.isOfRun(wanted)) {
        known.add(name);
      }
    }
    known.sort(ArchiveName.OLDEST_FIRST);
    for (var copy : known.reversed()) {
      var zipped = zipped(connection, folder + "/" + copy.text());
      if (zipped != null && Arrays.equals(bytes, DocumentBytes.unzipped(zipped))) {
        return copy.text();
      }
    }
    // Behind those of the same second: a number that became free again would stand before them.
    var free = wanted;
    for (var copy : known) {
      free = copy.stamp().equals(wanted.stamp()) ? copy.next() : free;
    }
    try (var statement = connection.prepareStatement(INSERT)) {
      statement.setString(1, folder + "/" + free.text());
      statement.setBytes(2, DocumentBytes.zipped(bytes));
      statement.executeUpdate();
    }
    known.add(free);
    for (int i = 0; i < known.size() - newest; i++) {
      delete(connection, folder + "/" + known.get(i).text());
    }
    return free.text();
  }

  /// Returns the copies in a folder, with their compressed sizes.
  private static Map<ArchiveName, Long> copies(Connection connection, String folder)
      throws SQLException {
    try (var statement = connection.prepareStatement(PATHS)) {
      statement.setString(1, folder + "/");
      try (var found = statement.executeQuery()) {
        var copies = new LinkedHashMap<ArchiveName, Long>();
        while (found.next()) {
          var name = ArchiveName.of(found.getString(1).substring(folder.length() + 1));
          if (name != null && name.stem().indexOf('/') < 0) {
            copies.put(name, found.getLong(2));
          }
        }
        return copies;
      }
    }
  }

  private static byte @Nullable [] zipped(Connection connection, String path) throws SQLException {
    try (var statement = connection.prepareStatement(READ)) {
      statement.setString(1, path);
      try (var found = statement.executeQuery()) {
        return found.next() ? found.getBytes(1) : null;
      }
    }
  }

  private static boolean delete(Connection connection, String path) throws SQLException {
    try (var statement = connection.prepareStatement(DELETE)) {
      statement.setString(1, path);
      return statement.executeUpdate() > 0;
    }
  }

  @Override
  public List<Archived> list(String dialect) {
    var folder = pathResolver.archivesOf(dialect);
    if (folder.isEmpty()) {
      return List.of();
    }
    var copies =
        database.read(
            folder.get() + " cannot be listed",
            null,
            connection -> copies(connection, folder.get()));
    var all = new ArrayList<Archived>();
    for (var copy : copies.entrySet()) {
      var name = copy.getKey();
      var id = name.run(pathResolver, dialect);
      var at = name.creationTime();
      if (id != null && at.isPresent()) {
        var path = folder.get() + "/" + name.text();
        all.add(new Archived(id, path, at.get(), copy.getValue()));
      }
    }
    all.sort(Comparator.comparing(Archived::at).thenComparing(Archived::path));
    return all;
  }

  @Override
  public String read(Archived archived) {
    var zipped =
        database.read(
            archived.path() + " cannot be read",
            null,
            connection -> zipped(connection, archived.path()));
    if (zipped == null) {
      throw new StoreUnavailableException(
          archived.path() + " is not there any more", null, SqlErrors.ARCHIVES);
    }
    var bytes = DocumentBytes.unzipped(zipped);
    var text = bytes == null ? Optional.<String>empty() : Utf8.decode(bytes);
    return text.orElseThrow(
        () -> new DamagedException(archived.path(), "it is no whole copy of a document"));
  }

  @Override
  public void remove(Archived archived) {
    database.change(
        archived.path() + " cannot be removed",
        null,
        connection -> delete(connection, archived.path()));
  }
}
