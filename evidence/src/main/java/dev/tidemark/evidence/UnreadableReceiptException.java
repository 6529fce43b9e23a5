package dev.tidemark.evidence;

/// Unreadable receipt: no envelope or statement in the one form that Tidemark writes. Its message
/// is fit for a person.
public final class UnreadableReceiptException extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableReceiptException(String reason) {
    super(reason);
  }
}
