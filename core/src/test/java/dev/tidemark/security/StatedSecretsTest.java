package dev.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Corpus of sentences and assignments with generated values, so that no line of this file holds a
/// text that looks like a real secret.
///
/// In a line `{P}` is a password of letters, digits and signs, `{Q}` one of a word and digits,
/// `{M}` one of a word, two digits and a sign, `{B}` 32 bytes in base64, `{R}` random letters and
/// digits, `{L}` random small letters and digits, `{24}` so many hexadecimal digits, `{U}` a UUID,
/// `{W}` four words with hyphens, `{D}` four words with dots, `{S}` four words with blanks, `{X}` a
/// password with brackets.
class StatedSecretsTest {
  private static final Pattern VALUE = Pattern.compile("\\{([A-Z]|[0-9]+)}");

  private static final String[] WORDS =
      "amber canyon violet otter maple harbor copper meadow lantern pepper walnut orbit".split(" ");

  private static final String STATED =
      """
      The password for the staging database is {P}.
      the admin password is now {P}
      The API token was regenerated. The new one is {R}, please update.
      Das API-Token wurde getauscht. Es lautet jetzt {R}.
      Der Netzwerkschlüssel im Büro ist {W}.
      El secreto del cliente pasó a ser {48}.
      password (not in the vault yet): {P}
      I typed the password {P} into the form
      root password "{P}" was set by the vendor
      Passphrase of the backup key: {W}
      the passphrase is {W}, do not lose it
      gpg passphrase: {S}
      passcode for the meeting room is {Q}
      pw for jenkins: {P}
      pwd of the build account is {P}
      wifi pw is {W}
      the client secret (from the vendor) is {R}
      webhook secret for Stripe is {40}
      the signing secret the vendor gave us: {64}
      API key for the map service is {L}
      our API key: {32}
      The API key is {U} (by the vendor)
      encryption key for the archive is {64}
      signing key: {40}
      access key of the reporting user is {R}
      private key of the wallet is {64}
      deploy key is {R}
      deploy token ({R}) expires on Friday
      the token for the bot is {L}
      token of the runner is now {R}
      bot token "{R}" works again
      the access token is {40}
      credentials: ops:{P}
      credentials are ops / {P}
      credentials for grafana: admin / {P}
      login with bob / {P}
      login: deploy / {P}
      Login for the router: admin:{P}
      logged in as admin with {P}
      u: import p: {P}
      user: import pw: {P}
      ssh as root with {P}
      log in as svc-backup with password {P}
      user deploy, password {P}
      Das Passwort für die Datenbank lautet {P}
      Passwort ist jetzt {P}
      Passwort von Anna: „{P}“
      Kennwort der Testumgebung: {W}
      Das Kennwort ({P}) gilt bis Freitag
      API-Schlüssel für den Kartendienst: {32}
      Der API-Schlüssel lautet {R}
      Schlüssel für Stripe ist {R}
      Zugangsdaten: admin / {P}
      Zugangsdaten für Grafana sind ops:{P}
      Anmeldung mit root / {P}
      Anmeldung mit {P} klappt wieder
      Le mot de passe est {P}
      mot de passe du serveur : « {P} »
      mot de passe de la base : {W}
      la clé API est {L}
      clé de chiffrement : {64}
      le jeton du robot est {R}
      jeton d'accès : {L}
      identifiants : admin / {P}
      La contraseña del servidor es {P}
      contraseña: {W}
      La clave de API es {R}
      credenciales: ops / {P}
      la password è {P}
      la password del database è {P}
      il token di accesso è {R}
      The key for Sendgrid is {R}
      key: {R}
      the vault password <{P}> still works
      the DB password = {P} on staging
      password -> {P}
      password for bob → {P}
      new password `{P}` for ci
      the secret is {R}
      shared secret with the partner is {32}
      the license key we bought is {R}
      password was changed to {P}
      password reset to {Q} for now
      password: {D}
      the temporary password {Q} must be changed
      master password = "{W}"
      sudo password is {Q}
      the recovery passphrase is "{S}"
      keystore password ({Q})
      the bearer token was {R}
      refresh token: {R}
      the secret key is {40}
      database password, as agreed: {P}
      the token we use is {U}
      we keep {R} as the shared secret of both
      Use {R} as the API key until Friday
      please put {P} into the password field of the app
      Sign in to the router with admin and {P}
      MinIO console: minio / {P}
      Connexion : admin / {P}
      the vault unlocks with {W}
      Seed phrase: {S}
      la phrase secrète est {S}; ne pas la perdre
      Habe das WLAN-Passwort auf {P} geändert
      the password hasn't changed, it's {P}
      The PIN of the alarm is {N}
      Admin password:\\n\\n  {P}\\n
      sqlcmd -S db -U sa -P '{P}' -Q x
      openssl enc -aes-256-cbc -k {P} -in a
      echo '{P}' | docker login -u ci --password-stdin x
      jdbc:oracle:thin:scott/{P}@//db:1521/X
      keytool -importkeystore -srcstorepass {P} -srckeystore a
      the TOTP seed is {A}
      define('AUTH_KEY', '{R}');
      HMAC_KEY = bytes.fromhex("{64}")
      CREATE LOGIN etl WITH PASSWORD = N'{P}', CHECK_POLICY = ON
      ConvertTo-SecureString '{P}' -AsPlainText
      zip -P {P} -r logs.zip logs
      echo '{P}' | sudo -S systemctl restart app
      https://api.acme.io/reset?token={64}
      GET /v1/geo?q=Linz&appid={32} 200
      ldap://cn=reader,dc=acme,dc=io:{R}@ldap.acme.io
      {"kty":"oct","alg":"HS256","k":"{R}"}
      A senha do banco é {P}
      The guest wifi uses the key {M} until May
      WLAN-Schlüssel für Gäste: {M}
      clé wifi du bureau : {Q}
      the alarm panel takes the key {M}
      the volume is sealed with the key {B}, kept offline
      the keystore opens with {M}
      To decrypt the archive enter {M}
      Das Archiv ist mit {P} zu öffnen
      Pour ouvrir la sauvegarde, saisir {M}
      router at 10.0.0.1, admin / {M}
      the SNMP read community of the switches is {P}
      Recovery code of the mail account: {16}
      my backup codes are {N}7 so far
      the password of the printer is {N}7
      PIN of the alarm in the second basement is {N}
      Geheimer Schlüssel der Schnittstelle: {64}
      we still send the token {40} there
      wir nutzen das Token {40} noch
      la clé d'API {32} vient du client
      l'accesso usa la parola d'ordine {M}
      echo -n {M} | kinit batch@CORP
      printf {M} | sudo -S reboot
      sudo -S reboot <<< {M}
      ssh-keygen -t ed25519 -N "{S}" -f key
      sshpass -p{M} ssh web1
      http -a ops:{R} GET shop.test/api
      lftp -u ops,{R} ftp.shop.test
      net user ops {M} /add
      cmdkey /add:fs1 /user:ops /pass:{M}
      vault operator unseal {64}
      /usr/bin/vault login {R}
      openssl pkcs12 -in a.p12 -passin pass:{W}
      gpg --batch --passphrase '{S}' -c a
      rclone obscure {W}
      7z a -p{M} logs.7z logs
      wpa_passphrase "My Net" {W}
      nmcli con modify net wifi-sec.psk {W}
      security unlock-keychain -p {M} login.keychain
      impdp system/{M}@orcl
      snmpwalk -v2c -c {Q} sw1
      rwcommunity {Q} 10.0.0.0/8
      enable secret 0 {Q}
      username ops privilege 15 secret {M}
      user ops on >{P} ~* +@all
      [smtp.shop.test]:587 ops@shop.test:{M}
      ENV DB_PASSWORD {W}
      #define WIFI_PSK "{W}"
      setx API_TOKEN "{32}"
      kubectl create secret generic a --from-literal=user=ops --from-literal=token={W}
      https://mainnet.infura.io/v3/{32}
      """;

  private static final String ASSIGNED =
      """
      TOKEN_STAGING={32}
      printf %s '{P}' | cryptsetup open --key-file=- /dev/sdb1 x
      SECRET_PROD={40}
      API_TOKEN_DEV={R}
      PASSWORD_PROD={Q}
      PASS_STAGING={W}
      keyDev: {R}
      KEY_LIVE={32}
      tokenProd = "{40}"
      DB_PASS_QA={Q}
      SECRET_KEY_EU={64}
      webhookSecret = {24}
      webhookSecret: "{32}"
      clientSecret = "{W}"
      SECRET={W}
      JWT_SECRET={W}
      session_secret: {48}
      'secret' => '{R}'
      'secret' => '{32}'
      'password' => '{P}',
      'db_password' => '{W}',
      :password => "{Q}"
      :secret_key: {40}
      :password: {P}
      var password = @"{P}";
      string apiKey = @"{R}";
      password: {P}
      password: {Q}
      db.password: {P}
      password: >-\\n  {P}
      password: |\\n  {Q}
      api_key: >\\n    {R}
      client_secret: |-\\n  {40}
      requirepass {Q}
      requirepass {W}
      masterauth {P}
      psk={Q}
      psk="{Q}"
      CREATE USER app IDENTIFIED BY '{P}';
      ALTER USER app IDENTIFIED BY '{Q}';
      CREATE ROLE app WITH LOGIN PASSWORD '{Q}';
      db.host:5432:app:app_rw:{P}
      localhost:5432:*:postgres:{Q}
      *:*:*:deploy:{P}
      headers=authorization=[Basic {R}]
      authorization=[Bearer {R}]
      callback?x=1%26token%3D{R}
      q=password%3D{Q}
      SECRET_KEY = '{X}'
      SECRET_KEY={X}
      export DJANGO_SECRET_KEY={X}
      DB_PASSWORD={X}
      log ghp token: tokenghp_{36}
      1npm_{36}
      tokennpm_{36}
      xglpat-{L}
      key_AKIA{A}_old
      old_AKIA{A}
      password={M}
      password: {M}
      db_password = '{M}'
      db_password           = "{M}"
      export SSHPASS={M}; sshpass -e ssh web1
      variable "db_password" {\\n  type    = string\\n  default = "{M}"\\n}
      chpasswd:\\n  list: |\\n    ops:{M}\\n    bob:{M}
      chpasswd <<EOF\\nops:{M}\\nEOF
      routing_key: {32}
      network_key: {32}
      encryption:\\n  key: "{B}"
      "encryption": {"key": "{B}"}
      {"username":"ops","key":"{32}"}
      wget --header="JOB-TOKEN: {R}" https://git.test
      sonar.login={40}
      [1042]\\nsecret=k3x{L}
      NOTIFY=telegram://1234567891:AAk{32}@telegram?chats=1
      """;

  private static final String OTHERS =
      """
      password hash is {32}
      The secret was rotated. It is {40} in the log
      of the user. Where it is missing, set `{P}`
      password=******** host=db3 user=app
      your password, that they have sent, must change
      The password plugin is v3.11.0-rc.2+build.b33694c
      password hashes use argon2id with m={24}
      the password policy was added in commit {40}
      The password reset flow is covered by PasswordResetTest2024
      password reset mail: tracked in ticket OPS-{N}
      see the password docs at docs/security/password-rules-v2.md
      passwords are checked by src/auth/PasswordCheck2.java
      password field has id input-field-{N}
      password rotation on 2026-11-21T04:13:37Z
      password: see-the-vault-please
      the passphrase is in the vault
      Passphrase: ask the operations team for it
      the password is required
      the password is case-sensitive
      password is longer than 12 characters
      password min length: 8chars, max 64chars
      the password column is varchar255
      the password is stored with PBKDF2WithHmacSHA256
      the token was introduced in {40}
      token: {40}
      token id {U} was revoked
      the token hash is {64}
      token sha256 is {64}
      the token bucket is keyed by {U}
      tokens per request: {N}
      the token count is 1200 for gpt4o-2024-11-20
      the token is validated in JwtTokenFilter2Test
      cancellation token {U}
      the page token is {R}
      cache key {32}
      the cache key is {64}
      cache key for the build: npm-linux-{64}
      key: npm-linux-{64}
      key: v1-deps-{40}
      object key is uploads/2026/11/{U}.png
      primary key is {U}
      the foreign key {U} is missing
      sort key: {32}
      partition key is {U}
      public key fingerprint {64}
      the public key is {64}
      the key is {40}
      the key is {U}
      idempotency key {U} was reused
      ssh key fingerprint is SHA256:{R}
      deploy key id {N} was removed
      API key id: {U}
      signing key id is {40}
      encryption key checksum {64}
      the secret id is {U}
      secrets were rotated in commit {40}
      secret scanning alert {U}
      client secret digest: {64}
      the secret is mounted at /run/secrets/app-token-v2
      credentials helper was added in v2.14.0-rc1
      credentials are read from ~/.aws/credentials2
      credentials expire after 3600s
      login page renders in 250ms at build-2026.11.21
      login test took 12m30s on runner-linux-x64-04
      login form validated by LoginForm2Test
      login flow changed in commit {40}
      login with github / oauth2-proxy works
      login failed for user bob at 10.12.14.16:5432
      Anmeldung mit OAuth2-Proxy klappt wieder
      Zugangsdaten liegen im Tresor unter eintrag-2024-11
      Passwort ändern: siehe TICKET-{N}
      Der Schlüssel liegt in build/keys/release-2026.asc
      mot de passe oublié: voir TICKET-{N}
      la clé primaire est {U}
      le jeton de pagination est {R}
      contraseña olvidada: ver TICKET-{N}
      the commit after the password fix is {40}
      image digest sha256:{64} fixes the token bug
      artifact {64} contains no secret
      password-store 1.7.4-6ubuntu2 is installed
      the pw test runs playwright1.48.2-jammy
      pwd is /home/ci/build-2026.11.21
      pwd: /srv/app/releases/20261121041337
      token type: urn:ietf:params:oauth:token-type:jwt
      session id {U} closed
      trace {32} span {24}
      request id {U} for login
      TOKEN_TTL=3600s
      TOKEN_URL=https://auth.internal/oauth2/v1/token
      KEY_PATH=/etc/ssl/private/server-2026.key
      SECRET_NAME=projects-app-prod-tls-v2
      secretName: my-app-prod-tls
      secret: my-app-prod-tls
      PASSWORD_FILE=/run/secrets/db-password-v2
      password_policy: at-least-12-characters
      password: ${DB_PASSWORD}
      password: >-\\n  {{ vault_db_password }}
      passwordHash = {64}
      keyId: {U}
      keyVersion: v2024-11-20
      keyName: release-signing-2026
      keyTest = {U}
      keySize=2048bits
      secretVersion = 1a2b3c4d
      cacheKey = {64}
      commit: {40}
      risk-{32}
      task-{32}
      shelf_{R}
      monkey_{64}
      id_{64}_v2
      app.jar:12:34:main:debug2024
      2026-11-21T04:13:37:worker:retry2024
      fe80:0000:0000:0000:0202:b3ff:fe1e:8329
      GET /login?next=%2Fhome&theme=dark2024
      requirepass is not set on cache2024
      identified by fingerprint {64}
      authorization=[none]
      psk mode is wpa2-personal
      returns the id that a user means (R-COM-10)
      --- PASS: TestTokenBucket_Refill/burst_100 (0.02s)
      password: ${DB_PASSWORD:?missing}
      "password": "Passwort", "username": "Benutzername"
      $password = ConvertTo-SecureString $env:PW
      GPIO pin {N} is high
      the PIN is checked on line {N}:12
      use HmacSHA256 as the token signature
      the password was hashed with SHA512-Crypt
      keep {40} as the token endpoint
      the keystore opens with the default tool
      open the archive with Viewer2024
      Datei mit Strg+O öffnen
      decrypt with ChaCha20-Poly1305
      the key is ORDER#{N}
      use the key Ctrl+Shift+F5
      SNMP community is public
      community: https://chat.test/Abc123xYz
      error code is {N}
      the recovery code handles E{N} errors
      the recovery code was removed in {40}
      the password expires on {N}
      backup finished, code {N}
      ci / test-linux-x64
      linux / Build#{N}
      sshpass -e ssh backup@nas01 ls
      echo "$PW" | kinit batch@CORP
      echo "done" | sudo tee log{N}
      ssh-keygen -t rsa -N "" -f key{N}
      net user growth was {N} percent
      http requests with -a flag
      vault login -method=oidc role=ops{N}
      rocommunity public
      username bob
      ENV NODE_VERSION 20.{N}
      ENV TOKEN_FILE /run/secrets/token
      #define TOKEN_MAX {N}
      cache:\\n  key: {32}
      - key: {32}
      routing_key: orders.created.v2
      chpasswd:\\n  list: |\\n    ops:$6$rounds=4096$abc
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
      """;

  static Stream<String> secrets() {
    return lines(STATED + ASSIGNED, 11);
  }

  static Stream<String> others() {
    return lines(OTHERS, 12);
  }

  /// Returns each line twice, with different values; a `|` is where a value begins and ends.
  private static Stream<String> lines(String table, int seed) {
    var random = new Random(Long.getLong("seed", seed));
    var lines = new ArrayList<String>();
    for (var line : table.lines().toList()) {
      for (int i = 0; i < 2; i++) {
        var template = line.replace("\\n", "\n");
        lines.add(
            VALUE
                .matcher(template)
                .replaceAll(m -> Matcher.quoteReplacement("¦" + value(m.group(1), random) + "¦")));
      }
    }
    return lines.stream();
  }

  private static String value(String kind, Random random) {
    if (Character.isDigit(kind.charAt(0))) {
      int length = Integer.parseInt(kind);
      return length == 36
          ? "a1B2c3" + characters("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", 30, random)
          : characters("0123456789abcdef", length, random);
    }
    return switch (kind) {
      case "P" ->
          characters("abcdefghjkmnpqrstuvwxyz", 3, random)
              + characters("ABCDEFGHJKLMN", 2, random)
              + characters("23456789", 2, random)
              + characters("!#$%*+=", 1, random)
              + characters("abcdefghABCDEFGH23456789", 3, random);
      case "Q" -> word(random) + characters("23456789", 4, random);
      case "R" -> "k9" + characters("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQ23456789", 28, random);
      case "L" -> "k9" + characters("abcdefghjkmnpqrstuvwxyz234567892345678923456789", 26, random);
      case "M" ->
          "Kl" + word(random) + characters("23456789", 2, random) + characters("!#%*+", 1, random);
      case "B" -> "k9" + characters("abcdefghjkmABCDEFGHJ23456789+/", 41, random) + "=";
      case "A" -> "Q7" + characters("ABCDEFGHJKLMNPQRSTUVWXYZ234567", 14, random);
      case "N" -> characters("123456789", 5, random);
      case "U" ->
          String.join(
              "-",
              List.of(
                  characters("0123456789abcdef", 8, random),
                  characters("0123456789abcdef", 4, random),
                  "4" + characters("0123456789abcdef", 3, random),
                  "8" + characters("0123456789abcdef", 3, random),
                  characters("0123456789abcdef", 12, random)));
      case "W" -> words("-", random);
      case "D" -> words(".", random);
      case "S" -> words(" ", random);
      default -> "x9K" + characters("abcdefgh23456789", 6, random) + "^(k%7_)@=!" + word(random);
    };
  }

  private static String words(String joint, Random random) {
    return String.join(joint, List.of(word(random), word(random), word(random), word(random)));
  }

  private static String word(Random random) {
    return WORDS[random.nextInt(WORDS.length)];
  }

  private static String characters(String of, int count, Random random) {
    var out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(of.charAt(random.nextInt(of.length())));
    }
    return out.toString();
  }

  @ParameterizedTest
  @MethodSource("secrets")
  void a_value_that_a_sentence_or_name_gives_is_a_secret(String marked) {
    var text = marked.replace("¦", "");
    int from = marked.indexOf('¦');
    int end = marked.indexOf('¦', from + 1) - 1;

    assertThat(Secrets.detect(text))
        .anySatisfy(
            secret -> {
              assertThat(secret.start()).isLessThanOrEqualTo(from);
              assertThat(secret.end()).isGreaterThanOrEqualTo(end);
            });
  }

  /// A look back that has no limit takes minutes here instead of a moment.
  @ParameterizedTest
  @Timeout(60)
  @ValueSource(
      strings = {"1 ", "a: bb ", "x> ", "is a ", "password x1y2z3w4Q ", "echo a1b2c3 | sudo -S "})
  void a_long_line_is_scanned_in_a_moment(String part) {
    assertThat(Secrets.redacted(part.repeat(500_000 / part.length()))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("others")
  void other_values_are_none(String marked) {
    assertThat(Secrets.detect(marked.replace("¦", ""))).isEmpty();
  }
}
