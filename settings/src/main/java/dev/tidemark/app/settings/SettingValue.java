package dev.tidemark.app.settings;

/// Effective setting: a value and its origin.
///
/// @param key the key
/// @param value as it would be written on the command line
/// @param origin `option`, `environment NAME`, the name of a file, or `default`
public record SettingValue(SettingKey key, String value, String origin) {
  /// The suffix of the origin of an untrusted value, for which the default is used.
  public static final String UNTRUSTED = ", not trusted";
}
