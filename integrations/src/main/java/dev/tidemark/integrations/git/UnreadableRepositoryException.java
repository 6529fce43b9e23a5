package dev.tidemark.integrations.git;

import java.io.IOException;

/// Unreadable repository: it exists, but its files cannot be parsed. Its message is fit for a
/// person.
final class UnreadableRepositoryException extends IOException {
  private static final long serialVersionUID = 1;

  UnreadableRepositoryException(String reason) {
    super(reason);
  }
}
