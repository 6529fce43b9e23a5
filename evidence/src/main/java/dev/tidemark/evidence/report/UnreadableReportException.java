package dev.tidemark.evidence.report;

/// Thrown for a file that is no report of the expected format.
public final class UnreadableReportException extends Exception {
  private static final long serialVersionUID = 1L;

  /// Takes the problem; the JDK ends its own with a full stop.
  UnreadableReportException(String message) {
    super(message.endsWith(".") ? message.substring(0, message.length() - 1) : message);
  }
}
