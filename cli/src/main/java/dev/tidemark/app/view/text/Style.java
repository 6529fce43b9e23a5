package dev.tidemark.app.view.text;

/// Style of a text by its meaning, shown as colour on terminals that support it. Text must be
/// complete without it.
public enum Style {
  /// Nothing special.
  PLAIN(""),
  /// A heading, or the most important part.
  STRONG("1"),
  /// Less important than the rest.
  FAINT("2"),
  /// As it should be.
  GOOD("32"),
  /// Worth a look.
  DOUBTFUL("33"),
  /// Wrong.
  BAD("31");

  private final String code;

  Style(String code) {
    this.code = code;
  }

  /// Returns the text between the terminal's codes for this style.
  public String applyTo(String text) {
    return code.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
