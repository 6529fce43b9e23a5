package dev.tidemark.fuzz;

/// What Jazzer calls: hands each input to the target that the property `tidemark.fuzz.target`
/// names, or, where it names none, to the one that the first byte chooses.
public final class Driver {
  private static Target target = input -> {};
  private static Slowest slowest = new Slowest(target);

  private Driver() {}

  /// Makes the target ready.
  public static void fuzzerInitialize() {
    target = target();
    slowest = new Slowest(target);
  }

  static Target target() {
    var name = System.getProperty("tidemark.fuzz.target", "");
    return name.isEmpty() ? Together.of(Targets.values()) : Targets.named(name).make();
  }

  /// Reads one input.
  ///
  /// @throws Exception where a reader breaks its promise
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    slowest.read(input);
  }

  /// Says which input was the slowest.
  ///
  /// @throws Exception where a reader breaks its promise only now
  public static void fuzzerTearDown() throws Exception {
    System.err.println(slowest.told());
    target.close();
  }
}
