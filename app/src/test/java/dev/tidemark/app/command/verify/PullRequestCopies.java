package dev.tidemark.app.command.verify;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Set-up of tests that change a pull request: it is made once for a class, and copied for each
/// test.
abstract class PullRequestCopies {
  @TempDir static Path temp;
  static PullRequest template;

  @TempDir Path folder;
  PullRequest pull;

  @BeforeAll
  static void prepare() {
    template = PullRequest.in(temp);
  }

  @BeforeEach
  void copy() {
    pull = template.copy(folder);
  }
}
