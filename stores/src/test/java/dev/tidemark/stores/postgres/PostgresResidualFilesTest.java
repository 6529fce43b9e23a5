package dev.tidemark.stores.postgres;

import static dev.tidemark.testkit.Samples.RUN;
import static dev.tidemark.testkit.Samples.news;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.security.RedactedSecret;
import dev.tidemark.store.DocumentWrite;
import dev.tidemark.store.Revision;
import dev.tidemark.store.StoredSummary;
import dev.tidemark.store.Summarizer;
import dev.tidemark.store.Transfer.Item;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.journal.PathResolver;
import dev.tidemark.stores.postgres.connection.Database;
import dev.tidemark.stores.postgres.connection.StoreAddress;
import dev.tidemark.testkit.PostgresServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is left of documents beside the runs is found and cleaned like files.
class PostgresResidualFilesTest {
  private static final RedactedSecret SECRET = RedactedSecret.of("correct horse");
  private static final String STAMP = "20261121T013000Z";

  private final PostgresServer server = PostgresServer.running();
  private final String schema = "remains_" + System.nanoTime();
  private final Database database =
      new Database(StoreAddress.of(server.address(schema), Map.of()), 2_000);
  private final PostgresStore store = new PostgresStore(database, new Keeping(), run -> 0);

  /// Keeps files beside its documents, as some protocols do.
  private record Keeping() implements PathResolver {
    @Override
    public String pathOf(CheckpointId id) {
      return new FlatLayout().pathOf(id);
    }

    @Override
    public Optional<CheckpointId> idOf(String dialect, String path) {
      return new FlatLayout().idOf(dialect, path);
    }

    @Override
    public List<String> keptOf(String dialect) {
      return List.of("state/.archive");
    }

    @Override
    public List<String> roots(String dialect) {
      return new FlatLayout().roots(dialect);
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String aside(CheckpointId id, String text) {
    var revision = store.replace(new DocumentWrite(id, text, Revision.NONE, news()));
    return store.quarantine(id, revision, STAMP);
  }

  private byte[] content(String table, String path) throws Exception {
    try (var connection = server.connect(schema);
        var statement =
            connection.prepareStatement("select content from " + table + " where path = ?")) {
      statement.setString(1, path);
      try (var found = statement.executeQuery()) {
        assertThat(found.next()).isTrue();
        return found.getBytes(1);
      }
    }
  }

  @Test
  void what_was_set_aside_is_cleaned_and_nothing_of_other_runs() throws Exception {
    var other = new CheckpointId("state", "other", null);
    var ours = aside(RUN, "{ the \"correct horse\" of ours");
    var theirs = aside(other, "{ the correct horse of theirs");

    assertThat(store.residualFiles().search(RUN, SECRET).matches()).containsExactly(ours);
    store.residualFiles().redact(RUN, ours, SECRET);

    assertThat(content("aside", ours)).asString(UTF_8).isEqualTo("{ the \"[redacted]\" of ours");
    assertThat(content("aside", theirs)).asString(UTF_8).contains("correct horse");
    assertThat(store.residualFiles().search(RUN, SECRET).matches()).isEmpty();
    store.residualFiles().redact(RUN, ours, SECRET);
    assertThat(store.residualFiles().search(other, SECRET).matches()).containsExactly(theirs);
  }

  @Test
  void what_lists_remember_goes_with_the_record() throws Exception {
    store.replace(new DocumentWrite(RUN, "the correct horse", Revision.NONE, news()));
    var by =
        new Summarizer() {
          @Override
          public String edition() {
            return "1";
          }

          @Override
          public Instant currentTime() {
            return Instant.EPOCH;
          }

          @Override
          public StoredSummary of(CheckpointId id) {
            return new StoredSummary(id, false, true, "waits for the correct horse");
          }
        };
    store.summaries(RUN.dialect(), true, by);
    try (var connection = server.connect(schema);
        var statement = connection.createStatement()) {
      assertThat(statement.executeQuery("select text from summary").next()).isTrue();

      store.redaction().erase(RUN, SECRET, Map.of());

      assertThat(statement.executeQuery("select text from summary").next()).isFalse();
    }
  }

  @Test
  void what_is_no_text_is_cleaned_too() throws Exception {
    var path = aside(RUN, "{");
    server.execute(
        schema,
        "update aside set content = ?",
        new Object[] {"\u00ffcorrect horse".getBytes(ISO_8859_1)});

    store.residualFiles().redact(RUN, path, SECRET);

    assertThat(content("aside", path)).isEqualTo("\u00ff[redacted]".getBytes(ISO_8859_1));
  }

  @Test
  void what_a_protocol_keeps_is_cleaned_but_for_compressed_copies() throws Exception {
    var text = "the correct horse".getBytes(UTF_8);
    store
        .transfer()
        .importItems(
            List.of(
                new Item(Item.Kind.KEPT, null, "state/.archive/one/phase.json", text),
                new Item(Item.Kind.KEPT, null, "state/.archive/two.json.gz", text),
                new Item(Item.Kind.KEPT, null, "elsewhere/three.json", text)));

    assertThat(store.residualFiles().search(RUN, SECRET).matches())
        .containsExactly("state/.archive/one/phase.json");
    store.residualFiles().redact(RUN, "state/.archive/one/phase.json", SECRET);

    assertThat(content("kept", "state/.archive/one/phase.json"))
        .asString(UTF_8)
        .isEqualTo("the [redacted]");
    assertThat(content("kept", "elsewhere/three.json")).isEqualTo(text);
  }
}
