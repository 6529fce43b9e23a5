package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Display width: the columns of a terminal that a text takes, and truncation to columns.
///
/// A grapheme cluster counts as one: a letter with its accents, an emoji joined of several. East
/// Asian wide characters and emoji take two columns; those whose width is ambiguous take one, as on
/// terminals that are not set up for East Asia.
public final class DisplayWidth {
  private static final Pattern CLUSTER = Pattern.compile("\\X");
  private static final int EMOJI_STYLE = 0xfe0f;

  /// The first and the last of every range of wide characters; emoji are known to Java.
  private static final int[] WIDE = {
    0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f,
    0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6,
    0x16fe0, 0x18dff, 0x1aff0, 0x1b2ff, 0x1f200, 0x1f2ff, 0x20000, 0x3fffd
  };

  private DisplayWidth() {}

  /// Returns how many columns a text takes that has no tabs, line ends or control characters.
  public static int of(String text) {
    int width = 0;
    for (var cluster : clusters(text)) {
      width += ofCluster(cluster);
    }
    return width;
  }

  /// Returns the text with blanks behind it up to that many columns.
  public static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - of(text)));
  }

  /// Returns the text, cut to that many columns where it takes more; an ellipsis then stands for
  /// the rest.
  ///
  /// @param columns at least 1
  public static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    var kept = new StringBuilder();
    int width = 1;
    for (var cluster : clusters(text)) {
      width += ofCluster(cluster);
      if (width > columns) {
        break;
      }
      kept.append(cluster);
    }
    return kept.append('…').toString();
  }

  /// Returns the text in lines of at most that many columns, broken between words where that is
  /// possible, else between characters. At least one line.
  ///
  /// @param columns at least 2, so that a wide character fits
  public static List<String> wrapped(String text, int columns) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    int width = 0;
    for (var word : text.strip().split(" +", -1)) {
      int wide = of(word);
      if (width > 0 && width + 1 + wide > columns) {
        lines.add(line.toString());
        line.setLength(0);
        width = 0;
      }
      if (width > 0) {
        line.append(' ');
        width++;
      }
      for (var cluster : clusters(word)) {
        int one = ofCluster(cluster);
        if (width + one > columns) {
          lines.add(line.toString());
          line.setLength(0);
          width = 0;
        }
        line.append(cluster);
        width += one;
      }
    }
    lines.add(line.toString());
    return lines;
  }

  private static List<String> clusters(String text) {
    var clusters = new ArrayList<String>();
    var matcher = CLUSTER.matcher(text);
    while (matcher.find()) {
      clusters.add(matcher.group());
    }
    return clusters;
  }

  private static int ofCluster(String cluster) {
    int[] points = cluster.codePoints().toArray();
    int width = 0;
    for (int point : points) {
      boolean styled = point == EMOJI_STYLE && Character.isEmoji(points[0]);
      width = Math.max(width, styled ? 2 : ofPoint(point));
    }
    return width;
  }

  private static int ofPoint(int point) {
    return switch (Character.getType(point)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          0;
      default -> isWide(point) ? 2 : isJoining(point) ? 0 : 1;
    };
  }

  private static boolean isWide(int point) {
    if (Character.isEmojiPresentation(point)) {
      return true;
    }
    for (int i = 0; i < WIDE.length; i += 2) {
      if (point >= WIDE[i] && point <= WIDE[i + 1]) {
        return true;
      }
    }
    return false;
  }

  /// Vowels and finals of Hangul stand with their consonant.
  private static boolean isJoining(int point) {
    return (point >= 0x1160 && point <= 0x11ff) || (point >= 0xd7b0 && point <= 0xd7ff);
  }
}
