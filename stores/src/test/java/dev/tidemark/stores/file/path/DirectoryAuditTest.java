package dev.tidemark.stores.file.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.store.maintenance.StoreDiagnostic.Kind;
import dev.tidemark.stores.file.FlatLayout;
import dev.tidemark.stores.file.Place;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StorageIo;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What keeps a store from being read or written is found, whoever looks: permissions are played by
/// a disk that refuses, because root is refused nothing.
@Proves("R-USR-02")
class DirectoryAuditTest {
  @TempDir private Path root;
  private Place place;

  @BeforeEach
  void prepare() {
    place = new Place(root);
    place.put("text");
  }

  private List<StoreDiagnostic> diagnostics(StorageIo io) {
    return new DirectoryAudit(io, root, new FlatLayout()).diagnostics(List.of("state"));
  }

  @Test
  void a_store_that_can_be_read_and_written_has_no_flaws() {
    assertThat(diagnostics(place.io())).isEmpty();
  }

  @Test
  void folders_that_may_not_be_written_to_are_named() {
    for (var path : List.of(".tidemark", "state")) {
      var diagnostics = diagnostics(without(path, false));

      assertThat(diagnostics).extracting(StoreDiagnostic::kind).containsExactly(Kind.READ_ONLY);
      assertThat(diagnostics.getFirst().message()).startsWith(path + " cannot be written to");
      assertThat(diagnostics.getFirst().isRepairable()).isFalse();
    }
  }

  @Test
  void what_is_read_only_within_the_records_is_one_flaw() {
    var diagnostics = diagnostics(without(".tidemark/journal", false));

    assertThat(diagnostics).extracting(StoreDiagnostic::kind).containsExactly(Kind.READ_ONLY);
    assertThat(diagnostics.getFirst().message())
        .startsWith(".tidemark/journal cannot be written to");
  }

  @Test
  void folders_that_may_not_be_looked_into_are_named_and_the_rest_is_seen() throws IOException {
    Files.createDirectory(root.resolve("elsewhere"));
    var diagnostics = diagnostics(without(".tidemark/lock", true));

    assertThat(diagnostics).extracting(StoreDiagnostic::kind).containsExactly(Kind.UNREADABLE);
    assertThat(diagnostics.getFirst().path()).isEqualTo(".tidemark/lock");
    assertThat(diagnostics(without("state", true)))
        .extracting(StoreDiagnostic::path)
        .containsExactly("state");
  }

  /// Returns a disk on which one folder may not be written to, or not even be looked into.
  private StorageIo without(String path, boolean closed) {
    var denied = root.resolve(path);
    return new ForwardingIo(place.io()) {
      @Override
      public boolean isWritable(Path asked) {
        return closed || !asked.equals(denied);
      }

      @Override
      public List<String> list(Path folder) throws IOException {
        if (closed && folder.equals(denied)) {
          throw new IOException("cannot list " + folder);
        }
        return super.list(folder);
      }
    };
  }
}
