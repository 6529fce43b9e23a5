package dev.tidemark.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tidemark.app.main.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Programs that write a checkpoint file in place, beside Tidemark: Node's `writeFile` truncates
/// the file and writes it a moment later.
class WriterInPlaceTest {
  private static final int GAP_MILLIS = 60;

  @TempDir private Path temp;

  @ParameterizedTest
  @EnumSource
  void a_file_that_is_still_being_written_is_read_when_it_is_whole(Protocol protocol)
      throws Exception {
    var tidemark = Protocol.all(temp).after("adopt");
    var file = tidemark.scratch().root().resolve(protocol.path());
    var text = edited(protocol, Files.readString(file));
    Files.writeString(file, text.substring(0, protocol == Protocol.STATE ? text.length() / 2 : 0));
    var writer = Thread.ofPlatform().start(() -> writeLater(file, text));

    var change = tidemark.run(protocol.change());

    writer.join();
    assertThat(change.exit()).as(change.toString()).isZero();
    assertThat(change.err()).doesNotContain("cannot be read", "kept as");
    assertThat(tidemark.run("show --raw --run " + protocol.run()).out()).contains("by hand");
    try (var files = Files.list(file.getParent())) {
      assertThat(files).noneMatch(name -> name.toString().contains(".corrupt-"));
    }
  }

  private static String edited(Protocol protocol, String text) {
    var marked =
        switch (protocol) {
          case FLOW -> "wf-20261120-101500-3fa9";
          case STATE -> "Analyzed existing codebase patterns...";
          case PHASE -> "47 tests passing (unit + integration)";
          case ITEM -> "Scope confirmed: notifications for orders only, not marketing";
        };
    return text.replace(marked, marked + " by hand");
  }

  private static void writeLater(Path file, String text) {
    try {
      Thread.sleep(GAP_MILLIS);
      Files.writeString(file, text);
    } catch (IOException | InterruptedException e) {
      fail(e);
    }
  }
}
