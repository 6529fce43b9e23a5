package dev.tidemark.app.cli.terminal;

import dev.tidemark.text.EscapedText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/// Console text: [escaped][EscapedText], and with ASCII replacements where the console has no
/// UTF-8.
final class ControlCharEscaper {
  /// A character that plain consoles cannot show, followed by its replacement.
  private static final String[] PLAIN = {
    "━=", "─-", "—-", "–-", "⚠!", "✓ok", "✔ok", "✗x", "✘x", "→->", "←<-", "…...", "·.", "•*", "●*",
    "○o", "×x", "│|", "├+", "└+", "“\"", "”\"", "„\"", "‘'", "’'", "▶>", "█#", "░.", "\u00a0 ",
    "\ufe0f"
  };

  private ControlCharEscaper() {}

  /// Returns the text as one line.
  static String line(String text, Terminal terminal) {
    return forTerminal(EscapedText.line(text), terminal);
  }

  /// Returns the text with its line ends: for the content of a file, and for questions of our own.
  static String lines(String text, Terminal terminal) {
    return forTerminal(EscapedText.lines(text), terminal);
  }

  private static String forTerminal(String text, Terminal terminal) {
    return terminal.isUnicode() || isAscii(text) ? text : replaced(text);
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  private static String replaced(String text) {
    var seen = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x7f) {
        seen.append(c);
      } else {
        seen.append(asciiReplacement(c));
      }
    }
    return seen.toString();
  }

  private static String asciiReplacement(char c) {
    for (String known : PLAIN) {
      if (known.charAt(0) == c) {
        return known.substring(1);
      }
    }
    return String.valueOf(c);
  }

  /// Returns the bytes of a text for a terminal's own character set, or UTF-8 for pipes and files,
  /// which lose nothing.
  static byte[] bytes(String text, Terminal terminal) {
    return terminal.isUnicode() || !terminal.output()
        ? text.getBytes(StandardCharsets.UTF_8)
        : text.getBytes(charset(terminal.charset()));
  }

  private static Charset charset(String name) {
    return Charset.forName(name, StandardCharsets.US_ASCII);
  }
}
