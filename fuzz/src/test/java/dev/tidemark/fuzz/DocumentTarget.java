package dev.tidemark.fuzz;

import dev.tidemark.app.main.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/// A document in a project, and a command that reads it. What only looks changes no file at all;
/// what is refused leaves the document alone, and nothing but the document ever changes.
final class DocumentTarget implements Target {
  private static final List<String> LOOKS =
      List.of(
          "status --json --run ",
          "resume --full --dry-run --run ",
          "validate --run ",
          "history --run ",
          "diff --run ",
          "why --run ",
          "list --json --run ");

  private final Scratch scratch = Scratch.ofAll();

  @Override
  public void read(byte[] input) throws IOException {
    var protocol = protocol(input);
    var file = scratch.root().resolve(protocol.path());
    var kept = Files.readAllBytes(file);
    int sum = Math.floorMod(Arrays.hashCode(input), 4 * (LOOKS.size() + 1)) / 4;
    Files.write(file, input);
    scratch.settle();
    if (sum < LOOKS.size()) {
      ends(LOOKS.get(sum) + protocol.run());
      scratch.isUntouched(LOOKS.get(sum) + protocol.run());
    } else if (ends(protocol.change()) != 0) {
      scratch.isUntouched(protocol.change());
    } else {
      scratch.isUntouchedBut(name -> name.contains(protocol.path()), protocol.change());
    }
    Files.write(file, kept);
  }

  /// Documents of two protocols are told apart by how they begin; of what is left the sum decides.
  private static Protocol protocol(byte[] input) {
    var text = Claims.text(input);
    if (text.startsWith("{")) {
      return text.contains("workflow_id") ? Protocol.FLOW : Protocol.STATE;
    }
    return text.contains("type:") || text.startsWith("#") ? Protocol.ITEM : Protocol.PHASE;
  }

  private int ends(String line) {
    var ran = scratch.tidemark().run(line);
    Claims.holds(ran.exit() >= 0 && ran.exit() <= 5, line + " ended with " + ran);
    Claims.holds(!ran.out().contains("\u001b[31m"), line + " steers the terminal");
    return ran.exit();
  }

  @Override
  public void close() {
    scratch.close();
  }
}
