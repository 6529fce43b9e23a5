package dev.tidemark.app.cli.spec;

/// Section of the command list that a verb belongs to.
public enum CommandGroup {
  RUN("Start and record"),
  GATES("Gates"),
  RESUME("Resume and inspect"),
  HISTORY("History"),
  HANDOFF("Hand-off"),
  INTEGRATIONS("Integrations"),
  SETUP("Setup"),
  /// Called by coding agents rather than by people.
  AGENTS("Agents"),
  SERVERS("Servers"),
  /// Called by Tidemark itself: never listed, completed, documented or suggested.
  PLUMBING("Plumbing");

  private final String title;

  CommandGroup(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
