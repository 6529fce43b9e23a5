package dev.tidemark.app.main;

import java.time.Duration;

/// Idle memory: has the JVM collect its heap, and give the memory back, once a process that stays
/// has done next to nothing for a minute. Without it a server keeps what its largest call took.
///
/// What a process does is read off its processor time: so the calls of every interface count, and
/// what it does by itself.
final class IdleMemory {
  private static final Duration TICK = Duration.ofSeconds(20);
  private static final int QUIET_TICKS = 3;

  /// More than this in a tick is work; listeners and timers take less.
  private static final Duration WORK = Duration.ofMillis(300);

  private Duration before = Duration.ZERO;
  private boolean worked;
  private int quiet;

  /// Watches this process until it ends.
  static void watch() {
    Thread.ofPlatform().daemon().name("idle-memory").start(new IdleMemory()::run);
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(TICK);
        var used = ProcessHandle.current().info().totalCpuDuration();
        if (used.isPresent() && isDue(used.get())) {
          System.gc();
        }
      }
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  /// Returns whether the heap is to be collected now: once after each piece of work.
  ///
  /// @param used the processor time of the process, asked for once in a tick
  boolean isDue(Duration used) {
    boolean works = used.minus(before).compareTo(WORK) > 0;
    before = used;
    worked |= works;
    quiet = works ? 0 : quiet + 1;
    boolean due = worked && quiet >= QUIET_TICKS;
    worked &= !due;
    return due;
  }
}
