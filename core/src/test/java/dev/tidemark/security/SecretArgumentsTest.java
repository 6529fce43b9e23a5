package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets in calls. None of these was ever in use.
class SecretArgumentsTest {
  static Stream<String> given() {
    return Stream.of(
        "server.login(\"ops@shop.test\", \"|Amsel6-Dach-kk|\")",
        "new PDO('mysql:host=db;dbname=wiki', 'wiki', '|Basalt.Ufer|');",
        "requests.get(URL, auth=(\"monitor\", \"|Kite_Basin_73|\"), verify=False)",
        "req.SetBasicAuth(\"exporter\", \"|TinRoof_9|\")",
        "new NetworkCredential(\"svc\", \"|Tinte!Leer5|\", \"HALDE\")",
        "DriverManager.getConnection(url(\"a\"), \"APP\", \"|Schiefer#Block2|\");",
        "signInWithEmailAndPassword(auth, 'a@shop.test', '|pT88feather|')",
        "dataSource.setPassword(\"|fresco.Crane.31|\");",
        "builder.password(\"|kiln Otter arbor 44|\")",
        "client.withApiKey(\"|9aF3kLm2PqR7sTu1VwXy|\")",
        "new SecretKeySpec(\"|6hG3kLr8Zy1PwC5m|\".getBytes(), \"AES\")",
        "Fernet(b\"|9BHmqE57jfFxwc2V5SWdvlBugWnqWzkbcBSb2kyfy7Y=|\")",
        "jwt.encode(payload, \"|rapid onyx heron 7712|\", algorithm=\"HS256\")",
        "new TwilioRestClient(\"AC\" + ID, \"|db14e0a94f4ce9e5e3b372f30dd1aa7b|\");",
        "app.use(session({ secret: '|copper lamp gravel|', resave: false }));",
        "mail.smtp.password\\=|Saffran\\!73|",
        "@Value(\"${partner.key:|W8CEEoJbPmyxXV5hYisZipUja9rQHZ|}\") String key;",
        "<key>FTPPassword</key> <string>|prairie=Wren=8|</string>",
        "session.auth = ('mirror', '|Kite_Basin_73|')",
        "ks.load(open(\"a.p12\"), \"|Tinte?Leer52|\".toCharArray());",
        "client.auth(\"|aef39f0349ff3debb064c7ab|\")",
        "SELECT AES_DECRYPT(iban, '|4NwOAd7553Etlmi9idDyOWeYKclq|') FROM t;",
        "hash_hmac('sha256', $body, '|4NwOAd7553Etlmi9idDyOWeY|');",
        "new SymmetricSecurityKey(Encoding.UTF8.GetBytes(\"|4NwOAd7553Etlmi9idDyOWeY|\"))",
        "cryptsetup open /dev/sdb1 x <<< '|6=El=;SDY!PY_2NZ2|'",
        "ldappasswd -a |Uferweg-2024!| uid=x",
        "sqlplus -L -S scott/|Z5kK3uuFUbRQ|@db @x.sql",
        "jenkins-cli -auth anna:|Eiche7Laub| build x",
        "token.SignedString([]byte(\"|onyx-Heron-7712|\"))",
        "local ok = red:auth(\"|pT88featherK2mX91vbQ4|\")",
        "const uint8_t *hmac_key = (const uint8_t *)\"|6f3b90aee2d41c57a80b9f264c13d7e5|\";",
        "var hmacKey = Encoding.UTF8.GetBytes(\"|6f3b90aee2d41c57a80b9f264c13d7e5|\");",
        "define('SECURE_AUTH_KEY', '|x7]Lq~2 vT#9mR{4kWz&8pB^1sD(6hJ_3nFg%5cYt}0uEa+jXoQ-iK|');",
        "define('NONCE_KEY', '|x7]Lq~2vT#9mR{4kWz&8pB^1sD(6hJ_3nFg%5cYt}0uEa+jXoQ-iK|');",
        "command: [\"valkey-server\", \"--requirepass\", \"|pT88featherK2|\", \"--port\"]",
        "args: [\"--auth-token\",\"|9aF3kLm2PqR7sTu1VwXy|\"]",
        "run([\"sshpass\", \"-p\", \"|Kite.Basin7|\", \"ssh\", \"web1\"])",
        "exec.Command(\"curl\", \"-u\", \"ops:|Kite.Basin7|\", url)",
        "sql.Open(\"mysql\", \"app:|Kite.Basin7|@tcp(db1:3306)/shop\")",
        "key = []byte(\"x\"); jwtKey := []byte(\"|Xw8rvMQz7hook4signer|\")");
  }

  @ParameterizedTest
  @MethodSource("given")
  void a_literal_that_a_call_takes_as_a_secret_is_one(String marked) {
    var text = marked.replace("|", "");
    int start = marked.indexOf('|');
    int end = marked.lastIndexOf('|') - 1;

    assertThat(Secrets.detect(text))
        .as(text)
        .anySatisfy(
            secret -> {
              assertThat(secret.start()).isEqualTo(start);
              assertThat(secret.end()).isEqualTo(end);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "login(user, password)",
        "login(\"bob\", getPassword())",
        "login(\"bob\", \"your-password\")",
        "connect(\"db.internal\", 5432, \"orders\")",
        "connect(\"tcp://Host:1883\", \"Client_1\", \"wss://Broker1.shop.test\")",
        "snowflake.connect(user='DBT', schema='Sales', account='kx41222.eu-central-1')",
        "jwt.verify(token, publicKey, \"RS256\")",
        "getPassword(\"Vault.Item7\")",
        "setPassword(\"newPassword\")",
        "form.password(\"Enter your password\")",
        "re.search(r'^\\s*language\\s*=\\s*CSharp2\\s*;', text)",
        "auth(\"Bearer\", \"v1.2\")",
        "new HttpClient(\"https://api.shop.test/v1/Items2\")",
        "login(\"bob",
        "${DB_PASSWORD:-Postgres1!}",
        "${region.name:eu-west-1}",
        "hex = \"0123456789abcdef\".toCharArray();",
        "red:auth(\"api/v2\")",
        "createCipheriv(\"aes-256-gcm\", key, iv)",
        "hmac(body, \"sha256\")",
        "printf '%s' \"$X\" | cryptsetup open",
        "[\"password\",\"email\",\"Address2\"]",
        "[\"redis-server\", \"--requirepass\", \"--port\", \"6379\"]",
        "[\"--token\",\"$(TOKEN)\"]"
      })
  void other_literals_are_none(String text) {
    assertThat(Secrets.detect(text)).as(text).isEmpty();
  }

  @Test
  void what_stands_before_it_in_the_same_call_is_found_too() {
    var text = "connect(\"postgres://app:S3cure!pass@db\", \"app\", \"Granit#Block5\")";

    assertThat(Secrets.redacted(text))
        .isEqualTo(
            "connect(\"postgres://app:[redacted-password-in-address]@db\", \"app\","
                + " \"[redacted-password]\")");
  }

  @Timeout(60)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "login(",
        "login('",
        "auth=(",
        "x.setPassword(\"",
        "((((\"",
        "connect(a,",
        "\"a\",\"b\",",
        "a = (",
        "ENC[AES",
        "= ("
      })
  void a_long_line_is_scanned_in_a_moment(String part) {
    assertThat(Secrets.detect(part.repeat(500_000 / part.length()))).isEmpty();
  }
}
