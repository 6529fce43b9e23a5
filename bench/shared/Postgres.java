import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;

/// A PostgreSQL that forces what it confirms, for as long as the standard input stays open. Takes the
/// folder of its data and prints its port and version.
final class Postgres {
  public static void main(String[] args) throws Exception {
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(Path.of(args[0]))
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on");
    try (var postgres = builder.start()) {
      System.out.println(postgres.getPort());
      try (var connection = postgres.getPostgresDatabase().getConnection()) {
        System.out.println(connection.getMetaData().getDatabaseProductVersion());
      }
      System.in.read();
    }
  }
}
