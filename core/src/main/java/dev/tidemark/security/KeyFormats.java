package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// The documented formats of API keys and tokens: a built-in table, matched by a prefix trie.
/// Loaded with the first text scanned.
///
/// A row is the kind, the format and its source: the published rules of `gitleaks` or `secretlint`,
/// or `provider` where only the provider documents its token format. A format is literal text with
/// runs in angle brackets: a class of characters, then how many there are (`40`, `20-60`, or `20+`
/// for at least so many). The classes are `d` digits, `h` hexadecimal digits in small letters, `x`
/// in any, `A` capital letters and digits, `n` small letters and digits, `a` letters and digits,
/// `u` with `_`, `w` with `_-`, `v` with `_-.`, `s` base64 (`+/=`), `p` base64 as in addresses
/// (`%+/=_-.`). Matching does not backtrack.
public final class KeyFormats {
  /// The table, with the source of each row, so that it can be checked.
  public static final String TABLE =
      """
      adafruit-key aio_<a28> # provider
      adobe-secret p8e-<n32> # gitleaks
      age-key AGE-SECRET-KEY-1<A58> # gitleaks
      airtable-token pat<a14>.<h64> # provider
      alibaba-key LTAI<a20> # gitleaks
      anthropic-key sk-ant-<w20+> # gitleaks,secretlint
      artifactory-token AKCp<a60-80> # gitleaks
      artifactory-token cmVmd<a59> # gitleaks
      asana-token 1/<d10-20>:<h32> # provider
      atlassian-token ATATT3<p100+> # gitleaks
      atlassian-token ATCTT3<p100+> # gitleaks
      authress-key sc_<n5-30>.<n4-6>.acc_<n10-32>.<p30+> # gitleaks
      aws-access-key AKIA<A16> # gitleaks,secretlint
      aws-access-key ABIA<A16> # gitleaks,secretlint
      aws-access-key ASIA<A16> # gitleaks,secretlint
      aws-access-key ACCA<A16> # gitleaks,secretlint
      azure-devops-token <a76>AZDO<a4> # provider
      azure-signature sig=<p43+> # provider
      bitbucket-token ATBB<a28-40> # provider
      buildkite-token bkua_<h40> # provider
      circleci-token CCIPAT_<a22>_<h40> # provider
      clickhouse-key 4b1d<a38> # gitleaks
      clojars-token CLOJARS_<n60> # gitleaks
      cloudflare-key v1.0-<h24>-<h146> # gitleaks
      contentful-token CFPAT-<w43> # provider
      crates-io-token cio<a32> # provider
      databricks-token dapi<h32> # gitleaks
      datadog-key ddapp_<a34> # provider
      defined-key dnkey-<w26>-<w52> # gitleaks
      digitalocean-token doo_v1_<h64> # gitleaks
      digitalocean-token dop_v1_<h64> # gitleaks
      digitalocean-token dor_v1_<h64> # gitleaks
      discord-token <w23-28>.<w6>.<w27-38> # provider
      discord-webhook discord.com/api/webhooks/<d17-20>/<w60-72> # provider
      discord-webhook discordapp.com/api/webhooks/<d17-20>/<w60-72> # provider
      docker-token dckr_pat_<w27> # provider
      docker-token dckr_oat_<w27-40> # provider
      doppler-token dp.st.<v40+> # gitleaks
      doppler-token dp.sa.<a40-44> # gitleaks
      doppler-token dp.pt.<a40-44> # gitleaks
      doppler-token dp.ct.<a40-44> # gitleaks
      dropbox-token sl.<w130+> # gitleaks
      duffel-token duffel_test_<w43> # gitleaks
      duffel-token duffel_live_<w43> # gitleaks
      dynatrace-token dt0c01.<a24>.<a64> # gitleaks
      easypost-key EZTK<a54> # gitleaks
      easypost-key EZAK<a54> # gitleaks
      facebook-token EAA<a100+> # gitleaks
      figma-token figd_<w40+> # provider
      flutterwave-key FLWSECK_TEST-<n32>-X # gitleaks
      flyio-token fo1_<w43> # gitleaks
      flyio-token fm1r_<s100+> # gitleaks
      flyio-token fm1a_<s100+> # gitleaks
      flyio-token FlyV1 fm2_<s80+> # gitleaks
      flyio-token fm2_<s100+> # gitleaks
      frameio-token fio-u-<w64> # gitleaks
      github-token ghr_<u30+> # secretlint
      github-token ghs_<u30+> # secretlint
      github-token ghu_<u30+> # secretlint
      github-token ghp_<u30+> # secretlint
      github-token gho_<u30+> # secretlint
      github-token github_pat_<u22+> # secretlint
      gitlab-token glimt-<w20+> # secretlint
      gitlab-token gldt-<w20+> # secretlint
      gitlab-token glcbt-<w20+> # secretlint
      gitlab-token GR1348941<w20> # secretlint
      gitlab-token glft-<w20+> # secretlint
      gitlab-token glpat-<w20+> # secretlint
      gitlab-token gloas-<w40+> # secretlint
      gitlab-token glagent-<w40+> # secretlint
      gitlab-token glsoat-<w20+> # secretlint
      gitlab-token glptt-<w20+> # secretlint
      gitlab-token glrt-<w20+> # secretlint
      google-api-key AIza<w35> # gitleaks
      google-oauth-secret GOCSPX-<w28> # provider
      google-refresh-token 1//0<w60+> # provider
      google-token ya29.<v20+> # provider
      grafana-token glc_<s32+> # secretlint
      grafana-token glsa_<a32>_<x8> # secretlint
      grafana-token eyJrIjoi<s40+> # secretlint
      groq-key gsk_<a48-56> # secretlint
      heroku-key HRKU-<w36-64> # provider
      honeycomb-key hcaik_<a58> # provider
      honeycomb-key hcaic_<a58> # provider
      huggingface-token api_org_<a30-40> # secretlint
      huggingface-token hf_<a30-40> # secretlint
      infracost-key ico-<a32> # provider
      intra42-secret s-s4t2ud-<h64> # provider
      json-web-token eyJ<w8-400>.eyJ<w8-8000>.<w16+> # provider
      launchdarkly-key api-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      launchdarkly-key sdk-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      linear-key lin_api_<a30-50> # gitleaks,secretlint
      linear-key lin_oauth_<a30-70> # gitleaks,secretlint
      mailchimp-key <h32>-us<d1-2> # gitleaks
      mailersend-token mlsn.<h64> # provider
      mailgun-key key-<h32> # gitleaks
      mailgun-key <h32>-<h8>-<h8> # gitleaks
      mapbox-token sk.eyJ<w40-400>.<w16+> # provider
      maxmind-key <a6>_<a29>_mmk # gitleaks
      newrelic-key NRII-<w32> # gitleaks
      newrelic-key NRJS-<h19> # gitleaks
      newrelic-key NRAK-<A27> # gitleaks
      notion-token secret_<a43> # gitleaks,secretlint
      notion-token ntn_<a46> # gitleaks,secretlint
      npm-token npm_<a30-40> # gitleaks,secretlint
      nuget-key oy2<n43> # provider
      nvidia-key nvapi-<w60-70> # provider
      octopus-key API-<A26> # gitleaks
      okta-token 00<w40> # gitleaks
      onepassword-key A3-<A6>-<A6>-<A5>-<A5>-<A5>-<A5> # gitleaks,secretlint
      onepassword-key A3-<A6>-<A11>-<A5>-<A5>-<A5> # gitleaks,secretlint
      onepassword-token ops_eyJ<s100+> # gitleaks,secretlint
      openai-key sk-proj-<w20+> # gitleaks,secretlint
      openai-key sk-admin-<w20+> # gitleaks,secretlint
      openai-key sk-<a32+> # gitleaks,secretlint
      openai-key sk-svcacct-<w20+> # gitleaks,secretlint
      openrouter-key sk-or-v1-<h64> # provider
      openshift-token sha256~<w43> # gitleaks
      perplexity-key pplx-<a40-56> # gitleaks
      planetscale-password pscale_pw_<v32-64> # gitleaks
      planetscale-token pscale_tkn_<v32-64> # gitleaks
      planetscale-token pscale_oauth_<v32-64> # gitleaks
      posthog-key phx_<a43-50> # provider
      postman-key PMAK-<h24>-<h34> # gitleaks
      prefect-key pnu_<a36> # gitleaks
      pulumi-token pul-<h40> # gitleaks
      pypi-token pypi-AgE<w50+> # gitleaks
      pypi-token pypi-<w50+> # gitleaks
      readme-key rdme_<n70> # gitleaks
      render-key rnd_<a28-40> # provider
      replicate-token r8_<a37> # provider
      resend-key re_<a8>_<a24> # provider
      rubygems-key rubygems_<h48> # gitleaks
      scaleway-key SCW<A17> # provider
      scalingo-token tk-us-<w48> # gitleaks
      sendgrid-key SG.<w16-32>.<w20-64> # gitleaks,secretlint
      sendinblue-key xkeysib-<h64>-<a16> # gitleaks
      sentry-token sntryu_<h64> # gitleaks
      sentry-token sntrys_eyJ<s60+> # gitleaks
      settlemint-token sm_aat_<a16> # gitleaks
      settlemint-token sm_sat_<a16> # gitleaks
      settlemint-token sm_pat_<a16> # gitleaks
      shippo-token shippo_test_<h40> # gitleaks
      shippo-token shippo_live_<h40> # gitleaks
      shopify-secret shpss_<x32> # gitleaks,secretlint
      shopify-token shpat_<a30-40> # gitleaks,secretlint
      shopify-token shpat_<x32> # gitleaks,secretlint
      shopify-token shppa_<x32> # gitleaks,secretlint
      shopify-token shpca_<x32> # gitleaks,secretlint
      slack-token xoxe-<w40+> # gitleaks,secretlint
      slack-token xoxs-<w20+> # gitleaks,secretlint
      slack-token xoxb-<w20+> # gitleaks,secretlint
      slack-token xoxr-<w20+> # gitleaks,secretlint
      slack-token xoxp-<w20+> # gitleaks,secretlint
      slack-token xoxo-<w20+> # gitleaks,secretlint
      slack-token xapp-<w20+> # gitleaks,secretlint
      slack-token xoxa-<w20+> # gitleaks,secretlint
      slack-token xoxe.xox<v40+> # gitleaks,secretlint
      slack-webhook hooks.slack.com/workflows/<A8-14>/<A8-14>/<d15-20>/<a20-32> # gitleaks
      slack-webhook hooks.slack.com/services/<A8-14>/<A8-14>/<a20-32> # gitleaks,secretlint
      slack-webhook hooks.slack.com/triggers/<A8-14>/<d10-16>/<n32> # gitleaks,secretlint
      sonarqube-token sqp_<h40> # provider
      sonarqube-token sqa_<h40> # provider
      sonarqube-token squ_<h40> # provider
      sourcegraph-token sgp_<h16>_<h40> # gitleaks
      sourcegraph-token sgp_local_<h40> # gitleaks
      sourcegraph-token sgp_<h40> # gitleaks
      square-secret sq0csp-<w43> # gitleaks
      square-token sq0atp-<w22> # gitleaks
      square-token EAAA<w60> # gitleaks
      stripe-key sk_test_<a16+> # gitleaks
      stripe-key sk_prod_<a16+> # gitleaks
      stripe-key rk_prod_<a16+> # gitleaks
      stripe-key sk_live_<a16+> # gitleaks
      stripe-key rk_test_<a16+> # gitleaks
      stripe-key rk_live_<a16+> # gitleaks
      stripe-key whsec_<s24+> # gitleaks
      supabase-key sb_secret_<w30+> # provider
      supabase-token sbp_<h40> # provider
      tailscale-key tskey-<w20+> # provider
      teams-webhook webhook.office.com/webhookb2/<w36>@<w36>/IncomingWebhook/<a32>/<w36> # gitleaks
      telegram-token <d8-10>:AA<w33> # gitleaks
      terraform-token <a14>.atlasv1.<w60-70> # provider
      twilio-key SK<h32> # gitleaks
      twitch-token oauth:<n30> # provider
      typeform-token tfp_<v40-64> # gitleaks
      vault-token hvb.<w100+> # gitleaks
      vault-token hvr.<w24+> # gitleaks
      vault-token hvs.<w24+> # gitleaks
      vercel-token vcp_<a20-60> # provider
      vercel-token vck_<a20-60> # provider
      vercel-token vercel_blob_rw_<a16>_<a30> # provider
      xai-key xai-<a60-84> # provider
      yandex-token y0_<w50-64> # provider
      zapier-webhook hooks.zapier.com/hooks/catch/<d5-10>/<n6-12> # provider
      """;

  private static final KeyFormats ALL = new KeyFormats();

  /// The length at which a run without upper limit counts as a key.
  private static final int READ_MAX = 300;

  /// A trie of the literal beginnings: a node is its character, first child, next sibling, and the
  /// chain of the rows whose beginning ends there.
  private final int[] label = new int[2400];

  private final int[] child = new int[2400];

  private final int[] sibling = new int[2400];

  private final int[] chain = new int[2400];

  private int nodes = 1;

  /// The start of each row in the table; 0 is no row.
  private final int[] rows = new int[320];

  private final int[] next = new int[320];

  private int count;

  /// The chain of the rows that begin with a run instead of literal text.
  private int free;

  private KeyFormats() {
    int from = 0;
    while (from < TABLE.length()) {
      add(from);
      from = TABLE.indexOf('\n', from) + 1;
    }
  }

  /// Returns the key that begins there, or null; of several the longest.
  static @Nullable Secret keyAt(String text, int at) {
    return ALL.find(text, at);
  }

  private void add(int from) {
    int row = ++count;
    rows[row] = from;
    int node = 0;
    int i = formatOf(from);
    while (TABLE.charAt(i) != '<') {
      node = step(node, TABLE.charAt(i));
      i++;
    }
    if (node == 0) {
      next[row] = free;
      free = row;
    } else {
      next[row] = chain[node];
      chain[node] = row;
    }
  }

  private static int formatOf(int row) {
    return TABLE.indexOf(' ', row) + 1;
  }

  private int step(int node, char c) {
    int known = findChild(node, c);
    if (known != 0) {
      return known;
    }
    int fresh = nodes++;
    label[fresh] = c;
    sibling[fresh] = child[node];
    child[node] = fresh;
    return fresh;
  }

  private int findChild(int node, char c) {
    int one = child[node];
    while (one != 0 && label[one] != c) {
      one = sibling[one];
    }
    return one;
  }

  private @Nullable Secret find(String text, int at) {
    var best = isLong(text, at) ? longest(text, at, free, null) : null;
    int node = 0;
    for (int i = at; i < text.length(); i++) {
      node = findChild(node, text.charAt(i));
      if (node == 0) {
        break;
      }
      best = longest(text, at, chain[node], best);
    }
    return best;
  }

  /// Most words are shorter than any run that a format begins with.
  private static boolean isLong(String text, int at) {
    int end = at;
    while (end < text.length()
        && end - at < 8
        && (Secrets.isWordChar(text.charAt(end)) || text.charAt(end) == '-')) {
      end++;
    }
    return end - at == 8;
  }

  private @Nullable Secret longest(String text, int at, int first, @Nullable Secret known) {
    var best = known;
    for (int row = first; row != 0; row = next[row]) {
      int from = rows[row];
      int end = end(TABLE, formatOf(from), text, at);
      if (end > at && (best == null || end > best.end())) {
        best = new Secret(TABLE.substring(from, TABLE.indexOf(' ', from)), at, end);
      }
    }
    return best;
  }

  /// Returns where a key of the format ends that begins there; -1 if there is none.
  private static int end(String table, int format, String text, int at) {
    int i = format;
    int to = at;
    int random = -1;
    while (table.charAt(i) != ' ' || !table.startsWith(" # ", i)) {
      char c = table.charAt(i);
      if (c == '<') {
        int close = table.indexOf('>', i);
        int most = maxLength(table, i + 2, close);
        int end = run(text, to, table.charAt(i + 1), most);
        if (end - to < minLength(table, i + 2, close)) {
          return -1;
        }
        random = random < 0 ? to : random;
        to = end;
        i = close + 1;
      } else if (to < text.length() && text.charAt(to) == c) {
        to++;
        i++;
      } else {
        return -1;
      }
    }
    if (!RandomTextCheck.isVaried(text, random, to)) {
      return -1;
    }
    char last = table.charAt(table.lastIndexOf('<', i) + 1);
    if (table.charAt(i - 2) == '+') {
      int end = run(text, to, last, -1);
      // Punctuation at the end of a sentence is excluded.
      return text.charAt(end - 1) == '.' ? end - 1 : end;
    }
    boolean ends =
        to == text.length()
            || (!isOf(last, text.charAt(to)) && !Secrets.isWordChar(text.charAt(to)));
    return ends ? to : -1;
  }

  private static int minLength(String table, int from, int close) {
    int number = 0;
    for (int i = from; i < close && Character.isDigit(table.charAt(i)); i++) {
      number = 10 * number + table.charAt(i) - '0';
    }
    return number;
  }

  private static int maxLength(String table, int from, int close) {
    if (table.charAt(close - 1) == '+') {
      return READ_MAX;
    }
    int dash = table.indexOf('-', from);
    return minLength(table, dash > 0 && dash < close ? dash + 1 : from, close);
  }

  /// Returns where a run of a class ends, after so many characters at most; -1 for no limit.
  private static int run(String text, int from, char of, int most) {
    int end = from;
    int limit = most < 0 ? text.length() : Math.min(text.length(), from + most);
    while (end < limit && isOf(of, text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isOf(char of, char c) {
    boolean digit = c >= '0' && c <= '9';
    boolean small = c >= 'a' && c <= 'z';
    boolean capital = c >= 'A' && c <= 'Z';
    return switch (of) {
      case 'd' -> digit;
      case 'h' -> digit || (c >= 'a' && c <= 'f');
      case 'x' -> digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      case 'A' -> digit || capital;
      case 'n' -> digit || small;
      default -> digit || small || capital || extraCharacters(of).indexOf(c) >= 0;
    };
  }

  private static String extraCharacters(char of) {
    return switch (of) {
      case 'u' -> "_";
      case 'w' -> "_-";
      case 'v' -> "_-.";
      case 's' -> "+/=";
      case 'p' -> "%+/=_-.";
      default -> "";
    };
  }
}
