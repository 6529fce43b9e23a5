package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A third corpus, by kinds and written before the rules: formats of providers that the two
/// scanners do not describe, names in the files and commands that assign secrets, and the same
/// secrets disguised.
final class FieldCorpus {
  /// Shapes that are known by their own form.
  private static final String[][] KEYS = {
    {"pinecone", "pcsk_{5 alnum}_{63 alnum}"},
    {"langsmith", "lsv2_pt_{32 hex}_{10 hex}"},
    {"langfuse", "sk-lf-{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}"},
    {"tavily", "tvly-dev-{32 alnum}"},
    {"cerebras", "csk-{48 lower}"},
    {"e2b", "e2b_{40 hex}"},
    {"bedrock", "ABSKQmVkcm9ja0FQSUtleS{110 alnum}="},
    {"neon", "napi_{64 lower}"},
    {"netlify", "nfp_{36 alnum}"},
    {"plaid", "access-production-{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}"},
    {"razorpay", "rzp_live_{14 alnum}"},
    {"paddle", "pdl_live_apikey_01{24 lower}_{22 alnum}_{3 alnum}"},
    {"slack cookie", "xoxd-{80 alnum}%2B{30 alnum}"},
    {"telegram in an address", "https://api.telegram.org/bot{10 digit}:AA{33 word}/sendMessage"},
    {"tencent", "AKID{32 alnum}"},
    {"yandex", "AQVN{36 word}"},
    {"azure registry", "{42 alnum}+ACR{6 alnum}"},
    {"new relic ingest", "{36 hex}NRAL"},
    {"flutterwave", "FLWSECK-{32 hex}-X"},
    {"dropbox", "sl.u.{140 word}"},
    {"elevenlabs", "ELEVENLABS_API_KEY=sk_{48 hex}"},
    {"deepseek", "sk-{32 hex}"},
    {"fireworks", "fw_{24 alnum}"},
    {"together", "tgp_v1_{43 word}"},
    {"voyage", "pa-{43 word}"},
    {"jina", "jina_{32 hex}{28 alnum}"},
    {"firecrawl", "fc-{32 hex}"},
    {"helicone", "sk-helicone-{7 lower}-{7 lower}-{7 lower}-{7 lower}"},
    {"braintree", "access_token$production${16 lower}${32 hex}"},
    {"paypal", "PAYPAL_CLIENT_SECRET=E{79 word}"},
    {"mollie", "live_{30 alnum}"},
    {"paystack", "PAYSTACK_SECRET_KEY=sk_live_{40 hex}"},
    {"lob", "live_{35 hex}"},
    {"square sandbox", "EAAAl{59 word}"},
    {"clerk", "sk_live_{42 alnum}"},
    {"workos", "sk_live_{60 alnum}"},
    {"customer.io", "CUSTOMERIO_API_KEY={32 hex}"},
    {"courier", "pk_prod_{28 upper}"},
    {"trigger.dev", "tr_prod_{20 alnum}"},
    {"inngest", "signkey-prod-{64 hex}"},
    {"upstash", "UPSTASH_REDIS_REST_TOKEN=AX{58 alnum}"},
    {"turso", "TURSO_AUTH_TOKEN=eyJhbGciOiJFZERTQSJ9.eyJ{80 word}.{86 word}"},
    {"fauna", "fnA{37 word}"},
    {"snowflake", "SNOWFLAKE_PASSWORD={16 alnum}"},
    {"dbt", "dbtu_{40 word}"},
    {"dbt service", "dbtc_{40 word}"},
    {"astronomer", "ASTRO_API_TOKEN={60 alnum}"},
    {"aiven", "AVNS_{19 word}"},
    {"hasura", "HASURA_GRAPHQL_ADMIN_SECRET={64 alnum}"},
    {"expo", "EXPO_TOKEN={40 word}"},
    {"jfrog identity", "cmVmdGtuOjAx{52 alnum}"},
    {"gitea", "GITEA_TOKEN={40 hex}"},
    {"gitlab feed", "glft-{20 word}"},
    {"gitlab workspace", "glwt-{20 word}"},
    {"gitlab feature flag", "glffct-{20 word}"},
    {"snyk", "snyk_uat.{8 hex}.{60 word}"},
    {"semgrep", "SEMGREP_APP_TOKEN={64 hex}"},
    {"sonarcloud", "SONAR_TOKEN={40 hex}"},
    {"openai session", "sess-{40 alnum}"},
    {"hubspot", "pat-na1-{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}"},
    {"intercom", "dG9rO{55 alnum}="},
    {
      "lark",
      "https://open.feishu.cn/open-apis/bot/v2/hook/{8 hex}-4{3 hex}-a{3 hex}-{4 hex}-{12 hex}"
    },
    {"clickup", "pk_{8 digit}_{32 upper}"},
    {"canva", "cnvca{48 word}"},
    {"ngrok", "NGROK_AUTHTOKEN=2{26 alnum}_{21 alnum}"},
    {"zerotier", "ZEROTIER_TOKEN={32 alnum}"},
    {"dnsimple", "dnsimple_u_{32 alnum}"},
    {"vultr", "VULTR_API_KEY={36 upper}"},
    {"hetzner", "HCLOUD_TOKEN={64 alnum}"},
    {"linode", "LINODE_TOKEN={64 hex}"},
    {"ibm cloud", "IBMCLOUD_API_KEY={44 word}"},
    {"oracle vault", "OCI_SECRET_KEY={43 alnum}="},
    {"volcengine", "AKLT{44 alnum}"},
    {"minio", "MINIO_ROOT_PASSWORD={20 alnum}"},
    {"backblaze", "K00{1 digit}{27 alnum}"},
    {"wasabi", "WASABI_SECRET_ACCESS_KEY={40 alnum}"},
    {"bitwarden", "0.{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}.{30 alnum}:{22 alnum}=="},
    {"infisical", "st.{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}.{32 hex}.{32 hex}"},
    {"akeyless", "AKEYLESS_ACCESS_KEY={44 alnum}"},
    {"totp", "otpauth://totp/Shop:bot?secret={32 upper}&issuer=Shop"},
    {"google captcha", "RECAPTCHA_SECRET_KEY=6L{38 word}"},
    {"firebase messaging", "AAAA{7 word}:APA91b{134 word}"},
    {"mapbox secret", "sk.eyJ{60 alnum}.{22 alnum}"},
    {"segment", "sgp_{64 alnum}"},
    {"statsig", "secret-{43 alnum}"},
    {"split", "SPLIT_ADMIN_KEY={50 lower}"},
    {"unkey", "unkey_{22 alnum}"},
    {"svix", "svix_{32 alnum}"},
    {"apify", "apify_api_{36 alnum}"},
    {"scrapingbee", "SCRAPINGBEE_API_KEY={80 upper}"},
    {"assemblyai", "ASSEMBLYAI_API_KEY={32 hex}"},
    {"deepgram", "DEEPGRAM_API_KEY={40 hex}"},
    {"livekit", "LIVEKIT_API_SECRET={43 alnum}"},
    {"stability", "sk-{48 alnum}"},
    {"mistral", "MISTRAL_API_KEY={32 alnum}"},
    {"cohere", "COHERE_API_KEY={40 alnum}"},
    {"weights and biases", "WANDB_API_KEY={40 hex}"},
    {"comet", "COMET_API_KEY={25 alnum}"},
    {"modal", "as-{22 alnum}"},
    {"runpod", "rpa_{46 alnum}"},
    {"novita", "sk_{43 word}"},
    {"speakeasy", "sdk-{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}"}
  };

  /// Shapes that are known by the name before them.
  private static final String[][] NAMED = {
    {"env", "ROLLBAR_TOKEN=|{32 hex}|"},
    {"env", "SNYK_TOKEN=|{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|"},
    {"env", "export RAILWAY_TOKEN=|{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|"},
    {"env", "POSTMARK_SERVER_TOKEN=\"|{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|\""},
    {"env", "AZURE_OPENAI_KEY=|{32 hex}|"},
    {"env", "ALGOLIA_ADMIN_KEY=|{32 hex}|"},
    {"env", "AZURE_DEVOPS_EXT_PAT=|{52 lower}|"},
    {"env", "APP_KEY=base64:|{42 alnum}=|"},
    {"env", "SMTP_PASS=|{14 alnum}|"},
    {"env", "ADMIN_PWD=|{10 sign}|"},
    {"env", "GPG_PASSPHRASE=|{6 lower}-{7 lower}-{5 lower}-{6 lower}|"},
    {"env", "HUBOT_CREDENTIALS=|{32 alnum}|"},
    {"env", "REDIS_AUTH=|{24 alnum}|"},
    {"env", "STRIPE_KEY_PROD=|{40 alnum}|"},
    {"env", "API_TOKEN_2=|{20 alnum}|"},
    {"env", "SERVICE_TOKEN=|{14 alnum}|"},
    {"env", "FIELD_ENCRYPTION_KEY=|{43 word}=|"},
    {"env", "SESSION_SECRET=|{24 letter}|"},
    {"env", "set PUSHER_SECRET=|{20 hex}|"},
    {"env", "$env:GRAFANA_TOKEN = \"|{40 alnum}|\""},
    {"yaml", "password: |{6 lower}-{5 lower}-{7 lower}|"},
    {"yaml", "  db_password: |{14 letter}|"},
    {"yaml", "smtpPassword: |{9 alnum}!{3 digit}|"},
    {"yaml", "admin-token: |{40 hex}|"},
    {"yaml", "deployToken: '|{32 alnum}|'"},
    {"yaml", "- name: DB_PASSWORD\n  value: |{16 alnum}|"},
    {"yaml", "- name: API_TOKEN\n  value: \"|{32 hex}|\""},
    {"yaml", "encryption.key: |{32 hex}|"},
    {"json", "\"apiKey\": \"|{32 hex}|\""},
    {"json", "\"dbPass\":\"|{12 alnum}|\",\"x\":1"},
    {"json", "\\\"accessToken\\\": \\\"|{40 alnum}|\\\","},
    {"json", "\"private_key_id\": \"x\", \"webhookSecret\": \"|{32 alnum}|\""},
    {"json", "\"auth\": \"|{30 base64}==|\""},
    {"toml", "secret_key = \"|{50 alnum}|\""},
    {"toml", "[db]\npasswd = '|{12 sign}|'"},
    {"ini", "smtp.auth.password=|{12 alnum}|"},
    {"ini", "signing-key = |{44 alnum}|"},
    {"npmrc", "_auth=|{38 alnum}==|"},
    {"npmrc", "//registry.internal/:_authToken=|{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|"},
    {"npmrc", "//registry.internal/:_password=|{22 alnum}==|"},
    {"netrc", "machine git.internal login bot password |{20 hex}|"},
    {"netrc", "machine git.internal\n  login bot\n  password |{20 alnum}|"},
    {"kubeconfig", "    client-key-data: |{200 alnum}=|"},
    {"kubeconfig", "    token: |{6 lower}.{16 lower}|"},
    {"wireguard", "PrivateKey = |{43 alnum}=|"},
    {"wireguard", "PresharedKey = |{43 alnum}=|"},
    {"curl", "curl -H \"Authorization: Token |{40 hex}|\" https://api.internal"},
    {"curl", "curl -H 'Authorization: Splunk |{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|' x"},
    {"curl", "Authorization: GenieKey |{8 hex}-{4 hex}-{4 hex}-{4 hex}-{12 hex}|"},
    {"curl", "Authorization: Basic |{22 base64}==|"},
    {"curl", "Proxy-Authorization: Basic |{24 base64}|"},
    {"curl", "authorization: ApiKey |{60 alnum}==|"},
    {"curl", "curl -b 'session=|{32 alnum}|' https://app.internal"},
    {"curl", "Cookie: session=|{32 hex}|; theme=dark"},
    {"curl", "Set-Cookie: sid=|{40 alnum}|; HttpOnly; Path=/"},
    {"curl", "curl -x http://p:8080 --proxy-user bot:|{12 alnum}| https://x"},
    {"curl", "curl -H 'PRIVATE-TOKEN: |{20 alnum}|' https://git.internal"},
    {"url", "https://|{40 alnum}|@github.internal/acme/shop.git"},
    {"url", "https://x-access-token:|{40 alnum}|@git.internal/a/b"},
    {"url", "https://api.internal/v1?api_key=|{32 hex}|&q=1"},
    {"url", "wss://feed.internal/?token=|{36 alnum}|"},
    {"url", "https://maps.internal/js?key=|{39 alnum}|&v=3"},
    {"url", "jdbc:postgresql://db/shop?user=app&password=|{12 alnum}|"},
    {"connection", "Server=db;Uid=sa;Pwd=|{10 alnum}|;"},
    {"connection", "Endpoint=sb://x/;SharedAccessKeyName=r;SharedAccessKey=|{43 alnum}=|"},
    {"cli", "mysql -u root -p|{12 alnum}| shop"},
    {"cli", "mysqldump -uapp -p'|{10 sign}|' shop"},
    {"cli", "tool login --user bob --password |{10 alnum}7x|"},
    {"cli", "redis-cli -h cache -a |{20 alnum}| ping"},
    {"cli", "keytool -storepass |{10 alnum}| -list"},
    {"cli", "helm upgrade x --set auth.password=|{12 alnum}|"},
    {"cli", "kubectl create secret generic x --from-literal=token=|{32 alnum}|"},
    {"cli", "vault login -token=|{26 alnum}|"},
    {"cli", "az login --service-principal -u app -p |{34 alnum}|"},
    {"cli", "PGPASSWORD=|{12 lower}| psql -h db"},
    {"cli", "7z x -p|{12 alnum}| dump.7z"},
    {"cli", "ldapsearch -D cn=admin -w |{12 alnum}|"},
    {"log", "2026-11-21T04:13:37Z WARN login failed password=|{6 lower}{3 digit}!|"},
    {"log", "request headers: [x-api-key=|{32 hex}|, accept=*/*]"},
    {"log", "env: 'SECRET_TOKEN': '|{40 alnum}|',"},
    {"code", "const apiKey = '|{32 alnum}|';"},
    {"code", "String dbPassword = \"|{12 sign}|\";"},
    {"code", "client = Client(api_key=\"|{32 hex}|\")"},
    {"code", "os.environ[\"MASTER_KEY\"] = \"|{32 hex}|\""},
    {"xml", "<add key=\"ApiKey\" value=\"|{32 alnum}|\" />"},
    {"xml", "<password>|{12 alnum}|</password>"},
    {"prose", "password is |{5 letter}!{4 alnum}7q|"},
    {"prose", "Passwort: |{6 letter}#{3 digit}x|"},
    {"prose", "Das Passwort lautet |{6 lower}{2 digit}!{3 upper}|."},
    {"prose", "mot de passe : |{7 letter}{3 digit}!|"},
    {"prose", "password |{4 lower}{2 digit}X!{4 lower}{1 digit}| for staging"},
    {"prose", "The API key is |{32 alnum}|, keep it"},
    {"prose", "API key: |{32 hex}|"},
    {"prose", "use token |{32 alnum}| for the deploy"},
    {"prose", "the token of the CI user is |{40 alnum}|"},
    {"prose", "password for staging: |{6 alnum}!{5 alnum}3k|"},
    {"prose", "Login as admin, pw: |{10 sign}4a|"},
    {"prose", "changed the admin password to |{4 lower}{2 digit}K!{3 lower}{2 digit}|"}
  };

  private static final String[] GLUE = {"my_", "old-", "prod_", "ci-", "x_"};

  private static final String[] BREAKS = {"\n", "\r\n", "\n    ", "\\\n"};

  private static final String[] INVISIBLE = {
    "\u200b", "\u200d", "\ufeff", "\u2060", "\u00ad", "\u001b[31m", "\u001b[0m", "\u001b[1;32m"
  };

  private FieldCorpus() {}

  static List<SecretCorpus.Sample> samples() {
    return SecretCorpus.samples(KEYS, NAMED);
  }

  /// Returns samples with a character or a line break inside the secret, or a prefix before it.
  /// What must not remain is any part of it that is recognizable: a half without the mark.
  static List<SecretCorpus.Sample> disguised() {
    var random = new Random(77);
    var disguised = new ArrayList<SecretCorpus.Sample>();
    for (var sample : samples()) {
      var secret = sample.secret();
      boolean own = !NAMES.contains(sample.shape());
      int kind = random.nextInt(own && !secret.contains("=") ? 3 : 2);
      if (secret.length() < 12 || secret.contains(":") || random.nextInt(2) > 0) {
        continue;
      }
      int at = secret.length() * (3 + random.nextInt(5)) / 10;
      var inside = kind == 0 ? any(BREAKS, random) : any(INVISIBLE, random);
      var written =
          kind == 2
              ? any(GLUE, random) + secret
              : secret.substring(0, at) + inside + secret.substring(at);
      var half = kind == 2 ? secret : secret.substring(at);
      disguised.add(
          new SecretCorpus.Sample(
              sample.shape() + " " + kind, sample.line().replace(secret, written), half));
    }
    return disguised;
  }

  private static final List<String> NAMES =
      List.of(
          "env",
          "yaml",
          "json",
          "toml",
          "ini",
          "npmrc",
          "netrc",
          "kubeconfig",
          "wireguard",
          "curl",
          "url",
          "connection",
          "cli",
          "log",
          "code",
          "xml",
          "prose");

  private static String any(String[] of, Random random) {
    return of[random.nextInt(of.length)];
  }
}
