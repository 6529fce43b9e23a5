package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Path;

/// Measures single operations of the file store and prints them as Markdown.
///
/// Arguments: an empty or missing folder to work in, how many updates the long history has, how
/// many pairs each comparison.
final class InProcess {
  private InProcess() {}

  public static void main(String[] args) throws IOException {
    Path scratch = Path.of(args[0]).toAbsolutePath();
    int updates = Integer.parseInt(args[1]);
    int pairs = Integer.parseInt(args[2]);
    DurableUpdate durable = DurableUpdate.measure(scratch.resolve("durable"), pairs);
    LongHistory history = LongHistory.measure(scratch.resolve("long"), updates, pairs);
    System.out.print(Section.of(durable, history));
  }
}
