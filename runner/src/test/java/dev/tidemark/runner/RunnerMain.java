package dev.tidemark.runner;

import dev.tidemark.checkpoint.CheckpointId;
import java.io.IOException;
import java.nio.file.Path;

/// A runner in a process of its own, which tests kill.
final class RunnerMain {
  private RunnerMain() {}

  /// Takes the root of the project, the mode of the fake agent or `claude` for the fake one, and
  /// the parts of the run's id. Prints a line when it begins, and one for each progress.
  public static void main(String[] words) throws IOException {
    var item = words.length > 4 ? words[4] : null;
    var project =
        RunnerProject.at(Path.of(words[0])).at(new CheckpointId(words[2], words[3], item));
    project.heard = System.out::println;
    System.out.println("begins");
    if (words[1].equals("claude")) {
      project.withClaude().run("", RunnerProject.CLAUDE);
    } else {
      project.run(words[1]);
    }
  }
}
