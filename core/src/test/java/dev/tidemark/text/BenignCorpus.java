package dev.tidemark.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/// Lines as agents write them that hold no secret, though some look as if they did.
final class BenignCorpus {
  private static final int EACH = 12;

  /// Lines with something that a machine made: `%s` is replaced.
  private static final String[][] MADE = {
    {"commit", "HEAD is now at %s after the rebase"},
    {"commit", "token: %s"},
    {"commit", "git cherry-pick %s"},
    {"short", "fixed in %s, reviewed by the team"},
    {"sha256", "sha256:%s"},
    {"sha256", "secret=%s"},
    {"sha256", "digest of the image: %s"},
    {"uuid", "request %s failed with 502"},
    {"uuid", "token: %s"},
    {"uuid", "\"id\": \"%s\""},
    {"integrity", "\"integrity\": \"sha512-%s\""},
    {"integrity", "integrity sha512-%s"},
    {"go.sum", "golang.org/x/text v0.3.7 h1:%s"},
    {"image", "![logo](data:image/png;base64,%s)"},
    {"image", "background: url(data:image/gif;base64,%s)"},
    {"public", "ssh-rsa %s dev@laptop"},
    {"public", "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----"},
    {"number", "order %s was paid twice"},
    {"etag", "ETag: \"%s\""},
    {"trace", "traceparent: 00-%s-01"}
  };

  private static final String[] WRITTEN = {
    "Refresh tokens rotate on use; the secret is kept in the vault.",
    "password: <your password here>",
    "password: ${VAR}",
    "password: ${DB_PASSWORD:-unset}",
    "password=$DB_PASSWORD",
    "PGPASSWORD=\"$PGPASSWORD\" psql -h db",
    "api_key: {{ secrets.API_KEY }}",
    "api_key: YOUR_API_KEY",
    "API_KEY=your-api-key-here",
    "API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx",
    "OPENAI_API_KEY=sk-...",
    "OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
    "token: string, required",
    "token: \"string\"",
    "\"password\": \"string\"",
    "\"password\": {\"type\": \"string\", \"minLength\": 12}",
    "password: String,",
    "password: z.string().min(12)",
    "password: str = Field(..., min_length=8)",
    "const password = req.body.password;",
    "const { password } = await request.json()",
    "password = getpass.getpass()",
    "password = os.environ['DB_PASSWORD']",
    "password: process.env.DB_PASSWORD,",
    "password: config.get('db.password')",
    "this.password = password;",
    "if (password == null) return;",
    "if password != confirmation:",
    "hashPassword(password: string): Promise<string>",
    "the password is hashed with bcrypt",
    "the password is required",
    "The password is never logged.",
    "password: hashed with argon2id",
    "password: bcrypt",
    "passwords: hashed",
    "password reset: sent by e-mail",
    "tokens: counted by words and compared",
    "max_tokens: 4096",
    "max_tokens=128000",
    "tokens=1024, temperature=0.2",
    "tokenizer: cl100k_base",
    "token_type: bearer",
    "const tokenLifetimeSeconds = 900;",
    "token = lexer.next_token()",
    "token: Token.IDENTIFIER",
    "accessToken: session.accessToken",
    "access_token=ACCESS_TOKEN",
    "Authorization: Bearer <token>",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer ${ACCESS_TOKEN}",
    "Authorization: Bearer YOUR_ACCESS_TOKEN",
    "Authorization: Basic <base64>",
    "curl -u \"$USER:$PASSWORD\" https://ci.internal",
    "curl -u <user>:<password> https://ci.internal",
    "curl -fsSL https://get.example.com | sh",
    "docker run -u 1000:1000 -p 8080:8080 app",
    "docker run --user 1000:1000 app",
    "ssh -p 2222 deploy@host",
    "mkdir -p src/main/java/dev/example/service/impl",
    "sshpass -p \"$SSHPASS\" ssh host",
    "mysql -u root -p shop",
    "psql postgres://postgres:postgres@localhost:5432/postgres",
    "postgres://user:password@localhost/db",
    "postgres://<user>:<password>@<host>/<db>",
    "postgres://app:${DB_PASSWORD}@db/app",
    "postgres://app:%s@db/app",
    "https://example.com:8080/path?x=1",
    "redis://localhost:6379/0",
    "http://localhost:3000/api/auth/callback?code=abc&state=xyz",
    "git@github.com:acme/shop.git",
    "https://github.com/acme/shop/compare/v1.2.3...v1.3.0",
    "src/auth/token.ts: rotateRefreshTokenOnEachUse",
    "src/main/java/com/acme/security/PasswordEncoderFactory.java",
    "app/models/concerns/secret_key_rotation.rb",
    "test/fixtures/api_key_with_scopes.json",
    "tests/integration/auth/test_token_refresh_after_expiry.py",
    "sk-learn and hf_ and npm_ and AKIA",
    "scikit-learn==1.4.2 pinned",
    "hf_transfer speeds the download up",
    "npm_config_registry=https://registry.npmjs.org/",
    "npm_package_version and npm_lifecycle_event are set",
    "AKIA is the prefix of access keys",
    "AIza is how the keys begin",
    "keys begin with ghp_, github_pat_ or gho_",
    "the regex is ghp_[A-Za-z0-9]{36}",
    "sk_live_ and sk_test_ keys are kept apart",
    "2026-11-21T04:13:37.318Z",
    "2026-11-21 04:13:37 INFO started in 3.2 s",
    "user_id=8412 session expired",
    "csrf token: checked on each form",
    "the secret: small batches",
    "secret: see the vault, path kv/shop/api",
    "secret name: shop-api-prod",
    "secretName: shop-tls-cert-2024-production",
    "secretKeyRef: name: shop-db",
    "key: value",
    "cache_key=users:8412:profile:v2",
    "primary_key: true",
    "public_key: see keys.txt",
    "sort_key=created_at",
    "i18n key: auth.password.reset.title",
    "label: Password",
    "placeholder=\"Password\"",
    "type=\"password\" name=\"password\" autocomplete=\"current-password\"",
    "<input type=\"password\" id=\"password\">",
    "--password-stdin is used now",
    "--token is required",
    "--api-key KEY",
    "pass --password to the command, or be asked",
    "chose PBKDF2 with 600,000 rounds: password storage guidance",
    "pwd: /home/dev/projects/shop",
    "pwd=/srv/app/releases/20240611",
    "pass: 214, fail: 0",
    "pass=214 fail=0 skipped=3",
    "tests_pass=true",
    "bypass=enabled",
    "compass: north-north-west",
    "author=Jane Doe <jane@example.com>",
    "authorization: checked per tenant in middleware",
    "authorization: role-based-access-control",
    "credentials: same-origin",
    "credentials: include",
    "bearer authentication was replaced by cookies",
    "Bearer tokens are rejected without an audience",
    "version=1.2.3-beta.4+build.5678",
    "com.fasterxml.jackson.core:jackson-databind:2.17.1",
    "implementation 'org.springframework.boot:spring-boot-starter-security:3.3.0'",
    "actions/checkout@b4ffde65f46336ab88eb53be808477a3936bae11",
    "uses: actions/setup-node@60edb5dd545a775178f52524783378180af0d1f8",
    "image: registry.internal/shop/api:2024.06.11-a1b2c3d",
    "k8s pod shop-api-7d9f8b6c5d-x2x9z restarted",
    "arn:aws:iam::123456789012:role/deploy",
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop/db-AbCdEf",
    "aws s3 sync build/ s3://shop-assets-production-eu-west-1",
    "gs://shop-backups/2024/06/11/full.dump.zst",
    "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984",
    "ISBN 978-0-13-468599-1",
    "IBAN of the test account: DE00 0000 0000",
    "+49 30 1234567, ask for the desk",
    "#ff8800 and #00aaff",
    "rgba(255, 136, 0, 0.5)",
    "M12.5 3.2c1.1 0 2 .9 2 2s-.9 2-2 2-2-.9-2-2 .9-2 2-2z",
    "font-family: Inter, sans-serif",
    "SELECT id, password_hash FROM users WHERE email = $1",
    "UPDATE users SET password = crypt($1, gen_salt('bf'))",
    "ALTER TABLE users ADD COLUMN password_reset_token text",
    "password_hash=$2b$12$",
    "expect(wrapper.find('[name=password]')).toBeVisible()",
    "await page.fill('#password', password)",
    "assertThat(passwordEncoder.matches(raw, encoded)).isTrue()",
    "PasswordEncoder: BCryptPasswordEncoder",
    "password: SecretStr",
    "password: passwordSha256,",
    "token: CancellationToken",
    "secret: Secret<String>",
    "apiKey: Option<String>",
    "apiKey: import.meta.env.VITE_API_KEY",
    "apiKey = settings.OPENAI_API_KEY",
    "api_key=os.getenv(\"OPENAI_API_KEY\")",
    "api_key: !vault |",
    "api_key_id: 42",
    "client_secret: (set in the pipeline)",
    "client_secret=[redacted]",
    "password: ********",
    "password=****",
    "password: [redacted-password]",
    "secrets: refuse",
    "secrets: warn, redact or refuse",
    "tidemark config set secrets redact",
    "the passphrase: ask the operator",
    "JWT_SECRET is read at start-up",
    "DB_PASSWORD must be set",
    "export DB_PASSWORD=changeme",
    "POSTGRES_PASSWORD: postgres",
    "MYSQL_ROOT_PASSWORD=root",
    "ENV SECRET_KEY=dummy-key-for-the-build-only",
    "ERR_INVALID_AUTH_TOKEN_SIGNATURE_MISMATCH_20",
    "error TS2345: Argument of type 'string | undefined'",
    "at dev.acme.auth.TokenService.rotate(TokenService.java:142)",
    "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure",
    "see https://example.com/docs/api-keys#token-formats",
    "eyJ is how a JSON web token begins",
    "key-value store, key-based ordering",
    "discord.com/api/webhooks/ID/TOKEN",
    "hooks.slack.com/services/T00000000/B00000000/" + "X".repeat(24),
    "sig=SIGNATURE&se=2026-01-01",
    "hvs. is the prefix of service tokens",
    "passed: 18/18; tokens: 12,418; cost: $0.18",
    "step 3/4: token refresh; next: T0042",
    "machine learning login page password field",
    "login works, password reset does not",
    "Chose Redis over Memcached because TTLs differ per key",
    "Users sign in with a passkey; passwords stay as a fallback",
    "Add rate limiting to POST /login (5 per minute per address)",
    "T001 done; T002 blocked: needs the staging API token from ops",
    "rename accessKey to accessKeyId in the audit log",
    "The user is hunter2hunter2 in the fixtures",
    "branch feature/JIRA-1234-rotate-api-keys",
    "fix(auth): do not log the Authorization header",
    "bump openssl from 3.0.13 to 3.0.14",
    "IllegalStateException in AbstractAuthenticationTokenProvider",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "The quick brown fox jumps over the lazy dog"
  };

  private final Random random = new Random(7);

  private BenignCorpus() {}

  /// Returns all lines.
  static List<String> lines() {
    return new BenignCorpus().make();
  }

  private List<String> make() {
    var lines = new ArrayList<>(List.of(WRITTEN));
    var sources =
        List.of(
            "rotate", "session", "cache", "invoice", "report", "payment", "worker", "export",
            "webhook", "profile", "search", "upload");
    for (var made : MADE) {
      for (int i = 0; i < EACH; i++) {
        lines.add(made[1].replace("%s", made(made[0])));
      }
    }
    for (var source : sources) {
      lines.add("src/main/java/com/acme/" + source + "/" + source + "TokenServiceImpl2.java");
      lines.add("decision: keep " + source + "_token in memory only, 15 minutes");
      lines.add("const " + source + "Token = await get" + source + "Token(user.id);");
      lines.add(source + "_password: Mapped[str] = mapped_column(String(128))");
      lines.add("test_" + source + "_token_is_refused_after_900_seconds passed");
      lines.add("https://api.acme.example/v2/" + source + "s/8412?expand=items&limit=50");
    }
    return lines;
  }

  private String made(String kind) {
    return switch (kind) {
      case "commit" -> hex(20);
      case "short" -> hex(4);
      case "sha256" -> hex(32);
      case "uuid" -> UUID.nameUUIDFromBytes(bytes(16)).toString();
      case "integrity" -> base64(64);
      case "go.sum" -> base64(32);
      case "image" -> "iVBORw0KGgoAAAANSUhEUgAA" + base64(200);
      case "public" -> "AAAAB3NzaC1yc2EAAAADAQABAAABAQ" + base64(256);
      case "number" -> String.valueOf(1_000_000_000L + random.nextInt(1_000_000_000));
      case "etag" -> hex(16) + "-" + random.nextInt(90);
      case "trace" -> hex(16) + "-" + hex(8);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private byte[] bytes(int count) {
    var bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private String hex(int count) {
    return HexFormat.of().formatHex(bytes(count));
  }

  private String base64(int count) {
    return new String(Base64.getEncoder().encode(bytes(count)), UTF_8);
  }
}
