package dev.tidemark.app.settings;

/// A value that holds, and who set it.
///
/// @param key what is set
/// @param value as it would be written on the command line
/// @param origin `option`, `environment NAME`, the name of a file, or `default`
public record Setting(Key key, String value, String origin) {
  /// How the origin of a value ends that the user has not trusted, so that the default holds.
  public static final String UNTRUSTED = ", not trusted";
}
