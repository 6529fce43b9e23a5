package dev.tidemark.stores.file.io;

/// Interrupt shield: defers thread interrupts during disk operations.
public final class InterruptShield implements AutoCloseable {
  private boolean interrupted;

  private InterruptShield() {
    interrupted = Thread.interrupted();
  }

  public static InterruptShield begin() {
    return new InterruptShield();
  }

  /// Sleeps without interruption.
  public void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException later) {
      interrupted = true;
    }
  }

  /// Remembers an interrupt that was caught.
  void interrupted() {
    interrupted = true;
  }

  @Override
  public void close() {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
