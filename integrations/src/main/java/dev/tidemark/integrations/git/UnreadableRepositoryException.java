package dev.tidemark.integrations.git;

import java.io.IOException;

/// There is a repository, but what it says cannot be made out. Its message is fit for a person.
final class UnreadableRepositoryException extends IOException {
  private static final long serialVersionUID = 1;

  UnreadableRepositoryException(String reason) {
    super(reason);
  }
}
