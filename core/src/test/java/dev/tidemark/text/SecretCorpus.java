package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Made-up secrets in lines as agents write them. They follow the descriptions of the providers and
/// the order of the seed, so that every run has the same; none was ever in use.
final class SecretCorpus {
  /// A secret in its line.
  ///
  /// @param shape what it is
  /// @param line the line
  /// @param secret the part that must not be recorded
  record Sample(String shape, String line, String secret) {}

  private static final String SMALL = "abcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789";
  private static final String CAPITALS = SMALL.toUpperCase(java.util.Locale.ROOT);
  private static final int EACH = 4;

  /// Name and shape. In braces: how many characters of which set; outside: as it stands.
  private static final String[][] KEYS = {
    {"github classic", "ghp_{36 alnum}"},
    {"github oauth", "gho_{36 alnum}"},
    {"github user to server", "ghu_{36 alnum}"},
    {"github server to server", "ghs_{36 alnum}"},
    {"github refresh", "ghr_{76 alnum}"},
    {"github fine-grained", "github_pat_{22 alnum}_{59 alnum}"},
    {"gitlab", "glpat-{20 word}"},
    {"gitlab runner", "glrt-{20 word}"},
    {"gitlab deploy", "gldt-{20 word}"},
    {"npm", "npm_{36 alnum}"},
    {"pypi", "pypi-AgEIcHlwaS5vcmc{150 word}"},
    {"rubygems", "rubygems_{48 hex}"},
    {"crates.io", "cio{32 alnum}"},
    {"nuget", "oy2{43 lower}"},
    {"stripe secret", "sk_live_{24 alnum}"},
    {"stripe secret, new", "sk_live_51{97 alnum}"},
    {"stripe restricted", "rk_live_{24 alnum}"},
    {"stripe webhook", "whsec_{32 alnum}"},
    {"sendgrid", "SG.{22 word}.{43 word}"},
    {"mailgun", "key-{32 hex}"},
    {"mailgun, new", "{32 hex}-{8 hex}-{8 hex}"},
    {"mailchimp", "{32 hex}-us{2 digit}"},
    {"openai project", "sk-proj-{74 word}T3BlbkFJ{74 word}"},
    {"openai user", "sk-{20 alnum}T3BlbkFJ{20 alnum}"},
    {"openai service account", "sk-svcacct-{74 word}T3BlbkFJ{74 word}"},
    {"anthropic", "sk-ant-api03-{93 word}AA"},
    {"anthropic oauth", "sk-ant-oat01-{93 word}AA"},
    {"groq", "gsk_{52 alnum}"},
    {"xai", "xai-{80 alnum}"},
    {"perplexity", "pplx-{48 alnum}"},
    {"openrouter", "sk-or-v1-{64 hex}"},
    {"replicate", "r8_{37 alnum}"},
    {"nvidia", "nvapi-{64 word}"},
    {"google api key", "AIza{35 word}"},
    {"google oauth secret", "GOCSPX-{28 word}"},
    {"google oauth access", "ya29.a0Af{120 word}"},
    {"google oauth refresh", "1//0g{100 word}"},
    {"aws access key", "AKIA{16 base32}"},
    {"aws temporary key", "ASIA{16 base32}"},
    {"vault service", "hvs.CAES{91 word}"},
    {"vault batch", "hvb.AAAAAQ{138 word}"},
    {"vault service, short", "hvs.{24 alnum}"},
    {"terraform cloud", "{14 alnum}.atlasv1.{67 alnum}"},
    {"slack bot", "xoxb-{12 digit}-{13 digit}-{24 alnum}"},
    {"slack user", "xoxp-{12 digit}-{12 digit}-{12 digit}-{32 hex}"},
    {"slack app", "xapp-1-A{10 upper}-{13 digit}-{64 hex}"},
    {"slack webhook", "https://hooks.slack.com/services/T{10 upper}/B{10 upper}/{24 alnum}"},
    {"discord webhook", "https://discord.com/api/webhooks/{19 digit}/{68 word}"},
    {"discord bot", "M{25 alnum}.{6 alnum}.{38 word}"},
    {"telegram bot", "{10 digit}:AA{33 word}"},
    {"azure client secret", "{3 alnum}8Q~{34 alnum}"},
    {"azure sas", "?sv=2023-01-03&se=2026-01-01T00%3A00Z&sr=b&sp=r&sig={41 alnum}%2F{1 alnum}%3D"},
    {"azure devops", "{76 alnum}AZDO{4 alnum}"},
    {"docker hub", "dckr_pat_{27 word}"},
    {"docker hub organisation", "dckr_oat_{32 word}"},
    {"twilio api key", "SK{32 hex}"},
    {"databricks", "dapi{32 hex}"},
    {"grafana service account", "glsa_{32 alnum}_{8 hex}"},
    {"grafana cloud", "glc_eyJvIjoi{100 alnum}"},
    {"atlassian", "ATATT3xFfGF0{172 word}={8 upper}"},
    {"bitbucket app password", "ATBB{32 alnum}"},
    {"notion", "ntn_{11 digit}{35 alnum}"},
    {"notion, old", "secret_{43 alnum}"},
    {"hugging face", "hf_{34 alnum}"},
    {"digitalocean", "dop_v1_{64 hex}"},
    {"shopify", "shpat_{32 hex}"},
    {"shopify secret", "shpss_{32 hex}"},
    {"square", "EAAA{60 word}"},
    {"square application secret", "sq0csp-{43 word}"},
    {"linear", "lin_api_{40 alnum}"},
    {"figma", "figd_{40 word}"},
    {"planetscale token", "pscale_tkn_{43 word}"},
    {"planetscale password", "pscale_pw_{43 word}"},
    {"supabase personal", "sbp_{40 hex}"},
    {"supabase secret", "sb_secret_{31 word}"},
    {"doppler", "dp.pt.{43 alnum}"},
    {"pulumi", "pul-{40 hex}"},
    {"new relic user", "NRAK-{27 upper}"},
    {"heroku", "HRKU-AA{58 word}"},
    {"postman", "PMAK-{24 hex}-{34 hex}"},
    {"sentry user", "sntryu_{64 hex}"},
    {"sentry organisation", "sntrys_eyJ{140 alnum}"},
    {"sonarqube", "sqp_{40 hex}"},
    {"tailscale", "tskey-auth-{17 alnum}-{32 alnum}"},
    {"fly.io", "FlyV1 fm2_{120 alnum}"},
    {"dynatrace", "dt0c01.{24 upper}.{64 upper}"},
    {"airtable", "pat{14 alnum}.{64 hex}"},
    {"contentful", "CFPAT-{43 word}"},
    {"circleci", "CCIPAT_{22 alnum}_{40 hex}"},
    {"buildkite", "bkua_{40 hex}"},
    {"vercel", "vcp_{56 alnum}"},
    {"resend", "re_{8 alnum}_{24 alnum}"},
    {"brevo", "xkeysib-{64 hex}-{16 alnum}"},
    {"1password service account", "ops_eyJ{240 alnum}"},
    {"age", "AGE-SECRET-KEY-1{58 upper}"},
    {"json web token", "eyJhbGciOiJIUzI1NiJ9.eyJ{60 word}.{43 word}"},
    {"private key", "-----BEGIN RSA PRIVATE KEY-----\n{64 alnum}\n-----END RSA PRIVATE KEY-----"}
  };

  /// Secrets that are known by what is around them: the line, with the secret between bars.
  private static final String[][] NAMED = {
    {"secret key of a framework", "SECRET_KEY=|{50 alnum}|"},
    {"secret key of a framework", "SECRET_KEY = '|django-insecure-{50 sign}|'"},
    {"secret key of a framework", "SECRET_KEY_BASE=|{128 hex}|"},
    {"header with a key", "sent with `X-Api-Key: |{40 hex}|`"},
    {"header with a key", "X-API-KEY: |{32 alnum}|"},
    {"header with a token", "Authorization: Bearer |{40 alnum}|"},
    {"header with a token", "curl -H 'Authorization: Bearer |{43 word}|' https://api.internal/v1"},
    {"header with a token", "the call needs Bearer |{48 alnum}| to work"},
    {"basic authentication", "Authorization: Basic |{32 alnum}|=="},
    {"curl with a password", "curl -u admin:|{12 alnum}| https://ci.internal/api"},
    {"curl with a password", "curl -s --user 'bot:|{14 sign}|' https://nexus.internal/"},
    {"netrc", "machine api.internal login deploy password |{14 alnum}|"},
    {"netrc", "machine git.internal\nlogin bot\npassword |{20 alnum}|"},
    {"sshpass", "sshpass -p '|{12 sign}|' ssh root@10.0.0.5"},
    {"sshpass", "ran sshpass -p |{12 alnum}| scp build.tgz deploy@host:"},
    {"docker log-in", "docker login -u ci -p |{24 alnum}| registry.internal"},
    {"option with a password", "mysqldump --password=|{12 alnum}| shop > shop.sql"},
    {"option with a password", "mongosh --username app --password '|{14 sign}|'"},
    {"option with a token", "vercel deploy --token |{24 alnum}|"},
    {"aws secret", "aws_secret_access_key = |{40 base64}|"},
    {"aws secret", "AWS_SECRET_ACCESS_KEY=|{40 base64}|"},
    {"aws secret without a name", "keys: AKIA{16 base32} |{40 base64}|"},
    {"aws secret without a name", "the AWS secret of the deploy user is |{40 base64}|"},
    {"azure account key", "AccountName=shop;AccountKey=|{86 alnum}==|;EndpointSuffix=core"},
    {"azure bus", "SharedAccessKeyName=root;SharedAccessKey=|{43 alnum}=|"},
    {"twilio", "TWILIO_AUTH_TOKEN=|{32 hex}|"},
    {"datadog", "DD_API_KEY=|{32 hex}|"},
    {"datadog", "set datadog_app_key: |{40 hex}|"},
    {"heroku", "HEROKU_API_KEY=|{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|"},
    {"cloudflare", "CLOUDFLARE_API_TOKEN=|{40 word}|"},
    {"cloudflare", "CF_API_KEY: |{37 hex}|"},
    {"client secret", "\"client_secret\": \"|{32 alnum}|\""},
    {"client secret", "OAUTH_CLIENT_SECRET='|{40 alnum}|'"},
    {"signing secret", "SLACK_SIGNING_SECRET=|{32 hex}|"},
    {"jwt secret", "JWT_SECRET=|{44 alnum}|"},
    {"api token", "api_token: |{40 alnum}|"},
    {"access token in an address", "https://api.internal/v1?access_token=|{40 alnum}|&x=1"},
    {"password with a digit", "DB_PASSWORD=|{8 lower}4{3 lower}|"},
    {"password with a digit", "password: |hunter{2 digit}{6 lower}|"},
    {"password with a digit", "the password is |{6 lower}{4 digit}|"},
    {"password without a digit", "DB_PASSWORD=|{14 letter}|"},
    {"password without a digit", "POSTGRES_PASSWORD=|correct-horse-{6 letter}|"},
    {"password without a digit", "\"password\": \"|{14 letter}|\""},
    {"password without a digit", "password = '|horse.{8 letter}|'"},
    {"password without a digit", "spring.datasource.password=|Tide!{8 letter}|"},
    {"password without a digit", "Server=db;User Id=sa;Password=|{12 letter}|;Encrypt=true"},
    {"passphrase", "passphrase: |{5 lower}!{5 letter}{2 digit}|"},
    {"password in an address", "postgres://app:|{16 alnum}|@db.internal:5432/shop"},
    {"password in an address", "DATABASE_URL=mysql://root:|{12 letter}|@10.0.0.3/shop"},
    {"password in an address", "redis://:|{20 alnum}|@cache.internal:6379/0"},
    {"password in an address", "mongodb+srv://svc:|{16 alnum}|@cluster0.x.mongodb.net"},
    {"password in an address", "amqps://bot:|{18 alnum}|@mq.internal/vhost"}
  };

  private static final String[] LINES = {
    "%s",
    "Configured the deploy job with %s and reran it.",
    "export TOKEN=%s",
    "The call failed until I used %s, now it passes.",
    "- key: `%s` (from the settings page)",
    "{\"value\": \"%s\"}",
    "decided to keep %s in the CI settings",
    "curl https://api.internal/v1 -H 'X-Key: %s'"
  };

  private final Random random = new Random(20260);

  /// Returns all samples.
  static List<Sample> samples() {
    return new SecretCorpus().make(KEYS, NAMED);
  }

  /// Returns samples of other shapes, each in its name, that the table was not made from.
  static List<Sample> samples(String[][] keys, String[][] named) {
    return new SecretCorpus().make(keys, named);
  }

  private List<Sample> make(String[][] keys, String[][] assigned) {
    var samples = new ArrayList<Sample>();
    int line = 0;
    for (var key : keys) {
      for (int i = 0; i < EACH; i++) {
        var secret = filled(key[1]);
        samples.add(new Sample(key[0], LINES[line++ % LINES.length].formatted(secret), secret));
      }
    }
    for (var named : assigned) {
      for (int i = 0; i < EACH; i++) {
        var filled = filled(named[1]);
        int from = filled.indexOf('|');
        int end = filled.indexOf('|', from + 1);
        var secret = filled.substring(from + 1, end);
        samples.add(new Sample(named[0], filled.replace("|", ""), secret));
      }
    }
    return samples;
  }

  private String filled(String shape) {
    var filled = new StringBuilder();
    int i = 0;
    while (i < shape.length()) {
      int close = shape.indexOf('}', i);
      int blank = shape.indexOf(' ', i);
      if (shape.charAt(i) == '{' && blank > 0 && blank < close) {
        int count = Integer.parseInt(shape.substring(i + 1, blank));
        filled.append(made(count, set(shape.substring(blank + 1, close))));
        i = close + 1;
      } else {
        filled.append(shape.charAt(i++));
      }
    }
    return filled.toString();
  }

  private String made(int count, String set) {
    var made = new StringBuilder();
    for (int i = 0; i < count; i++) {
      made.append(set.charAt(random.nextInt(set.length())));
    }
    return made.toString();
  }

  private static String set(String name) {
    return switch (name) {
      case "digit" -> DIGITS;
      case "hex" -> DIGITS + "abcdef";
      case "lower" -> SMALL + DIGITS;
      case "letter" -> SMALL + CAPITALS;
      case "upper" -> CAPITALS + DIGITS;
      case "base32" -> CAPITALS + "234567";
      case "word" -> SMALL + CAPITALS + DIGITS + "-_";
      case "base64" -> SMALL + CAPITALS + DIGITS + "+/";
      case "sign" -> SMALL + CAPITALS + DIGITS + "!@#%^&*-_";
      case "alnum" -> SMALL + CAPITALS + DIGITS;
      default -> throw new IllegalArgumentException(name);
    };
  }
}
