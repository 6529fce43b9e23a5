package dev.tidemark.app.main;

/// Where the process begins.
public final class Main {
  private static final String VERSION = "0.1.0";

  private Main() {}

  /// Says which version this is; `self-train` walks the same path and changes nothing.
  public static void main(String[] args) {
    System.out.println("tidemark " + VERSION);
  }
}
