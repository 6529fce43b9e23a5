package dev.tidemark.app.command;

import dev.tidemark.app.main.CommandLineHarness;
import dev.tidemark.testkit.ScratchRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A scratch repository, and a run of the command epic in it.
class EpicRepository {
  static final String FILE = "docs/checkpoints/epic-EPIC-001.md";

  @TempDir Path temp;
  CommandLineHarness tidemark;
  ScratchRepository git;

  @BeforeEach
  void prepare() {
    tidemark = CommandLineHarness.fresh(temp);
    git = tidemark.scratch();
  }

  String text() throws IOException {
    return Files.readString(git.root().resolve(FILE));
  }

  boolean exists() {
    return Files.exists(git.root().resolve(FILE));
  }

  String subject() {
    return git.git("log", "-1", "--format=%s");
  }

  String committed() {
    return git.git("show", "--name-status", "--format=", "HEAD");
  }

  void completed(int phases) {
    tidemark.after("start item/epic/EPIC-001");
    for (int i = 0; i < phases; i++) {
      tidemark.after("done " + i);
    }
  }
}
