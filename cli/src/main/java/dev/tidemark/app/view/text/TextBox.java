package dev.tidemark.app.view.text;

import dev.tidemark.text.DisplayWidth;
import dev.tidemark.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/// A frame of 72 columns around lines of text, for any characters (R-004-O5). Lines that are too
/// long are wrapped.
public final class TextBox {
  /// The width of the frame.
  static final int WIDTH = 72;

  private static final int INSIDE = WIDTH - 4;

  private final boolean unicode;
  private final List<String> lines = new ArrayList<>();

  /// Begins a box.
  ///
  /// @param unicode whether the console shows every character; else it is drawn in ASCII
  public TextBox(String title, boolean unicode) {
    this.unicode = unicode;
    rule('\u250c', '\u2510');
    heading(title);
  }

  /// Begins a section.
  public TextBox section(String text) {
    rule('\u251c', '\u2524');
    heading(text);
    return this;
  }

  /// Adds a line of text.
  public TextBox add(String text) {
    return add("", text);
  }

  /// Adds a line behind a mark.
  public TextBox add(String mark, String text) {
    var start = mark.isEmpty() ? "  " : "  " + mark + " ";
    var indent = " ".repeat(DisplayWidth.of(start));
    for (var part : DisplayWidth.wrapped(safe(text), INSIDE - indent.length())) {
      line(start + part);
      start = indent;
    }
    return this;
  }

  /// Returns the lines, with the end of the frame.
  public List<String> end() {
    rule('\u2514', '\u2518');
    return List.copyOf(lines);
  }

  private void rule(char left, char right) {
    lines.add(
        unicode ? left + "\u2500".repeat(WIDTH - 2) + right : "+" + "-".repeat(WIDTH - 2) + "+");
  }

  private void heading(String text) {
    for (var part : DisplayWidth.wrapped(safe(text), INSIDE)) {
      line(part);
    }
  }

  private void line(String fitting) {
    var bar = unicode ? "\u2502" : "|";
    lines.add(bar + " " + DisplayWidth.padded(fitting, INSIDE) + " " + bar);
  }

  /// Nothing in it steers a terminal, and a console without Unicode is given no other character.
  private String safe(String text) {
    var plain = PlainText.of(text).replace('\n', ' ');
    if (unicode) {
      return plain;
    }
    var ascii = new StringBuilder(plain.length());
    plain
        .codePoints()
        .forEach(point -> ascii.append(point < 0x7f ? (char) point : point == 0x2014 ? '-' : '?'));
    return ascii.toString();
  }
}
