package dev.tidemark.clients;

import java.util.Arrays;
import java.util.regex.Pattern;

/// Terminal emulator: as much of ECMA-48 as the clients' interfaces send, without colours.
final class Screen {
  private static final Pattern PIECE =
      Pattern.compile(
          "\033\\[(?<mark>[?<>=]?)(?<numbers>[0-9;:]*)[ !]?(?<letter>[@-~])"
              + "|\033\\].*?(?:\007|\033\\\\)"
              + "|\033P.*?\033\\\\"
              + "|\033[()][0-9A-B]"
              + "|\033(?<escape>[^\\[\\]P()])"
              + "|(?<text>[^\033])",
          Pattern.DOTALL);

  private final char[][] cells;
  private final StringBuilder pending = new StringBuilder();
  private int row;
  private int column;
  private int savedRow;
  private int savedColumn;

  Screen(int rows, int columns) {
    cells = new char[rows][columns];
    for (var line : cells) {
      Arrays.fill(line, ' ');
    }
  }

  /// Takes what a program wrote; an escape sequence may come in parts.
  synchronized void take(String output) {
    pending.append(output);
    var pieces = PIECE.matcher(pending);
    int end = 0;
    while (pieces.find(end) && pieces.start() == end) {
      end = pieces.end();
      var letter = pieces.group("letter");
      var text = pieces.group("text");
      if (text != null) {
        put(text.charAt(0));
      } else if (letter != null && pieces.group("mark").isEmpty()) {
        steer(letter.charAt(0), numbers(pieces.group("numbers")));
      } else if (pieces.group("escape") != null) {
        escape(pieces.group("escape").charAt(0));
      }
    }
    pending.delete(0, end);
  }

  /// Returns the lines that are shown, each without the blanks at its end.
  synchronized String text() {
    var text = new StringBuilder();
    for (var line : cells) {
      text.append(new String(line).stripTrailing()).append('\n');
    }
    return text.toString().stripTrailing();
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split("[;:]", -1))
        .mapToInt(part -> part.isEmpty() ? 0 : Integer.parseInt(part))
        .toArray();
  }

  private void put(char c) {
    switch (c) {
      case '\r' -> column = 0;
      case '\n' -> down();
      case '\b' -> column = Math.max(0, column - 1);
      case '\t' -> column = Math.min(cells[0].length - 1, (column / 8 + 1) * 8);
      default -> {
        if (c >= ' ' && !Character.isLowSurrogate(c)) {
          if (column == cells[0].length) {
            column = 0;
            down();
          }
          cells[row][column++] = c;
        }
      }
    }
  }

  private void down() {
    if (row < cells.length - 1) {
      row++;
      return;
    }
    var first = cells[0];
    System.arraycopy(cells, 1, cells, 0, cells.length - 1);
    Arrays.fill(first, ' ');
    cells[row] = first;
  }

  private void escape(char letter) {
    switch (letter) {
      case '7' -> save();
      case '8' -> restore();
      case 'M' -> row = Math.max(0, row - 1);
      default -> {
        // Modes of the keyboard change nothing that is shown.
      }
    }
  }

  private void save() {
    savedRow = row;
    savedColumn = column;
  }

  private void restore() {
    row = savedRow;
    column = savedColumn;
  }

  private void steer(char letter, int[] numbers) {
    int count = Math.max(1, numbers[0]);
    switch (letter) {
      case 'A' -> row = Math.max(0, row - count);
      case 'B' -> row = Math.min(cells.length - 1, row + count);
      case 'C' -> column = Math.min(cells[0].length - 1, column + count);
      case 'D' -> column = Math.max(0, column - count);
      case 'E' -> move(row + count, 0);
      case 'F' -> move(row - count, 0);
      case 'G' -> move(row, count - 1);
      case 'd' -> move(count - 1, column);
      case 'H', 'f' -> move(count - 1, numbers.length > 1 ? Math.max(1, numbers[1]) - 1 : 0);
      case 'J' -> eraseScreen(numbers[0]);
      case 'K' -> eraseLine(numbers[0]);
      case 's' -> save();
      case 'u' -> restore();
      default -> {
        // Colours and modes change no text.
      }
    }
  }

  private void move(int toRow, int toColumn) {
    row = Math.clamp(toRow, 0, cells.length - 1);
    column = Math.clamp(toColumn, 0, cells[0].length - 1);
  }

  private void eraseScreen(int part) {
    int from = part == 0 ? row + 1 : 0;
    int to = part == 1 ? row : cells.length;
    for (int i = from; i < to; i++) {
      Arrays.fill(cells[i], ' ');
    }
    if (part < 2) {
      eraseLine(part);
    }
  }

  private void eraseLine(int part) {
    int here = Math.min(column, cells[0].length - 1);
    int from = part == 0 ? here : 0;
    int to = part == 1 ? here + 1 : cells[0].length;
    Arrays.fill(cells[row], from, to, ' ');
  }
}
