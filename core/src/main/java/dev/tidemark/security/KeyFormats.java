package dev.tidemark.security;

import org.jspecify.annotations.Nullable;

/// The documented formats of API keys and tokens: a built-in table, matched by a prefix trie.
/// Loaded with the first text scanned.
///
/// A row is the kind, its formats and their sources: the published rules of `gitleaks` or
/// `secretlint`, or `provider` where only the provider documents its token format. A format is
/// literal text, with alternatives in parentheses, none of which begins with another, and runs in
/// angle brackets: a class of characters, then how many there are (`40`, `20-60`, or `20+` for at
/// least so many). It may follow a hyphen or underscore, as in `my_ghp_...`, unless it begins with
/// `^`. The classes are `d` digits, `h` hexadecimal digits in small letters, `x` in any, `A`
/// capital letters and digits, `n` small letters and digits, `a` letters and digits, `u` with `_`,
/// `w` with `_-`, `v` with `_-.`, `s` base64 (`+/=`), `p` base64 as in addresses (`%+/=_-.`).
/// Matching does not backtrack.
public final class KeyFormats {
  /// The table, with the source of each row, so that it can be checked.
  public static final String TABLE =
      """
      ably-key <a6>.<a6>:<w43> # provider
      adafruit-key aio_<a28> # provider
      adobe-secret p8e-<n32> # gitleaks
      age-key AGE-SECRET-KEY-1<A58> # gitleaks
      airtable-token pat<a14>.<h64> # provider
      aiven-password AVNS_<w15-32> # provider
      alibaba-key LTAI<a20> # gitleaks
      alchemy-key alchemy.com/v2/<w32> # provider
      anthropic-key sk-ant-<w20+> # gitleaks,secretlint
      anyscale-token esecret_<n24+> # provider
      apify-token apify_api_<a36> # provider
      artifactory-token AKCp<a60-80> cmVmd<a59> # gitleaks
      asana-token 1/<d10-20>:<h32> 2/<d10-20>/<d10-20>:<h32> # provider
      atlas-key mdb_sa_sk_<w40> # provider
      atlassian-token ATATT3<p100+> ATCTT3<p100+> # gitleaks
      authress-key sc_<n5-30>.<n4-6>.acc_<n10-32>.<p30+> # gitleaks
      aws-access-key A(KI|BI|SI|CC)A<A16> # gitleaks,secretlint
      aws-session-token FwoGZXIvYXdz<s100+> IQoJb3JpZ2lu<s100+> # provider
      axiom-token xa(a|p)t-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      azure-devops-token <a76>AZDO<a4> # provider
      azure-key <a42>AzSe<a6> <a52>JQQJ9<a27> <a76>ACDb<s8> <s33>+A(E|S)(h|b)<s7> # provider
      azure-key <s42>+ACR<a6> <s76>+ASt<s8> <w44>AzFu<s8> # provider
      azure-signature sig=<p43+> # provider
      backblaze-key K00<a28> # provider
      bedrock-key ABSK<s100+> bedrock-api-key-<s100+> # gitleaks
      bitbucket-token ATBB<a28-40> # provider
      bitcoin-key xprv<a107> # provider
      bitwarden-token 0.<h8>-<h4>-<h4>-<h4>-<h12>.<a30>:<s24> # provider
      braintree-token access_token$production$<n16>$<h32> # provider
      braintree-token access_token$sandbox$<n16>$<h32> # provider
      brave-key BSA<w27-28> # provider
      brevo-key xsmtpsib-<h64>-<a16> # provider
      browserbase-key bb_live_<w20+> # provider
      buildkite-token bkct_<w30+> bkua_<h40> # provider
      canva-secret cnvca<w40+> # provider
      cartesia-key sk_car_<w20+> # provider
      cerebras-key csk-<n40-60> # provider
      circleci-token CCIPAT_<a22>_<h40> CCIPRJ_<a22>_<h40> # provider
      clickhouse-key 4b1d<a38> # gitleaks
      clickup-token pk_<d6-9>_<A32> # provider
      clojars-token CLOJARS_<n60> # gitleaks
      cloudflare-key v1.0-<h24>-<h146> # gitleaks
      cloudflare-token cf(k|ut|at)_<a40+> eyJhIjoi<s80+> # provider,secretlint
      cockroach-key CCDB1_<a22>_<a40> # provider
      contentful-token CFPAT-<w43> # provider
      context7-key ctx7sk-<w30+> # provider
      courier-key pk_prod_<A28> # provider
      crates-io-token cio<a32> # provider
      cursor-key crsr_<h64> key_<h64> # provider
      databricks-token (dapi|dose)<x32> # gitleaks
      datadog-key ddapp_<a34> # provider
      dbt-token dbt(u|c)_<w38-60> # provider
      defined-key dnkey-<w26>-<w52> # gitleaks
      digitalocean-key DO00<A16> # provider
      digitalocean-token do(o|p|r)_v1_<h64> # gitleaks
      dingtalk-webhook dingtalk.com/robot/send?access_token=<h64> # provider
      discord-token <w23-28>.<w6>.<w27-38> # provider
      discord-webhook discord(app.com|.com)/api/webhooks/<d17-20>/<w60-72> # provider
      dnsimple-token dnsimple_(u|a)_<w32> # provider
      docker-swarm-token SWMTKN-1-<n50>-<n25> # provider
      docker-token dckr_oat_<w27-40> dckr_pat_<w27> # provider
      doppler-token dp.(sa|pt|ct|scim|audit).<a40-44> dp.st.<v40+> # gitleaks
      dropbox-token sl.<v130+> # gitleaks
      duffel-token duffel_(test|live)_<w43> # gitleaks
      dynatrace-token dt0c01.<a24>.<a64> # gitleaks
      e2b-key e2b_<h40> # provider
      easypost-key EZ(T|A)K<a54> # gitleaks
      elastic-key essu_<s40+> # provider
      elevenlabs-key sk_<h48> # provider
      facebook-token EAA<a100+> # gitleaks
      fal-key <h8>-<h4>-<h4>-<h4>-<h12>:<h32> # provider
      fauna-key fnA<w37> # provider
      feishu-webhook open.(feishu.cn|larksuite.com)/open-apis/bot/v2/hook/<w36> # provider
      figma-token figd_<w40+> # provider
      firebase-key AAAA<w7>:APA91b<w130+> # provider
      firebase-server-key AAAA<w7>:APA91b<w100+> # provider
      firecrawl-key fc-<h32> # provider
      fireworks-key fw_<a22-40> # provider
      flutterwave-key FLWSECK_TEST-<n32>-X FLWSECK-<n32>-X # gitleaks,provider
      flyio-token fm1(r|a)_<s100+> fm2_<s100+> fo1_<w43> # gitleaks
      frameio-token fio-u-<w64> # gitleaks
      ghost-key <h24>:<h64> # provider
      github-token gh(p|r|s|o|u)_<u30+> github_pat_<u22+> # secretlint
      github-token ghs_<d1-20>_eyJ<w8-400>.<w8-8000>.<w16+> # secretlint
      gitlab-token gl(ffct|rtr|wt)-<v20+> glagent-<w40+> gloas-<w40+> # provider,secretlint
      gitlab-token GR1348941<w20> gl(pat|cbt|dt|ft|imt|ptt|rt|soat)-<v20+> # secretlint
      google-calendar private-<h32>/basic.ics # provider
      google-api-key AIza<w35> AQ.Ab<w40+> # gitleaks,provider
      google-chat-webhook spaces/<w8-14>/messages?key=<w39>&token=<p40+> # provider
      google-hmac-key GOOG1E<A55-58> GOOG<A20> # provider
      google-oauth-secret GOCSPX-<w28> # provider
      google-refresh-token 1//0<w60+> # provider
      google-token ya29.<v20+> # provider
      grafana-token eyJrIjoi<s40+> glc_<s32+> glsa_<a32>_<x8> # secretlint
      groq-key gsk_<a48-56> # secretlint
      helicone-key sk-helicone-<w25+> # provider
      heroku-key HRKU-<w36-64> # provider
      honeycomb-key hc(a|b|x)i(k|c)_<a58> hc(a|x)(i|l)k_<n58+> # provider
      hubspot-token pat-(na|eu)<d1>-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      huggingface-token api_org_<a30-40> hf_<a30-40> # secretlint
      infisical-token st.<h8>-<h4>-<h4>-<h4>-<h12>.<h32>.<h32> # provider
      infracost-key ^ico-<a32> # provider
      infura-key infura.io/v3/<h32> # provider
      inngest-key signkey-<n3-7>-<h32-64> # provider
      instagram-token IGQ<w100+> # provider
      intercom-token dG9rO<s50+> # provider
      intra42-secret s-s4t2ud-<h64> # provider
      jina-key jina_<w50-70> # provider
      json-web-token eyJ<w8-400>.eyJ<w8-8000>.<w16+> # provider
      k3s-token K10<h64>::<w4-20>:<w16+> # provider
      kaggle-token KGAT_<h32> # provider
      klaviyo-key pk_<h34> # provider
      kong-token (k|s)pat_<a40+> # provider
      langfuse-key sk-lf-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      langsmith-key lsv2_(p|s)(t|k)_<h32>_<h10> # provider
      launchdarkly-key ^(api|sdk)-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      letta-key sk-let-<s60+> # provider
      linear-key lin_api_<u30+> lin_oauth_<a30-70> # gitleaks,secretlint
      mailchimp-key <h32>-us<d1-2> # gitleaks
      mailersend-token mlsn.<h64> # provider
      mailgun-key <h32>-<h8>-<h8> ^key-<h32> # gitleaks
      make-webhook hook.<n3>.make.com/<n32> # provider
      mandrill-key md-<w22> # provider
      mapbox-token sk.eyJ<w40-400>.<w16+> # provider
      maxmind-key <a6>_<a29>_mmk # gitleaks
      metabase-key mb_<s44> # provider
      minisign-key RWRTY0Iy<s100+> # provider
      modal-token ^a(s|k)-<a22> # provider
      mollie-key ^live_<a25-44> # provider
      neon-key napi_<n60-70> # provider
      netlify-token nf(p|c|o|u)_<w36-40> # provider
      newrelic-key NRAK-<A27> NRI(I|Q)-<w32> NRJS-<h19> <h36>NRAL NRRA-<h42> # gitleaks,provider
      ngrok-token 2<a26>_<a20-22> # provider
      nostr-key nsec1<n58> # provider
      notion-token ntn_<a46> secret_<a43> # gitleaks,secretlint
      novita-key sk_<w43> # provider
      npm-token npm_<a30-40> # gitleaks,secretlint
      nuget-key oy2<n43> # provider
      nvidia-key nvapi-<w60-70> # provider
      octopus-key API-<A26> # gitleaks
      okta-token 00<w40> # gitleaks
      onepassword-key A3-<A6>-<A11>-<A5>-<A5>-<A5> # gitleaks,secretlint
      onepassword-key A3-<A6>-<A6>-<A5>-<A5>-<A5>-<A5> # gitleaks,secretlint
      onepassword-token ops_ey<s100+> ops_eyJ<w200+> # gitleaks,secretlint
      onesignal-key os_v2_(app|org)_<n60+> # provider
      openai-key sk-<a32+> sk-admin-<w20+> sk-proj-<w20+> sk-svcacct-<w20+> # gitleaks,secretlint
      openai-session sess-<a40> # provider
      openrouter-key sk-or-v1-<h64> # provider
      openshift-token sha256~<w43> # gitleaks
      packagist-token packagist_(u|o)rt_<h68> # provider
      paddle-key pdl_(live|sdbx)_<u40+> # provider
      pagerduty-key u+<w18> # provider
      perplexity-key pplx-<a40-56> # gitleaks
      pinecone-key pcsk_<u40+> # provider
      plaid-token access-(production|development|sandbox)-<h8>-<h4>-<h4>-<h4>-<h12> # provider
      planetscale-password pscale_pw_<v32-64> # gitleaks
      planetscale-token pscale_oauth_<v32-64> pscale_tkn_<v32-64> # gitleaks
      polar-token polar_(o|p)at_<w40+> # provider
      posthog-key phx_<a43-50> # provider
      postman-key PMAK-<h24>-<h34> PMAT-<A26> # gitleaks,provider
      prefect-key pn(u|b)_<a36> # gitleaks
      pulumi-token pul-<h40> # gitleaks
      pypi-token pypi-<w50+> # gitleaks
      rancher-token token-<n5>:<n54> # provider
      rapidapi-key <n10>msh<n15>p1<n6>jsn<n12> # provider
      razorpay-key rzp_(test|live)_<a14> # provider
      readme-key rdme_<n70> # gitleaks
      render-key rnd_<a28-40> # provider
      replicate-token r8_<a37> # provider
      resend-key re_<a8>_<a24> # provider
      rubygems-key rubygems_<h48> # gitleaks
      runpod-key rpa_<a40-50> # provider
      salesforce-token 00D<a12-15>!<v80+> 5Aep861<v60+> # provider
      sanity-token sk<a150+> # provider
      scaleway-key SCW<A17> # provider
      scalingo-token tk-us-<w48> # gitleaks
      segment-token sgp_<a64> # provider
      sendgrid-key SG.<w16-32>.<w20-64> # gitleaks,secretlint
      sendinblue-key xkeysib-<h64>-<a16> # gitleaks
      sentry-token sntry(u|a)_<h64> sntrys_eyJ<s60+> # gitleaks
      settlemint-token sm_(a|s|p)at_<a16> # gitleaks
      shippo-token shippo_(test|live)_<h40> # gitleaks
      shopify-secret shpss_<a30+> # gitleaks,secretlint
      shopify-token shp(at|ca|pa)_<a30+> # gitleaks,secretlint
      slack-token xapp-<w20+> xox(a|b|c|o|p|r|s)-<w20+> xoxe-<w40+> # gitleaks,secretlint
      slack-token xoxe.xox<v40+> xoxd-<p40+> xwfp-<w20+> # gitleaks,provider,secretlint
      slack-webhook hooks.slack.com/workflows/<A8-14>/<A8-14>/<d15-20>/<a20-32> # gitleaks
      slack-webhook hooks.slack.com/services/<A8-14>/<A8-14>/<a20-32> # gitleaks,secretlint
      slack-webhook hooks.slack.com/triggers/<A8-14>/<d10-16>/<n32> # gitleaks,secretlint
      snyk-token snyk_(u|s)at.<h8>.<v40+> # provider
      socket-token sktsec_<w40+> # provider
      sonarqube-token sq(p|a|u)_<h40> # provider
      sourcegraph-token sgp_<h16>_<h40> sgp_<h40> sgp_local_<h40> slk_<h64> # gitleaks,provider
      square-secret sq0csp-<w43> # gitleaks
      square-token EAAA<w60> sq0atp-<w22> # gitleaks
      statsig-key secret-<a43> # provider
      stripe-key (s|r)k_(test|live|prod)_<a16+> whsec_<s24+> # gitleaks
      stytch-secret secret-(live|test)-<w30+> # provider
      sumologic-address sumologic.com/receiver/v1/http/<p60+> # provider
      supabase-key sb_secret_<w30+> # provider
      supabase-token sbp_<h40> # provider
      svix-token svix_<a30+> # provider
      tailscale-key tskey-<w20+> # provider
      tavily-key tvly-<w30+> # provider
      teamcity-token eyJ0eXAiOiAiVENWMiJ9.<w20+> # provider
      teams-webhook webhook.office.com/webhookb2/<w36>@<w36>/IncomingWebhook/<a32>/<w36> # gitleaks
      telegram-token <d8-10>:A<w34> bot<d8-10>:A<w34> # gitleaks
      tencent-key AKID<a32> # provider
      terraform-token <a14>.atlasv1.<w60-70> # provider
      together-key tgp_v1_<w40+> # provider
      transifex-key 1/<h40> # provider
      trello-token ATTA<x64> # provider
      trigger-key tr_(prod|dev|stg)_<a20+> # provider
      twilio-key SK<h32> # gitleaks
      twitch-token oauth:<n30> # provider
      twitter-token AAAAAAAAAAAAAAAAAAAAA<p60+> # provider
      typeform-token tfp_<v40-64> # gitleaks
      unkey-key unkey_<a20+> # provider
      upcloud-token ucat_<A26> # provider
      vault-token hv(s|r).<w24+> hvb.<w100+> # gitleaks
      vercel-token vc(k|p|a|r|i)_<a20-60> vercel_blob_rw_<a16>_<a30> # provider
      volcengine-key AKLT<a40+> # provider
      voyage-key pa-<w43> # provider
      wakatime-key waka_<h8>-<h4>-<h4>-<h4>-<h12> # provider
      wandb-key wandb_v1_<w60+> # provider
      wecom-webhook qyapi.weixin.qq.com/cgi-bin/webhook/send?key=<w36> # provider
      xai-key xai-<a60-84> # provider
      xata-key xau_<a40+> # provider
      yandex-key AQVN<w35-38> # provider
      yandex-token t1.<w20-300>.<w86> y0_<w50-64> # provider
      zapier-webhook hooks.zapier.com/hooks/catch/<d5-10>/<n6-12> # provider
      zhipu-key <h32>.<a16> # provider
      zuplo-key zpka_<u40+> # provider
      """;

  private static final int RUN_MAX = 80;
  private static final int NODES = 3000;
  private static final int LINKS = 400;
  private static final KeyFormats ALL = new KeyFormats();

  /// The length at which a run without upper limit counts as a key.
  private static final int READ_MAX = 300;

  /// A trie of the literal beginnings: a node is its character, first child, next sibling, and the
  /// chain of the rows whose beginning ends there.
  private final int[] label = new int[NODES];

  private final int[] child = new int[NODES];
  private final int[] sibling = new int[NODES];
  private final int[] chain = new int[NODES];
  private int nodes = 1;

  /// The children of the root, by character.
  private final int[] first = new int[128];

  /// The start of the row and format of each chain link in the table; 0 is the end of a chain.
  private final int[] rows = new int[LINKS];

  private final int[] formats = new int[LINKS];

  /// The next link of a chain. The first one of the rows that begin with a run instead of literal
  /// text is that of 0; these are in the order of their runs' least length.
  private final int[] next = new int[LINKS];

  private int count;

  /// The class and least length of the run that such a row begins with.
  private final char[] runClass = new char[LINKS];

  private final int[] runMin = new int[LINKS];

  /// The literal character after that run, if its length is fixed; 0 otherwise.
  private final char[] runNext = new char[LINKS];

  private KeyFormats() {
    int row = 0;
    while (row < TABLE.length()) {
      int format = TABLE.indexOf(' ', row) + 1;
      while (TABLE.charAt(format) != '#') {
        add(row, format, TABLE.charAt(format) == '^' ? format + 1 : format, 0);
        format = TABLE.indexOf(' ', format) + 1;
      }
      row = TABLE.indexOf('\n', format) + 1;
    }
  }

  /// Returns the key that begins there, or null; of several the longest.
  static @Nullable Secret keyAt(String text, int at) {
    return ALL.find(text, at);
  }

  /// Adds the rest of the literal beginning of a format below a node.
  private void add(int row, int format, int from, int below) {
    int node = below;
    for (int i = from; TABLE.charAt(i) != '<'; i++) {
      if (TABLE.charAt(i) == '(') {
        int close = TABLE.indexOf(')', i);
        for (int at = i; at < close; at = alternativeEnd(at + 1)) {
          int one = node;
          for (int k = at + 1; k < alternativeEnd(at + 1); k++) {
            one = step(one, TABLE.charAt(k));
          }
          add(row, format, close + 1, one);
        }
        return;
      }
      node = step(node, TABLE.charAt(i));
    }
    int link = ++count;
    rows[link] = row;
    formats[link] = format;
    if (node > 0) {
      next[link] = chain[node];
      chain[node] = link;
      return;
    }
    runClass[link] = TABLE.charAt(format + 1);
    int close = TABLE.indexOf('>', format);
    runMin[link] = minLength(TABLE, format + 2, close);
    runNext[link] =
        maxLength(TABLE, format + 2, close) == runMin[link] ? TABLE.charAt(close + 1) : 0;
    int before = 0;
    while (next[before] != 0 && runMin[next[before]] < runMin[link]) {
      before = next[before];
    }
    next[link] = next[before];
    next[before] = link;
  }

  private static int alternativeEnd(int from) {
    int end = from;
    while (TABLE.charAt(end) != '|' && TABLE.charAt(end) != ')') {
      end++;
    }
    return end;
  }

  private int step(int node, char c) {
    int known = findChild(node, c);
    if (known != 0) {
      return known;
    }
    int fresh = nodes++;
    label[fresh] = c;
    if (node == 0) {
      first[c] = fresh;
    } else {
      sibling[fresh] = child[node];
      child[node] = fresh;
    }
    return fresh;
  }

  private int findChild(int node, char c) {
    if (node == 0) {
      return c < 128 ? first[c] : 0;
    }
    int one = child[node];
    while (one != 0 && label[one] != c) {
      one = sibling[one];
    }
    return one;
  }

  private @Nullable Secret find(String text, int at) {
    boolean joined = at > 0 && text.charAt(at - 1) == '_';
    var best = joined ? null : findRun(text, at);
    int node = 0;
    for (int i = at; i < text.length(); i++) {
      node = findChild(node, text.charAt(i));
      if (node == 0) {
        break;
      }
      for (int link = chain[node]; link != 0; link = next[link]) {
        best = longer(text, at, link, best);
      }
    }
    return best;
  }

  /// Returns the longest key of a format that begins with a run. Most words are shorter than any.
  private @Nullable Secret findRun(String text, int at) {
    int end = at;
    while (end < text.length()
        && end - at < RUN_MAX
        && (Secrets.isWordChar(text.charAt(end)) || "-/+".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    Secret best = null;
    for (int link = next[0]; link != 0 && runMin[link] <= end - at; link = next[link]) {
      int after = at + runMin[link];
      boolean fits =
          runNext[link] == 0 || (after < text.length() && text.charAt(after) == runNext[link]);
      if (fits && run(text, at, runClass[link], runMin[link]) == after) {
        best = longer(text, at, link, best);
      }
    }
    return best;
  }

  private @Nullable Secret longer(String text, int at, int link, @Nullable Secret known) {
    int from = rows[link];
    int end = end(TABLE, formats[link], text, at);
    return end > at && (known == null || end > known.end())
        ? new Secret(TABLE.substring(from, TABLE.indexOf(' ', from)), at, end)
        : known;
  }

  /// Returns where a key of the format ends that begins there; -1 if there is none.
  private static int end(String table, int format, String text, int at) {
    int i = format;
    if (table.charAt(i) == '^') {
      i++;
      if (at > 0 && (text.charAt(at - 1) == '-' || text.charAt(at - 1) == '_')) {
        return -1;
      }
    }
    int to = at;
    int random = -1;
    while (table.charAt(i) != ' ') {
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
      } else if (c == '(') {
        to = alternative(table, i, text, to);
        i = table.indexOf(')', i) + 1;
        if (to < 0) {
          return -1;
        }
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
            || (!isOf(last, text.charAt(to))
                && (text.charAt(to) == '_' || !Secrets.isWordChar(text.charAt(to))));
    return ends ? to : -1;
  }

  /// Returns where the alternative ends that is there in the text; -1 if none is.
  private static int alternative(String table, int open, String text, int at) {
    for (int from = open + 1; table.charAt(from - 1) != ')'; from = alternativeEnd(from) + 1) {
      int length = alternativeEnd(from) - from;
      if (text.regionMatches(at, table, from, length)) {
        return at + length;
      }
    }
    return -1;
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
      case 'u' -> Secrets.isWordChar(c);
      case 'w' -> Secrets.isWordChar(c) || c == '-';
      case 'v' -> Secrets.isWordChar(c) || c == '-' || c == '.';
      case 's' -> digit || small || capital || "+/=".indexOf(c) >= 0;
      case 'p' -> Secrets.isWordChar(c) || "%+/=-.".indexOf(c) >= 0;
      default -> digit || small || capital;
    };
  }
}
