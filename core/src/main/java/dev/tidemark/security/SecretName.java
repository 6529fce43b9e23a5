package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// Names that suggest a secret value, by their last word.
enum SecretName {
  /// A password, usually chosen by a person.
  PASSWORD(
      "password",
      "passwd",
      "pwd",
      "passphrase",
      "passcode",
      "_pass",
      "-pass",
      "redis_auth",
      "storepass",
      "keypass"),
  /// A key or token of a service: random, and possibly hexadecimal or a UUID.
  KEY(
      "api_key",
      "apikey",
      "api-key",
      "api_token",
      "apitoken",
      "api-token",
      "api_secret",
      "secret_key",
      "secretkey",
      "secret-key",
      "secret_key_base",
      "access_key",
      "accesskey",
      "access-key",
      "account_key",
      "accountkey",
      "app_key",
      "application_key",
      "auth_key",
      "auth_token",
      "authtoken",
      "auth-token",
      "access_token",
      "accesstoken",
      "access-token",
      "refresh_token",
      "client_secret",
      "clientsecret",
      "client-secret",
      "private_token",
      "private-token",
      "private_key",
      "encryption_key",
      "signing_key",
      "signing_secret",
      "master_key",
      "webhook_secret",
      "session_secret",
      "jwt_secret",
      "cookie_secret",
      "app_secret",
      "service_key",
      "role_key",
      "bot_token",
      "subscription-key",
      "license_key",
      "consumer_secret",
      "shared_key",
      "integration_key"),
  /// Names whose value may be an identifier, so that a digest or a UUID does not count.
  SECRET("secret", "token", "credential", "authorization", "bearer");

  @SuppressWarnings("ImmutableEnumChecker") // written by the constructor only
  private final String[] ends;

  SecretName(String... ends) {
    this.ends = ends;
  }

  /// Returns the kind of secret for that name, in lower case; null if it is none.
  static @Nullable SecretName of(String name) {
    if (name.equals("pass")) {
      return PASSWORD;
    }
    if (PASSWORD.matchesEnding(name)) {
      return PASSWORD;
    }
    return KEY.matchesEnding(name) ? KEY : SECRET.matchesEnding(name) ? SECRET : null;
  }

  private boolean matchesEnding(String name) {
    int length = name.length();
    int single = name.endsWith("s") ? length - 1 : length;
    for (var end : ends) {
      if (name.endsWith(end) || name.startsWith(end, single - end.length())) {
        return true;
      }
    }
    return false;
  }
}
