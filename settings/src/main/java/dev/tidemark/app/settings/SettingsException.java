package dev.tidemark.app.settings;

/// Invalid setting. Nothing was done: settings are read before anything else.
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// Its origin.
  private final String place;

  /// The key of the invalid setting.
  private final String key;

  /// The actual value.
  private final String found;

  /// The expected value.
  private final String expected;

  /// Takes the invalid setting.
  ///
  /// @param place the file, option or variable
  /// @param key the setting; empty if it is the file as a whole
  /// @param found the actual value, as the rest of a sentence that begins with the key
  /// @param expected the expected value
  public SettingsException(String place, String key, String found, String expected) {
    super(place + ": " + (key.isEmpty() ? "" : key + " ") + found + "; expected " + expected);
    this.place = place;
    this.key = key;
    this.found = found;
    this.expected = expected;
  }

  /// Returns the same about one line of the file, counted from 1.
  public SettingsException atLine(int line) {
    return new SettingsException(place + ":" + line, key, found, expected);
  }

  /// Returns the file, option or variable.
  public String place() {
    return place;
  }

  /// Returns the setting; empty if it is the file as a whole.
  public String key() {
    return key;
  }

  /// Returns the expected value.
  public String expected() {
    return expected;
  }
}
