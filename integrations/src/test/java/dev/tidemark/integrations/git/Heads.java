package dev.tidemark.integrations.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.checkpoint.Head;
import dev.tidemark.testkit.ScratchRepository;
import dev.tidemark.workflow.fact.Fact;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What Tidemark reads of a scratch repository, and what git says of it.
final class Heads {
  private Heads() {}

  static Head known(ScratchRepository scratch) {
    Fact<Head> head = repository(scratch).head();
    assertThat(head.reason()).isEmpty();
    return head.orElse(Head.NONE);
  }

  static Head asked(ScratchRepository scratch) {
    var branch = scratch.git("branch", "--show-current");
    var born = scratch.accepts("rev-parse", "--quiet", "--verify", "HEAD");
    @Nullable String commit = born ? scratch.git("rev-parse", "HEAD") : null;
    return new Head(branch.isEmpty() ? null : branch, commit);
  }

  static GitRepository repository(ScratchRepository scratch) {
    return new GitRepository(root(scratch), environment(scratch));
  }

  static ProjectRoot root(ScratchRepository scratch) {
    return new ProjectRoot(scratch.root(), ProjectRoot.Origin.OPTION);
  }

  static Map<String, String> environment(ScratchRepository scratch) {
    return scratch.environment(System.getenv());
  }
}
