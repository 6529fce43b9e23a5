package dev.tidemark.integrations.git;

import java.io.IOException;

/// Unreadable repository: it exists, but its files cannot be parsed. Its message is fit for a
/// person.
final class UnreadableRepositoryException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean outside;

  UnreadableRepositoryException(String reason) {
    super(reason);
    this.outside = false;
  }

  /// Takes what git answered instead.
  UnreadableRepositoryException(GitProcess.Answer answer) {
    super(answer.complaint());
    this.outside = answer.isOutside();
  }

  /// Returns whether git found no repository at all.
  boolean isOutside() {
    return outside;
  }
}
