package dev.tidemark.app.http;

import dev.tidemark.app.view.Problem;

/// A request that is turned away before a verb has seen it.
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
