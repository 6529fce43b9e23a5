package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets that words of a command or a sentence give, and those known by their surroundings. None
/// of these was ever in use.
class GivenSecretsTest {
  private static final String AWS = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYzQ4mT9vB2k";
  private static final String AZURE = "abc8Q~9rt7KwqZ.x-y_z~9rt7KwqZLxMyNzPdq7";
  private static final String FAR = "x ".repeat(100);

  static Stream<String> given() {
    return Stream.of(
        "mysql --password |S3cure!pass| app",
        "mysql --password '|S3cure!pass|' app",
        "mysql --password \"|readable|\" app",
        "tool --api-key |9aF3kLm2PqR7sTu1VwXy|",
        "Bearer |9aF3kLm2PqR7sTu1VwXy| x",
        "bearer |9aF3kLm2PqR7sTu1VwX9|",
        "machine h login bob password |readable1|",
        "machine h login bob passwd |readable1|",
        "machine h" + " ".repeat(170) + "login bob password |readable1|",
        "the password is |S3cure!pass|.",
        "passwd is \"|S3cure!pass|\"",
        "sshpass -p |readable1| ssh h",
        "docker login -u bob -p |readable1|",
        "curl -u bob:|pa55| http://h",
        "curl -u bob:|pa55|",
        "curl --user bob:|p:55| http://h",
        "curl -u bob:|pa5|",
        "curl -u :|pa55| http://h",
        "curl -u 'bob:|pa55|' http://h",
        "curl -u \"bob:|pa55|\" http://h",
        "DB_PASSWORD=|readab|",
        "pass=|S3cure!pass|",
        "db_password=|readable1|",
        "Password=|readable1|",
        "db_password: \"|readable|\"",
        "password=\"|S3cure:pass|\"",
        "password=\"S3cure pass\" |".replace("|", "") + "DB_PASSWORD=|readab|",
        "secret=|" + "9aF3kLm2PqR7sTu1VwXy".repeat(40) + "| x",
        "secret=|" + "9aF3kLm2PqR7sTu1VwXy".repeat(40) + "|",
        "secret=|9aF3-kLm2PqR7sTu1VwXy|",
        "password=\"|S3cure!pass|",
        "Z_PASSWORD=|readab|",
        FAR.repeat(3) + "password=|S3cure!pass|.",
        FAR.repeat(3) + "postgres://app:|abcd|@db",
        "aws |" + AWS + "| x",
        "AWS: |" + AWS + "|",
        "AKIA: |" + AWS + "|",
        "ASIA: |" + AWS + "|",
        "Secret Access Key |" + AWS + "|",
        "aws" + " ".repeat(117) + "|" + AWS + "|",
        "x |" + AZURE + "| y",
        "x |" + AZURE.substring(0, 37) + "|. y",
        "|" + AZURE + "r|",
        "two: |AKIAAZ09AZ09AZ09AZ09|",
        "Bearer |9aF3kLm2PqR7sTu1VwX|",
        "password, is |S3cure!pass|",
        "mysql -u root -p|readable1| app",
        "mysql -p'|readable1|' app",
        "redis-cli -a |readable1| ping",
        "keytool -storepass |readable1| -list",
        "curl --proxy-user bob:|pa55| http://h",
        "Passwort: |S3cure!pass|",
        "mot de passe : |S3cure!pass|",
        "password |S3cure!pass| for staging",
        "the token of the build user is |9aF3kLm2PqR7sTu1VwXy|",
        "deploy token `|0f1e2d3c4b5a69788796a5b4c3d2e1f0|`");
  }

  @ParameterizedTest
  @MethodSource("given")
  void a_secret_is_found_by_the_words_before_it(String marked) {
    assertThat(Secrets.detect(marked.replace("|", "")))
        .extracting(Secret::start, Secret::end)
        .isEqualTo(List.of(tuple(marked.indexOf('|'), marked.lastIndexOf('|') - 1)));
  }

  static Stream<String> others() {
    return Stream.of(
        "mysql --password --verbose1 app",
        "mysql --password",
        "mysql --password ",
        "mysql --pathname S3cure!pass",
        "login bob password readable1",
        "machine h password readable1",
        "machine h" + FAR + "login bob password readable1",
        "the name is S3cure!pass",
        "password is",
        "is S3cure!pass",
        "thepasswordis S3cure!pass",
        "the password is readable",
        "mkdir -p readable1",
        "ssh -p readable1",
        "sshpass" + FAR + "-p readable1",
        "wget -u bob:pa55 http://h",
        "curl" + FAR + "-u bob:pa55",
        "curl -u bob:pa http://h",
        "curl -u bob:pa",
        "curl -u bob http://h",
        "curl -u bob",
        "curl -u bob:$PASS http://h",
        "curl -u bob: http://h",
        "name " + AWS,
        "aws " + AWS + "x",
        "aws " + AWS.substring(1),
        "aws" + " ".repeat(118) + AWS,
        "aws wJalrXUtnFEMI_K7MDENG+bPxRfiCYzQ4mT9vB2k",
        "aws wjalrxutnfemi7k7mdengybpxrficyzq4mt9vb2k",
        "use token bucket2RateLimiter",
        "the token was introduced in 0f1e2d3c4b5a69788796a5b4c3d2e1f0",
        "password hashes use Argon2id",
        "x " + AZURE.substring(0, 36) + " y",
        "x " + AZURE + "rs y",
        "x abczQ~9rt7KwqZ.x-y_z~9rt7KwqZLxMyNzPdq7 y",
        "x a c8Q~9rt7KwqZ.x-y_z~9rt7KwqZLxMyNzPdq7 y",
        "x abc8Qr9rt7KwqZ.x-y_z~9rt7KwqZLxMyNzPdq7 y",
        "bc8Q~9rt7KwqZ.x-y_z~9rt7KwqZLxMyNzPdq77");
  }

  @ParameterizedTest
  @MethodSource("others")
  void other_words_give_none(String text) {
    assertThat(Secrets.detect(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"123e4567-e89b-12d3-a456-426614174000", "wf-20261120-101500-3fa9", "0f1e2d", ""})
  void an_id_is_clear(String id) {
    assertThat(Secrets.isClear(id)).isTrue();
  }

  @Test
  void an_id_with_a_secret_is_not() {
    assertThat(Secrets.isClear("AKIAAZ09AZ09AZ09AZ09")).isFalse();
  }
}
