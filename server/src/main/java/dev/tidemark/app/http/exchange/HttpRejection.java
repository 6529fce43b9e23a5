package dev.tidemark.app.http.exchange;

import dev.tidemark.app.view.ProblemView;

/// Rejected request: an HTTP error before any verb runs.
public final class HttpRejection extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient ProblemView problemView;

  HttpRejection(int status, ProblemView problemView) {
    super(problemView.message(), null, false, false);
    this.status = status;
    this.problemView = problemView;
  }

  int status() {
    return status;
  }

  public HttpAnswer answer() {
    return HttpAnswer.problem(status, problemView);
  }
}
