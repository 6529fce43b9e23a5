package dev.tidemark.fuzz;

/// All targets in one: the first byte chooses.
final class Together implements Target {
  private final Target[] targets;

  private Together(Target[] targets) {
    this.targets = targets;
  }

  static Together of(Targets... all) {
    var targets = new Target[all.length];
    for (int i = 0; i < all.length; i++) {
      targets[i] = all[i].make();
    }
    return new Together(targets);
  }

  @Override
  public void read(byte[] input) throws Exception {
    if (input.length > 0) {
      var rest = new byte[input.length - 1];
      System.arraycopy(input, 1, rest, 0, rest.length);
      targets[Math.floorMod(input[0], targets.length)].read(rest);
    }
  }

  @Override
  public void close() {
    for (var target : targets) {
      target.close();
    }
  }
}
