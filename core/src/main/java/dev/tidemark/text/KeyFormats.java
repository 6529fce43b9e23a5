package dev.tidemark.text;

import org.jspecify.annotations.Nullable;

/// The formats of API keys and tokens, as their providers publish them: a table of our own, matched
/// by a prefix trie. Read when the first text is looked at.
///
/// A row is the kind, the format and where the provider describes it. A format is literal text with
/// runs in angle brackets: a class of characters, then how many there are (`40`, `20-60`, or `20+`
/// for at least so many). The classes are those of [KeyFormat].
final class KeyFormats {
  /// The table; the sources are kept beside the formats so that a row can be checked.
  static final String TABLE =
      """
      adafruit-key aio_<a28> https://io.adafruit.com/api/docs/
      age-key AGE-SECRET-KEY-1<A58> https://age-encryption.org/v1
      airtable-token pat<a14>.<h64> https://airtable.com/developers/web/guides/personal-access-tokens
      anthropic-key sk-ant-<w20+> https://docs.anthropic.com/en/api/getting-started
      artifactory-token AKCp<a60-80> https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key
      asana-token 1/<d10-20>:<h32> https://developers.asana.com/docs/personal-access-token
      atlassian-token ATATT3<p100+> https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
      atlassian-token ATCTT3<p100+> https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/
      bitbucket-token ATBB<a28-40> https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/
      aws-access-key AKIA<A16> https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
      aws-access-key ASIA<A16> https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
      azure-signature sig=<p43+> https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview
      azure-devops-token <a76>AZDO<a4> https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate
      buildkite-token bkua_<h40> https://buildkite.com/docs/apis/managing-api-tokens
      circleci-token CCIPAT_<a22>_<h40> https://circleci.com/docs/managing-api-tokens/
      clojars-token CLOJARS_<h60> https://github.com/clojars/clojars-web/wiki/Deploy-Tokens
      contentful-token CFPAT-<w43> https://www.contentful.com/developers/docs/references/authentication/
      crates-io-token cio<a32> https://doc.rust-lang.org/cargo/reference/publishing.html
      databricks-token dapi<h32> https://docs.databricks.com/en/dev-tools/auth/pat.html
      datadog-key ddapp_<a34> https://docs.datadoghq.com/account_management/api-app-keys/
      digitalocean-token dop_v1_<h64> https://docs.digitalocean.com/reference/api/create-personal-access-token/
      digitalocean-token doo_v1_<h64> https://docs.digitalocean.com/reference/api/oauth/
      digitalocean-token dor_v1_<h64> https://docs.digitalocean.com/reference/api/oauth/
      discord-webhook discord.com/api/webhooks/<d17-20>/<w60-72> https://discord.com/developers/docs/resources/webhook
      discord-webhook discordapp.com/api/webhooks/<d17-20>/<w60-72> https://discord.com/developers/docs/resources/webhook
      discord-token <w23-28>.<w6>.<w27-38> https://discord.com/developers/docs/reference#authentication
      docker-token dckr_pat_<w27> https://docs.docker.com/security/for-developers/access-tokens/
      docker-token dckr_oat_<w27-40> https://docs.docker.com/security/for-admins/access-tokens/
      doppler-token dp.pt.<a40-44> https://docs.doppler.com/docs/service-tokens
      doppler-token dp.st.<v40+> https://docs.doppler.com/docs/service-tokens
      doppler-token dp.ct.<a40-44> https://docs.doppler.com/docs/service-tokens
      doppler-token dp.sa.<a40-44> https://docs.doppler.com/docs/service-accounts
      dropbox-token sl.<w130+> https://developers.dropbox.com/oauth-guide
      dynatrace-token dt0c01.<A24>.<A64> https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens
      easypost-key EZAK<a54> https://docs.easypost.com/docs/authentication
      facebook-token EAA<a100+> https://developers.facebook.com/docs/facebook-login/guides/access-tokens/
      figma-token figd_<w40+> https://www.figma.com/developers/api#access-tokens
      flyio-token FlyV1 fm2_<s80+> https://fly.io/docs/security/tokens/
      flyio-token fo1_<w43> https://fly.io/docs/security/tokens/
      frameio-token fio-u-<w64> https://developer.frame.io/docs/getting-started/authentication
      github-token ghp_<u30+> https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
      github-token gho_<u30+> https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
      github-token ghu_<u30+> https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
      github-token ghs_<u30+> https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
      github-token ghr_<u30+> https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
      github-token github_pat_<u22+> https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
      gitlab-token glpat-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token gldt-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glrt-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glcbt-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glptt-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glagent-<w40+> https://docs.gitlab.com/security/tokens/
      gitlab-token gloas-<w40+> https://docs.gitlab.com/security/tokens/
      gitlab-token glsoat-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glft-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token glimt-<w20+> https://docs.gitlab.com/security/tokens/
      gitlab-token GR1348941<w20> https://docs.gitlab.com/security/tokens/
      google-api-key AIza<w35> https://cloud.google.com/docs/authentication/api-keys
      google-token ya29.<v20+> https://developers.google.com/identity/protocols/oauth2
      google-oauth-secret GOCSPX-<w28> https://developers.google.com/identity/protocols/oauth2
      google-refresh-token 1//0<w60+> https://developers.google.com/identity/protocols/oauth2
      grafana-token glsa_<a32>_<x8> https://grafana.com/docs/grafana/latest/administration/service-accounts/
      grafana-token glc_<s32+> https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/
      grafana-token eyJrIjoi<s40+> https://grafana.com/docs/grafana/latest/administration/service-accounts/migrate-api-keys/
      groq-key gsk_<a48-56> https://console.groq.com/docs/quickstart
      vault-token hvs.<w24+> https://developer.hashicorp.com/vault/docs/concepts/tokens
      vault-token hvb.<w100+> https://developer.hashicorp.com/vault/docs/concepts/tokens
      vault-token hvr.<w24+> https://developer.hashicorp.com/vault/docs/concepts/tokens
      heroku-key HRKU-<w36-64> https://devcenter.heroku.com/articles/authentication
      honeycomb-key hcaik_<a58> https://docs.honeycomb.io/configure/environments/manage-api-keys/
      honeycomb-key hcaic_<a58> https://docs.honeycomb.io/configure/environments/manage-api-keys/
      huggingface-token hf_<a30-40> https://huggingface.co/docs/hub/security-tokens
      huggingface-token api_org_<a30-40> https://huggingface.co/docs/hub/security-tokens
      infracost-key ico-<a32> https://www.infracost.io/docs/cloud_pricing_api/overview/
      intra42-secret s-s4t2ud-<h64> https://api.intra.42.fr/apidoc/guides/getting_started
      json-web-token eyJ<w8-400>.eyJ<w8-8000>.<w16+> https://www.rfc-editor.org/rfc/rfc7519
      launchdarkly-key sdk-<h8>-<h4>-<h4>-<h4>-<h12> https://launchdarkly.com/docs/home/account/environment/keys
      launchdarkly-key api-<h8>-<h4>-<h4>-<h4>-<h12> https://launchdarkly.com/docs/home/account/api
      linear-key lin_api_<a30-50> https://linear.app/developers/graphql
      linear-key lin_oauth_<a30-70> https://linear.app/developers/oauth-2-0-authentication
      mailchimp-key <h32>-us<d1-2> https://mailchimp.com/developer/marketing/docs/fundamentals/
      mailgun-key key-<h32> https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
      mailgun-key <h32>-<h8>-<h8> https://documentation.mailgun.com/docs/mailgun/api-reference/mg-auth
      mailersend-token mlsn.<h64> https://developers.mailersend.com/general.html#authentication
      mapbox-token sk.eyJ<w40-400>.<w16+> https://docs.mapbox.com/help/getting-started/access-tokens/
      teams-webhook webhook.office.com/webhookb2/<w36>@<w36>/IncomingWebhook/<a32>/<w36> https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
      newrelic-key NRAK-<A27> https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
      newrelic-key NRII-<w32> https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
      newrelic-key NRJS-<h19> https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
      notion-token ntn_<a46> https://developers.notion.com/docs/authorization
      notion-token secret_<a43> https://developers.notion.com/docs/authorization
      npm-token npm_<a30-40> https://docs.npmjs.com/about-access-tokens
      nuget-key oy2<n43> https://learn.microsoft.com/en-us/nuget/nuget-org/publish-a-package
      nvidia-key nvapi-<w60-70> https://docs.nvidia.com/ngc/gpu-cloud/ngc-user-guide/index.html
      okta-token 00<w40> https://developer.okta.com/docs/guides/create-an-api-token/main/
      onepassword-token ops_eyJ<s100+> https://developer.1password.com/docs/service-accounts/
      onepassword-key A3-<A6>-<A6>-<A5>-<A5>-<A5>-<A5> https://support.1password.com/secret-key-security/
      openai-key sk-proj-<w20+> https://platform.openai.com/docs/api-reference/authentication
      openai-key sk-svcacct-<w20+> https://platform.openai.com/docs/api-reference/authentication
      openai-key sk-admin-<w20+> https://platform.openai.com/docs/api-reference/authentication
      openai-key sk-<a32+> https://platform.openai.com/docs/api-reference/authentication
      openrouter-key sk-or-v1-<h64> https://openrouter.ai/docs/api-reference/authentication
      perplexity-key pplx-<a40-56> https://docs.perplexity.ai/guides/getting-started
      planetscale-token pscale_tkn_<v32-64> https://planetscale.com/docs/concepts/service-tokens
      planetscale-token pscale_oauth_<v32-64> https://planetscale.com/docs/concepts/service-tokens
      planetscale-password pscale_pw_<v32-64> https://planetscale.com/docs/concepts/connection-strings
      postman-key PMAK-<h24>-<h34> https://learning.postman.com/docs/developer/postman-api/authentication/
      posthog-key phx_<a43-50> https://posthog.com/docs/api
      prefect-key pnu_<a36> https://docs.prefect.io/latest/manage/cloud/manage-users/api-keys
      pulumi-token pul-<h40> https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/
      pypi-token pypi-AgE<w50+> https://pypi.org/help/#apitoken
      pypi-token pypi-<w50+> https://pypi.org/help/#apitoken
      readme-key rdme_<n70> https://docs.readme.com/main/reference/intro/authentication
      render-key rnd_<a28-40> https://render.com/docs/api
      replicate-token r8_<a37> https://replicate.com/docs/topics/security/api-tokens
      resend-key re_<a8>_<a24> https://resend.com/docs/api-reference/introduction
      rubygems-key rubygems_<h48> https://guides.rubygems.org/api-key-scopes/
      scaleway-key SCW<A17> https://www.scaleway.com/en/docs/iam/concepts/
      sendgrid-key SG.<w16-32>.<w20-64> https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
      sendinblue-key xkeysib-<h64>-<a16> https://developers.brevo.com/docs/getting-started
      sentry-token sntrys_eyJ<s60+> https://docs.sentry.io/security-legal-pii/security/token-formats/
      sentry-token sntryu_<h64> https://docs.sentry.io/security-legal-pii/security/token-formats/
      shippo-token shippo_live_<h40> https://docs.goshippo.com/docs/guides_general/authentication/
      shopify-token shpat_<x32> https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
      shopify-token shpat_<a30-40> https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
      shopify-token shpca_<x32> https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
      shopify-token shppa_<x32> https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens
      shopify-secret shpss_<x32> https://shopify.dev/docs/apps/build/authentication-authorization/client-secrets
      slack-token xoxb-<w20+> https://api.slack.com/concepts/token-types
      slack-token xoxp-<w20+> https://api.slack.com/concepts/token-types
      slack-token xoxa-<w20+> https://api.slack.com/concepts/token-types
      slack-token xoxr-<w20+> https://api.slack.com/concepts/token-types
      slack-token xoxs-<w20+> https://api.slack.com/concepts/token-types
      slack-token xoxe.xox<v40+> https://api.slack.com/authentication/rotation
      slack-token xoxe-<w40+> https://api.slack.com/authentication/rotation
      slack-token xapp-<w20+> https://api.slack.com/concepts/token-types
      slack-webhook hooks.slack.com/services/<A8-14>/<A8-14>/<a20-32> https://api.slack.com/messaging/webhooks
      slack-webhook hooks.slack.com/workflows/<A8-14>/<A8-14>/<d15-20>/<a20-32> https://slack.com/help/articles/360041352714
      sonarqube-token sqp_<h40> https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/
      sonarqube-token squ_<h40> https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/
      sonarqube-token sqa_<h40> https://docs.sonarsource.com/sonarqube-server/latest/user-guide/managing-tokens/
      square-token EAAA<w60> https://developer.squareup.com/docs/build-basics/access-tokens
      square-token sq0atp-<w22> https://developer.squareup.com/docs/build-basics/access-tokens
      square-secret sq0csp-<w43> https://developer.squareup.com/docs/build-basics/access-tokens
      stripe-key sk_live_<a16+> https://docs.stripe.com/keys
      stripe-key rk_live_<a16+> https://docs.stripe.com/keys
      stripe-key sk_test_<a16+> https://docs.stripe.com/keys
      stripe-key rk_test_<a16+> https://docs.stripe.com/keys
      stripe-key whsec_<s24+> https://docs.stripe.com/webhooks/signature
      supabase-token sbp_<h40> https://supabase.com/docs/reference/api/introduction
      supabase-key sb_secret_<w30+> https://supabase.com/docs/guides/api/api-keys
      tailscale-key tskey-<w20+> https://tailscale.com/kb/1085/auth-keys
      telegram-token <d8-10>:AA<w33> https://core.telegram.org/bots/api#authorizing-your-bot
      terraform-token <a14>.atlasv1.<w60-70> https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
      twilio-key SK<h32> https://www.twilio.com/docs/iam/api-keys
      twitch-token oauth:<n30> https://dev.twitch.tv/docs/irc/authenticate-bot/
      typeform-token tfp_<v40-64> https://www.typeform.com/developers/get-started/personal-access-token/
      vercel-token vcp_<a20-60> https://vercel.com/docs/rest-api
      vercel-token vck_<a20-60> https://vercel.com/docs/rest-api
      vercel-token vercel_blob_rw_<a16>_<a30> https://vercel.com/docs/storage/vercel-blob
      xai-key xai-<a60-84> https://docs.x.ai/docs/overview
      yandex-token y0_<w50-64> https://yandex.cloud/en/docs/iam/concepts/authorization/oauth-token
      zapier-webhook hooks.zapier.com/hooks/catch/<d5-10>/<n6-12> https://zapier.com/apps/webhook/integrations
      """;

  private static final KeyFormats ALL = new KeyFormats();

  /// A trie of the literal beginnings: a node is its character, first child, next sibling, and the
  /// chain of the rows whose beginning ends there.
  private final int[] label = new int[1600];

  private final int[] child = new int[1600];
  private final int[] sibling = new int[1600];
  private final int[] chain = new int[1600];
  private int nodes = 1;

  /// Where each row begins in the table; 0 is no row.
  private final int[] rows = new int[240];

  private final int[] next = new int[240];
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
  static @Nullable Secret at(String text, int at) {
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
    int known = known(node, c);
    if (known != 0) {
      return known;
    }
    int fresh = nodes++;
    label[fresh] = c;
    sibling[fresh] = child[node];
    child[node] = fresh;
    return fresh;
  }

  private int known(int node, char c) {
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
      node = known(node, text.charAt(i));
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
      int end = KeyFormat.end(TABLE, formatOf(from), text, at);
      if (end > at && (best == null || end > best.end())) {
        best = new Secret(TABLE.substring(from, TABLE.indexOf(' ', from)), at, end);
      }
    }
    return best;
  }
}
