package dev.tidemark.app.view.text;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Styled line: a line of text in several styles. Colour gets onto a screen in no other way, so
/// that a text out of a file can't bring its own.
public final class StyledLine {
  private List<Part> parts = List.of();
  private boolean row;

  /// Returns texts as lines without a style, each made when it is asked for.
  public static List<StyledLine> plain(List<String> texts) {
    return new AbstractList<>() {
      @Override
      public StyledLine get(int index) {
        return new StyledLine().add(texts.get(index));
      }

      @Override
      public int size() {
        return texts.size();
      }
    };
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
    var part = new Part(style, text);
    // Most lines have one part, and a table may have a hundred thousand lines.
    if (parts.isEmpty()) {
      parts = List.of(part);
    } else {
      var all = new ArrayList<>(parts);
      all.add(part);
      parts = all;
    }
    return this;
  }

  /// Marks this line as the row of a table: a terminal cuts it to its width.
  public StyledLine row() {
    row = true;
    return this;
  }

  /// Returns the same line with each of its texts replaced.
  public StyledLine with(UnaryOperator<String> replacement) {
    var replaced = new StyledLine();
    replaced.row = row;
    for (var part : parts) {
      replaced.add(part.style(), replacement.apply(part.text()));
    }
    return replaced;
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
