package dev.tidemark.app.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A key of one's own for `serve --tls`, with a certificate that nobody else has signed.
public final class TlsKey {
  /// The password of the key store.
  public static final String PASSWORD = "changeit";

  private TlsKey() {}

  /// Makes one that is called `tidemark` and is good for 127.0.0.1 and no other name.
  ///
  /// @return the key store
  public static Path in(Path folder) throws IOException, InterruptedException {
    var file = folder.resolve("keys.p12");
    var log = folder.resolve("keytool.log");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    var words = new ArrayList<>(List.of(keytool, "-keystore", file.toString()));
    words.addAll(List.of("-genkeypair", "-alias", "tidemark", "-keyalg", "EC"));
    words.addAll(List.of("-dname", "CN=tidemark", "-ext", "san=ip:127.0.0.1"));
    words.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    var process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(file).as(Files.readString(log)).exists();
    return file;
  }
}
