package dev.tidemark.runner;

import java.nio.file.Path;

/// A runner in a process of its own, which tests kill.
final class RunnerMain {
  private RunnerMain() {}

  /// Takes the root of the project and the mode of the fake agent.
  public static void main(String[] words) throws java.io.IOException {
    RunnerProject.at(Path.of(words[0])).run(words[1]);
  }
}
