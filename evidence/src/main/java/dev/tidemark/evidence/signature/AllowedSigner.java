package dev.tidemark.evidence.signature;

import static dev.tidemark.evidence.signature.SignatureResult.Reason.MALFORMED;
import static dev.tidemark.evidence.signature.SignatureResult.Reason.UNSUPPORTED;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One line of an allowed signers file: `PRINCIPALS [OPTIONS] KEYTYPE KEY [COMMENT]`, with the
/// quoting and the patterns of OpenSSH (ssh_config(5), section PATTERNS).
final class AllowedSigner {
  private static final String WHITE_SPACE = " \t\r";
  private static final int DATE = 8;
  private static final int MINUTES = 12;
  private static final int SECONDS = 14;

  private final String principals;
  private final SshPublicKey key;
  private @Nullable String namespaces;
  private @Nullable Instant validAfter;
  private @Nullable Instant validBefore;

  private AllowedSigner(String principals, SshPublicKey key) {
    this.principals = principals;
    this.key = key;
  }

  /// Parses a line; null for a blank line and a comment.
  static @Nullable AllowedSigner parse(String line, ZoneId zone) throws InvalidSignatureException {
    int start = skip(line, 0, WHITE_SPACE);
    if (start == line.length() || line.charAt(start) == '#') {
      return null;
    }
    if (line.indexOf('\0') >= 0) {
      throw malformed("it contains a NUL");
    }
    int end = find(line, start, WHITE_SPACE + '"');
    if (end == line.length()) {
      throw malformed("it has no key");
    }
    var principals = line.substring(start, end);
    if (line.charAt(end) == '"') {
      int close = line.indexOf('"', end + 1);
      if (close < 0) {
        throw malformed("a quotation mark is not closed");
      }
      principals += line.substring(end + 1, close);
      end = close;
    }
    var rest = line.substring(skip(line, end + 1, WHITE_SPACE));
    var first = rest.substring(0, find(rest, 0, WHITE_SPACE));
    int options = SshPublicKey.isType(first) ? 0 : optionsEnd(rest);
    var signer =
        new AllowedSigner(principals, key(rest.substring(skip(rest, options, WHITE_SPACE))));
    signer.apply(rest.substring(0, options), zone);
    return signer;
  }

  private static int skip(String text, int from, String characters) {
    int at = from;
    while (at < text.length() && characters.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static int find(String text, int from, String characters) {
    int at = from;
    while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static int optionsEnd(String rest) throws InvalidSignatureException {
    boolean quoted = false;
    int at = 0;
    for (; at < rest.length(); at++) {
      char c = rest.charAt(at);
      if (c == '\\' && rest.startsWith("\"", at + 1)) {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ' ' || c == '\t')) {
        return at;
      }
    }
    throw malformed(quoted ? "a quotation mark is not closed" : "it has no key");
  }

  private static SshPublicKey key(String text) throws InvalidSignatureException {
    int end = find(text, 0, WHITE_SPACE);
    var word = text.substring(0, end);
    if (!SshPublicKey.isType(word)) {
      throw new InvalidSignatureException(UNSUPPORTED, "the key type is not supported");
    }
    int start = skip(text, end, WHITE_SPACE);
    var blob = WireReader.base64(text.substring(start, find(text, start, WHITE_SPACE)));
    if (blob == null) {
      throw malformed("the key is not base64");
    }
    var key = SshPublicKey.of(blob);
    if (!key.type().equals(word)) {
      throw malformed("the key is not one of the type before it");
    }
    return key;
  }

  /// Applies the options: names and values in quotation marks, separated by commas.
  private void apply(String options, ZoneId zone) throws InvalidSignatureException {
    if (options.endsWith(",")) {
      throw malformed("there is no option after a comma");
    }
    for (int at = 0; at < options.length(); ) {
      int end = find(options, at, "=,");
      var name = options.substring(at, end).toLowerCase(Locale.ROOT);
      if (name.equals("cert-authority")) {
        throw new InvalidSignatureException(
            UNSUPPORTED, "certificates (cert-authority) are not supported");
      }
      if (!options.startsWith("=\"", end)) {
        throw malformed("an option is unknown or has no value in quotation marks");
      }
      var value = new StringBuilder();
      at = dequote(options, end + 2, value);
      set(name, value.toString(), zone);
      if (at < options.length() && options.charAt(at++) != ',') {
        throw malformed("there is no comma after an option");
      }
    }
    if (validAfter != null && validBefore != null && !validAfter.isBefore(validBefore)) {
      throw malformed("valid-before is not later than valid-after");
    }
  }

  /// Reads a value to its closing quotation mark, and returns the position after it.
  private static int dequote(String options, int from, StringBuilder value)
      throws InvalidSignatureException {
    int at = from;
    for (; at < options.length() && options.charAt(at) != '"'; at++) {
      if (options.startsWith("\\\"", at)) {
        at++;
      }
      value.append(options.charAt(at));
    }
    if (at == options.length()) {
      throw malformed("a quotation mark is not closed");
    }
    return at + 1;
  }

  private void set(String name, String value, ZoneId zone) throws InvalidSignatureException {
    switch (name) {
      case "namespaces" -> namespaces = once(namespaces, value);
      case "valid-after" -> validAfter = once(validAfter, time(value, zone));
      case "valid-before" -> validBefore = once(validBefore, time(value, zone));
      default -> throw malformed("an option is unknown or has no value in quotation marks");
    }
  }

  private static <T> T once(@Nullable T before, T value) throws InvalidSignatureException {
    if (before != null) {
      throw malformed("an option is there twice");
    }
    return value;
  }

  /// Parses `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`, with `Z` or `UTC` for that zone.
  private static Instant time(String text, ZoneId zone) throws InvalidSignatureException {
    var upper = text.toUpperCase(Locale.ROOT);
    int suffix = upper.endsWith("Z") ? 1 : upper.endsWith("UTC") ? 3 : 0;
    var digits = text.substring(0, text.length() - suffix);
    int length = digits.length();
    boolean known = length == DATE || length == MINUTES || length == SECONDS;
    if (!known || skip(digits, 0, "0123456789") != length) {
      throw malformed("a time is not YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS");
    }
    var full = digits + "0".repeat(SECONDS - length);
    try {
      var local =
          LocalDateTime.of(
              Integer.parseInt(full, 0, 4, 10),
              Integer.parseInt(full, 4, 6, 10),
              Integer.parseInt(full, 6, 8, 10),
              Integer.parseInt(full, 8, 10, 10),
              Integer.parseInt(full, 10, 12, 10),
              Integer.parseInt(full, 12, 14, 10));
      var time = local.atZone(suffix > 0 ? ZoneOffset.UTC : zone).toInstant();
      if (time.isAfter(Instant.EPOCH)) {
        return time;
      }
    } catch (DateTimeException e) {
      // As one before 1970.
    }
    throw malformed("a time does not exist, or is before 1970");
  }

  private static InvalidSignatureException malformed(String detail) {
    return new InvalidSignatureException(MALFORMED, detail);
  }

  /// Returns the names and patterns of the line, without those that are negated.
  List<String> principals() {
    var names = new ArrayList<String>();
    for (var name : principals.split(",", -1)) {
      if (!name.isEmpty() && !name.startsWith("!")) {
        names.add(name);
      }
    }
    return names;
  }

  /// Returns whether the line is about a principal.
  boolean isOf(String principal) {
    return matchesList(principal, principals);
  }

  /// Returns whether the key may be used for the purpose at the time.
  boolean allows(SshPublicKey signer, String namespace, Instant time) {
    var second = Instant.ofEpochSecond(time.getEpochSecond());
    return key.equals(signer)
        && (namespaces == null || matchesList(namespace, namespaces))
        && (validAfter == null || !second.isBefore(validAfter))
        && (validBefore == null || !second.isAfter(validBefore));
  }

  /// Returns whether a text matches a pattern of a list, and none that is negated by `!`.
  private static boolean matchesList(String text, String patterns) {
    boolean positive = false;
    for (var pattern : patterns.split(",", -1)) {
      if (pattern.startsWith("!")) {
        if (matches(text, pattern.substring(1))) {
          return false;
        }
      } else {
        positive |= matches(text, pattern);
      }
    }
    return positive;
  }

  /// Matches `*` and `?`. Goes back to the last `*` only, so that the time is bounded by the
  /// product of the lengths.
  private static boolean matches(String text, String pattern) {
    int at = 0;
    int p = 0;
    int star = -1;
    int resume = 0;
    while (at < text.length()) {
      char c = p < pattern.length() ? pattern.charAt(p) : '\0';
      if (c == '*') {
        star = p++;
        resume = at;
      } else if (p < pattern.length() && (c == '?' || c == text.charAt(at))) {
        p++;
        at++;
      } else if (star >= 0) {
        p = star + 1;
        at = ++resume;
      } else {
        return false;
      }
    }
    return skip(pattern, p, "*") == pattern.length();
  }
}
