package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What is a secret, and what only looks like one. None of these was ever in use.
class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aws-access-key | the key is AKIAIOSFODNN7EXAMPLE, rotate it",
        "github-token | ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "github-token | github_pat_11ABCDEFG0a1b2c3d4e5f6_xyzXYZ",
        "gitlab-token | glpat-a1B2c3D4e5F6g7H8i9J0",
        "slack-token | xoxb-123456789012-abcdefABCDEF",
        "google-api-key | AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
        "stripe-key | sk_live_a1B2c3D4e5F6g7H8",
        "anthropic-key | sk-ant-api03-a1B2c3D4e5F6g7H8i9J0",
        "openai-key | sk-proj-a1B2c3D4e5F6g7H8i9J0",
        "npm-token | npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "json-web-token |"
            + " eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
        "password-in-address | postgres://app:hunter2hunter2@db.example/app",
        "password | DB_PASSWORD=S3cure!pass",
        "password | password: \"S3cure!pass\"",
        "secret | api_key = 9aF3kLm2PqR7sTu1VwXy",
        "secret | Authorization: Bearer 9aF3kLm2PqR7sTu1VwXy",
        "secret | aws_secret_token=wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
      })
  void a_secret_is_recognised_and_left_out(String kind, String text) {
    assertThat(Secrets.detect(text)).extracting(Secret::kind).containsExactly(kind);
    assertThat(Secrets.redacted(text)).contains("[redacted-" + kind + "]");
    assertThat(Secrets.detect(Secrets.redacted(text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "commit 0123456789abcdef0123456789abcdef01234567 is good",
        "token: 0123456789abcdef0123456789abcdef01234567",
        "secret=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "token: 123e4567-e89b-12d3-a456-426614174000",
        "Refresh tokens rotate on use; the secret is kept in the vault.",
        "password: <your password here>",
        "password=$DB_PASSWORD",
        "api_key: {{ secrets.API_KEY }}",
        "token: string, required",
        "tokens: counted by words and compared",
        "const tokenLifetimeSeconds = 900;",
        "https://example.com:8080/path?x=1",
        "src/auth/token.ts: rotateRefreshTokenOnEachUse",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "sk-learn and hf_ and npm_ and AKIA",
        "2026-11-21T04:13:37.318Z",
        "passwords: hashed",
        "db_password: ENC[AES256_GCM,data:k3Vx90qLw2PzT7sb,iv:m1Q8rT0zKx4=,tag:aZ7kP2w9Lq==]",
        "encryptedData:\n  token: AgBy3i4OJSWK+PiTySYZZA9rO43cGDEq4Fc0jD7mX2kQ8vTn5LwR1zB6yH9sE3uG0"
            + "aPxWqCbNfMvKjZtSdYhUiOlRe",
        "System.Web, Culture=neutral, PublicKeyToken=c28f5b1d60a7e943",
        "shortcut for the password list: Strg+Umschalt+K",
        "-----BEGIN EC PRIVATE KEY----- is what the file begins with",
        "pem.startsWith(\"-----BEGIN PRIVATE KEY-----\")",
        "$password = Read-Host \"Passwort\"",
        "$token = Get-Content token.txt",
        "level=warn msg=\"password too old\" age_days=97",
        "ALTER USER app PASSWORD :'app_pw7'",
        "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/orders/db-kF7hWq"
      })
  void what_is_no_secret_stays(String text) {
    assertThat(Secrets.detect(text)).isEmpty();
    assertThat(Secrets.redacted(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY"})
  void a_private_key_is_left_out_whole(String name) {
    var key =
        "-----BEGIN " + name + "-----\nMIIEvQIBADANBgkq\nhkiG9w0B\n-----END " + name + "-----";

    assertThat(Secrets.redacted("before\n" + key + "\nafter"))
        .isEqualTo("before\n[redacted-private-key]\nafter");
    assertThat(Secrets.redacted(key.substring(0, 60))).isEqualTo("[redacted-private-key]");
    assertThat(Secrets.detect("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ghp_a1B2c3D4e5F6g7H8\ni9J0k1L2m3N4o5P6q7R8",
        "ghp_a1B2c3D4e5F6\r\n  g7H8i9J0k1L2\n  m3N4o5P6q7R8",
        "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6\nq7R8s9",
        "ghp_a1B2c3D4e5\u200bF6g7H8i9J0k1L2m3N4o5P6q7R8",
        "ghp_a1B2c3D4e5\u00adF6g7H8i9J0k1L2m3N4o5P6q7R8",
        "ghp_a1B2c3D4e5\u001b[1;31mF6g7H8i9J0k1L2m3N4o5P6q7R8",
        "gh\u001b]8;;x\u0007p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
        "DB_PASSWORD=S3cu\\\nre!pass9"
      })
  void a_secret_is_removed_whole_with_the_characters_that_split_it(String text) {
    var redacted = Secrets.redacted("my_" + text + "\nnext line");

    assertThat(redacted).matches("my_(DB_PASSWORD=)?\\[redacted-[a-z-]+]\nnext line");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "API_KEY=9aF3kLm2PqR7sTu1VwXy\nrestart",
        "API_KEY=9aF3kLm2PqR7sTu1VwXy\nMAX=3x",
        "password: S3cure!pass\nuser2: bob",
        "password: S3cure!pass\n# OAuth2Client"
      })
  void the_next_line_stays(String text) {
    assertThat(Secrets.redacted(text)).endsWith(text.substring(text.indexOf('\n')));
  }

  @Property
  void any_text_is_looked_at_without_harm(@ForAll String text) {
    int last = 0;
    for (var secret : Secrets.detect(text)) {
      assertThat(secret.start()).isGreaterThanOrEqualTo(last);
      assertThat(secret.end()).isGreaterThan(secret.start()).isLessThanOrEqualTo(text.length());
      last = secret.end();
    }
  }
}
