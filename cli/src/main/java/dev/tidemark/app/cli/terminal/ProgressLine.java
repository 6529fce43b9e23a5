package dev.tidemark.app.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Progress line for work that takes longer than a second. It is shown on a terminal only, on
/// standard error, and is gone when the work is over.
public final class ProgressLine implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final Console console;
  private final InstantSource clock;
  private final String what;
  private final int total;
  private int done;
  private int width;
  private Instant next;

  /// Begins.
  ///
  /// @param what the activity: `verifying journals`
  /// @param total how many there are; 0 if that is unknown
  public ProgressLine(Console console, InstantSource clock, String what, int total) {
    this.console = console;
    this.clock = clock;
    this.what = what;
    this.total = total;
    this.next = clock.instant().plus(PATIENCE);
  }

  /// Counts one more completed item.
  public void step() {
    done++;
    var now = clock.instant();
    if (now.isBefore(next) || done == total) {
      return;
    }
    next = now.plus(PAUSE);
    var line = what + ": " + done + (total == 0 ? "" : " of " + total);
    console.overwriteLine(line + " ".repeat(Math.max(0, width - line.length())));
    width = line.length();
  }

  /// Takes the line away.
  @Override
  public void close() {
    if (width > 0) {
      console.overwriteLine(" ".repeat(width));
      console.overwriteLine("");
    }
  }
}
