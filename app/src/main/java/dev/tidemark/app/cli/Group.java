package dev.tidemark.app.cli;

/// Group of verbs in the overview.
enum Group {
  RUN("A run"),
  TAKING_OVER("Taking over"),
  PAST("The past"),
  CONTRACTS("Contracts"),
  SERVICES("Services"),
  HOUSE("The house"),
  /// Called by coding agents rather than by people.
  AGENTS("For agents"),
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
