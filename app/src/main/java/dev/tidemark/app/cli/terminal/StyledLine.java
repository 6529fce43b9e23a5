package dev.tidemark.app.cli.terminal;

import dev.tidemark.app.view.run.LocalTimeFormat;
import dev.tidemark.text.DisplayWidth;
import java.util.ArrayList;
import java.util.List;

/// Styled line: a line of text in several styles. Colour gets onto a screen in no other way, so
/// that a text out of a file can't bring its own.
public final class StyledLine {
  private final List<Style> paints = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();

  /// Returns texts as lines without paint.
  public static List<StyledLine> plain(List<String> texts) {
    var lines = new ArrayList<StyledLine>(texts.size());
    for (var text : texts) {
      lines.add(new StyledLine().add(text));
    }
    return lines;
  }

  /// Appends plain text and returns this line.
  public StyledLine add(String text) {
    return add(Style.PLAIN, text);
  }

  /// Appends painted text and returns this line.
  public StyledLine add(Style style, String text) {
    paints.add(style);
    texts.add(text);
    return this;
  }

  /// Returns the line as it goes to a screen, its texts made safe and its times local.
  String render(OutputOptions outputOptions) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      String words = texts.get(i);
      String local =
          outputOptions.zone() == null ? words : LocalTimeFormat.in(words, outputOptions.zone());
      String text = ControlCharEscaper.line(local, outputOptions.terminal());
      line.append(outputOptions.colour() ? paints.get(i).on(text) : text);
    }
    return line.toString();
  }

  /// Returns the line cut to that many columns of a screen.
  String render(OutputOptions outputOptions, int columns) {
    // The replacement of an ellipsis on a console without Unicode is wider.
    int left = outputOptions.terminal().isUnicode() ? columns : columns - 2;
    var line = new StringBuilder();
    for (int i = 0; i < texts.size() && left > 0; i++) {
      var whole =
          ControlCharEscaper.line(texts.get(i), outputOptions.terminal()).replace('\t', ' ');
      var text = DisplayWidth.cut(whole, left);
      left = text.equals(whole) ? left - DisplayWidth.of(text) : 0;
      var shown = ControlCharEscaper.line(text, outputOptions.terminal());
      line.append(outputOptions.colour() ? paints.get(i).on(shown) : shown);
    }
    return line.toString();
  }
}
