package dev.tidemark.integrations.git;

import java.io.IOException;

/// Unreadable repository: it exists, but its files cannot be parsed. Its message is fit for a
/// person.
final class UnreadableRepositoryException extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean noRepository;

  UnreadableRepositoryException(String reason) {
    super(reason);
    this.noRepository = false;
  }

  /// Takes what git answered instead.
  UnreadableRepositoryException(GitProcess.Answer answer) {
    super(answer.error());
    this.noRepository = answer.isNoRepository();
  }

  /// Returns whether git found no repository at all.
  boolean isNoRepository() {
    return noRepository;
  }
}
