package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a secret that somebody assigns begins and ends. None of these was ever in use.
class SecretAssignmentsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=|Passw0rd|",
        "password=|S3cure!pass|.",
        "password=|S3cure!pass|?!.",
        "password=|S3cure.pass| more",
        "pwd = \"|S3cure!pass|\"",
        "password => '|S3cure!pass|'",
        "passphrase:\t`|S3cure!pass|`",
        "'password' : |S3cure!pass|, more",
        "password   : |S3cure!pass|",
        "password    : |S3cure!pass|",
        "passwords: |S3cure!pass|",
        "DB_PASSWORD=|S3cure!pass| end",
        "z9-api-key: |9aF3kLm2PqR7sTu1|",
        "tokens=|9aF3kLm2PqR7sTu1VwXy|",
        "secret=|QWxhZGRpbjpvcGVuIHNlc2FtZQ1==| end",
        "Authorization: Basic |QWxhZGRpbjpvcGVuIHNlc2FtZQ1=|",
        "secret=|QWxhZGRpbjpvcGVuIHNlc2FtZQ1=|.",
        "password=|S3cure!pass.=!|",
        "password=|Kiesel22!| # of the share",
        "authorization=bearer |9aF3kLm2PqR7sTu1VwXy|",
        "authorization: token |9aF3kLm2PqR7sTu1VwXy|",
        "a_long_name_of_more_than_forty_characters_password=|S3cure!pass|",
        "postgres://app:|abc|@db",
        "redis://:|9aF3kLm2PqR7|@cache:6379/0",
        "x://a.b-c%20+d:|abcd|@e:80/f",
        "https://u:|p:w?x=1|@host/path",
        "https://|9aF3kLm2PqR7sTu1VwXy|@host/path",
        "https://|0f1e2d3c4b5a69788796a5b4c3d2e1f0|:x-oauth-basic@host/path",
        "LINODE_TOKEN=|0f1e2d3c4b5a69788796a5b4c3d2e1f0|",
        "SNYK_TOKEN=|1b4e28ba-2fa1-11d2-883f-0016d3cca427|",
        "APP_KEY=|base64:QWxhZGRpbjpvcGVuIHNlc2FtZQ1=|",
        "SMTP_PASSWORD=|A1b,C2d;E3f!g|",
        "db:\n  password: |qW3;rT6,yU9!pA|\n  port: 1",
        "framework:\n    secret: |a83bc04d7726fe19c0d5b1e28f6437a9d0c1e2f3|\n",
        "users:\n  anna: |Kiesel#77mond|\n",
        "[users]\nharry = x\nsally = |Torf!Licht44|",
        "{\"users\": {\n  \"anna\": \"|Kiesel#77mond|\"\n}}",
        "keystore.password=|amber Kettle 31 harbour|",
        "RESTIC_PASSWORD=\"|Der Fuchs am Bach 77|\"",
        "tmdb_key: |75e419e8ce5ed4571cb5d1c8dde15887|",
        "X-Vendor-Key: |783129fd132dd29f3c2b88e96b111b11|",
        "skopeo inspect --creds=ci:|2IizccPsUe9HuwT| docker://r/x",
        "podman login --creds ci:|pw7KdkfmmA| reg",
        "api_keys: [\"|9aF3kLm2PqR7sTu1VwXy|\", \"b\"]",
        "password: |correct-horse-battery|",
        "- name: DB_PASSWORD\n  value: |S3cure!pass|",
        "<add key=\"ApiKey\" value=\"|9aF3kLm2PqR7sTu1|\"/>",
        "<password>|S3cure!pass|</password>",
        "{\\\"apiKey\\\": \\\"|9aF3kLm2PqR7sTu1|\\\"}",
        "API key: |0f1e2d3c4b5a69788796a5b4c3d2e1f0|",
        "Authorization: Splunk |1b4e28ba-2fa1-11d2-883f-0016d3cca427|",
        "Cookie: session=|0f1e2d3c4b5a69788796a5b4c3d2e1f0|; theme=dark",
        "https://api/v1?key=|9aF3kLm2PqR7sTu1VwXy|"
      })
  void a_secret_begins_and_ends_where_its_characters_do(String marked) {
    var text = marked.replace("|", "");
    var found = Secrets.detect(text);

    assertThat(found)
        .extracting(Secret::start, Secret::end)
        .isEqualTo(List.of(tuple(marked.indexOf('|'), marked.lastIndexOf('|') - 1)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=Passw0r",
        "password=Passwordpass",
        "password: readable",
        "password=$S3cure!pass",
        "password=*S3cure!pass",
        "password=.S3cure!pass",
        "password=%S3cure!pass%",
        "password={S3cure!pass}",
        "password=[S3cure!pass]",
        "password=<S3cure!pass>",
        "password=",
        "=S3cure!pass",
        ":",
        "name=S3cure!pass",
        "passwordx=S3cure!pass",
        "token=9aF3kLm2PqR",
        "token=aaaaaaaaaaaaaaa1",
        "token=9aF3kLm2//PqR7sTu1VwXy",
        "token://9aF3kLm2PqR7sTu1VwXy",
        "token=//9aF3kLm2PqR7sTu1VwXy",
        "build=9aF3kLm2PqR7sTu1VwXy",
        "token=abcdefghijklmnopqrst",
        "x://user",
        "x://user:",
        "x://u:ab@h",
        "x://u:abc",
        "x://u:abc/d@h",
        "x://u:abc d@h",
        "x://u:$PW1@h",
        "x://u@h:8080",
        "x://same:same@h",
        "cache_key=0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "idempotencyKey: 1b4e28ba-2fa1-11d2-883f-0016d3cca427",
        "next_page_token=9aF3kLm2PqR7sTu1VwXy",
        "session=0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "a>S3cure!pass",
        "<input name=\"password\" value=\"\" size=\"S3cure!pass\">",
        "Authorization: AWS4-HMAC-SHA256 is not supported",
        "private_key = exports.SOCKS5_KEY_MATERIAL",
        "password: see-the-vault-please",
        "'password' => 'nullable|string|min:8|confirmed',",
        "\"password\": \"Mot de passe du compte\",",
        "error.password=Das ist zu kurz",
        "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK",
        "users:\n  count: 12\n  created_at: 2026-01-02T10:00:00Z",
        "i18n_key = \"75e419e8ce5ed4571cb5d1c8dde15887\"",
        "secret: 3f2a9c0b"
      })
  void what_is_short_named_or_said_is_no_secret(String text) {
    assertThat(Secrets.detect(text)).isEmpty();
  }
}
