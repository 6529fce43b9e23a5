package dev.tidemark.library;

import java.io.PrintStream;

/// Diagnostic output of the library: one line for each problem.
final class DiagnosticLog {
  private final PrintStream stream;

  DiagnosticLog(PrintStream stream) {
    this.stream = stream;
  }

  /// Prints a message as one line. Names and documents may hold anything, so line breaks and
  /// control characters become blanks: a hostile name must not forge a line or drive a terminal.
  void say(String message) {
    var line = new StringBuilder(message);
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        line.setCharAt(i, ' ');
      }
    }
    stream.println(line);
  }
}
