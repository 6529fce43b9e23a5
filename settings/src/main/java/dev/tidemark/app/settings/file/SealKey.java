package dev.tidemark.app.settings.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// HMAC-SHA256 with a key in the user's own folder, `seal.key`, which no project can supply. It is
/// made at the first use.
public final class SealKey {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;

  private final Path root;
  private final Map<String, String> environment;

  public SealKey(Path root, Map<String, String> environment) {
    this.root = root;
    this.environment = environment;
  }

  /// Returns whether a seal was made with the key for exactly that text.
  ///
  /// @throws IOException if the key cannot be read
  public boolean verifies(String text, @Nullable String seal) throws IOException {
    var file = file();
    var key = file == null || file.accessProblem() != null ? "" : file.text().strip();
    return seal != null
        && !key.isEmpty()
        && MessageDigest.isEqual(mac(key, text).getBytes(UTF_8), seal.getBytes(UTF_8));
  }

  /// Returns the seal of a text.
  ///
  /// @throws IOException if there is no key, and none can be kept
  public String seal(String text) throws IOException {
    var file = file();
    var flaw = file == null ? "no variable names the user's own folder" : file.accessProblem();
    if (file == null || flaw != null) {
      throw new IOException("the key that tokens are sealed with cannot be used: " + flaw);
    }
    if (file.text().isBlank()) {
      var bytes = new byte[BYTES];
      new SecureRandom().nextBytes(bytes);
      UserFolder.make(file.path().resolveSibling(""));
      new TextFileReplacement()
          .replacePrivate(file.path(), "", HexFormat.of().formatHex(bytes) + "\n");
    }
    return mac(file.text().strip(), text);
  }

  private static String mac(String key, String text) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
    }
  }

  private @Nullable PrivateFile file() {
    var folder = UserFolder.of(environment);
    return folder == null ? null : new PrivateFile(folder.resolve("seal.key"), root);
  }
}
