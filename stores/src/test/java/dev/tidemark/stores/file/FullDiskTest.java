package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.store.StoreException;
import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.store.StoreException.StoreUnavailableException;
import dev.tidemark.testkit.Proves;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where nothing can be written any more, nothing is lost.
@Proves("R-USR-07")
class FullDiskTest {
  @TempDir private Path temp;

  @Test
  void a_disk_that_is_full_after_any_number_of_bytes_keeps_what_there_was() throws IOException {
    var origin = new Place(Files.createDirectories(temp.resolve("origin")));
    origin.put("before");
    int refused = 0;
    for (int room = 0; room < 1_200; room += 40) {
      var place = origin.copyTo(temp.resolve("room-" + room));
      StoreUnavailableException failure = null;
      try {
        Place.put(place.open(Disks.full(room)), "after ".repeat(20));
      } catch (StoreUnavailableException full) {
        failure = full;
        refused++;
      }
      assertThat(place.text()).isEqualTo(failure == null ? "after ".repeat(20) : "before");
      assertThat(place.open().verify(Place.RUN)).as("room for %s bytes", room).isEmpty();
      place.put("next");
      assertThat(place.leftovers()).isEmpty();
    }
    assertThat(refused).isBetween(5, 29);
  }

  @Test
  void a_real_disk_that_runs_full_keeps_what_there_was() throws Exception {
    try (var disk = Mount.tmpfs(temp.resolve("small"), "256k")) {
      var place = new Place(disk.path());
      var random = new Random(3);
      String last = null;
      StoreException failure = null;
      for (int i = 0; i < 100 && failure == null; i++) {
        var bytes = new byte[6_000];
        random.nextBytes(bytes);
        var text = java.util.Base64.getEncoder().encodeToString(bytes);
        try {
          place.put(text);
          last = text;
        } catch (StoreException full) {
          failure = full;
        }
      }
      assertThat(failure).isInstanceOf(StoreUnavailableException.class);
      assertThat(place.open().find(Place.RUN).orElseThrow().text()).isEqualTo(last);
      assertThat(place.open().verify(Place.RUN)).isEmpty();
    }
  }

  @Test
  void a_folder_that_is_read_only_is_read_and_not_written() throws Exception {
    try (var disk = Mount.tmpfs(temp.resolve("readonly"), "1m")) {
      var place = new Place(disk.path());
      var revision = place.put("before");
      disk.remountReadOnly();
      assertThat(place.open().find(Place.RUN).orElseThrow().text()).isEqualTo("before");
      try {
        Place.replace(place.open(), "after", revision);
        assertThat(true).as("a read-only folder was written to").isFalse();
      } catch (ForbiddenException refused) {
        assertThat(refused).hasMessageEndingWith("nothing was written");
        assertThat(refused.hint()).contains("sandbox");
      }
      assertThat(place.text()).isEqualTo("before");
      assertThat(place.open().history(Place.RUN)).hasSize(1);
    }
  }

  /// A file system of its own, where the tests may make one.
  private record Mount(Path path) implements AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int CAP_SYS_ADMIN = 21;

    static Mount tmpfs(Path path, String size) throws IOException {
      Files.createDirectories(path);
      boolean mounted = run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString());
      if (!mounted && mayMount() && "1".equals(System.getenv("TIDEMARK_CI"))) {
        fail("this process may mount a small disk, but mount failed");
      }
      assumeTrue(mounted, "skipped: no small disk can be mounted here, see " + STATUS);
      return new Mount(path);
    }

    /// Returns whether the system would let this process mount something.
    private static boolean mayMount() throws IOException {
      for (var line : Files.readAllLines(STATUS)) {
        if (line.startsWith("CapEff:")) {
          long capabilities = Long.parseUnsignedLong(line.substring(7).strip(), 16);
          return (capabilities >>> CAP_SYS_ADMIN & 1) == 1;
        }
      }
      return false;
    }

    void remountReadOnly() throws IOException {
      assertThat(run("mount", "-o", "remount,ro", path.toString())).isTrue();
    }

    @Override
    public void close() throws IOException {
      run("umount", path.toString());
    }

    private static boolean run(String... command) throws IOException {
      try {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.onExit().join().exitValue() == 0;
      } catch (IOException noSuchProgram) {
        return false;
      }
    }
  }
}
