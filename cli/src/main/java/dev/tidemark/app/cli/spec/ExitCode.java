package dev.tidemark.app.cli.spec;

/// Exit codes of the command line, for scripts and agents to branch on.
public enum ExitCode {
  /// It worked, or there was nothing to do.
  SUCCESS(0, "success, or nothing to resume"),
  /// A failure or a refusal; nothing was changed unless the message reports it.
  REFUSED(1, "the operation failed or was refused"),
  /// The command line is invalid; no file was read.
  USAGE(2, "wrong usage"),
  /// A mandatory gate is shut.
  GATE(3, "blocked by a mandatory gate"),
  /// A decision is needed, without an interactive user.
  DECISION(4, "a decision of the user is needed, and no terminal is there to ask"),
  /// A state file is damaged or of an unknown version; it is untouched.
  INVALID(5, "the state is invalid or damaged"),
  /// A limit of cost or time is reached.
  BUDGET(6, "a limit of cost or time is reached (run)"),
  /// Another process has taken the run over.
  LEASE_LOST(7, "another work tree has claimed the run (run)"),
  /// The launcher found no Java run time to start; only the launcher ends like this.
  NO_RUNTIME(69, "no usable run time"),
  /// The program itself is wrong.
  BUG(70, "a bug in Tidemark");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  /// Returns the number the process exits with.
  public int code() {
    return code;
  }

  /// Returns its meaning to the caller, in a few words.
  public String meaning() {
    return meaning;
  }
}
