package dev.tidemark.app.command.session;

/// Thrown in a server where a call needs its own process: a person at its terminal has to be asked,
/// or a file of its terminal be opened. Nothing was done, and the process executes the call anew.
public final class CallerNeededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CallerNeededException() {
    super("only the process of the call can ask", null, false, false);
  }
}
