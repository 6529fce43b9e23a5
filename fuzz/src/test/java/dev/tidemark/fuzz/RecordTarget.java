package dev.tidemark.fuzz;

import dev.tidemark.stores.file.path.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The record of a run, damaged or made up, and a command that reads it or adds to it. The document
/// never changes but by a change that succeeds.
final class RecordTarget implements Target {
  private static final String DOCUMENT = ".claude/state/implement-auth.json";
  private static final List<String> LINES =
      List.of(
          "status --json",
          "resume --full",
          "history",
          "diff",
          "doctor",
          "verify",
          "restore --to 1 --dry-run",
          "enter implementation");

  private final Scratch scratch = Scratch.fresh("start implement/auth", "enter implementation");
  private final Path record =
      StateFolder.of(scratch.root()).resolve(".tidemark/journal/state/implement-auth.json");
  private final byte[] kept;
  private final byte[] document;

  /// Makes a project with a run.
  RecordTarget() throws IOException {
    this.kept = Files.readAllBytes(record.resolve("000001.jsonl"));
    this.document = Files.readAllBytes(scratch.root().resolve(DOCUMENT));
  }

  @Override
  public void read(byte[] input) throws IOException {
    int sum = Math.floorMod(Arrays.hashCode(input), 4 * LINES.size()) / 4;
    put(sum % 2 == 0 ? input : after(kept, input));
    Files.write(scratch.root().resolve(DOCUMENT), document);
    scratch.settle();
    var line = LINES.get(sum);
    var ran = scratch.tidemark().run(line);
    Claims.holds(ran.exit() >= 0 && ran.exit() <= 5, line + " ended with " + ran);
    if (ran.exit() != 0 || sum < LINES.size() - 1) {
      scratch.isUntouched(line);
    } else {
      scratch.isUntouchedBut(name -> name.contains(DOCUMENT), line);
    }
  }

  /// Puts a record in the place of whatever files there are.
  private void put(byte[] bytes) throws IOException {
    try (var files = Files.list(record)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.write(record.resolve("000001.jsonl"), bytes);
  }

  private static byte[] after(byte[] first, byte[] second) {
    var both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Override
  public void close() {
    scratch.close();
  }
}
