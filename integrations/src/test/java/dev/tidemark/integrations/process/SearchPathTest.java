package dev.tidemark.integrations.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program is never taken from the project, whatever the `PATH` calls the folder.
class SearchPathTest {
  @TempDir private Path temp;
  private Path root;
  private Path outside;

  @BeforeEach
  void prepare() throws IOException {
    Files.createDirectories(temp.resolve("top/.git"));
    root = Files.createDirectories(temp.resolve("top/project"));
    outside = Files.createDirectories(temp.resolve("outside"));
    program(root.resolve("bin/tool"));
    program(temp.resolve("top/bin/tool"));
  }

  private static Path program(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private SearchPath path(Object... entries) {
    var all = new StringBuilder();
    for (var entry : entries) {
      all.append(all.isEmpty() ? "" : ":").append(entry);
    }
    return SearchPath.of(Map.of("PATH", all.toString()), root);
  }

  @Test
  void no_name_of_a_folder_in_the_checkout_counts() throws IOException {
    var link = Files.createSymbolicLink(temp.resolve("link"), root.resolve("bin"));
    var through = outside.resolve("../top/project/./bin");

    for (Object entry :
        new Object[] {root.resolve("bin"), temp.resolve("top/bin"), link, through}) {
      var path = path(entry, outside);
      assertThat(path.find("tool")).as("%s", entry).isNull();
      assertThat(path.excluded()).containsExactly(entry.toString());
      assertThat(path.value()).isEqualTo(outside.toString());
      assertThat(path.missing())
          .isEqualTo("is not on the PATH, of which " + entry + " does not count");
    }
    assertThat(path("bin", ".", "", "top/bin").find("tool")).isNull();
  }

  @Test
  void a_link_outside_that_leads_into_the_checkout_is_none_of_its_programs() throws IOException {
    Files.createSymbolicLink(outside.resolve("tool"), root.resolve("bin/tool"));
    var other = program(temp.resolve("other/tool"));

    assertThat(path(outside, other.getParent()).find("tool")).isEqualTo(other.toString());
  }

  @Test
  void a_checkout_that_holds_the_home_of_the_user_excludes_nothing() {
    var environment = Map.of("PATH", "/bin");

    assertThat(SearchPath.of(environment, Path.of("/")).find("sh")).isEqualTo("/bin/sh");
    assertThat(SearchPath.of(Map.of(), root).find("sh")).isNull();
  }
}
