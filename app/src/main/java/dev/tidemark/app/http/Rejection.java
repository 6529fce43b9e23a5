package dev.tidemark.app.http;

import dev.tidemark.app.view.Problem;

/// Rejected request: an HTTP error before any verb runs.
final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient Problem problem;

  Rejection(int status, Problem problem) {
    super(problem.message(), null, false, false);
    this.status = status;
    this.problem = problem;
  }

  int status() {
    return status;
  }

  Answer answer() {
    return Answer.problem(status, problem);
  }
}
