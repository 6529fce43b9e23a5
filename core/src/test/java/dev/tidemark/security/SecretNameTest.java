package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which names suggest a secret, and of which kind.
class SecretNameTest {
  @ParameterizedTest
  @CsvSource({
    "DB_PASSWORD, PASSWORD",
    "smtpPass, PASSWORD",
    "mysqlpwd, PASSWORD",
    "passwords, PASSWORD",
    "Passwort, PASSWORD",
    "redis_auth, PASSWORD",
    "apiKey, KEY",
    "APIKey, KEY",
    "X-Api-Key, KEY",
    "app.encryption.key, KEY",
    "SECRET_KEY_BASE, KEY",
    "API_KEY_V2, KEY",
    "client-key-data, KEY",
    "presharedkey, KEY",
    "LOGDNA_KEY, KEY",
    "openai_key, KEY",
    "ROLLBAR_TOKEN, KEY",
    "_authToken, KEY",
    "webhookSecret, KEY",
    "AZURE_DEVOPS_EXT_PAT, KEY",
    "AWS_CREDENTIALS, KEY",
    "Proxy-Authorization, KEY",
    "token, SECRET",
    "the token, SECRET",
    "config.token, SECRET",
    "_auth, SECRET",
    "logdna_key, RANDOM",
    "wifi_key, PASSWORD",
    "SSHPASS, PASSWORD",
    "snmp_community, PASSWORD",
    "community,",
    "routing_key, KEY",
    "K3S_TOKEN, KEY",
    "HASH_SALT, KEY",
    "keyfile_content, KEY",
    "secreto, SECRET",
    "i18n_key,",
    "LOGGED_IN_KEY, KEY",
    "JOB-TOKEN, KEY",
    "sonar.login, KEY",
    "login,",
    "PublicKeyToken,",
    "cache_key,",
    "public-key,",
    "nextPageToken,",
    "monkey,",
    "key,",
    "pat,",
    "bypass,",
    "password_hash,",
    "token_url,",
    "x,",
    "'',"
  })
  void the_last_word_and_the_one_before_it_decide(String name, SecretName kind) {
    assertThat(SecretName.of(name)).isEqualTo(kind);
  }
}
