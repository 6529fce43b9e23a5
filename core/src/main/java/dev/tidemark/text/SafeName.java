package dev.tidemark.text;

/// Sanitized file name: the result of cleaning or refusing a raw name.
public sealed interface SafeName {
  /// The most UTF-16 units a cleaned name may have.
  int MAX_LENGTH = 120;

  /// Valid, safe as part of a file name.
  ///
  /// @param name the cleaned name, never empty
  record Clean(String name) implements SafeName {}

  /// Refused, without a safe form.
  ///
  /// @param reason why
  record Refused(Reason reason) implements SafeName {}

  /// The reason of a refusal.
  enum Reason {
    /// Nothing was left of it.
    EMPTY("nothing of the name can stand in a file name", "use letters, digits, '-' or '_'"),
    /// It means the folder itself.
    DOT("the name is only a dot", "use letters, digits, '-' or '_'"),
    /// It exceeds [SafeName#MAX_LENGTH].
    TOO_LONG("the name is longer than 120 characters", "shorten it"),
    /// It has no UTF-8 form.
    UNPAIRED_SURROGATE("the name holds half of a character", "type the name again"),
    /// The file stem it would make is a device of Windows, see [SafeName#isDeviceName].
    DEVICE("Windows keeps the name for a device", "add a word to it");

    private final String text;
    private final String hint;

    Reason(String text, String hint) {
      this.text = text;
      this.hint = hint;
    }

    /// Returns the reason in words.
    public String text() {
      return text;
    }

    /// Returns a remedy for the user.
    public String hint() {
      return hint;
    }
  }

  /// Cleans a name: slashes become `-`; `..`, controls and `< > : " | ? *` go; ends are trimmed.
  ///
  /// A device name passes, for it may be but a part of the stem: ask [#isDeviceName] of the whole.
  static SafeName clean(String raw) {
    if (!Utf8.isEncodable(raw)) {
      return new Refused(Reason.UNPAIRED_SURROGATE);
    }
    // Twice: removing characters between two dots joins them.
    var name = Whitespace.trim(withoutDoubleDots(allowed(withoutDoubleDots(raw))));
    if (name.isEmpty()) {
      return new Refused(Reason.EMPTY);
    }
    if (name.equals(".")) {
      return new Refused(Reason.DOT);
    }
    return name.length() > MAX_LENGTH ? new Refused(Reason.TOO_LONG) : new Clean(name);
  }

  /// Returns whether Windows takes a file of that stem for a device, whatever its extension: CON,
  /// PRN, AUX, NUL, CONIN$, CONOUT$, COM1 to COM9 and LPT1 to LPT9, also with superscript digits,
  /// in any case, also before a further dot (`nul.tar`) or blanks.
  static boolean isDeviceName(String stem) {
    int dot = stem.indexOf('.');
    int end = dot < 0 ? stem.length() : dot;
    while (end > 0 && stem.charAt(end - 1) == ' ') {
      end--;
    }
    var name = stem.substring(0, end);
    if (name.length() == 4) {
      boolean isPort = name.regionMatches(true, 0, "com", 0, 3);
      isPort |= name.regionMatches(true, 0, "lpt", 0, 3);
      return isPort && "123456789\u00b9\u00b2\u00b3".indexOf(name.charAt(3)) >= 0;
    }
    return name.equalsIgnoreCase("con")
        || name.equalsIgnoreCase("prn")
        || name.equalsIgnoreCase("aux")
        || name.equalsIgnoreCase("nul")
        || name.equalsIgnoreCase("conin$")
        || name.equalsIgnoreCase("conout$");
  }

  private static String allowed(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '/' || c == '\\') {
        out.append('-');
      } else if (c >= ' ' && (c < 0x7f || c > 0x9f) && "<>:\"|?*".indexOf(c) < 0) {
        out.append(c);
      }
    }
    return out.toString();
  }

  /// Returns the text without each `..` met from left to right; of three dots one is left.
  private static String withoutDoubleDots(String text) {
    if (!text.contains("..")) {
      return text;
    }
    var out = new StringBuilder(text.length());
    int from = 0;
    for (int at = text.indexOf(".."); at >= 0; at = text.indexOf("..", from)) {
      out.append(text, from, at);
      from = at + 2;
    }
    return out.append(text, from, text.length()).toString();
  }
}
