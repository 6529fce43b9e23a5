package dev.tidemark.clients;

/// What a client does with a feature of Tidemark: one cell of the table.
///
/// @param support whether it works
/// @param text what else a user has to know, may be empty
record Cell(Support support, String text) {
  /// Whether a feature works in a client.
  enum Support {
    /// It works.
    YES("yes"),
    /// It works in some cases.
    PARTLY("partly"),
    /// It does not work.
    NO("no");

    private final String word;

    Support(String word) {
      this.word = word;
    }
  }

  static Cell yes() {
    return yes("");
  }

  static Cell yes(String text) {
    return new Cell(Support.YES, text);
  }

  static Cell partly(String text) {
    return new Cell(Support.PARTLY, text);
  }

  static Cell no() {
    return no("");
  }

  static Cell no(String text) {
    return new Cell(Support.NO, text);
  }

  /// Returns `yes` or `no`.
  static Cell of(boolean works) {
    return works ? yes() : no();
  }

  /// Returns the cell in Markdown.
  @Override
  public String toString() {
    return text.isEmpty() ? support.word : support.word + ": " + text;
  }
}
