import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A PostgreSQL that forces what it confirms, until the input ends. Takes the folder of its data and
/// prints its port; then for each line, the name of a schema, how many bytes its tables take.
final class Server {
  public static void main(String[] args) throws Exception {
    var builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(Path.of(args[0]))
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on");
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (var postgres = builder.start();
        var connection = postgres.getPostgresDatabase().getConnection();
        var sizes =
            connection.prepareStatement(
                "select coalesce(sum(pg_total_relation_size(c.oid)), 0) from pg_class c"
                    + " join pg_namespace n on n.oid = c.relnamespace"
                    + " where n.nspname = ? and c.relkind = 'r'")) {
      System.out.println(postgres.getPort());
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        sizes.setString(1, line);
        try (var found = sizes.executeQuery()) {
          found.next();
          System.out.println(found.getLong(1));
        }
      }
    }
  }
}
