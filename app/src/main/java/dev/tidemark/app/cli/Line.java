package dev.tidemark.app.cli;

import dev.tidemark.app.view.LocalTimes;
import dev.tidemark.text.DisplayWidth;
import java.util.ArrayList;
import java.util.List;

/// Styled line: a line of text in several styles. Colour gets onto a screen in no other way, so
/// that a text out of a file can't bring its own.
public final class Line {
  private final List<Paint> paints = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /// Returns texts as lines without paint.
  public static List<Line> plain(List<String> texts) {
    var lines = new ArrayList<Line>(texts.size());
    for (var text : texts) {
      lines.add(new Line().add(text));
    }
    return lines;
  }

  /// Appends plain text and returns this line.
  public Line add(String text) {
    return add(Paint.PLAIN, text);
  }

  /// Appends painted text and returns this line.
  public Line add(Paint paint, String text) {
    paints.add(paint);
    texts.add(text);
    return this;
  }

  /// Returns the line as it goes to a screen, its texts made safe and its times local.
  String render(Look look) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      String words = texts.get(i);
      String local = look.zone() == null ? words : LocalTimes.in(words, look.zone());
      String text = Visible.line(local, look.terminal());
      line.append(look.colour() ? paints.get(i).on(text) : text);
    }
    return line.toString();
  }

  /// Returns the line cut to that many columns of a screen.
  String render(Look look, int columns) {
    // The replacement of an ellipsis on a console without Unicode is wider.
    int left = look.terminal().isUnicode() ? columns : columns - 2;
    var line = new StringBuilder();
    for (int i = 0; i < texts.size() && left > 0; i++) {
      var whole = Visible.line(texts.get(i), look.terminal()).replace('\t', ' ');
      var text = DisplayWidth.cut(whole, left);
      left = text.equals(whole) ? left - DisplayWidth.of(text) : 0;
      var shown = Visible.line(text, look.terminal());
      line.append(look.colour() ? paints.get(i).on(shown) : shown);
    }
    return line.toString();
  }
}
