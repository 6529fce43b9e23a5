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
  private static final int GLUED_MAX = 12;

  /// The length of the shortest key.
  private static final int KEY_MIN = 16;

  private static final int HOST_MAX = 64;
  private static final int SOPS_MAX = 8192;
  private static final int AWS_LENGTH = 40;
  private static final int AWS_NEAR = 120;
  private static final LazyPattern AWS = new LazyPattern("AKIA|ASIA|(?i:aws|secret access key)");

  /// The client secret of Azure: 40 characters, the fourth a digit; gitleaks has the same format.
  private static final LazyPattern AZURE =
      new LazyPattern("[\\w~.-]{3}\\dQ~[\\w~.-]{30,33}[\\w~-](?![\\w~-])");

  private static final LazyPattern PRIVATE_KEY =
      new LazyPattern(
          "-----BEGIN (?=[^-\n]*PRIVATE KEY)[^-\n]{0,60}-----"
              + "(?! +\\p{Ll}+ )(?![\"'`](?![^A-Za-z\\d]{0,40}n?[A-Za-z\\d+/]{16}))");
  private final String text;
  private final List<Secret> found = new ArrayList<>();

  /// The secret among the arguments of a call or command whose beginning was passed.
  private @Nullable Secret argument;

  private final boolean split;
  private final boolean keys;

  /// @param split whether secrets may be split by line breaks
  private Secrets(String text, boolean split) {
    this.text = text;
    this.split = split;
    this.keys = mayHoldKey(text);
  }

  /// Returns whether a text has a word that is as long as the shortest key and no path or name with
  /// joints. Nearly all have none: reading the table of formats would take longer than the scan.
  private static boolean mayHoldKey(String text) {
    int length = 0;
    boolean digit = false;
    boolean joint = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean inside = c > ' ' && c < 0x7f;
      length = inside ? length + 1 : 0;
      digit = inside && (digit || (c >= '0' && c <= '9'));
      joint = inside && (joint || c == '/' || c == '.');
      if (length >= KEY_MIN && (digit || !joint)) {
        return true;
      }
    }
    return false;
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
    if (c == '\n') {
      return split && at > 0 ? join(at) : at + 1;
    }
    if (c == 'E' && text.startsWith("ENC[AES", at)) {
      // A value that sops has encrypted.
      return Math.max(at, text.indexOf(']', at, Math.min(text.length(), at + SOPS_MAX))) + 1;
    }
    var given = argument;
    var secret = secretAt(at, c);
    if (given != null && given.start() == at && (secret == null || secret.end() < given.end())) {
      secret = given;
    }
    if (secret == null || secret.start() < lastEnd()) {
      return at + 1;
    }
    found.add(secret);
    return secret.end();
  }

  private void await(@Nullable Secret ahead) {
    argument = ahead == null ? argument : ahead;
  }

  private @Nullable Secret secretAt(int at, char c) {
    Secret secret = null;
    if (isWordChar(c) && (at == 0 || isBeforeCommand(text.charAt(at - 1)))) {
      await(SecretCommands.secretAt(text, at));
    }
    if (c == '-' && text.startsWith("-----BEGIN ", at)) {
      secret = privateKey(at);
    } else if (c == ':' || c == '=' || c == '>' || (c == '%' && isEncodedSign(at))) {
      secret = SecretAssignments.secretAfterSign(text, at);
    } else if (c == ' ' || c == '\t' || c == 0xa0 || c == 0x202f) {
      secret = SecretAssignments.secretAfterBlank(text, at);
    } else if (c == '(') {
      await(SecretArguments.secretAt(text, at));
    } else if (c == ',' && at > 0 && at + 2 < text.length() && isQuote(text.charAt(at + 1))) {
      await(SecretAssignments.argument(text, at, at + 2));
    } else if (c == 'Q' && at > 3 && text.startsWith("Q~", at)) {
      secret = match("azure-client-secret", AZURE, at - 4);
    } else if (keys && isWordChar(c) && (at == 0 || isBefore(text.charAt(at - 1)))) {
      secret = whole(KeyFormats.keyAt(text, at));
      if (secret == null) {
        secret = aws(at);
      }
    }
    if (secret == null && keys && (c == '_' || c == '-' || c == 'A')) {
      secret = glued(at);
    }
    return secret;
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

  /// Returns whether the equals sign of an encoded address is there.
  private boolean isEncodedSign(int at) {
    return text.regionMatches(true, at, "%3d", 0, 3);
  }

  /// Returns an address that is a secret with its scheme and host.
  private @Nullable Secret whole(@Nullable Secret key) {
    if (key == null || !key.kind().endsWith("-webhook")) {
      return key;
    }
    int scheme = text.indexOf("https://", Math.max(lastEnd(), key.start() - HOST_MAX), key.start());
    boolean bare = scheme < 0 || text.indexOf(' ', scheme, key.start()) > 0;
    return bare ? key : new Secret(key.kind(), scheme, key.end());
  }

  /// Returns the key that begins in the middle of a word: at the sign of its literal beginning, or
  /// at the first letter of a key of AWS.
  private @Nullable Secret glued(int at) {
    if (text.charAt(at) == 'A') {
      return text.startsWith("AKIA", at) ? KeyFormats.keyAt(text, at) : null;
    }
    boolean random = false;
    for (int i = at + 1; i < at + GLUED_MAX; i++) {
      if (i >= text.length() || !isWordChar(text.charAt(i))) {
        return null;
      }
      random |= text.charAt(i) <= 'Z';
    }
    for (int from = at - 3; random && from > 0 && at - from <= GLUED_MAX; from--) {
      if (!isWordChar(text.charAt(from)) || !isWordChar(text.charAt(from - 1))) {
        return null;
      }
      var key = KeyFormats.keyAt(text, from);
      if (key != null && !text.startsWith("key", from) && !text.startsWith("live", from)) {
        return key;
      }
    }
    return null;
  }

  private static boolean isBeforeCommand(char c) {
    return c <= ' ' || "`'\"([/;#".indexOf(c) >= 0;
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }

  /// Returns whether a key may begin after that character.
  private static boolean isBefore(char c) {
    return c == '_' || !isWordChar(c);
  }

  static boolean isWordChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private @Nullable Secret match(String kind, LazyPattern pattern, int from) {
    var found = pattern.matcher(text).region(from, text.length());
    return found.lookingAt() ? new Secret(kind, from, found.end()) : null;
  }

  private @Nullable Secret privateKey(int at) {
    var begin = match("private-key", PRIVATE_KEY, at);
    int end = begin == null ? -1 : text.indexOf("-----END ", begin.end());
    int stop = end < 0 ? -1 : text.indexOf("-----", end + 9);
    return begin == null ? null : new Secret(begin.kind(), at, stop < 0 ? text.length() : stop + 5);
  }

  /// Returns the secret half of an access key of AWS: 40 characters of base64, marked only by the
  /// words or the access key before them.
  private @Nullable Secret aws(int at) {
    int end = at;
    while (end < text.length() && end - at <= AWS_LENGTH && isBase64(text.charAt(end))) {
      end++;
    }
    return end - at == AWS_LENGTH
            && RandomTextCheck.classes(text, at, end) >= 3
            && RandomTextCheck.isMixed(text, at, end)
            && !SecretValue.isPlaceholder(text, at, end)
            && AWS.matcher(text).region(Math.max(0, at - AWS_NEAR), at).find()
        ? new Secret("aws-secret-key", at, end)
        : null;
  }

  private static boolean isBase64(char c) {
    return c != '_' && (isWordChar(c) || c == '/' || c == '+');
  }
}
