package dev.tidemark.dialects.definition;

import java.io.Serial;

/// Invalid definition file: it cannot be parsed or is inconsistent. Nothing of it was taken over.
public final class DefinitionException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final String problem;

  /// Takes the file, the line counted from 1, and the actual and expected content.
  public DefinitionException(String file, int line, String problem) {
    super(file + ":" + line + ": " + problem);
    this.file = file;
    this.line = line;
    this.problem = problem;
  }

  /// Returns the path of the file, as given to its reader.
  public String file() {
    return file;
  }

  /// Returns the line, counted from 1.
  public int line() {
    return line;
  }

  /// Returns the actual and expected content.
  public String problem() {
    return problem;
  }
}
