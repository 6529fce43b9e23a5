package dev.tidemark.app.cli;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Makes text fit to be shown: no character in it can steer a terminal, reorder a line or turn into
/// another on a console without UTF-8.
final class Visible {
  /// A character that plain consoles can't show, followed by what stands for it.
  private static final String[] PLAIN = {
    "━=", "─-", "—-", "–-", "⚠!", "✓ok", "✔ok", "✗x", "✘x", "→->", "←<-", "…...", "·.", "•*", "●*",
    "○o", "×x", "│|", "├+", "└+", "“\"", "”\"", "„\"", "‘'", "’'", "▶>", "█#", "░.", "\u00a0 ",
    "\ufe0f"
  };

  private Visible() {}

  /// Returns the text with control characters spelt out, except tabs and line ends, and with the
  /// usual signs replaced where the console does not know them.
  static String text(String text, Terminal terminal) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x7f || (c < ' ' && c != '\n' && c != '\t')) {
        return spelt(text, terminal);
      }
    }
    return text;
  }

  private static String spelt(String text, Terminal terminal) {
    StringBuilder seen = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\n' && c != '\t') {
        seen.append('^').append((char) (c + 64));
      } else if (steers(c)) {
        seen.append("<U+").append(hex(c)).append('>');
      } else if (c < 0x7f || terminal.isUnicode()) {
        seen.append(c);
      } else {
        seen.append(plain(c));
      }
    }
    return seen.toString();
  }

  /// Returns whether a character does something instead of showing something: delete, the upper
  /// control characters, line separators, and the marks that reverse the order of a line.
  private static boolean steers(char c) {
    return (c >= 0x7f && c <= 0x9f)
        || (c >= 0x2028 && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x200e
        || c == 0x200f
        || c == 0x061c;
  }

  private static String plain(char c) {
    for (String known : PLAIN) {
      if (known.charAt(0) == c) {
        return known.substring(1);
      }
    }
    return String.valueOf(c);
  }

  /// Returns a JSON document in which no raw character steers a terminal; the value is the same.
  ///
  /// Such characters occur inside strings only, where an escape means the same.
  static String json(String document) {
    int i = 0;
    while (i < document.length() && !steers(document.charAt(i))) {
      i++;
    }
    if (i == document.length()) {
      return document;
    }
    StringBuilder safe = new StringBuilder(document.length() + 16);
    for (int j = 0; j < document.length(); j++) {
      char c = document.charAt(j);
      if (steers(c)) {
        safe.append("\\u").append(hex(c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static String hex(char c) {
    String digits = Integer.toHexString(c).toUpperCase(Locale.ROOT);
    return "0000".substring(digits.length()) + digits;
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
