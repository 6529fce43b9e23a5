package dev.tidemark.app.cli;

/// Verbs that belong together in the overview.
enum Group {
  RUN("A run"),
  TAKING_OVER("Taking over"),
  PAST("The past"),
  CONTRACTS("Contracts"),
  HOUSE("The house"),
  LONG_LIVED("Long-lived"),
  /// Called by Tidemark itself: never listed, completed, documented or guessed.
  PLUMBING("Plumbing");

  private final String title;

  Group(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
