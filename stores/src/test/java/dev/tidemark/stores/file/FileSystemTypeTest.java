package dev.tidemark.stores.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.store.StoreException.ForbiddenException;
import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.ForwardingIo;
import dev.tidemark.stores.file.io.StoreLimits;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Network file system check where the table of mounts does not have the file system.
class FileSystemTypeTest {
  @TempDir private Path temp;

  private static final class UnknownType extends ForwardingIo {
    UnknownType() {
      super(new DiskIo());
    }

    @Override
    public String fileSystemType(Path path) throws IOException {
      throw new IOException("Mount point not found");
    }
  }

  /// Starts a program in a chroot at a folder that is no mount point, by bubblewrap.
  private String inChroot(Path root, List<String> binds, List<String> command) throws Exception {
    for (var link : List.of("bin", "lib", "lib64")) {
      Files.createSymbolicLink(root.resolve(link), Path.of("usr", link));
    }
    var words = new ArrayList<>(List.of("bwrap", "--unshare-user", "--uid", "0", "--gid", "0"));
    words.addAll(List.of("--cap-add", "CAP_SYS_CHROOT", "--die-with-parent"));
    words.addAll(List.of("--dev-bind", "/", "/", "--ro-bind", "/proc", root + "/proc"));
    words.addAll(List.of("--ro-bind", "/usr", root + "/usr", "--dev-bind", "/dev", root + "/dev"));
    words.addAll(binds);
    words.addAll(List.of("--", "/usr/sbin/chroot", root.toString()));
    words.addAll(command);
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return output;
  }

  /// Skips the test where the system admits no sandbox; on a build server it fails instead.
  private static void assumeSandbox() throws Exception {
    var probe =
        new ProcessBuilder("sh", "-c", "bwrap --unshare-user --uid 0 --dev-bind / / true")
            .redirectErrorStream(true)
            .start();
    assumeTrue(probe.waitFor() == 0 || System.getenv("TIDEMARK_CI") != null, "needs bubblewrap");
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has chroot and bubblewrap")
  void a_chroot_whose_root_is_no_mount_point_can_be_written_to() throws Exception {
    assumeSandbox();
    var root = Files.createDirectories(temp.resolve("root"));
    var project = Files.createDirectories(root.resolve("project"));
    var java = Path.of(System.getProperty("java.home"));
    var binds = new ArrayList<>(List.of("--ro-bind", java.toString(), root + "/java"));
    var classPath = new ArrayList<String>();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (Files.exists(Path.of(entry))) {
        var name = "/classes/" + classPath.size() + (entry.endsWith(".jar") ? ".jar" : "");
        binds.addAll(List.of("--ro-bind", Path.of(entry).toAbsolutePath().toString(), root + name));
        classPath.add(name);
      }
    }
    var child = List.of(Child.class.getName(), "count", "2", "/project");
    var command = new ArrayList<>(List.of("/java/bin/java", "-XX:+UseSerialGC", "-cp"));
    command.add(String.join(File.pathSeparator, classPath));
    command.addAll(child);
    var script =
        """
        while read -r id parent device source point rest; do
          [ "$point" = / ] && echo "the root is a mount point"
        done </proc/self/mountinfo
        exec "$@"
        """;
    command.addAll(0, List.of("/bin/sh", "-c", script, "sh"));

    var output = inChroot(root, binds, command);

    assertThat(output).isEqualTo("ACK 1\nACK 2\n");
    assertThat(new Place(project).text()).isEqualTo(Child.text(2));
  }

  @Test
  void a_file_system_of_unknown_type_is_written_to_only_on_demand() throws IOException {
    var place = new Place(Files.createDirectories(temp.resolve("project")));
    var io = new UnknownType();

    assertThatThrownBy(() -> Place.put(place.open(io), "text"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("is unknown (Mount point not found)")
        .extracting(refused -> ((ForbiddenException) refused).hint())
        .asString()
        .contains("--allow-network-fs");

    assertThat(place.root()).isEmptyDirectory();
    var allowed = new StoreLimits(5_000, true);
    Place.put(new FileStore(place.root(), io, new FlatLayout(), allowed), "text");
    assertThat(place.text()).isEqualTo("text");
  }
}
