package dev.tidemark.app.view.text;

import java.util.ArrayList;
import java.util.List;

/// Styled line: a line of text in several styles. Colour gets onto a screen in no other way, so
/// that a text out of a file can't bring its own.
public final class StyledLine {
  private final List<Part> parts = new ArrayList<>();
  private boolean row;

  /// Returns texts as lines without a style.
  public static List<StyledLine> plain(List<String> texts) {
    var lines = new ArrayList<StyledLine>(texts.size());
    for (var text : texts) {
      lines.add(new StyledLine().add(text));
    }
    return lines;
  }

  /// Returns a line in one style.
  public static StyledLine of(Style style, String text) {
    return new StyledLine().add(style, text);
  }

  /// Appends plain text and returns this line.
  public StyledLine add(String text) {
    return add(Style.PLAIN, text);
  }

  /// Appends styled text and returns this line.
  public StyledLine add(Style style, String text) {
    parts.add(new Part(style, text));
    return this;
  }

  /// Marks this line as the row of a table: a terminal cuts it to its width.
  public StyledLine row() {
    row = true;
    return this;
  }

  /// Returns whether a terminal cuts this line to its width.
  public boolean isRow() {
    return row;
  }

  /// Returns the parts, in their order.
  public List<Part> parts() {
    return parts;
  }

  /// Returns the text without styles.
  public String text() {
    var text = new StringBuilder();
    for (var part : parts) {
      text.append(part.text());
    }
    return text.toString();
  }

  /// Part of a line in one style.
  public record Part(Style style, String text) {}
}
