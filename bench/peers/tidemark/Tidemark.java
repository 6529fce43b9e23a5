import dev.tidemark.checkpoint.Actor;
import dev.tidemark.json.JsonObject;
import dev.tidemark.library.CheckpointManager;
import dev.tidemark.library.Project;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import java.nio.file.Path;
import java.util.Map;

/// Tidemark, by the library that is published; in files, or where `TIDEMARK_STORE` says.
final class Tidemark {
  private static final String COMMAND = "implement";
  private static final String FEATURE = "auth";

  public static void main(String[] args) throws Exception {
    Peer.serve(args, Tidemark::open);
  }

  private static Peer.Run open(String place) {
    var builder = Project.around(Path.of(place), System.getenv());
    var address = System.getenv("TIDEMARK_STORE");
    if (address != null) {
      var database = new Database(StoreAddress.of(address, Map.of()), 5_000);
      builder = builder.shared(database, System.err::println);
    }
    var project = builder.open();
    var manager = new CheckpointManager(project, System.err, Actor.tool("bench"));
    return new Peer.Run() {
      @Override
      public String newest() {
        var summary = manager.resumePoint(COMMAND, FEATURE).summary();
        return summary == null ? "" : summary;
      }

      @Override
      public void append(String result) {
        if (!manager.updatePhase(COMMAND, "implementation", completed(result), FEATURE)) {
          throw new IllegalStateException("refused");
        }
      }
    };
  }

  private static JsonObject completed(String result) {
    return JsonObject.EMPTY.with("status", "complete").with("context_summary", result);
  }
}
