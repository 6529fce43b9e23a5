package dev.tidemark.security;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Secret scanner: detects keys and tokens of [published formats][KeyFormats], private keys,
/// passwords in addresses, and values that are [assigned or given][SecretAssignments] to a name
/// such as `api_key`.
///
/// Commit ids, digests, UUIDs and placeholders are no secrets. One pass over the text without
/// backtracking, so that every text of every change can be scanned.
public final class Secrets {
  private final String text;
  private final List<Secret> found = new ArrayList<>();

  private final boolean split;

  /// @param split whether secrets may be split by line breaks
  private Secrets(String text, boolean split) {
    this.text = text;
    this.split = split;
  }

  /// Returns the detected secrets, in the order of the text, without overlaps.
  public static List<Secret> detect(String text) {
    var visible = VisibleText.of(text);
    if (visible == null) {
      return new Secrets(text, true).scan();
    }
    var placed = new ArrayList<Secret>();
    for (var secret : new Secrets(visible.text(), true).scan()) {
      placed.add(visible.placed(secret));
    }
    return placed;
  }

  /// Returns the detected secrets of a text whose line breaks were taken out.
  static List<Secret> detectJoined(String text) {
    return new Secrets(text, false).scan();
  }

  private List<Secret> scan() {
    int at = 0;
    while (at < text.length()) {
      at = step(at);
    }
    return found;
  }

  /// Returns whether an id holds no secret. Those of the usual form, a UUID, are recognized by
  /// their shape.
  public static boolean isClear(String id) {
    return RandomTextCheck.isIdentity(id, 0, id.length()) || detect(id).isEmpty();
  }

  /// Returns the text with the name of its kind in place of each secret.
  public static String redacted(String text) {
    var secrets = detect(text);
    if (secrets.isEmpty()) {
      return text;
    }
    var safe = new StringBuilder(text.length());
    int from = 0;
    for (var secret : secrets) {
      safe.append(text, from, secret.start()).append("[redacted-").append(secret.kind());
      safe.append(']');
      from = secret.end();
    }
    return safe.append(text, from, text.length()).toString();
  }

  private int step(int at) {
    char c = text.charAt(at);
    Secret secret = null;
    if (c == '\n') {
      return split && at > 0 ? join(at) : at + 1;
    }
    if (c == '-' && text.startsWith(PrivateKeys.BEGIN, at)) {
      secret = PrivateKeys.secretAt(text, at);
    } else if (c == ':' || c == '=' || c == '>') {
      secret = SecretAssignments.secretAfterSign(text, at);
    } else if (c == ' ') {
      secret = SecretAssignments.secretAfterBlank(text, at);
    } else if (c == 'Q' && at > 3 && text.startsWith("Q~", at)) {
      secret = azure(at);
    } else if (isWordChar(c) && (at == 0 || isBefore(text.charAt(at - 1)))) {
      secret = KeyFormats.keyAt(text, at);
      if (secret == null) {
        secret = AwsSecrets.secretAt(text, at);
      }
    }
    if (secret == null || secret.start() < lastEnd()) {
      return at + 1;
    }
    found.add(secret);
    return secret.end();
  }

  /// Adds the secret that a line break splits, in place of the parts of it that were found.
  private int join(int at) {
    var secret = SplitSecrets.secretAt(text, at, found.isEmpty() ? null : found.getLast());
    if (secret == null) {
      return at + 1;
    }
    int start = secret.start();
    while (!found.isEmpty() && lastEnd() > secret.start()) {
      start = Math.min(start, found.removeLast().start());
    }
    found.add(new Secret(secret.kind(), start, secret.end()));
    return secret.end();
  }

  private int lastEnd() {
    return found.isEmpty() ? 0 : found.getLast().end();
  }

  /// Returns the client secret of Azure around `Q~`: 40 characters, the fourth a digit; gitleaks
  /// has the same format.
  private @Nullable Secret azure(int at) {
    int from = at - 4;
    int end = at + 2;
    while (end < text.length() && end - from < 41 && isAzure(text.charAt(end))) {
      end++;
    }
    if (text.charAt(end - 1) == '.') {
      end--;
    }
    boolean begins = Character.isDigit(text.charAt(at - 1));
    for (int i = from; i < at; i++) {
      begins &= isAzure(text.charAt(i));
    }
    return begins && end - from >= 37 && end - from <= 40
        ? new Secret("azure-client-secret", from, end)
        : null;
  }

  private static boolean isAzure(char c) {
    return isWordChar(c) || c == '~' || c == '.' || c == '-';
  }

  /// Returns whether a key may begin after that character.
  private static boolean isBefore(char c) {
    return c == '_' || !isWordChar(c);
  }

  static boolean isWordChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /// Private keys in the form of PEM.
  private static final class PrivateKeys {
    static final String BEGIN = "-----BEGIN ";
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String END = "-----END ";
    private static final int NAME_MAX = 60;

    private PrivateKeys() {}

    static @Nullable Secret secretAt(String text, int at) {
      int from = at + BEGIN.length();
      int close = from;
      int limit = Math.min(text.length(), from + NAME_MAX);
      while (close < limit && text.charAt(close) != '-' && text.charAt(close) != '\n') {
        close++;
      }
      if (!text.startsWith("-----", close) || !text.substring(from, close).contains(PRIVATE)) {
        return null;
      }
      int end = text.indexOf(END, close);
      int stop = end < 0 ? -1 : text.indexOf("-----", end + END.length());
      return new Secret("private-key", at, stop < 0 ? text.length() : stop + 5);
    }
  }

  /// The secret half of an access key of AWS: 40 characters of base64 that nothing marks but the
  /// words or the access key before them.
  private static final class AwsSecrets {
    private static final int LENGTH = 40;
    private static final int NEAR = 120;

    private AwsSecrets() {}

    static @Nullable Secret secretAt(String text, int at) {
      int end = at;
      while (end < text.length() && end - at <= LENGTH && isBase64(text.charAt(end))) {
        end++;
      }
      return end - at == LENGTH
              && RandomTextCheck.classes(text, at, end) >= 3
              && RandomTextCheck.isMixed(text, at, end)
              && isNear(text, at)
          ? new Secret("aws-secret-key", at, end)
          : null;
    }

    private static boolean isBase64(char c) {
      return c != '_' && (Secrets.isWordChar(c) || c == '/' || c == '+');
    }

    private static boolean isNear(String text, int at) {
      for (int i = Math.max(0, at - NEAR); i < at; i++) {
        if (text.startsWith("AKIA", i)
            || text.startsWith("ASIA", i)
            || text.regionMatches(true, i, "aws", 0, 3)
            || text.regionMatches(true, i, "secret access key", 0, 17)) {
          return true;
        }
      }
      return false;
    }
  }
}
