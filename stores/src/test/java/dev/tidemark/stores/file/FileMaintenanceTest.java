package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.store.maintenance.StoreDiagnostic;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StoreLimits;
import dev.tidemark.stores.file.io.WatchedIo;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is looked for around documents and records, and what is repaired.
@Proves("R-USR-02")
class FileMaintenanceTest {
  @TempDir private Path root;
  private Place place;
  private FileMaintenance fileMaintenance;

  @BeforeEach
  void prepare() {
    place = new Place(root);
    place.put("text");
    fileMaintenance = new FileMaintenance(root, new DiskIo(), new FlatLayout(), place.open());
  }

  private List<StoreDiagnostic> diagnostics() {
    return fileMaintenance.diagnose(List.of("state", "other"));
  }

  private Path leave(String name) throws IOException {
    return Files.writeString(place.document().resolveSibling(name), "half");
  }

  @Test
  void a_store_that_was_only_used_by_us_is_in_order() {
    assertThat(diagnostics()).isEmpty();
  }

  @Test
  void a_temporary_file_of_a_run_is_swept_and_one_of_nobody_is_not() throws IOException {
    var ours = leave("." + place.document().getFileName() + ".abcdefgh.tidemark-tmp");
    var via = leave("." + place.document().getFileName() + ".abcdefgh-1.tidemark-tmp");
    var orphan = leave(".notes.txt.abcdefgh.tidemark-tmp");
    leave("notes.tmp");
    leave(".tidemark-tmp");

    var diagnostics = diagnostics();

    assertThat(diagnostics)
        .hasSize(3)
        .extracting(StoreDiagnostic::kind)
        .containsOnly(StoreDiagnostic.Kind.LEFT_OVER);
    assertThat(diagnostics.stream().filter(StoreDiagnostic::isRepairable)).hasSize(2);
    for (var diagnostic : diagnostics) {
      assertThat(fileMaintenance.repair(diagnostic))
          .as(diagnostic.path())
          .isEqualTo(diagnostic.isRepairable());
    }
    assertThat(ours).doesNotExist();
    assertThat(via).doesNotExist();
    assertThat(orphan).exists();
    assertThat(place.text()).isEqualTo("text");
  }

  @Test
  void what_a_writer_at_work_may_need_is_not_touched() throws Exception {
    var child = Child.start(place, "stop", WatchedIo.Moment.BEFORE_RECORDING.name());
    try (var output = Child.output(child)) {
      assertThat(output.readLine()).isEqualTo("READY");
      var impatient =
          new FileStore(root, new DiskIo(), new FlatLayout(), new StoreLimits(100, false));
      var hasty = new FileMaintenance(root, new DiskIo(), new FlatLayout(), impatient);
      var diagnostic = diagnostics().getFirst();

      assertThatThrownBy(() -> hasty.repair(diagnostic)).isInstanceOf(BusyException.class);

      assertThat(root.resolve(diagnostic.path())).exists();
      child.toHandle().destroyForcibly();
      child.waitFor();
      assertThat(fileMaintenance.repair(diagnostic)).isTrue();
    }
    assertThat(diagnostics()).isEmpty();
  }

  @Test
  void records_that_others_can_see_are_closed_to_them() throws IOException {
    var open = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(root.resolve(".tidemark"), open);
    Files.setPosixFilePermissions(root.resolve(".tidemark/lock"), open);

    var diagnostics = diagnostics();

    assertThat(diagnostics)
        .extracting(StoreDiagnostic::message)
        .containsExactly("2 files and folders in .tidemark can be seen by others");
    assertThat(fileMaintenance.repair(diagnostics.getFirst())).isTrue();
    assertThat(diagnostics()).isEmpty();
    assertThat(Files.getPosixFilePermissions(root.resolve(".tidemark")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }
}
